"""Statistics of real-valued data. Sums are exact: floats are added as fractions."""

import math as _math
from fractions import Fraction as _Fraction

__all__ = ["NormalDist", "StatisticsError", "correlation", "covariance", "fmean", "geometric_mean", "harmonic_mean", "linear_regression",
           "mean", "median", "median_grouped", "median_high", "median_low", "mode", "multimode", "pstdev", "pvariance", "quantiles",
           "stdev", "variance"]


class StatisticsError(ValueError):
    pass


def _ratio(value):
    """The exact ratio of a number, or None for an infinity or NaN."""
    if isinstance(value, int):
        return int(value), 1
    if isinstance(value, float):
        if _math.isinf(value) or _math.isnan(value):
            return None
        return value.as_integer_ratio()
    try:
        return value.as_integer_ratio()
    except AttributeError:
        pass
    except (OverflowError, ValueError):
        return None
    try:
        return value.numerator, value.denominator
    except AttributeError:
        raise TypeError(f"can't convert type '{type(value).__name__}' to numerator/denominator") from None


def _wider(a, b):
    """The type that sums of a's and b's have."""
    if a is None or a is b:
        return b
    if a is bool or (a is int and b is not bool):
        return b
    if b in (int, bool):
        return a
    if issubclass(b, a):
        return b
    if issubclass(a, b):
        return a
    if float in (a, b):
        return float
    raise TypeError(f"don't know how to coerce {a.__name__} and {b.__name__}")


def _sum(data):
    """(type, exact total, count) of the data; the total is a float when it is not finite."""
    count = 0
    kind = None
    partials = {}
    special = None
    for value in data:
        kind = _wider(kind, type(value))
        count += 1
        ratio = _ratio(value)
        if ratio is None:
            special = value if special is None else special + value
        else:
            n, d = ratio
            partials[d] = partials.get(d, 0) + n
    if kind is None or kind is bool:
        kind = int
    if special is not None:
        return kind, special, count
    total = _Fraction(0)
    for d, n in partials.items():
        total += _Fraction(n, d)
    return kind, total, count


def _convert(value, kind):
    """A fraction (or special float) as a value of type `kind`."""
    if type(value) is kind:
        return value
    if issubclass(kind, int):
        if isinstance(value, _Fraction) and value.denominator == 1:
            return int(value) if kind is bool else kind(int(value))
        kind = float
    if isinstance(value, float):
        return kind(value)
    try:
        return kind(value)
    except TypeError:
        return kind(value.numerator) / value.denominator


def mean(data):
    """Return the sample arithmetic mean of data."""
    kind, total, n = _sum(data)
    if n < 1:
        raise StatisticsError("mean requires at least one data point")
    return _convert(total / n, kind)


def fmean(data, weights=None):
    """Convert data to floats and compute the arithmetic mean."""
    data = list(data)
    n = len(data)
    if weights is None:
        if not n:
            raise StatisticsError("fmean requires at least one data point")
        return _math.fsum(data) / n
    weights = list(weights)
    if len(weights) != n:
        raise StatisticsError("data and weights must be the same length")
    total = _math.fsum(weights)
    if not total:
        raise StatisticsError("sum of weights must be non-zero")
    return _math.fsum([x * w for x, w in zip(data, weights)]) / total


def geometric_mean(data):
    """Convert data to floats and compute the geometric mean."""
    try:
        return _math.exp(fmean([_math.log(value) for value in data]))
    except ValueError:
        raise StatisticsError("geometric mean requires a non-empty dataset containing positive numbers") from None


def harmonic_mean(data, weights=None):
    """Return the harmonic mean of data."""
    data = list(data)
    if not data:
        raise StatisticsError("harmonic_mean requires at least one data point")
    if len(data) == 1 and weights is None:
        if data[0] < 0:
            raise StatisticsError("harmonic mean does not support negative values")
        return data[0]
    weights = [1] * len(data) if weights is None else list(weights)
    if len(weights) != len(data):
        raise StatisticsError("Number of weights does not match data size")
    for x in data + weights:
        if x < 0:
            raise StatisticsError("harmonic mean does not support negative values")
    total_weight = _sum(weights)[1]
    try:
        kind, total, _ = _sum([w / x if w else 0 for w, x in zip(weights, data)])
    except ZeroDivisionError:
        return 0
    if total <= 0:
        raise StatisticsError("Weighted sum must be positive")
    return _convert(total_weight / total, kind)


