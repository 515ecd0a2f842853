"""Numbers as ints and their decimal digits: lengths, roundings, logarithms, texts of digits."""

import math

ROUND_DOWN = "ROUND_DOWN"
ROUND_HALF_UP = "ROUND_HALF_UP"
ROUND_HALF_EVEN = "ROUND_HALF_EVEN"
ROUND_CEILING = "ROUND_CEILING"
ROUND_FLOOR = "ROUND_FLOOR"
ROUND_UP = "ROUND_UP"
ROUND_HALF_DOWN = "ROUND_HALF_DOWN"
ROUND_05UP = "ROUND_05UP"
_ROUNDINGS = (ROUND_UP, ROUND_DOWN, ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, ROUND_HALF_DOWN, ROUND_HALF_EVEN, ROUND_05UP)
# Ints of more digits are turned into texts, and texts into them, by halves: their str() is refused (sys.set_int_max_str_digits).
_DIGITS_AT_ONCE = 4000


def _digits(n):
    # The decimal digits of an int that isn't negative.
    if n.bit_length() < 13000:
        return str(n)
    half = _length(n) // 2
    high, low = divmod(n, 10**half)
    return _digits(high) + _digits(low).rjust(half, "0")


def _int_of(digits):
    if len(digits) <= _DIGITS_AT_ONCE:
        return int(digits or "0")
    half = len(digits) // 2
    return _int_of(digits[:-half]) * 10**half + _int_of(digits[-half:])


def _length(n):
    # How many decimal digits a positive int has; 1 for 0.
    if n < 10000000000000000:
        return len(str(n))
    guess = (n.bit_length() - 1) * 30103 // 100000
    # 30103/100000 is a little more than log10(2), so the guess may be off by a few for huge numbers.
    power = 10**guess
    while power > n:
        guess -= 1
        power //= 10
    while power * 10 <= n:
        guess += 1
        power *= 10
    return guess + 1


def _shifted(n, by):
    # n * 10**by, without what comes after the point.
    if by >= 0:
        return n * 10**by
    return n // 10**-by if -by < _length(n) else 0


def _fits(n, digits):
    return n < 10**digits if digits < 5000 else _length(n) <= digits


def _rounded(sign, coefficient, drop, rounding):
    # The coefficient without its last `drop` digits, rounded; and whether anything was lost.
    power = 10**drop
    kept, lost = divmod(coefficient, power)
    if lost == 0:
        return kept, False
    if rounding == ROUND_HALF_EVEN:
        twice = lost * 2
        up = twice > power or (twice == power and kept & 1 == 1)
    elif rounding == ROUND_HALF_UP:
        up = lost * 2 >= power
    elif rounding == ROUND_HALF_DOWN:
        up = lost * 2 > power
    elif rounding == ROUND_DOWN:
        up = False
    elif rounding == ROUND_UP:
        up = True
    elif rounding == ROUND_CEILING:
        up = sign == 0
    elif rounding == ROUND_FLOOR:
        up = sign == 1
    else:
        up = kept % 5 == 0
    return kept + 1 if up else kept, True


# --- logarithm and exponential: fixed point, `digits` digits after the point


def _divide_nearest(a, b):
    quotient, rest = divmod(a, b)
    return quotient + (rest * 2 >= b)


def _ln_small(numerator, denominator, scale):
    # scale * ln(numerator / denominator), the quotient between 1/2 and 2: 2 * artanh((q - 1) / (q + 1)).
    z = (numerator - denominator) * scale // (numerator + denominator)
    square = z * z // scale
    total, term, n = z, z, 1
    while term:
        term = term * square // scale
        n += 2
        total += term // n if term >= 0 else -(-term // n)
        if -scale < term * 10**0 < 0 and term == -1:
            break
    return 2 * total


def _ln10(scale):
    # ln 10 = 3 ln 2 + ln(10/8)
    return 3 * _ln_small(2, 1, scale) + _ln_small(5, 4, scale)


def _ln_scaled(coefficient, exponent, digits):
    # (scale * ln(coefficient * 10**exponent), scale)
    length = _length(coefficient)
    digits += 6
    scale = 10**digits
    # The number is m * 10**e with m in [0.3, 3).
    power = length + exponent
    m, one = coefficient, 10**length
    if m * 10 < 3 * one:
        m *= 10
        power -= 1
    # Halvings of the distance to 1 by square roots make the series short.
    root, roots = m * scale // one, 0
    while abs(root - scale) * 50 > scale:
        root = math.isqrt(root * scale)
        roots += 1
    value = _ln_small(root, scale, scale) << roots
    if power:
        value += power * _ln10(scale)
    return _divide_nearest(value, 10**3), scale // 10**3


def _exp_scaled(x, scale, digits):
    # exp(x / scale) as (coefficient, exponent), the coefficient of about `digits` digits.
    working = 10 ** (digits + 6)
    ten = _ln10(working * max(1, 10 ** _length(abs(x) // scale + 1)))
    factor = max(1, 10 ** _length(abs(x) // scale + 1))
    x = x * working * factor // scale
    power, rest = divmod(x, ten)
    rest = rest // factor
    halvings = 8
    rest >>= halvings
    term = total = working
    n = 1
    while term:
        term = term * rest // (working * n)
        total += term
        n += 1
    for _ in range(halvings):
        total = total * total // working
    return total, power - digits - 6


# --- texts


def _take_digits(text):
    n = 0
    while n < len(text) and text[n] in "0123456789":
        n += 1
    return (int(text[:n]) if n else None), text[n:]


def _grouped(digits, separator, least):
    groups = []
    while len(digits) > 3:
        groups.append(digits[-3:])
        digits = digits[:-3]
    groups.append(digits)
    text = separator.join(reversed(groups))
    while len(text) < least:
        first = len(text.partition(separator)[0])
        text = "0" + separator + text if first == 3 else "0" + text
    return text


def _aligned(sign, body, fill, align, width):
    missing = width - len(sign) - len(body)
    if missing <= 0:
        return sign + body
    if align == "=":
        return sign + fill * missing + body
    if align == "<":
        return sign + body + fill * missing
    if align == "^":
        before = missing // 2
        return fill * before + sign + body + fill * (missing - before)
    return fill * missing + sign + body
