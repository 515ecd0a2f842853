# Runs in the sandbox: everything of the library that can be reached from one module, and everything that might change it.
# Inputs: name, skip (labels of attempts that don't end); doing() is the host's.
import builtins
import operator

globals().update(vars(builtins))  # what is deleted there is still to be had

HEAP = 0x7F0000000000  # the addresses that id() gives: those of the session's own objects are above


def is_shared(o):
    return id(o) < HEAP


def quiet(function, *arguments):
    try:
        return function(*arguments)
    except Exception:
        return None


LOOKS = (
    "__mro__",
    "__bases__",
    "__defaults__",
    "__kwdefaults__",
    "__closure__",
    "__code__",
    "__globals__",
    "__dict__",
    "__annotations__",
    "__builtins__",
    "__wrapped__",
    "__func__",
    "__self__",
    "__objclass__",
    "__doc__",
    "__origin__",
    "__args__",
    "__parameters__",
    "__module__",
    "__qualname__",
    "__type_params__",
    "__loader__",
    "__spec__",
    "fget",
    "fset",
    "fdel",
    "cell_contents",
    "co_consts",
    "co_names",
    "co_varnames",
    "co_cellvars",
    "co_freevars",
    "co_code",
    "co_linetable",
    "co_filename",
)


def parts(o):
    yield type(o)
    for look in LOOKS:
        yield quiet(getattr, o, look)
    if isinstance(o, type):
        yield from quiet(type.__subclasses__, o) or ()
        for cls in quiet(lambda: o.__mro__) or ():
            yield from list(quiet(lambda: dict(cls.__dict__).values()) or ())
    if isinstance(o, dict):
        yield from list(o.keys())
        yield from list(o.values())
    elif isinstance(o, (list, tuple, set, frozenset)):
        yield from list(o)
    for attribute in quiet(dir, o) or ():
        yield quiet(getattr, o, attribute)
        yield quiet(object.__getattribute__, o, attribute)


def reachable(root):
    seen, found, todo = {}, [], [root]  # seen: by id, which some shared objects have in common
    while todo:
        o = todo.pop()
        if type(o) in (str, int, float, bytes, bool, type(None)) or any(o is other for other in seen.get(id(o), ())):
            continue
        # Modules of their own have their own turn; what a session makes for itself is its own.
        if type(o) is type(root) and o is not root:
            continue
        seen.setdefault(id(o), []).append(o)
        shared = is_shared(o)
        if shared:
            found.append(o)
        if shared or type(o) in (list, tuple, dict) or isinstance(o, type(root)):
            todo.extend(parts(o))
        else:
            todo.extend(quiet(getattr, o, look) for look in ("__func__", "__self__", "__wrapped__"))
    return found


def garbage():
    return bytes(104)


NAMES = (
    "planted",
    "__doc__",
    "__dict__",
    "__class__",
    "__name__",
    "__qualname__",
    "__module__",
    "__annotations__",
    "__abstractmethods__",
    "__bases__",
    "__defaults__",
    "__kwdefaults__",
    "__code__",
    "__globals__",
    "__closure__",
    "__wrapped__",
    "__isabstractmethod__",
    "__text_signature__",
    "__weakref__",
    "__slots__",
    "__orig_bases__",
    "__parameters__",
    "__match_args__",
    "__signature__",
    "cell_contents",
    "__set_name__",
    "__type_params__",
    "__traceback__",
    "__context__",
    "__cause__",
    "__suppress_context__",
    "__notes__",
    "args",
    "gi_frame",
)
ARGUMENTS = (
    (),
    ("planted",),
    (0,),
    (None,),
    ("planted", "planted"),
    (0, "planted"),
    ([("planted", 1)],),
    ({"planted": 1},),
    (object, "planted"),
    ("planted", "planted", "planted"),
    ((), {}),
    (int,),
    (lambda *a, **k: "planted",),
)
# What doesn't change what it belongs to, but takes its time or ends the program.
HARMLESS = {
    "__class__",
    "__getattribute__",
    "__dir__",
    "__subclasses__",
    "__format__",
    "__sizeof__",
    "__call__",
    "mro",
    "__subclasscheck__",
    "__instancecheck__",
    "__init_subclass__",
    "__subclasshook__",
    "__new__",
    "sleep",
    "exit",
}


