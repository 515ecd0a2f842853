# re.I with re.A: only ASCII letters have two cases. \B of an empty text. Counts beyond 65,535.

import re

TEXTS = ["s", "S", "\u017f", "k", "\u212a", "i", "\u0130", "\u0131", "é", "É", "ß", "a", "_", "[", "Z", "z", ""]
PATTERNS = ["s", "k", "[s]", "[^s]", "[a-z]", "[^a-z]", "[A-F]", "[R-c]", "É", "[é]", "[à-ÿ]", r"\x53", r"\w", r"[\ws]", "(s)\\1?", "(?i:s)", "(?-i:s)", "\u212a", "S|é"]
for flags in (re.I | re.A, re.A, re.I):
    for pattern in PATTERNS:
        if flags == re.I and pattern in (r"É", "[à-ÿ]", "[é]", "S|é", "[R-c]", "[A-F]", "[^a-z]", "[a-z]"):
            continue
        print(flags, ascii(pattern), [ascii(t) for t in TEXTS if re.fullmatch(pattern, t, flags)])
print([bool(re.fullmatch("(?ai)s", t)) for t in TEXTS], [bool(re.fullmatch("(?i)(?a:s)é", t + "É")) for t in TEXTS])
print([bool(re.fullmatch("(?ai:s)é", t + "é")) for t in TEXTS], [bool(re.fullmatch("(?a)é(?i:S)(?-i:s)", "é" + t + t)) for t in TEXTS])
print(re.sub("[k-s]+", "-", "xKLMSsxé\u212a\u017f", flags=re.I | re.A), re.split("É", "aÉbécÉ", flags=re.I | re.A), re.findall("(é)|(s)", "ÉéSs\u017f", re.I | re.A))
print(re.fullmatch("(K)é\\1", "Kék", re.I | re.A) is not None)

for pattern in (r"\B", r"\b", r"\B\B", r"x*\B", r"(?=\B)", r"\B|a"):
    for text in ("", " ", "a", "ab", "a b"):
        print(pattern, repr(text), [m.span() for m in re.finditer(pattern, text)], re.match(pattern, text) is None)
print(re.compile(r"\B").match("ab", 0, 0), re.compile(r"\B").search("ab", 1, 1), re.findall(rb"\B", b""))

for count in (65534, 65535, 65536, 70000, 131070, 131071, 200000):
    a = "a" * count
    for pattern in (f"a{{{count}}}", f"[ab]{{{count}}}", f"a{{{count},}}", f"a{{,{count}}}", f"a{{1,{count}}}", f"a{{{count - 1},{count}}}", f"a{{{count},}}?"):
        print(pattern, [re.fullmatch(pattern, t) is not None for t in (a, a + "a", a[:-1])], len(re.match(pattern, a + "aa").group()))
    print(re.match(f"a{{0,{count}}}?b", a + "b") is not None, len(re.match(f"a{{2,{count}}}?", a).group()), re.match(f"a{{0,{count}}}+a", a) is None)
