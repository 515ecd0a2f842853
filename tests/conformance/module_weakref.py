import gc
import weakref


class C:
    def __init__(self, name="c"):
        self.name = name

    def method(self):
        return self.name


def message(f, *args):
    try:
        f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"
    return "nothing"


# --- references
told = []
c = C()
r = weakref.ref(c)
s = weakref.ref(c, lambda r: told.append("first"))
t = weakref.ref(c, lambda r: told.append("second"))
assert r() is c and r == s and hash(r) == hash(c) and r.__callback__ is None and s.__callback__ is not None
assert isinstance(r, weakref.ReferenceType) and isinstance(r, weakref.ref) and weakref.getweakrefcount(c) == 3 and len(weakref.getweakrefs(c)) == 3
assert repr(r).startswith("<weakref at 0x") and "to 'C'" in repr(r)
assert message(weakref.ref, 5) == "TypeError: cannot create weak reference to 'int' object"
del c
gc.collect()
assert r() is None and told == ["second", "first"] and repr(r).endswith("; dead>") and hash(r) == hash(r) and s.__callback__ is None
assert message(hash, t) == "TypeError: weak object has gone away" and r != s and r == r

# --- proxies
c = C()
p = weakref.proxy(c)
assert p.name == "c" and p.method() == "c" and isinstance(p, C) and type(p) is weakref.ProxyType
p.name = "d"
assert c.name == "d"
numbers = weakref.proxy(type("L", (list,), {})([1, 2]))
items = type("L", (list,), {})([1, 2])
p2 = weakref.proxy(items)
assert len(p2) == 2 and p2[0] == 1 and list(p2) == [1, 2] and 2 in p2 and p2 + [3] == [1, 2, 3] and p2 == [1, 2]
f = weakref.proxy(message)
assert type(f) is weakref.CallableProxyType and f(len, "x") == "nothing"
del c
gc.collect()
assert message(lambda: p.name) == "ReferenceError: weakly-referenced object no longer exists"

# --- containers
kept = C("kept")
lost = C("lost")
values = weakref.WeakValueDictionary({"kept": kept, "lost": lost})
keys = weakref.WeakKeyDictionary({kept: 1, lost: 2})
both = weakref.WeakSet([kept, lost])
method = weakref.WeakMethod(lost.method)
assert len(values) == len(keys) == len(both) == 2 and values["lost"] is lost and keys[lost] == 2 and lost in both and method()() == "lost"
assert sorted(values) == ["kept", "lost"] and sorted(values.items(), key=lambda i: i[0])[0] == ("kept", kept) and sorted(keys.values()) == [1, 2]
del lost
gc.collect()
assert list(values) == ["kept"] and list(keys.items()) == [(kept, 1)] and list(both) == [kept] and method() is None
assert values.get("lost", 5) == 5 and "lost" not in values and values.pop("kept") is kept and not values
assert (values | {"x": kept})["x"] is kept and keys.setdefault(kept, 7) == 1 and both | {kept} == both

# --- finalize
done = []
c = C()
final = weakref.finalize(c, done.append, "gone")
other = weakref.finalize(c, done.append, "never")
assert final.alive and other.detach()[0] is c and not other.alive and final.peek()[2] == ("gone",)
del c
gc.collect()
assert done == ["gone"] and not final.alive and final() is None


class Named(weakref.ref):
    __slots__ = ("key",)


c = C()
named = Named(c)
named.key = "k"
assert named() is c and named.key == "k" and named == weakref.ref(c)
