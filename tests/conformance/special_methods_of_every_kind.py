# A special method is looked up on the class and bound by the descriptor protocol, whatever is stored there: every special method here, with
# every kind of callable and descriptor, and with what can't be called.
import asyncio
import copy
import enum
import functools
import math
import operator
import reprlib


class Shown:
    # What a special method returns when any object will do.
    def __repr__(self):
        return "<shown>"


SHOWN = Shown()


class Iterator:
    def __init__(self, *args):
        self.left = [1, 2]

    def __iter__(self):
        return self

    def __next__(self):
        if self.left:
            return self.left.pop(0)
        raise StopIteration


class Awaitable:
    def __await__(self):
        return iter(())


class AsyncIterator:
    def __init__(self):
        self.left = [1, 2]

    def __aiter__(self):
        return self

    async def __anext__(self):
        if self.left:
            return self.left.pop(0)
        raise StopAsyncIteration


def drive(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as e:
        return e.value


def use_with(x):
    with x as got:
        pass
    return got


def use_with_raising(x):
    with x as got:
        raise KeyError("inside")
    return got


async def use_async_with(x):
    async with x as got:
        pass
    return got


async def use_async_for(x):
    return [item async for item in x]


async def use_await(x):
    return await x


def use_for(x):
    out = []
    for item in x:
        out.append(item)
        if len(out) == 3:
            break
    return out


def use_match(x):
    match x:
        case {"a": value}:
            return value
        case [a, *_]:
            return a
        case Thing(a):
            return a
    return "nothing"


def in_place(op):
    def run(x):
        return op(x, 5)
    return run


def set_item(x):
    x[1] = 2


def del_item(x):
    del x[1]


def set_attr(x):
    x.name = 2


def del_attr(x):
    del x.name


def call_in_place(source):
    names = {}
    exec(f"def run(x):\n    x {source} 5\n    return x", names)
    return names["run"]


def unpack(x):
    a, b = x
    return a, b


# name: what it returns, then the ways to use it
METHODS = {}


def add(name, result, *uses):
    METHODS[name] = (result, uses)


for name, symbol in [("add", "+"), ("sub", "-"), ("mul", "*"), ("truediv", "/"), ("floordiv", "//"), ("mod", "%"), ("pow", "**"), ("matmul", "@"),
                     ("lshift", "<<"), ("rshift", ">>"), ("and", "&"), ("or", "|"), ("xor", "^")]:
    add(f"__{name}__", "binary", eval(f"lambda x: x {symbol} 5"), eval(f"lambda x: x {symbol} x"))
    add(f"__r{name}__", "reflected", eval(f"lambda x: 5 {symbol} x"), eval(f"lambda x: None {symbol} x"))
    add(f"__i{name}__", "in place", call_in_place(symbol + "="), in_place(getattr(operator, "i" + name.removesuffix("_"), None) or getattr(operator, f"__i{name}__")))
add("__divmod__", (1, 2), lambda x: divmod(x, 5))
add("__rdivmod__", (1, 2), lambda x: divmod(5, x))
for name in ["neg", "pos", "invert", "abs"]:
    add(f"__{name}__", name, getattr(operator, f"__{name}__"), {"neg": lambda x: -x, "pos": lambda x: +x, "invert": lambda x: ~x, "abs": abs}[name])
for name, symbol in [("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">="), ("eq", "=="), ("ne", "!=")]:
    add(f"__{name}__", True, eval(f"lambda x: x {symbol} 5"), eval(f"lambda x: 5 {symbol} x"), *([lambda x: min(x, x) is x] if name == "lt" else []),
        *([lambda x: [x] == [5], lambda x: 5 in [x], lambda x: [5].count(x), lambda x: {1: x} == {1: 5}] if name == "eq" else []))
add("__bool__", False, bool, lambda x: "yes" if x else "no", lambda x: not x, lambda x: x and 1, lambda x: any([x]), lambda x: list(filter(None, [x])) == [])
add("__len__", 3, len, bool, lambda x: next(reversed(x)), operator.length_hint)
add("__length_hint__", 4, operator.length_hint)
add("__index__", 2, operator.index, lambda x: [1, 2, 3][x], lambda x: [1, 2, 3][x:], lambda x: "abc" * x, hex, lambda x: range(x), int, float, complex,
    lambda x: "abc".center(x), lambda x: bytes(x), lambda x: 1 << operator.index(x), lambda x: "%x" % x, lambda x: round(2.567, x), chr, lambda x: math.gcd(x, 4))
add("__int__", 7, int, lambda x: "%d" % x)
add("__float__", 1.5, float, math.sqrt, lambda x: "%.1f" % x, complex)
add("__complex__", 1j, complex)
add("__trunc__", 7, math.trunc)
add("__floor__", 7, math.floor)
add("__ceil__", 7, math.ceil)
add("__round__", 7, round, lambda x: round(x, 1))
add("__hash__", 7, hash, lambda x: x in {1}, lambda x: {x: 1}[x], lambda x: x in {1: 2}, lambda x: hash((x,)) == hash((7,)))
add("__repr__", "R", repr, str, lambda x: f"{x!r}", lambda x: f"{x}", lambda x: [x].__repr__(), lambda x: "%r" % x, ascii, lambda x: "{!r}".format(x))
add("__str__", "S", str, lambda x: f"{x}", lambda x: "%s" % x, lambda x: "{}".format(x), print)
add("__format__", "F", format, lambda x: f"{x}", lambda x: f"{x:abc}", lambda x: "{:z}".format(x))
add("__bytes__", b"B", bytes, lambda x: b"%b" % x)
add("__iter__", Iterator(), use_for, lambda x: 1 in x, lambda x: isinstance(iter(x), Iterator))
add("__next__", 1, next, use_for)
add("__reversed__", Iterator(), lambda x: isinstance(reversed(x), Iterator), lambda x: isinstance(type(x).__mro__, tuple))
add("__contains__", True, lambda x: 5 in x, lambda x: 5 not in x, lambda x: operator.contains(x, 5))
add("__getitem__", "item", lambda x: x[0], lambda x: x["key"], lambda x: x[1:2], lambda x: next(iter(x)), lambda x: operator.getitem(x, 1), lambda x: "%(a)s" % x)
add("__setitem__", None, set_item, lambda x: operator.setitem(x, 1, 2))
add("__delitem__", None, del_item, lambda x: operator.delitem(x, 1))
add("__missing__", "missing", lambda x: x["no"])
add("__call__", "called", lambda x: x(), lambda x: x(1), lambda x: x(1, 2, a=3), callable, lambda x: list(map(x, [1])), lambda x: functools.partial(x, 1)(),
    lambda x: sorted([2, 1], key=x) is not None, lambda x: functools.reduce(x, [1, 2]))
add("__enter__", SHOWN, use_with)
add("__exit__", True, use_with, use_with_raising)
add("__aenter__", Awaitable(), lambda x: drive(use_async_with(x)))
add("__aexit__", Awaitable(), lambda x: drive(use_async_with(x)))
add("__await__", iter(()), lambda x: drive(use_await(x)))
add("__aiter__", AsyncIterator(), lambda x: drive(use_async_for(x)), lambda x: isinstance(aiter(x), AsyncIterator))
add("__anext__", Awaitable(), lambda x: drive(use_await(anext(x))))
add("__getattr__", "attribute", lambda x: x.anything, lambda x: getattr(x, "other", "default"), lambda x: hasattr(x, "more"))
add("__getattribute__", "attribute", lambda x: x.anything, lambda x: getattr(x, "other", "default"), lambda x: hasattr(x, "more"))
add("__setattr__", None, set_attr, lambda x: setattr(x, "a", 1))
add("__delattr__", None, del_attr, lambda x: delattr(x, "a"))
add("__init__", None, lambda x: type(x)(), lambda x: type(x)(1), lambda x: type(x)(1, 2, a=3))
add("__dir__", ["b", "a"], dir)
add("__copy__", SHOWN, copy.copy)
add("__instancecheck__", True, lambda x: isinstance(1, x))
add("__subclasscheck__", True, lambda x: issubclass(int, x))

COMPANIONS = {  # what a use needs besides the method that is tested
    "__exit__": {"__enter__": lambda self: self}, "__enter__": {"__exit__": lambda self, *a: None},
    "__next__": {"__iter__": lambda self: self},
    "__len__": {"__getitem__": lambda self, i: i},
    "__eq__": {"__hash__": lambda self: 5},
    "__anext__": {"__aiter__": lambda self: self},
}


async def nothing(self, *args):
    return None

COMPANIONS["__aenter__"] = {"__aexit__": nothing}
COMPANIONS["__aexit__"] = {"__aenter__": nothing}
BASES = {"__missing__": (dict,)}


LOG = []  # how many arguments a method got, and of which classes


def got(result, args):
    if len(LOG) < 12:
        LOG.append(",".join("self" if type(a).__name__ == "Thing" else "cls" if a is type(a) or type(a) is type else type(a).__name__ for a in args))
    return result


class CallableInstance:
    def __init__(self, result):
        self.result = result

    def __call__(self, *args, **keywords):
        return got(self.result, args)


class StaticCall:
    def __init__(self, result):
        type(self).result = result

    @staticmethod
    def __call__(*args, **keywords):
        return got(StaticCall.result, args)


class Descriptor:
    def __init__(self, result):
        self.result = result

    def __get__(self, instance, owner):
        return lambda *args, **keywords: got(self.result, args)


class DataDescriptor(Descriptor):
    def __set__(self, instance, value):
        raise AttributeError("read only")


class StaticGet:
    def __init__(self, result):
        type(self).result = result

    @staticmethod
    def __get__(instance, owner):
        return lambda *args, **keywords: got(StaticGet.result, args)


class Failing:
    def __get__(self, instance, owner):
        raise LookupError("no descriptor")


class Absent:
    def __get__(self, instance, owner):
        raise AttributeError("absent")


class OwnStatic(staticmethod):
    pass


class OwnClass(classmethod):
    pass


class OwnProperty(property):
    pass


def giving(result):
    class Made:
        def __new__(cls, *args, **keywords):
            return got(result, args)
    return Made


class Holder:
    def __init__(self, result):
        self.result = result

    def method(self, *args, **keywords):
        return got(self.result, args)


def builtin(result, name):
    # Bound builtin methods that take the arguments which the special method gets after the object.
    if name in ("__add__", "__eq__", "__lt__", "__getitem__", "__contains__", "__radd__", "__getattr__"):
        return {5: result, 0: result, "key": result, "anything": result}.get
    return [result, result, result].pop


KINDS = {
    "function": lambda r, n: lambda *args, **keywords: got(r, args),
    "staticmethod": lambda r, n: staticmethod(lambda *args, **keywords: got(r, args)),
    "classmethod": lambda r, n: classmethod(lambda *args, **keywords: got(r, args)),
    "property": lambda r, n: property(lambda self: lambda *args, **keywords: got(r, args)),
    "callable instance": lambda r, n: CallableInstance(r),
    "callable by a static method": lambda r, n: StaticCall(r),
    "staticmethod of an instance": lambda r, n: staticmethod(CallableInstance(r)),
    "classmethod of an instance": lambda r, n: classmethod(CallableInstance(r)),
    "partial": lambda r, n: functools.partial(lambda *args, **keywords: got(r, args)),
    "partialmethod": lambda r, n: functools.partialmethod(lambda *args, **keywords: got(r, args)),
    "lru_cache": lambda r, n: functools.lru_cache(lambda *args: got(r, args)) if n != "__hash__" else None,
    "bound method": lambda r, n: Holder(r).method,
    "builtin method": lambda r, n: builtin(r, n),
    "class": lambda r, n: giving(r),
    "descriptor": lambda r, n: Descriptor(r),
    "data descriptor": lambda r, n: DataDescriptor(r),
    "descriptor by a static method": lambda r, n: StaticGet(r),
    "own staticmethod": lambda r, n: OwnStatic(lambda *args, **keywords: got(r, args)),
    "own classmethod": lambda r, n: OwnClass(lambda *args, **keywords: got(r, args)),
    "own property": lambda r, n: OwnProperty(lambda self: lambda *args, **keywords: got(r, args)),
    "wrapped staticmethod": lambda r, n: staticmethod(staticmethod(lambda *args, **keywords: got(r, args))),
    "failing descriptor": lambda r, n: Failing(),
    "absent descriptor": lambda r, n: Absent(),
    "number": lambda r, n: 17,
    "wrong arguments": lambda r, n: lambda: r,
    "raising": lambda r, n: raising,
}


def raising(*args, **keywords):
    raise ZeroDivisionError("raised")


def outcome(use, x, result):
    try:
        got = use(x)
    except Exception as e:
        text = str(e)
        for name in ("Thing", "giving.<locals>.Made"):
            text = text.replace(name, "C")
        return f"{type(e).__name__}: {text}" if " at 0x" not in text else type(e).__name__
    if got is x:
        return "itself"
    text = repr(got) if type(got) in (int, str, bytes, bool, float, complex, tuple, list, range, type(None)) else type(got).__name__
    return text if " at 0x" not in text else "an object"


class Colour(enum.IntEnum):
    RED = 1


class Number(int):
    pass


print(format(Colour.RED), f"{Colour.RED}", f"{Colour.RED:}", f"{Colour.RED:g}", format(Number(3)), f"{Number(3):g}", f"{Number(3):}")


class Thing:  # of the pattern in use_match
    pass


def fresh(result):
    # Iterators are used up.
    return type(result)() if isinstance(result, (Iterator, AsyncIterator, Awaitable)) else result


for kind, make in KINDS.items():
    for name, (result, uses) in METHODS.items():
        out = []
        for use in uses:
            r = fresh(result)
            try:
                cls = type("Thing", BASES.get(name, ()), {**COMPANIONS.get(name, {}), name: make(r, name)})
                x = cls.__new__(cls)
            except Exception as e:
                out.append(f"not made: {type(e).__name__}: {e}")
                continue
            LOG.clear()
            said = outcome(use, x, r)
            out.append(f"{said} <{' '.join(LOG)}>" if LOG else said)
        print(f"{kind}: {name}: " + " | ".join(out))