def median(data):
    """Return the median (middle value) of numeric data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    if n % 2 == 1:
        return data[n // 2]
    return (data[n // 2 - 1] + data[n // 2]) / 2


def median_low(data):
    """Return the low median of numeric data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    return data[n // 2] if n % 2 == 1 else data[n // 2 - 1]


def median_high(data):
    """Return the high median of data."""
    data = sorted(data)
    if not data:
        raise StatisticsError("no median for empty data")
    return data[len(data) // 2]


def median_grouped(data, interval=1):
    """Return the 50th percentile (median) of grouped continuous data."""
    data = sorted(data)
    n = len(data)
    if n == 0:
        raise StatisticsError("no median for empty data")
    x = data[n // 2]
    below = len([value for value in data if value < x])
    same = len([value for value in data if value == x])
    lower = float(x) - float(interval) / 2.0
    return lower + float(interval) * (n / 2 - below) / same


def mode(data):
    """Return the most common data point from discrete or nominal data."""
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    if not counts:
        raise StatisticsError("no mode for empty data")
    best = max(counts.values())
    for value, count in counts.items():
        if count == best:
            return value


def multimode(data):
    """Return a list of the most frequently occurring values."""
    counts = {}
    for value in data:
        counts[value] = counts.get(value, 0) + 1
    if not counts:
        return []
    best = max(counts.values())
    return [value for value, count in counts.items() if count == best]


def quantiles(data, *, n=4, method="exclusive"):
    """Divide data into n continuous intervals with equal probability."""
    if n < 1:
        raise StatisticsError("n must be at least 1")
    data = sorted(data)
    size = len(data)
    if size < 2:
        raise StatisticsError("must have at least two data points")
    if method == "inclusive":
        m = size - 1
        result = []
        for i in range(1, n):
            j, delta = divmod(i * m, n)
            result.append((data[j] * (n - delta) + data[j + 1] * delta) / n)
        return result
    if method == "exclusive":
        m = size + 1
        result = []
        for i in range(1, n):
            j = i * m // n
            j = 1 if j < 1 else size - 1 if j > size - 1 else j
            delta = i * m - j * n
            result.append((data[j - 1] * (n - delta) + data[j] * delta) / n)
        return result
    raise ValueError(f"Unknown method: {method!r}")


def _squares(data, center=None):
    """(type, exact sum of squared deviations, mean as a fraction or float, count)"""
    data = list(data)
    kind, total, n = _sum(data)
    if n == 0:
        return kind, _Fraction(0), None, 0
    if center is not None:
        values = [(x - center) * (x - center) for x in data]
        kind2, squares, _ = _sum(values)
        return _wider(kind, kind2), squares, center, n
    middle = total / n
    if isinstance(middle, float):
        return kind, float("nan"), middle, n
    squares = _Fraction(0)
    for x in data:
        difference = _Fraction(*_ratio(x)) - middle
        squares += difference * difference
    return kind, squares, middle, n


def variance(data, xbar=None):
    """Return the sample variance of data."""
    kind, squares, _, n = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("variance requires at least two data points")
    return _convert(squares / (n - 1), kind)


def pvariance(data, mu=None):
    """Return the population variance of data."""
    kind, squares, _, n = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pvariance requires at least one data point")
    return _convert(squares / n, kind)


def _sqrt_of(value, kind=float):
    """The square root of a fraction, correctly rounded: a Decimal when the data are."""
    if kind.__name__ == "Decimal":
        from decimal import getcontext, localcontext

        ratio = value.as_integer_ratio()
        with localcontext() as context:
            context.prec += 20
            root = (kind(ratio[0]) / kind(ratio[1])).sqrt()
        return getcontext().plus(root)
    if isinstance(value, float):
        return _math.sqrt(value)
    n, m = value.numerator, value.denominator
    if n == 0:
        return 0.0
    q = (n.bit_length() - m.bit_length() - 109) // 2
    if q >= 0:
        root = _odd_root(n, m << 2 * q) << q
        return float(root)
    root = _odd_root(n << -2 * q, m)
    return root / (1 << -q)


def _odd_root(n, m):
    """Square root of n/m, rounded to the nearest integer by rounding to odd."""
    root = _math.isqrt(n // m)
    return root | (root * root * m != n)


def stdev(data, xbar=None):
    """Return the square root of the sample variance."""
    kind, squares, _, n = _squares(data, xbar)
    if n < 2:
        raise StatisticsError("stdev requires at least two data points")
    return _sqrt_of(squares / (n - 1), kind)


def pstdev(data, mu=None):
    """Return the square root of the population variance."""
    kind, squares, _, n = _squares(data, mu)
    if n < 1:
        raise StatisticsError("pstdev requires at least one data point")
    return _sqrt_of(squares / n, kind)


def covariance(x, y, /):
    """Return the sample covariance of two inputs x and y."""
    x, y = list(x), list(y)
    n = len(x)
    if len(y) != n:
        raise StatisticsError("covariance requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("covariance requires at least two data points")
    xbar = _math.fsum(x) / n
    ybar = _math.fsum(y) / n
    return _math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)]) / (n - 1)


def correlation(x, y, /):
    """Pearson's correlation coefficient"""
    x, y = list(x), list(y)
    n = len(x)
    if len(y) != n:
        raise StatisticsError("correlation requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("correlation requires at least two data points")
    xbar = _math.fsum(x) / n
    ybar = _math.fsum(y) / n
    sxy = _math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)])
    sxx = _math.fsum([(a - xbar) ** 2.0 for a in x])
    syy = _math.fsum([(b - ybar) ** 2.0 for b in y])
    try:
        return sxy / _math.sqrt(sxx * syy)
    except ZeroDivisionError:
        raise StatisticsError("at least one of the inputs is constant") from None


