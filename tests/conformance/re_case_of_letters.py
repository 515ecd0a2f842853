# Letters without regard to case: literals and sets know all forms of a letter, references compare by lower(), one letter after the other.

import re

LETTERS = (
    "kK\u212asS\u017fiI\u0130\u0131\xdf\u1e9e\u03c2\u03c3\u03a3\xb5\u03bc\u039c\xe5\u212b\u03b8\u03d1\u03f4\u01c5\u0345\u1fbe\u1e61\u1e9b"
)
LETTERS += "\u0390\u1fd3\u03b0\u1fe3\ufb05\ufb06\xe9\xc9"
for flags in (re.I, re.I | re.A):
    for one in LETTERS:
        found = []
        for pattern in (f"({one})\\1$", f"{one}.$", f"[{one}].$", f"[^{one}].$", f"[{one}-{one}x].$", f"(?-i:({one}))(?i:\\1)$"):
            found.append(
                ascii("".join([other for other in LETTERS if re.match(pattern, (one if "\\1" in pattern else other) + other, flags)]))
            )
        print(ascii(one), *found)

CASES = [
    (r"(\u017f)\1", "\u017fs"),
    (r"(ab)\1*$", "abABaB"),
    (r"(\xe9+)\1", "\xe9\xc9\xe9"),
    (r"(\xe9+)x\1y", "\xe9\xc9\xe9x\xe9\xc9\xc9y"),
    (r"(\xe9)|x\1", "x"),
    (r"(a\xe9)(?<=\1)b", "a\xc9b"),
    (r"(a\xe9)..(?<=\1)", "a\xc9A\xe9"),
    (r"(a\xe9)..(?<!\1)", "a\xc9A\xe9"),
    (r"(?:(a.)\1)+z", "a\xe9A\xc9abABz"),
    (r"(\xe9)?(?(1)\1|b)", "\xe9\xc9"),
    (r"(\xe9)?(?(1)\1|b)", "b"),
    (r"(.*)-\1$", "\xc0\xc9\xee-\xe0\xe9\xce"),
    (r".*(.+)-\1$", "\xc0\xc9\xee-\xe0\xe9\xce"),
    (r"(?P<n>\u0130)(?P=n)", "\u0130i"),
    (r"(\u212a)\1{2,3}?", "k\u212aKk"),
    (r"(\xc9a)(?-i:\1)", "\xc9a\xc9a"),
    (r"(\xc9a)(?-i:\1)", "\xc9a\xe9a"),
    (r"(\xe9)(?a:\1)", "\xe9\xc9"),
    (r"()\1\xe9", "\xc9"),
    (r"(\xe9*?)\1+$", "\xe9\xc9\xe9\xc9"),
    (r"(a)(\xe9)\2\1", "a\xc9\xe9A"),
    (r"(\w+) \1", "x STRASSE stra\xdfe \u03a3\u0391\u03a3 \u03c3\u03b1\u03c2"),
    (r"(\w)\1", "abcdd\xe9"),
    (r"(?s)(.)\1", "\n\n\xe9"),
    (r"(?!(\xe9)\1)..", "\xe9\xc9"),
    (r"(?=(\xe9)\1)..", "\xe9\xc9"),
    (r"([a-j])\1", "\u0131\u0130\xe9"),
    ("in[i]t", "\u0131N\u0130T\xe9"),
]
for pattern, text in CASES:
    for flags in (re.I, re.I | re.A, re.I | re.M):
        for match in (re.match(pattern, text, flags), re.search(pattern, "\xe9\n" * 3 + text, flags), re.fullmatch(pattern, text, flags)):
            print(pattern, int(flags), match and (match.span(), [ascii(group) for group in match.groups()]))
        print(ascii(re.sub(pattern, "<>", text + "\xe9" + text, flags=flags)))

LONG = "\xe9" * 3000 + "\xc9" * 3000
print(re.fullmatch(r"(\xe9+)\1", LONG, re.I).span(1), re.search(r"(\xe9+)z\1", LONG[:600], re.I))
print(re.search(r"(\w+) \1$", "A\xe9 " * 400 + "a\xc9", re.I).span(), re.search(r"(\xe9{100})(x|\1)+q", LONG, re.I))
