"""Compares src/numbers/ and src/unicode/ with the CPython that runs this, on random and chosen operands; run by hand.

    g++ -std=c++20 -O1 -Isrc tests/numbers/probe_main.cpp tests/unit/numbers/probe.cpp src/base/utf8.cpp \\
        src/unicode/unicode.cpp src/numbers/*.cpp -lgmp -lutf8proc -lfmt -o /tmp/probe
    /usr/bin/python3 tests/numbers/compare_with_cpython.py /tmp/probe [seed] [scale] [group...]
    /usr/bin/python3 tests/numbers/compare_with_cpython.py --record tests/unit/numbers/vectors.inc

The second compares; the third writes a sample of questions and answers for the unit tests.

It must be CPython 3.11: messages and Unicode tables are that version's. Exits with 1 and shows the first differences of each operation.
"""
import collections
import math
import random
import struct
import subprocess
import sys
import unicodedata
import zlib

sys.set_int_max_str_digits(0)
RECORD = sys.argv[1] == "--record"
if RECORD:
    sys.argv[1:] = ["", "311", "0.05", *sys.argv[2:]]
PROBE = sys.argv[1]
SEED = int(sys.argv[2]) if len(sys.argv) > 2 else 1
SCALE = float(sys.argv[3]) if len(sys.argv) > 3 else 1.0
rng = random.Random(SEED)
cases = []  # (fields, expected)


def times(n):
    return range(int(n * SCALE))


def ask(expected, *fields):
    cases.append(("\t".join(map(str, fields)), expected))


def hexed(text):
    return text.encode("utf-8", "surrogatepass").hex()


def raw(value):
    return "%x" % struct.unpack("<Q", struct.pack("<d", value))[0]


def bits(value):
    return "nan" if value != value else raw(value)


def guarded(f, *names):
    """The result, or the name that stands for the exception."""
    try:
        return f()
    except Exception as error:
        for kind, name in names:
            if isinstance(error, kind):
                return name
        raise


# ---- ints

EDGES = [
    0,
    1,
    2,
    3,
    10,
    2**31,
    2**32,
    2**53,
    2**53 + 1,
    2**62,
    2**63,
    2**64,
    2**127,
    2**128,
    2**192,
    2**1023,
    2**1024,
    2**1024 - 2**970,
    10**18,
    10**19,
]
EDGES = sorted({s * (e + d) for e in EDGES for d in (-1, 0, 1) for s in (1, -1)})


def some_int(limbs=300):
    kind = rng.random()
    if kind < 0.12:
        return rng.choice(EDGES)
    size = rng.choice([1, 1, 2, 2, 3, 4, 5, 8, 16, 40, 100, 300])
    size = min(size, limbs)
    if kind < 0.25:  # long runs of ones and zeros, where carries go far
        value = 0
        while value.bit_length() < size * 64 - 20:
            run = rng.randrange(1, 140)
            value = (value << run) | (((1 << run) - 1) if rng.random() < 0.5 else 0)
            value = value or 1
    elif kind < 0.32:
        value = (1 << rng.randrange(size * 64)) + rng.choice([-1, 0, 0, 1])
    else:
        value = rng.getrandbits(rng.randrange(1, size * 64 + 1))
    return -value if rng.random() < 0.4 else value


