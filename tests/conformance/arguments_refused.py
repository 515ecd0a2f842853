"""Keywords that are too many or unknown, NotImplemented as a condition, and what classes and descriptors of builtins refuse."""
import array
import functools
import itertools
import warnings


def told(f):
    try:
        print(f())
    except (TypeError, RuntimeError) as e:
        print(type(e).__name__, e)


told(lambda: print(1, sep="", end="", file=None, flush=1, foo=2))
told(lambda: print(1, foo=2))
told(lambda: zip([], strict=1, foo=2))
told(lambda: zip([], foo=2))
told(lambda: min(0, default=1, key=2, foo=3))
told(lambda: min(0, foo=3))
told(lambda: max(0, 1, key=1, foo=3))
told(lambda: max(0, foo=1, bar=2, baz=3))
told(lambda: itertools.product(0, repeat=1, foo=2))
told(lambda: itertools.product(0, foo=2))
told(lambda: ImportError(0, name=1, path=2, foo=3))
told(lambda: ImportError(0, foo=3))
told(lambda: AttributeError(1, name=1, obj=2, foo=3))
told(lambda: NameError(1, name=1, foo=2))
told(lambda: NameError(1, foo=2))

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print(bool(NotImplemented), not NotImplemented, 1 if NotImplemented else 2, NotImplemented and 3, NotImplemented.__bool__(), all([NotImplemented]))
    while NotImplemented:
        break
    print(list(filter(None, [NotImplemented, 0])))
print([(str(w.message), w.category) for w in caught])

told(lambda: int(array.array("B", b"12"), 10))
told(lambda: int(bytearray(b"12"), 10))
told(lambda: type(functools.cmp_to_key(None))())
from_keys = dict.__dict__["fromkeys"]
told(lambda: from_keys.__get__(None, int))
told(lambda: from_keys.__get__(42))
told(lambda: from_keys.__get__({})("a"))


class Own(dict):
    pass


told(lambda: type(from_keys.__get__(None, Own)("a")))
told(lambda: int.__dict__["from_bytes"].__get__(None, dict))


async def answer():
    return 5


wrapper = answer().__await__()
for step in (lambda: wrapper.send(None)), (lambda: wrapper.send(None)), (lambda: wrapper.throw(ValueError)):
    try:
        step()
    except (StopIteration, RuntimeError) as e:
        print(repr(e))
