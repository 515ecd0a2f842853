# packages: mpmath
from mpmath import mp, sqrt, pi, quad, sin

mp.dps = 30
assert str(sqrt(2)) == "1.41421356237309504880168872421", sqrt(2)
print(pi, quad(sin, [0, pi]))
print(mp.zeta(3), mp.findroot(lambda x: x**3 - 2, 1))
print(mp.matrix([[1, 2], [3, 4]]) ** -1)
