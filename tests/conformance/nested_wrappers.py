# Wrappers within wrappers, without end: the machine's own stack is not used up. (CPython has no such limits everywhere, so only that it ends is shown.)
import sys
import types


def end(attempt):
    try:
        attempt()
    except RecursionError:
        pass
    return "ended"


def function(*args):
    return len(args)


# CPython's own stack would be used up by more.
N = 500 if sys.implementation.name == "cpython" else 8_000

proxy = {1: 2}
for _ in range(N):
    proxy = types.MappingProxyType(proxy)
print(len(proxy), list(proxy), proxy[1], 1 in proxy, list(proxy.items()), list(proxy.keys()), proxy | {3: 4}, list(reversed(proxy)), proxy.copy())
print(end(lambda: proxy == proxy), end(lambda: repr(proxy)))

static = klass = function
for _ in range(N):
    static, klass = staticmethod(static), classmethod(klass)
for name in "__name__", "__doc__", "__module__", "__wrapped__":
    print(end(lambda: getattr(static, name)), end(lambda: getattr(klass, name)))
print(end(lambda: static()), end(lambda: repr(static)), callable(static))

method = function
for _ in range(N):
    method = types.MethodType(method, 1)
for name in "__name__", "__doc__", "__module__", "__func__", "nothing":
    print(end(lambda: getattr(method, name, None)))
print(end(lambda: method()), end(lambda: repr(method)), end(lambda: hash(method)))

x = y = int
for _ in range(N):
    x, y = list[x], list[y]
for attempt in (lambda: x | y, lambda: x == y, lambda: hash(x), lambda: repr(x), lambda: x.append, lambda: x()):
    print(end(attempt))

steps = [1]
for _ in range(N):
    steps = enumerate(steps)
print(end(lambda: next(steps)))
