from statistics import *
from fractions import Fraction
import statistics, math
def error(f, *a, **k):
    try: return f(*a, **k)
    except Exception as e: return f"{type(e).__name__}: {e}"
for d in ([1, 2, 3, 4], [1.5, 2.5, 2.75], [1], [], [0.1] * 10, [2, 4, 4, 4, 5, 5, 7, 9], [Fraction(1, 2), Fraction(1, 3)], [1, 2.5], [True, False, True]):
    print([error(f, d) for f in (mean, fmean, median, median_low, median_high, mode, multimode, stdev, pstdev, variance, pvariance, quantiles, geometric_mean, harmonic_mean, median_grouped)])
print(quantiles(range(1, 100), n=10), quantiles([1, 5, 9], method="inclusive"), mode("aabbb"), correlation([1, 2, 3], [2, 4, 7]), covariance([1, 2, 3], [2, 4, 7]), linear_regression([1, 2, 3], [2, 4, 7]), fmean([1, 2], weights=[1, 3]), error(mean, ["a"]), error(mode, []), pvariance([1, 2, 3], 2))
F = Fraction
print(F(1, 2) + F(1, 3), F("3/4"), F("0.125"), F("1e-3"), F(0.5), F(3), repr(F(-6, 4)), F(1, 2) * 2, F(1, 2) / 3, 1 / F(1, 3), F(7, 2) // 1, F(7, 2) % 2, F(1, 2) ** 2, F(1, 2) ** -2, 2 ** F(1, 2), F(1, 2) + 0.5, F(1, 2) == 0.5, F(1, 2) < F(2, 3), hash(F(1, 2)) == hash(0.5), hash(F(3)) == 3, int(F(7, 2)), round(F(5, 2)), round(F(7, 3), 2), math.floor(F(-1, 2)), math.ceil(F(1, 2)), float(F(1, 3)), F(22, 7).limit_denominator(5), F(math.pi).limit_denominator(1000), abs(F(-1, 2)), -F(1, 2), bool(F(0)), F(1, 2).numerator, error(F, 1, 0), error(F, "x"), error(F, 1.5, 2), error(lambda: F(1) / 0), sum([F(1, 3)] * 3), sorted([F(1, 2), F(1, 3)]), F(1, 2) > 0.3, divmod(F(7, 2), 2), F(1, 2) + 1j, F("-1.5"), max(F(1, 2), 1), F(1,3).as_integer_ratio(), error(lambda: F(1,2) + "a"), error(lambda: F(1, 2) < "a"), str(F(4, 2)))
n = NormalDist(5, 2)
print(n.pdf(5), n.cdf(7), n, n + 1, round(n.inv_cdf(0.3), 9), n.zscore(9), NormalDist.from_samples([1, 2, 3]))