def int_cases():
    for _ in times(6000):
        a, b = some_int(), some_int()
        if rng.random() < 0.1:
            b = a + rng.choice([-1, 0, 0, 1])
        if rng.random() < 0.05:
            b = -a
        x, y = "%x" % a, "%x" % b
        ask("%x" % (a + b), "add", x, y)
        ask("%x" % (a - b), "sub", x, y)
        ask("%x" % (a * b), "mul", x, y)
        ask("%x" % (a & b), "and", x, y)
        ask("%x" % (a | b), "or", x, y)
        ask("%x" % (a ^ b), "xor", x, y)
        ask("%x" % ~a, "inv", x)
        ask("%x" % -a, "neg", x)
        ask("%d%s" % ((a > b) - (a < b), "e" if a == b else ""), "cmp", x, y)
        ask(f"{a.bit_length()} {a.bit_count()}", "bits", x)
        ask(str(hash(a)), "hash", x)
        ask("%x" % math.gcd(a, b), "gcd", x, y)
        ask("%x" % math.isqrt(abs(a)), "isqrt", "%x" % abs(a))
        ask(guarded(lambda: bits(float(a)), (OverflowError, "overflow")), "double", x)
        if b:
            ask("%x %x" % divmod(a, b), "divmod", x, y)
            p = a * b + rng.choice([0, 0, 1, -1, b // 2])
            ask("%x %x" % divmod(p, b), "divmod", "%x" % p, y)
            ask(guarded(lambda: bits(a / b), (OverflowError, "overflow")), "truediv", x, y)
        shift = rng.choice([0, 1, 63, 64, 65, 128, rng.randrange(1000), rng.randrange(20000)])
        ask("%x" % (a << shift), "lsh", x, shift)
        ask("%x" % (a >> shift), "rsh", x, shift)
        low = a & -a
        if a:  # shifts at the lowest one decide whether a negative number rounds
            place = low.bit_length() - 1 + rng.choice([-1, 0, 1])
            ask("%x" % (a >> max(place, 0)), "rsh", x, max(place, 0))
        for signed in (False, True):
            length = rng.choice([0, 1, (a.bit_length() + 7) // 8, a.bit_length() // 8 + 1, rng.randrange(40)])
            order = rng.choice(["big", "little"])
            expected = guarded(
                lambda: "=" + a.to_bytes(length, order, signed=signed).hex(), (OverflowError, "big" if signed or a >= 0 else "negative")
            )
            ask(expected, "bytes", x, length, order, int(signed))
    for _ in times(1500):
        a, e, m = some_int(20), some_int(6), some_int(20)
        m = m or 7
        expected = guarded(lambda: "%x" % pow(a, e, m), (ValueError, "none"))
        ask(expected, "powmod", "%x" % a, "%x" % e, "%x" % m)
    for a in (-3, -1, 0, 1, 2, 5):
        for e in (-2, -1, 0, 1, 2):
            for m in (-7, -2, -1, 1, 2, 7):
                ask(guarded(lambda: "%x" % pow(a, e, m), (ValueError, "none")), "powmod", "%x" % a, "%x" % e, "%x" % m)
    for _ in times(2500):
        a, e = some_int(4), rng.choice([0, 1, 2, 3, 5, 64, rng.randrange(200)])
        ask("%x" % a**e, "pow", "%x" % a, e)
    for _ in times(1500):
        a = some_int()
        base = rng.randrange(2, 37)
        ask(to_base(a, base), "text", "%x" % a, base)
        ask(str(a), "text", "%x" % a, 10)
        ask("%x" % a, "t.int", hexed(str(a)), 10)
        text = to_base(a, base)
        ask("%x" % a, "t.int", hexed(rng.choice(["", " \t", "\u2003"]) + text + rng.choice(["", "\n", " \x0c"])), base)
    # true division where rounding is hardest: quotients next to ties, subnormal and huge results
    for _ in times(6000):
        m = rng.getrandbits(rng.choice([52, 53, 54, 55])) | 1
        d = some_int(6) or 1
        n = m * d + rng.choice([-1, 0, 0, 1])
        if rng.random() < 0.5:
            n <<= rng.randrange(1200)
        else:
            d <<= rng.randrange(1200)
        ask(guarded(lambda: bits(n / d), (OverflowError, "overflow")), "truediv", "%x" % n, "%x" % d)
        n = m << rng.randrange(0, 1000)
        n += rng.choice([-1, 0, 1])
        ask(guarded(lambda: bits(float(n)), (OverflowError, "overflow")), "double", "%x" % n)
    for _ in times(6000):
        d = some_double()
        a = rng.choice([some_int(16), int(d) + rng.choice([-1, 0, 1]) if math.isfinite(d) else 0])
        ask("?" if d != d else "<" if a < d else ">" if a > d else "=", "cmpd", "%x" % a, raw(d))


def to_base(value, base):
    digits = []
    n = abs(value)
    big = base**40  # in steps, for speed
    while n:
        n, part = divmod(n, big)
        for _ in range(40):
            part, digit = divmod(part, base)
            digits.append("0123456789abcdefghijklmnopqrstuvwxyz"[digit])
    text = "".join(reversed(digits)).lstrip("0") or "0"
    return "-" + text if value < 0 else text


INT_TEXTS = [
    "",
    " ",
    "0",
    "00",
    "0_0",
    "_0",
    "0_",
    "1__0",
    "1_0",
    "0x",
    "0x1",
    "0X_1f",
    "0x_",
    "0x__1",
    "0b2",
    "0b1",
    "0o17",
    "0o8",
    "01",
    "-01",
    "+ 1",
    "- 1",
    "--1",
    "+1",
    "-0",
    " 12 ",
    "1 2",
    "1\x00",
    "\x1c1",
    "\x1c\u0661",
    "\u0661\u0662",
    "\u2003 7\u3000",
    "1.0",
    "1e5",
    "z",
    "Zz",
    "0b_1",
    "0_b1",
    "0x-1",
    "-0x1f",
    "é",
    "\u0661_\u0662",
    "0\u0661",
    "9" * 50,
    "1_000_000",
    "\n12\r",
    "0b",
    "b1",
    "x1",
    "0e1",
    "１２",
    "²",
    "0xg",
    "\v3",
    "0000000000000000000000000001",
]


def parse_cases():
    for text in INT_TEXTS:
        for base in (0, 2, 8, 10, 11, 12, 16, 33, 34, 36):
            ask(guarded(lambda: "%x" % int(text, base), (ValueError, "bad")), "t.int", hexed(text), base)
    alphabet = "0012_xXbBoO-+ fz\t"
    for _ in times(20000):
        text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(1, 7)))
        base = rng.choice([0, 2, 8, 10, 16, 36])
        ask(guarded(lambda: "%x" % int(text, base), (ValueError, "bad")), "t.int", hexed(text), base)


# ---- floats

SPECIAL = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    math.inf,
    -math.inf,
    math.nan,
    5e-324,
    -5e-324,
    2.2250738585072014e-308,
    2.225073858507201e-308,
    1.7976931348623157e308,
    -1.7976931348623157e308,
    1e16,
    9999999999999998.0,
    1e15,
    123456789012345680.0,
    1e-4,
    9.999e-5,
    1e-5,
    1e22,
    1e23,
    5e-5,
    0.1,
    0.2,
    0.3,
    1 / 3,
    2.0**53,
    2.0**52 + 0.5,
    2.0**63,
    2.0**64,
    2.675,
    1.005,
    0.045,
    25.0,
    35.0,
    45.0,
    1e100,
    4.35,
    1e21,
    1e300,
    0.49999999999999994,
]


def some_double():
    kind = rng.random()
    if kind < 0.1:
        return rng.choice(SPECIAL)
    if kind < 0.45:
        return struct.unpack("<d", struct.pack("<Q", rng.getrandbits(64)))[0]
    if kind < 0.6:
        return rng.uniform(-1000, 1000)
    if kind < 0.75:
        return round(rng.uniform(-1e4, 1e4), rng.randrange(0, 8))
    if kind < 0.85:
        return float(rng.randrange(-(10 ** rng.randrange(1, 25)), 10 ** rng.randrange(1, 25)))
    if kind < 0.9:
        return math.ldexp(rng.getrandbits(53), rng.choice([-1074, -1073, -1060, -1030, 900, 960]))
    return rng.randrange(-100000, 100000) / rng.choice([2, 4, 8, 16, 32, 64, 1000])


def float_cases():
    for _ in times(100000):
        a = some_double()
        x = raw(a)
        ask(repr(a), "f.repr", x)
        if rng.random() < 0.5:
            text = rng.choice([repr(a), "%.20e" % a, "%.17g" % a, "%.25g" % a, a.hex()])
            if "x" in text:
                ask(bits(a), "t.fromhex", hexed(text))
            else:
                ask(bits(float(text)), "t.float", hexed(text))
        n = rng.choice(
            [0, 1, 2, 3, 5, 10, 16, 17, 22, 100, 300, 322, 323, 324, -1, -2, -3, -10, -22, -300, -307, -308, -309, 2**62, -(2**62)]
        )
        ask(guarded(lambda: bits(round(a, n)), (OverflowError, "overflow")), "f.round", x, n)
        if rng.random() < 0.2:
            ask(a.hex(), "f.hex", x)
            if a == a:
                ask(str(hash(a)), "f.hash", x)
            if math.isfinite(a):
                ask("%x" % int(a), "f.int", x)
                ask(bits(math.copysign(float(round(a)), a)), "f.round0", x)
                n, d = a.as_integer_ratio()
                e = -(d.bit_length() - 1)
                while n and n % 2 == 0:
                    n //= 2
                    e += 1
                ask(f"{n} {e if n else 0}", "f.parts", x)
        b = some_double()
        if b != 0:
            ask("%s %s" % tuple(map(bits, divmod(a, b))), "f.divmod", x, raw(b))
        ask(power(a, b), "f.pow", x, raw(b))
        b = rng.choice([-2.0, -1.0, 0.5, 2.0, 3.0, 10.0, -3.0, 0.0, 1e300])
        ask(power(a, b), "f.pow", x, raw(b))
    # texts next to the middle between two doubles, with many digits
    for _ in times(5000):
        a = abs(some_double())
        if not math.isfinite(a) or a > 1e300:
            continue
        n, d = a.as_integer_ratio()
        n2, d2 = math.nextafter(a, math.inf).as_integer_ratio()
        numerator, denominator = n * d2 + n2 * d, 2 * d * d2  # the exact middle; its decimal expansion ends
        digits = rng.choice([20, 30, 800, 1100])
        whole, rest = divmod(numerator, denominator)
        text = f"{whole}.{rest * 10**digits // denominator:0{digits}d}" + rng.choice(["", "0", "1"])
        ask(bits(float(text)), "t.float", hexed(text))
    alphabet = "0123456789__..eE+-  infaINFNA"
    for _ in times(40000):
        text = "".join(rng.choice(alphabet) for _ in range(rng.randrange(1, 9)))
        ask(guarded(lambda: bits(float(text)), (ValueError, "bad")), "t.float", hexed(text))
    for text in [
        "",
        " ",
        ".",
        "1.",
        ".5",
        "1e5",
        "1e",
        "1e+",
        "1_0.0_1e1_0",
        "1_.0",
        "1._0",
        "1__0",
        "_1",
        "1_",
        "inf",
        "-Infinity",
        "+nan",
        "NAN",
        "infinit",
        "in_f",
        "1e400",
        "-1e400",
        "1e-400",
        "1e99999999999999999999",
        "1e-99999999999999999999",
        "0e99999999999999999999",
        "0" * 500 + "1e-500",
        "1" + "0" * 400,
        "1" + "0" * 400 + "e-400",
        "0." + "0" * 400 + "1e400",
        "0." + "0" * 400 + "1",
        "\u0661.\u0665",
        "\u2003\u0661e\u0662\u3000",
        "é",
        "1\x00",
        "\x1c1",
        "0x1",
        "1e5\n",
        "\t-1.5\v",
        "１.５",
        "²",
        "1e1.5",
        "1d5",
        "+-1",
        "- 1",
        "nan(1)",
        "1.7976931348623157e308",
        "1.7976931348623159e308",
        "2.4703282292062327e-324",
        "2.4703282292062328e-324",
        "4.9406564584124654e-324",
        "2.2250738585072011e-308",
        "0" * 400 + ".5",
        "9" * 400,
        "9" * 308,
        "0." + "9" * 900,
    ]:
        ask(guarded(lambda: bits(float(text)), (ValueError, "bad")), "t.float", hexed(text))
    for text in [
        "",
        "0x",
        "0x1",
        "1",
        "-0x1.8p1",
        "0x.8",
        "0x1.",
        "0x.",
        ".",
        "0x1p",
        "0x1p+",
        "0x1p5",
        "0X1P-5",
        "0x1p1024",
        "0x1p1023",
        "0x1.fffffffffffff8p1023",
        "0x1.fffffffffffff7p1023",
        "0x1p-1074",
        "0x1p-1075",
        "0x1.8p-1075",
        "0x1.0000000000001p-1075",
        "0x0p99999999999999999999",
        "0x1p99999999999999999999",
        "0x1p-99999999999999999999",
        " 0x1 ",
        "0x 1",
        "0x1g",
        "inf",
        "-nan",
        "Infinity",
        "0x1.00000000000008",
        "0x1.000000000000080000001",
        "0x1.00000000000018",
        "0x1_0",
        "f.f",
        "1p3",
        "0x10000000000000000000000000000p-100",
        "0x1..0",
        "0x0.0000000000000000000000000000001p100",
    ]:
        ask(guarded(lambda: bits(float.fromhex(text)), (ValueError, "bad"), (OverflowError, "large")), "t.fromhex", hexed(text))
    for _ in times(20000):
        digits = "".join(rng.choice("0123456789abcdefABCDEF08") for _ in range(rng.randrange(1, 24)))
        point = rng.randrange(0, len(digits) + 1)
        text = (
            rng.choice(["0x", ""])
            + digits[:point]
            + rng.choice([".", ""])
            + digits[point:]
            + rng.choice(["", "p%d" % rng.randrange(-1200, 1100), "p-1080", "p-1100", "p-1074"])
        )
        ask(guarded(lambda: bits(float.fromhex(text)), (ValueError, "bad"), (OverflowError, "large")), "t.fromhex", hexed(text))


def power(a, b):
    if math.isfinite(a) and a < 0 and math.isfinite(b) and b != math.floor(b):
        return "complex"  # and whatever complex powers do then
    result = guarded(lambda: a**b, (ZeroDivisionError, "zero"), (OverflowError, "overflow"))
    return result if isinstance(result, str) else "complex" if isinstance(result, complex) else bits(result)


# ---- format


def expected_format(value, spec):
    try:
        return "=" + hexed(format(value, spec))
    except (ValueError, OverflowError) as error:
        return "!" + str(error)


def some_spec(types):
    spec = ""
    if rng.random() < 0.4:
        spec += rng.choice(["", "", "x", "é", "0", "𝄐", "<"]) + rng.choice("<>=^")
    spec += rng.choice(["", "", "", "+", "-", " "])
    spec += "z" if rng.random() < 0.08 else ""
    spec += "#" if rng.random() < 0.2 else ""
    spec += "0" if rng.random() < 0.25 else ""
    spec += str(rng.randrange(1, 45)) if rng.random() < 0.5 else ""
    spec += rng.choice([",", "_"]) if rng.random() < 0.3 else ""
    spec += "." + str(rng.choice([0, 1, 2, 3, 5, 6, 10, 17, 20, 50, 120])) if rng.random() < 0.4 else ""
    spec += rng.choice(types) if rng.random() < 0.8 else ""
    if rng.random() < 0.05:
        place = rng.randrange(len(spec) + 1)
        spec = spec[:place] + rng.choice(["q", "z", ",", ".", "5", "_", "é", "\t", "99999999999999999999", "\u0665"]) + spec[place:]
    return spec


def format_cases():
    for _ in times(60000):
        spec = some_spec("dbcoxXneEfFgG%") if rng.random() < 0.9 else some_spec("sq~")
        if not spec:
            continue
        value = some_int(3)
        if spec[-1:] == "c" and rng.random() < 0.9:
            value = rng.randrange(0x110000)
        if spec[-1:] in "eEfFgG%" and abs(value) > 10**300:
            continue
        ask(expected_format(value, spec), "fmt.int", hexed(spec), "%x" % value)
    for _ in times(100000):
        spec = some_spec("eEfFgGn%") if rng.random() < 0.95 else some_spec("sdxq")
        value = some_double()
        if spec:
            ask(expected_format(value, spec), "fmt.float", hexed(spec), raw(value))
    for value in SPECIAL:
        for kind in "eEfFgG%n":
            for precision in list(range(20)) + [766, 767, 768, 1000, 1074, 1100, 1101, 1500, 5000]:
                for alternate in ("", "#"):
                    spec = f"{alternate}.{precision}{kind}"
                    ask(expected_format(value, spec), "fmt.float", hexed(spec), raw(value))
    for _ in times(20000):
        spec = some_spec("eEfFgGn") if rng.random() < 0.9 else some_spec("sd%")
        a, b = some_double(), some_double()
        if rng.random() < 0.15:
            a = rng.choice([0.0, -0.0])
        if spec:
            ask(expected_format(complex(a, b), spec), "fmt.complex", hexed(spec), raw(a), raw(b))
    for _ in times(20000):
        spec = some_spec("s") if rng.random() < 0.9 else some_spec("dn%")
        value = some_text(12)
        if spec:
            ask(expected_format(value, spec), "fmt.str", hexed(spec), hexed(value))


# ---- text


def some_char():
    kind = rng.random()
    if kind < 0.35:
        return chr(rng.randrange(0x20, 0x7F))
    if kind < 0.5:
        return chr(rng.randrange(0x80, 0x600))
    if kind < 0.6:
        return rng.choice("ΣσςAa'\u0301\u0323\u0345ŉİıßﬁǅ\u0390\u1fb7\u00ad")
    if kind < 0.7:
        return chr(
            rng.choice(
                [
                    rng.randrange(0x300, 0x370),
                    rng.randrange(0x1DC0, 0x1E00),
                    rng.randrange(0xAC00, 0xD7A4),
                    rng.randrange(0x1100, 0x1200),
                    0x3099,
                ]
            )
        )
    if kind < 0.75:
        return chr(rng.randrange(0xD800, 0xE000))
    if kind < 0.9:
        return chr(rng.randrange(0x600, 0x10000))
    return chr(rng.randrange(0x10000, 0x30000 if rng.random() < 0.9 else 0x110000))


def some_text(size):
    return "".join(some_char() for _ in range(rng.randrange(size)))


def text_cases():
    for cp in range(0x110000):
        c = chr(cp)
        flags = [
            c.isalpha(),
            c.isdecimal(),
            c.isdigit(),
            c.isnumeric(),
            c.isalnum(),
            c.isspace(),
            len((c + "x").splitlines()) == 2,
            c.isprintable(),
            c.isupper(),
            c.islower(),
            unicodedata.category(c) == "Lt",
            c.isidentifier() and c != "_",
            ("a" + c).isidentifier(),
        ]
        text = "".join("01"[f] for f in flags)
        ask(
            f"{text} {unicodedata.category(c)} {unicodedata.decimal(c, -1)} {unicodedata.digit(c, -1)} "
            f"{hexed(c.lower())} {hexed(c.upper())} {hexed(c.title())} {hexed(c.casefold())}",
            "cp",
            cp,
        )
        if cp % 7 == 0 or unicodedata.decomposition(c) or unicodedata.combining(c):
            for form in ("NFC", "NFD", "NFKC", "NFKD"):
                ask("=" + hexed(unicodedata.normalize(form, c)), "t." + form, hexed(c))
    for _ in times(40000):
        text = some_text(rng.choice([3, 8, 20, 60]))
        h = hexed(text)
        for name in ("lower", "upper", "title", "capitalize", "swapcase", "casefold"):
            ask("=" + hexed(getattr(text, name)()), "t." + name, h)
        for form in ("NFC", "NFD", "NFKC", "NFKD"):
            ask("=" + hexed(unicodedata.normalize(form, text)), "t." + form, h)
        ask("01"[text.isidentifier()], "t.identifier", h)
        offsets, surrogates = [0], False
        for c in text:
            offsets.append(offsets[-1] + len(c.encode("utf-8", "surrogatepass")))
            surrogates = surrogates or 0xD800 <= ord(c) < 0xE000
        ask(
            str(len(text)) + ("a" if text.isascii() else "") + ("s" if surrogates else "") + "".join(f" {o}" for o in offsets[::3]),
            "t.count",
            h,
        )
    for _ in times(60000):
        data = bytearray(some_text(8).encode("utf-8", "surrogatepass"))
        for _ in range(rng.randrange(3)):
            if data:
                data[rng.randrange(len(data))] = rng.choice(
                    [0x80, 0xBF, 0xC0, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5, 0xFF, rng.randrange(256)]
                )
        if data and rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        data = bytes(data)
        strict, tail = len(data), ""
        try:
            data.decode("utf-8")
        except UnicodeDecodeError as error:
            strict, tail = error.start, f" {error.end - error.start} {error.reason}"
        try:
            data.decode("utf-8", "surrogatepass")
            wide = len(data)
        except UnicodeDecodeError as error:
            wide = error.start
        ask(f"{strict} {wide}{tail}", "t.valid", data.hex())


class Hashed:
    def __init__(self, value):
        self.value = value

    def __hash__(self):
        return self.value


def hash_cases():
    for _ in times(5000):
        hashes = [
            rng.choice([0, 1, -2, rng.getrandbits(60), -rng.getrandbits(62), 2**63 - 1, -(2**63)]) for _ in range(rng.randrange(12))
        ]
        hashes = [h if h != -1 else -2 for h in hashes]
        hashes = [hash(Hashed(h)) for h in hashes]
        items = [Hashed(h) for h in hashes]
        ask(str(hash(tuple(items))), "tuple", *hashes)
        ask(str(hash(frozenset(items))), "frozenset", *hashes)


GROUPS = {"ints": int_cases, "parse": parse_cases, "floats": float_cases, "format": format_cases, "text": text_cases, "hash": hash_cases}


def record(path):
    """Short questions of each operation, and a checksum over what is asked of every third code point."""
    checksum = 1
    chosen = []
    for make in GROUPS.values():
        cases.clear()
        make()
        by_operation = collections.defaultdict(list)
        for question, expected in cases:
            operation = question.split("\t", 1)[0]
            if operation == "cp" and int(question[3:]) % 3 == 0:
                checksum = zlib.adler32((expected + "\n").encode(), checksum)
            if len(question) + len(expected) < 260:
                by_operation[operation].append((question, expected))
        for operation, found in sorted(by_operation.items()):
            chosen += rng.sample(found, min(len(found), 120 if operation.startswith("fmt") else 30))
    with open(path, "w") as out:
        out.write("// Generated by tests/numbers/compare_with_cpython.py --record. Do not edit.\n")
        out.write(f"constexpr uint32_t kCodePointChecksum = {checksum}u;\n")
        out.write("constexpr struct {\n  const char* question;\n  const char* expected;\n} kVectors[] = {\n")
        for question, expected in chosen:
            quoted = [text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t") for text in (question, expected)]
            out.write('  {"%s", "%s"},\n' % tuple(quoted))
        out.write("};\n")


def main():
    if RECORD:
        return record(sys.argv[4])
    failed = False
    for name in sys.argv[4:] or GROUPS:
        cases.clear()
        GROUPS[name]()
        run = subprocess.run([PROBE], input="".join(q + "\n" for q, _ in cases), capture_output=True, text=True)
        answers = run.stdout.split("\n")[:-1]
        counts = collections.Counter(q.split("\t", 1)[0] for q, _ in cases)
        bad = collections.Counter()
        if len(answers) != len(cases):
            failed = True
            print(f"probe ended with {run.returncode} at: {cases[len(answers)][0][:300]}\n{run.stderr[-2000:]}")
        for (question, expected), answer in zip(cases, answers):
            if answer != expected:
                op = question.split("\t", 1)[0]
                bad[op] += 1
                if bad[op] <= 4:
                    print(f"{question[:200]}\n  expected {expected[:200]}\n  answered {answer[:200]}")
        failed = failed or bool(bad)
        print(f"{name}: {len(cases)} compared, {sum(bad.values())} different;", " ".join(f"{op}={n}" for op, n in sorted(counts.items())))
    sys.exit(failed)


main()
