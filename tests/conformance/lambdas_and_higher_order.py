def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


print((lambda: 1)(), (lambda x: x)(2), (lambda x, y=2: (x, y))(1), (lambda *a: a)(1, 2), (lambda **k: k)(a=1), (lambda x, /, y, *, z: (x, y, z))(1, 2, z=3), (lambda: (yield))().__next__())
add = lambda a: lambda b: lambda c: a + b + c
Y = lambda f: (lambda x: x(x))(lambda x: f(lambda *a: x(x)(*a)))
print(add(1)(2)(3), Y(lambda self: lambda n: 1 if n < 2 else n * self(n - 1))(10), [f(3) for f in (lambda x: x, lambda x: -x, lambda x: x ** 2, str, abs)])
ops = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "max": max, "pow": pow}
print({k: f(2, 5) for k, f in ops.items()}, sorted("bca", key=lambda c: -ord(c)), list(map(lambda p: p[0] * p[1], zip([1, 2], [3, 4]))), (lambda x: "pos" if x > 0 else "neg" if x < 0 else "zero")(0), (lambda: [i for i in range(3)])(), (lambda s: (s.append(1), s)[1])([]))
def compose(*fs): return lambda x: x if not fs else compose(*fs[:-1])(fs[-1](x))
def curry(f, n, *got): return f(*got) if len(got) >= n else lambda x: curry(f, n, *got, x)
def flip(f): return lambda a, b: f(b, a)
def twice(f): return lambda x: f(f(x))
print(compose(str, lambda x: x + 1, len)("abc"), curry(lambda a, b, c: (a, b, c), 3)(1)(2)(3), flip(pow)(2, 3), twice(twice(lambda x: x * 2))(1))
def church(n): return lambda f: lambda x: x if n == 0 else f(church(n - 1)(f)(x))
print(church(5)(lambda x: x + 1)(0), (lambda f=lambda: 5: f())(), error(lambda: (lambda x: x.y)(1)), error(lambda: (lambda: undefined)()), (lambda: 0).__name__, (lambda: 0).__qualname__)
unbound, bound, cls = str.upper, "abc".upper, [].append
print(unbound("x"), bound(), cls(1), list(map(str.strip, [" a", "b "])), list(map("{}!".format, "ab")), list(map(int.__neg__, [1])), sorted(["b", "A"], key=str.lower), list(map(dict.get, [{"a": 1}], "a")), list(filter(str.isdigit, "a1b2")), list(filter({1, 2}.__contains__, [1, 3])), max(["a", "bb"], key=len), list(map([10, 20].__getitem__, [1, 0])), [m(*a) for m, a in [("a".join, ("bc",)), ((1).__add__, (2,)), ("x,y".split, (",",))]], any(map(str.isupper, "aB")), sum(map(len, ["a", "bc"])))
state = {"n": 0}
inc = lambda by=1: state.update(n=state["n"] + by) or state["n"]
print(inc(), inc(5), [inc() for _ in range(2)], state)
