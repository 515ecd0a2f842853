"""A lookahead uses nothing: the same letter may come once more behind it."""
import itertools
import re

for pattern in (
    "(?=a).*a", "(?=a)x?a", "(?=a)x*a", "(?=a)x??a", "(?=a)(?:|x)a", "(?=a)(x)?a", "(?=a)[xy]?a", r"(?=a)\w*", r"(?=a)\s*a", "(?=a)x?A",
    r"\b(?=a)(?:re)?a", "(?=a)+?.?a", "(?:(?=a)|b)x?a", "(?=(a))x?a", "(?=aa)x?a", "(?!b)x?a", "(?<=x)(?=a)b?a", "(?=a|x).?a",
):
    for flags in (0, re.I):
        for text in ("a", "A", "xa", "aa", "xax", "ba", "aab", "x a"):
            found = [m.span() for m in re.finditer(pattern, text, flags)]
            print(pattern, int(flags), text, found, bool(re.match(pattern, text, flags)), bool(re.fullmatch(pattern, text, flags)))
print(re.search("(?=<)[^>]*<", "<"), re.sub(r"(?=-)\s*-", "+", "a-b"), re.split(r"(?=,) *,", "a,b"), re.sub("(?=a)+?.?a", r"[\g<0>]", "aaab"))
print(re.findall("(?=é).?é", "é"), re.findall(b"(?=a).?a", b"a"))
print([re.findall(r"(?=.*\d)(?=.*[a-z])\w{4,}", "".join(t)) for t in itertools.product("a1_", repeat=4)])
