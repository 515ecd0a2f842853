# A generic alias gives all but a few of its origin's attributes.
a = list[int]
for n in ("__add__", "__call__", "__contains__", "__delitem__", "__eq__", "__getitem__", "__hash__", "__iter__", "__len__", "__mul__", "__repr__", "__setitem__", "append",
          "__or__", "__args__", "__origin__", "__parameters__", "__name__", "__qualname__", "__module__", "nothing", "__nothing__"):
    try:
        v = getattr(a, n)
        print(n, type(v).__name__, getattr(v, "__qualname__", ""))
    except AttributeError as e:
        print(n, e)
print(a.__add__([1], [2]), a.__len__([1]), a == list[int], hash(a) == hash(list[int]), a.append([], 1), [*a], a[()] if False else "")


class C:
    __class_getitem__ = classmethod(type(a))
    x = 1

    def f(self):
        return "f"


b = C[int]
print(b.f(C()), b.x, b.__dict__.keys() == C.__dict__.keys(), b.__module__, b.__doc__, b.__bases__, isinstance(b(), C), b().__orig_class__, b.__class__)
for change in ("b.y = 5", "del b.y", "b.x = 3", "b.zzz", "(int | str).zzz", "list[list[int]].__len__([1])", "dict[str, int].fromkeys('a')", "len(list[int])",
               "list[int] + 1", "list[int][str]", "isinstance(1, list[int])"):
    try:
        exec(change)
        print(change)
    except Exception as e:
        print(change, type(e).__name__, e)