def methods(o):
    names = set()
    for cls in type(o).__mro__:
        names.update(quiet(lambda: list(cls.__dict__)) or ())
    return sorted(n for n in names if n not in HARMLESS)


def attempts(o):
    """(what is tried, a function that tries it)."""
    names = sorted(set(NAMES) | set(quiet(dir, o) or ()))
    kinds = [object] + ([type] if isinstance(o, type) else [])
    for name in names:
        yield name + " =", lambda: setattr(o, name, garbage())
        yield "del " + name, lambda: delattr(o, name)
        for kind in kinds:
            yield kind.__name__ + ".__setattr__ " + name, lambda: kind.__setattr__(o, name, garbage())
            yield kind.__name__ + ".__delattr__ " + name, lambda: kind.__delattr__(o, name)
        for cls in type(o).__mro__:
            descriptor = quiet(lambda: cls.__dict__[name])
            if quiet(lambda: hasattr(type(descriptor), "__set__")):
                for value in (garbage(), None, {}, (), "planted"):
                    yield f"{cls.__name__}.{name}.__set__", lambda: descriptor.__set__(o, value)
                yield f"{cls.__name__}.{name}.__delete__", lambda: descriptor.__delete__(o)
    keys = [0, "planted", slice(0, 1)]
    if isinstance(o, dict):
        keys += list(o)[:2]
    for key in keys:
        yield f"[{key!r}] =", lambda: o.__setitem__(key, garbage())
        yield f"del [{key!r}]", lambda: o.__delitem__(key)
    for name in methods(o):
        for given in ARGUMENTS:
            yield f"{name}{len(given)}", lambda: getattr(o, name)(*given)
            for cls in type(o).__mro__[:-1]:
                if name in (quiet(lambda: cls.__dict__) or ()):
                    yield f"{cls.__name__}.{name}{len(given)}", lambda: getattr(cls, name)(o, *given)
                    break


OPERATORS = [
    name
    for name in dir(operator)
    if name.startswith("i") and name not in ("index", "indexOf", "is_", "is_not", "inv", "invert", "itemgetter")
]


def operator_attempts(o):
    for name in OPERATORS:
        for value in (2, [1], {"planted": 1}, {"planted"}, "planted"):
            yield f"operator.{name}", lambda: getattr(operator, name)(o, value)
    yield "next", lambda: next(o)
    yield "iter", lambda: list(iter(o))


def label_of(o):
    return f"{type(o).__name__} {getattr(o, '__qualname__', '') if isinstance(o, (type, type(label_of), type(len))) else ''}"


def the_module():
    return __import__(name, fromlist=["leaf"])


def described():
    """What another session would see changed."""
    lines = []
    for o in reachable(the_module()):
        line = [type(o).__name__, id(o), str(quiet(getattr, o, "__name__")), str(quiet(getattr, o, "__doc__"))[:80]]
        if isinstance(o, (list, tuple, set, frozenset, dict)):
            line += [len(o), [id(x) for x in o if is_shared(x)]]
        line += sorted(quiet(dir, o) or ())
        lines.append(repr(line))
    return sorted(lines)


# Some of what the engine has for its own Python alone.
INTERNAL = {
    "make_handle",
    "class_make_handle",
    "handle_parts",
    "make_host_function",
    "asyncio_host_future",
    "begin_module",
    "import_begun",
    "granted_function",
}


def check_nothing_internal(found):
    for o in found:
        assert type(o) is not type(len) or o.__name__ not in INTERNAL, o
        assert not isinstance(o, dict) or not INTERNAL & {key for key in o if type(key) is str}, "a namespace of the engine's"
        assert not str(getattr(o, "co_filename", "")).startswith("prelude/"), o


def tried():
    found = reachable(the_module())
    check_nothing_internal(found)
    count = 0
    for o in found:
        label = label_of(o)
        for source in (attempts(o), operator_attempts(o)):
            for what, attempt in source:
                full = f"{label}: {what}"
                if full in skip:
                    continue
                doing(full)
                count += 1
                try:
                    attempt()
                except Exception:
                    pass
                except BaseException as e:
                    if type(e) not in (SystemExit, KeyboardInterrupt, GeneratorExit):
                        raise
    return len(found), count