class LinearRegression(tuple):
    __slots__ = ()
    slope = property(lambda self: self[0])
    intercept = property(lambda self: self[1])

    def __repr__(self):
        return f"LinearRegression(slope={self[0]!r}, intercept={self[1]!r})"


def linear_regression(x, y, /, *, proportional=False):
    """Slope and intercept for simple linear regression."""
    x, y = list(x), list(y)
    n = len(x)
    if len(y) != n:
        raise StatisticsError("linear regression requires that both inputs have same number of data points")
    if n < 2:
        raise StatisticsError("linear regression requires at least two data points")
    if proportional:
        sxy = _math.fsum([a * b for a, b in zip(x, y)])
        sxx = _math.fsum([a * a for a in x])
    else:
        xbar = _math.fsum(x) / n
        ybar = _math.fsum(y) / n
        sxy = _math.fsum([(a - xbar) * (b - ybar) for a, b in zip(x, y)])
        sxx = _math.fsum([(a - xbar) ** 2.0 for a in x])
    try:
        slope = sxy / sxx
    except ZeroDivisionError:
        raise StatisticsError("x is constant") from None
    return LinearRegression((slope, 0.0 if proportional else ybar - slope * xbar))


def _polynomial(x, coefficients):
    value = 0.0
    for c in coefficients:
        value = value * x + c
    return value


# Wichura's algorithm AS 241 (PPND16): numerators and denominators for the middle, the tails, the far tails; highest power first.
_MIDDLE = ((2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4, 4.5921953931549871457e+4, 1.3731693765509461125e+4,
            1.9715909503065514427e+3, 1.3314166789178437745e+2, 3.3871328727963666080e+0),
           (5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4, 2.1213794301586595867e+4, 5.3941960214247511077e+3,
            6.8718700749205790830e+2, 4.2313330701600911252e+1, 1.0))
_TAIL = ((7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e+0, 3.64784832476320460504e+0,
          5.76949722146069140550e+0, 4.63033784615654529590e+0, 1.42343711074968357734e+0),
         (1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1, 6.89767334985100004550e-1,
          1.67638483018380384940e+0, 2.05319162663775882187e+0, 1.0))
_FAR = ((2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2, 2.96560571828504891230e-1,
         1.78482653991729133580e+0, 5.46378491116411436990e+0, 6.65790464350110377720e+0),
        (2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4, 1.48753612908506148525e-2,
         1.36929880922735805310e-1, 5.99832206555887937690e-1, 1.0))


def _standard_inv_cdf(p):
    q = p - 0.5
    if _math.fabs(q) <= 0.425:
        r = 0.180625 - q * q
        return _polynomial(r, _MIDDLE[0]) * q / _polynomial(r, _MIDDLE[1])
    r = _math.sqrt(-_math.log(p if q <= 0.0 else 1.0 - p))
    if r <= 5.0:
        r -= 1.6
        x = _polynomial(r, _TAIL[0]) / _polynomial(r, _TAIL[1])
    else:
        r -= 5.0
        x = _polynomial(r, _FAR[0]) / _polynomial(r, _FAR[1])
    return -x if q < 0.0 else x


