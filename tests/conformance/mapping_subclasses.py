# Which overridden methods the mappings of collections call, and which they don't.
import copy
from collections import ChainMap, Counter, OrderedDict, UserDict, defaultdict

log = []


def logged(base, *names):
    def method(name):
        def call(self, *args, **kwargs):
            log.append((name, *[key for key in args[:1] if isinstance(key, str)]))
            return getattr(base, name)(self, *args, **kwargs)

        return call

    def missing(self, key):
        log.append(("__missing__", key))
        return "M"

    members = {name: missing if name == "__missing__" else method(name) for name in names}
    return type(base.__name__, (base,), {"__module__": "here", **members})


def attempt(what, f, make):
    log.clear()
    try:
        shown = repr(f(make))
    except Exception as e:
        shown = f"{type(e).__name__}: {e}"
    print(what, log, shown)


def changed(change):
    def f(make):
        mapping = make()
        log.clear()
        return change(mapping), [*(OrderedDict if isinstance(mapping, OrderedDict) else dict).items(mapping)] if isinstance(mapping, dict) else mapping

    return f


USES = {
    "init kwargs": lambda make: type(make())(a=1),
    "init dict": lambda make: type(make())({"a": 1}),
    "init pairs": lambda make: type(make())([("a", 1)]),
    "init same": lambda make: type(make())(make()),
    "update kwargs": changed(lambda m: m.update(z=1)),
    "update dict": changed(lambda m: m.update({"z": 1, "a": 3})),
    "update pairs": changed(lambda m: m.update([("z", 1)])),
    "update ordered": changed(lambda m: m.update(OrderedDict(q=1))),
    "|=": changed(lambda m: m.__ior__({"z": 1})),
    "|": lambda make: make() | {"z": 1},
    "| same": lambda make: make() | make(),
    "r|": lambda make: {"z": 1} | make(),
    "setdefault new": changed(lambda m: m.setdefault("q", 5)),
    "setdefault old": changed(lambda m: m.setdefault("a", 5)),
    "pop": changed(lambda m: m.pop("a")),
    "pop missing": changed(lambda m: m.pop("q")),
    "popitem": changed(lambda m: m.popitem()),
    "clear": changed(lambda m: m.clear()),
    "copy": lambda make: make().copy(),
    "copy.copy": lambda make: copy.copy(make()),
    "deepcopy": lambda make: copy.deepcopy(make()),
    "fromkeys": lambda make: type(make()).fromkeys("xy", 1),
    "to end": changed(lambda m: m.move_to_end("a")),
    "to begin": changed(lambda m: m.move_to_end("b", False)),
    "missing to end": changed(lambda m: m.move_to_end("zz")),
    "missing to begin": changed(lambda m: m.move_to_end("zz", last=False)),
    "get": lambda make: (make().get("a"), make().get("zz", 4)),
    "[]": lambda make: make()["zz"],
    "==": lambda make: (make() == make(), make() != make(), make() == {"a": 1}),
    "repr": lambda make: repr(make()),
    "+": lambda make: make() + make(),
    "&=": changed(lambda m: m.__iand__({"b": 1, "a": 0, "c": 0})),
    "subtract": changed(lambda m: m.subtract(a=1, z=2)),
}
OVERRIDES = [
    (), ("__setitem__",), ("__getitem__",), ("__delitem__",), ("__missing__",), ("__contains__",), ("__len__",), ("keys",), ("items",), ("update",),
    ("pop",), ("__setitem__", "__getitem__", "__delitem__", "__missing__"),
]  # fmt: skip
for base in OrderedDict, Counter, defaultdict, UserDict, ChainMap, dict:
    for names in OVERRIDES:
        cls = logged(base, *names)

        def make():
            made = cls(int) if base is defaultdict else cls()
            for key, value in ("a", 1), ("b", 2), ("c", 3):
                made[key] = value
            log.clear()
            return made

        for what, use in USES.items():
            attempt(f"{base.__name__} {names} {what}", use, make)


# OrderedDict's own words for what it can't take.
class Keyed:
    def keys(self):
        return iter("xy")

    def __getitem__(self, key):
        return key * 2


class Itemed:
    def items(self):
        return [(1, 2)]


def words(f):
    try:
        print(f())
    except Exception as e:
        print(f"{type(e).__name__}: {e}")


for given in (1, [1], [(1, 2, 3)], [(1,)], [()], None, ["ab"], [[[], 1]], Keyed(), Itemed(), {}.items()):
    words(lambda: OrderedDict(given))
    words(lambda: OrderedDict(a=1).__ior__(given))
words(lambda: OrderedDict(1, 2))
words(lambda: OrderedDict().update(1, 2))
words(lambda: OrderedDict(self=1, other=2))
words(lambda: OrderedDict().setdefault(key="k", default=4))
