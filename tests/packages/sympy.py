# packages: sympy mpmath
from sympy import (
    Integral,
    Matrix,
    N,
    Rational,
    cos,
    diff,
    exp,
    expand,
    factor,
    integrate,
    latex,
    limit,
    pi,
    series,
    simplify,
    sin,
    solve,
    symbols,
)

x, y = symbols("x y")
assert str(diff(sin(x) * exp(x), x)) == "exp(x)*sin(x) + exp(x)*cos(x)"
assert str(expand((x + y) ** 3)) == "x**3 + 3*x**2*y + 3*x*y**2 + y**3"
assert solve(x**2 - 4, x) == [-2, 2]
assert str(integrate(x * exp(x), x)) == "(x - 1)*exp(x)"
assert simplify(sin(x) ** 2 + cos(x) ** 2) == 1
assert limit(sin(x) / x, x, 0) == 1
assert str(factor(x**3 - 1)) == "(x - 1)*(x**2 + x + 1)"
assert Matrix([[1, 2], [3, 4]]).det() == -2
print(series(cos(x), x, 0, 6), latex(Integral(x**2, x)))
print(N(pi, 30), Rational(1, 3) + Rational(1, 6))