class NormalDist:
    """Normal distribution of a random variable"""

    __slots__ = ("_mu", "_sigma")

    def __init__(self, mu=0.0, sigma=1.0):
        if sigma < 0.0:
            raise StatisticsError("sigma must be non-negative")
        self._mu = float(mu)
        self._sigma = float(sigma)

    @classmethod
    def from_samples(cls, data):
        """Make a normal distribution instance from sample data."""
        data = list(data)
        return cls(fmean(data), stdev(data))

    mean = property(lambda self: self._mu)
    median = property(lambda self: self._mu)
    mode = property(lambda self: self._mu)
    stdev = property(lambda self: self._sigma)
    variance = property(lambda self: self._sigma * self._sigma)

    def pdf(self, x):
        """Probability density function."""
        variance = self._sigma * self._sigma
        if not variance:
            raise StatisticsError("pdf() not defined when sigma is zero")
        difference = x - self._mu
        return _math.exp(difference * difference / (-2.0 * variance)) / _math.sqrt(_math.tau * variance)

    def cdf(self, x):
        """Cumulative distribution function.  P(X <= x)"""
        if not self._sigma:
            raise StatisticsError("cdf() not defined when sigma is zero")
        return 0.5 * (1.0 + _math.erf((x - self._mu) / (self._sigma * _math.sqrt(2.0))))

    def zscore(self, x):
        """Compute the Standard Score.  (x - mean) / stdev"""
        if not self._sigma:
            raise StatisticsError("zscore() not defined when sigma is zero")
        return (x - self._mu) / self._sigma

    def inv_cdf(self, p):
        """Inverse cumulative distribution function."""
        if p <= 0.0 or p >= 1.0:
            raise StatisticsError("p must be in the range 0.0 < p < 1.0")
        return self._mu + self._sigma * _standard_inv_cdf(p)

    def quantiles(self, n=4):
        """Divide into n continuous intervals with equal probability."""
        return [self.inv_cdf(i / n) for i in range(1, n)]

    def samples(self, n, *, seed=None):
        """Generate *n* samples for a given mean and standard deviation."""
        import random
        gauss = random.gauss if seed is None else random.Random(seed).gauss
        return [gauss(self._mu, self._sigma) for _ in range(n)]

    def overlap(self, other):
        """Compute the overlapping coefficient (OVL) between two normal distributions."""
        if not isinstance(other, NormalDist):
            raise TypeError("Expected another NormalDist instance")
        narrow, wide = self, other
        if (wide._sigma, wide._mu) < (narrow._sigma, narrow._mu):
            narrow, wide = wide, narrow
        if not narrow.variance or not wide.variance:
            raise StatisticsError("overlap() not defined when sigma is zero")
        more = wide.variance - narrow.variance
        apart = _math.fabs(wide._mu - narrow._mu)
        if not more:
            return 1.0 - _math.erf(apart / (2.0 * narrow._sigma * _math.sqrt(2.0)))
        # The two curves cross at two places.
        middle = narrow._mu * wide.variance - wide._mu * narrow.variance
        reach = narrow._sigma * wide._sigma * _math.sqrt(apart * apart + more * _math.log(wide.variance / narrow.variance))
        places = (middle + reach) / more, (middle - reach) / more
        return 1.0 - (_math.fabs(wide.cdf(places[0]) - narrow.cdf(places[0])) + _math.fabs(wide.cdf(places[1]) - narrow.cdf(places[1])))

    def __pos__(self):
        return NormalDist(self._mu, self._sigma)

    def __neg__(self):
        return NormalDist(-self._mu, self._sigma)

    def __rsub__(self, other):
        return -(self - other)

    def __getstate__(self):
        return self._mu, self._sigma

    def __setstate__(self, state):
        self._mu, self._sigma = state

    def __add__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu + other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu + other, self._sigma)

    def __sub__(self, other):
        if isinstance(other, NormalDist):
            return NormalDist(self._mu - other._mu, _math.hypot(self._sigma, other._sigma))
        return NormalDist(self._mu - other, self._sigma)

    def __mul__(self, other):
        return NormalDist(self._mu * other, self._sigma * abs(other))

    def __truediv__(self, other):
        return NormalDist(self._mu / other, self._sigma / abs(other))

    __radd__ = __add__
    __rmul__ = __mul__

    def __eq__(self, other):
        if not isinstance(other, NormalDist):
            return NotImplemented
        return self._mu == other._mu and self._sigma == other._sigma

    def __hash__(self):
        return hash((self._mu, self._sigma))

    def __repr__(self):
        return f"{type(self).__name__}(mu={self._mu!r}, sigma={self._sigma!r})"
