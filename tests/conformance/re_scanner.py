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

# A pattern's own, which goes through a text: as tokenizers use it.
tokens = re.compile(r"(?P<number>\d+)|(?P<word>\w+)|(?P<space>\s*)")
scanner = tokens.scanner("ab 12  x")
print([(m.lastgroup, m.group(), m.span(), m.re is tokens, m.pos, m.endpos) for m in iter(scanner.match, None)], scanner.pattern is tokens, scanner.match())
print([(m.lastgroup, m.span(), m.pos, m.endpos) for m in iter(tokens.scanner("ab 12", 1, 4).search, None)])
for text in "axbxx", "xxaxb", "":
    scanner = re.compile("x*").scanner(text)
    print([m.span() for m in iter(scanner.match, None)], scanner.search(), [m.span() for m in iter(re.compile("x*").scanner(text).search, None)])
scanner = re.compile(b"a.").scanner(b"a1a2xa3")
print(scanner.match(), scanner.search(), scanner.match(), scanner.search())
print(type(scanner))
for wrong in (lambda: type(scanner)(), lambda: tokens.scanner(5), lambda: tokens.scanner()):
    try:
        wrong()
    except TypeError as e:
        print(e)
