def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


fs = [abs, len, str, int, repr, sorted, sum, max, min, any, all, list, tuple, bool]
print([f.__name__ for f in fs], [f("7") if f in (str, int, repr, list, tuple, bool, len) else "-" for f in fs])
print(str.__name__, list(map(type, [len, str, "".join, str.join])) == [type(len), type, type("".join), type(str.join)], len is len, [].append == [].append, "a".upper == "a".upper, str.upper is str.upper, {len: 1}[len], callable(str.join), int.__doc__ is not None, isinstance(len, type(abs)))
x = []
push, pop, size = x.append, x.pop, x.__len__
push(1); push(2)
print(size(), pop(), x, push.__self__ is x, push.__name__)
print(int("5") + int.__add__(2, 3), str.split("a b"), list.__len__([1]), dict.keys({"a": 1}), tuple.index((1, 2), 2), set.union({1}, {2}) == {1, 2}, str.format("{}", 1), bytes.decode(b"a"), float.is_integer(2.0), list.__getitem__([1], 0), object.__eq__(1, 1), object.__repr__(5)[:11], int.__repr__(True), str.__str__("s"), type.__call__(int, "4"), list.__contains__([1], 1), dict.__getitem__({"a": 1}, "a"), int.__lt__(1, 2), float.__add__(1.0, 2.0), str.__mod__("%d", 5), str.__mul__("a", 2), list.__add__([1], [2]), list.__iadd__([1], (2,)), tuple.__hash__((1,)) == hash((1,)))
print((5).__class__, (5).__class__.__class__, [].__class__([1]), type(5)("6"), type([])("ab"), {}.__class__(a=1), (lambda: 0).__class__.__name__, None.__class__, len.__class__.__name__, "".__class__ is str, True.__class__.__mro__, type.__mro__, int.__bases__, int.mro()[-1])
print("__add__" in dir(5), "append" in dir([]), "upper" in dir(""), "keys" in dir({}), hasattr(5, "__index__"), hasattr([], "__hash__"), [].__hash__, hasattr("", "__iter__"), hasattr(5, "__iter__"), hasattr(len, "__call__"), hasattr((x for x in ""), "send"), getattr("a", "upper")(), getattr([], "nope", 1))
print((1).__add__(2), (1).__eq__(1), (1).__eq__("1"), (1).__lt__("a"), "a".__len__(), [1].__iter__().__next__(), "abc".__getitem__(1), {}.__contains__(1), (5).__str__(), [1, 2].__repr__(), "x".__hash__() == hash("x"), (1.5).__int__(), (3).__bool__(), (1).__ne__(2), "a".__eq__("a"), (2).__pow__(3), (7).__mod__(4), [1].__eq__([1]), (5).__format__("03d"), "q".__format__(">3"), (1).__sizeof__() > 0)
print(error(lambda: str.upper(5)), error(lambda: list.append(1, 2)), error(lambda: dict.keys([])), error(lambda: int.__add__("a", 1)), error(lambda: str.join(1, [])), error(lambda: list.__len__({})), error(setattr, len, "x", 1), error(lambda: len.x), error(lambda: [].append.x), error(setattr, [], "x", 1), error(lambda: int.x))
