# re.Scanner: tokens by a list of patterns, with groups of their own.
import re

calls = []


def word(scanner, token):
    calls.append((scanner.match.span(), token))
    return token.upper()


scanner = re.Scanner([(r"[a-z]+", word), (r"(\d+)\.(\d*)", lambda s, t: float(t)), (r"\d+", lambda s, t: int(t)), (r"[-+*/=]", "op"), (r"\s+", None)])
assert scanner.scan("sum = 3*foo + 312.50 + bar") == (["SUM", "op", 3, "op", "FOO", "op", 312.5, "op", "BAR"], "")
assert calls == [((0, 3), "sum"), ((8, 11), "foo"), ((23, 26), "bar")]
assert scanner.scan("a ? b") == (["A"], "? b")
assert scanner.scan("") == ([], "")
assert re.Scanner([("A", 1), ("b*", 2)], re.I).scan("aAbb") == ([1, 1, 2], "")
print("ok")
