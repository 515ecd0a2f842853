# Operators whose methods are Python's: NotImplemented, reflected methods, subclasses, in-place, results of any type.
class A:
    def __init__(self, n):
        self.n = n

    def __add__(self, other):
        if isinstance(other, A):
            return A(self.n + other.n)
        if isinstance(other, int):
            return A(self.n + other)
        return NotImplemented

    def __radd__(self, other):
        return ("radd", other, self.n)

    def __lt__(self, other):
        return self.n < other.n if isinstance(other, A) else NotImplemented

    def __eq__(self, other):
        return self.n == other.n if isinstance(other, A) else NotImplemented

    def __mul__(self, other):
        return NotImplemented

    def __pow__(self, other, mod=None):
        return (self.n, other, mod)

    def __matmul__(self, other):
        yield self.n
        yield other

    def __repr__(self):
        return f"A({self.n})"


class B(A):
    def __radd__(self, other):
        return ("B.radd", other, self.n)

    def __gt__(self, other):
        return "gt"


class C:
    def __add__(self, other):
        return NotImplemented

    def __rmul__(self, other):
        return ("C.rmul", other)

    def __gt__(self, other):
        return ["C.gt"]

    def __repr__(self):
        return "C()"


def attempt(f):
    try:
        print(f())
    except TypeError as e:
        print("TypeError", e)


a, b, c = A(1), B(2), C()
for f in (lambda: a + a, lambda: a + 5, lambda: a + "x", lambda: 5 + a, lambda: a + b, lambda: b + a, lambda: a + c, lambda: c + a, lambda: c + c, lambda: c + 1,
          lambda: a * 2, lambda: a * a, lambda: a * c, lambda: a ** 3, lambda: pow(a, 2, 7), lambda: list(a @ 4), lambda: a < A(2), lambda: a < b, lambda: a > b, lambda: b > a,
          lambda: a < 3, lambda: a < c, lambda: c < a, lambda: a == A(1), lambda: a == 1, lambda: a != A(1), lambda: a != 1, lambda: a == c, lambda: a >= a, lambda: [a] == [A(1)], lambda: (a, 1) < (A(1), 2)):
    attempt(f)
x = a
x += 1
print(x)
x += A(5)
print(x)
try:
    x += "s"
except TypeError as e:
    print(e)
try:
    x *= 2
except TypeError as e:
    print(e)
try:
    x **= 2
    x -= 1
except TypeError as e:
    print(e)


class D:
    def __lt__(self, other):
        return []

    def __eq__(self, other):
        return {"x": other}

    def __sub__(self, other):
        raise ValueError("sub")


d = D()
print("yes" if d < 1 else "no", "yes" if d == 3 else "no", d == 3, d < 2, not d == 1, [1 for _ in [0] if d == 5], 3 in [d])
while d < 1:
    print("never")
try:
    d - 1
except ValueError as e:
    print(e, e.__traceback__.tb_next.tb_lineno - e.__traceback__.tb_lineno)


class E:
    def __init__(self, left):
        self.left = left

    def __add__(self, other):
        return self.left + other if self.left else 0


e = None
for _ in range(300):
    e = E(e)
print(e + 1)


class F:
    def __add__(self, other):
        return self + other


try:
    F() + 1
except RecursionError as err:
    print(type(err).__name__)
print(sorted([A(3), A(1), A(2)]), max(A(1), A(4), A(2), key=lambda v: v), min([A(2), A(1)]), sum([A(1), A(2)], A(0)))


class L(list):
    def __add__(self, other):
        return ("L.add", list(self), other)

    def __lt__(self, other):
        return "L.lt"


print(L([1]) + [2], L([1]) < [2], [0] + L([1]), [0] < L([1]))


class Show:
    def __init__(self, text):
        self.text = text

    def __str__(self):
        return self.text

    def __repr__(self):
        return f"<{self.text!r}>" if isinstance(self.text, str) else self.text


class Text(str):
    pass


class Formatted(Show):
    def __format__(self, spec):
        return f"[{spec}]"


class OnlyRepr:
    def __repr__(self):
        return "only"


print(f"{Show('a')} {Show('b')!r} {Show('c')!s} {Show('d')!a} {Show(Text('e'))} {Formatted('f')} {Formatted('g'):x} {Formatted('h')!s:>3} {OnlyRepr()} {OnlyRepr()!r:>6}")
for bad in (lambda: f"{Show(5)}", lambda: f"{Show(5)!r}", lambda: f"{Show(None)!s}", lambda: f"{Show('x'):>5}", lambda: str(Show(5))):
    attempt(bad)
print(1 in Show.__dict__, f"{Show(Text('t'))}" == 't')


class Has:
    def __contains__(self, item):
        return item


print(5 in Has(), 0 in Has(), [] not in Has(), "yes" if "" in Has() else "no")
