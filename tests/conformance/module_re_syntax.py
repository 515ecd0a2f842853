import re


def error(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for p in ["(", ")", "a)", "(a", "[", "[a", "[]", "[^]", "[z-a]", r"[\d-z]", "*", "+a", "?", "a**", "a*+", "a++b", "a{2}{3}", "a{3,2}", "a{,2}b", "a{", "a{x}", "a{2", "{", "{}", "^*", r"\b+", "$?", "(?", "(?P", "(?P<", "(?P<a", "(?P<a>", "(?P<1>a)", "(?P<a>a)(?P<a>b)", "(?P=x)", "(?P=", "(?P!a)", "(?<a)", "(?<", "(?z)", "(?i", "(?i-", "(?-i)", "(?-i:a)", "(?i-i:a)", "(?#abc", "(?#x)a", r"\1", r"(a)\2", r"(a\1)", r"\q", "\\", r"\x1", r"\u12", r"\xzz", r"\8", r"[\q]", r"[\8]", r"\07", r"\400", r"\377", "a|*", "(|*)", "(?:a", "(?=a", "(?<=a*)b", "(?<=a|bc)d", "(?<=ab|cd)e", "(?<!a+)b", "a(?i)b", "(?i)a", "(?x) a # c", "(?(1)a|b)", "(a)?(?(1)b|c)", "(a)(?(1)b|c|d)", "(?(2)a)(b)", "(?(x)a)", "(?(0)a)", "(?(-1)a)", "(?(1", "x{99999999999}", "(?>a+)b", "(?<=(a))b", r"(?<=\1)(a)", "(?L)a", "(?au)a", r"\Z\A", "a\nb(", "(?P<é>a)", "(?P<a-b>x)", r"\N", "(?s-m:.)", "(?a:\\w)"]:
    r = error(re.compile, p)
    print(repr(p), r if isinstance(r, str) else (r.groups, dict(r.groupindex), r.flags))
for p in [b"(?u)a", rb"\u0041"]:
    r = error(re.compile, p)
    print(p, r if isinstance(r, str) else r.flags)
print(error(re.compile, "a", re.A | re.U), error(re.compile, b"a", re.U), error(re.compile, "a", re.L))
try:
    re.compile("ab\n(c")
except re.error as e:
    print(e, e.msg, e.pattern, e.pos, e.lineno, e.colno)
for p, s in [(r"^b", "a\nb"), (r"(?m)^b", "a\nb"), (r"(?m)^", "a\n"), (r"(?m)$", "a\nb\n"), ("$", "a\n"), (r"\Z", "a\n"), (".", "\n"), ("(?s).", "\n"), (r"\s+", "a \x1c\x85\u2003\u180eb"), (r"\S+", "a \x1cb"), (r"[\s]", "\u00a0"), (r"[^\S]", "\u2028"), (r"\w+", "añ_9²৪-"), (r"(?a)\w+", "añ_9"), (r"\d+", "1२৪x"), (r"\b\w", "é à"), (r"\B.", "ab cd"), ("(?i)É", "éÉ"), ("(?i)straße", "STRASSE straße"), ("[à-ü]+", "abéèz"), ("[^a]", "a\u20ac"), ("(?:)", "ab"), ("a|", "ba"), ("x*", "axb"), (r"\b", "a b"), ("(a*)(b*)", "aabb"), ("(a)|(b)", "ab"), ("(?=a)", "aba"), ("a{,2}", "aaa"), ("a{2,}", "aaa"), ("a{2,}?", "aaaaa"), ("a*?b", "aab"), ("(a+)+$", "aaaa"), (r"(\w)\1", "aabbc"), (r"(?i)(a)\1", "aA"), ("(?:(a)|b)*", "ab"), ("a(?#c)b", "ab"), ("a++b", "aab"), ("(?>a*)a", "aaa"), ("[]a]+", "]a"), ("[^]a]+", "]ab"), ("[a-]+", "a-b"), (r"[\]\\]", "]\\"), ("[+*.]", "+*."), (r"\x41\u0042\103", "ABC"), ("\U0001f600.", "\U0001f600\U0001f601"), ("(?x) a b # c\n c", "abc"), (r"\.\^\$", ".^$"), ("\ud800", "a\ud800b"), (".", "\ud800"), ("é", "\u00e9\ud800")]:
    print(repr(p), [(m.span(), m.groups(), m.lastindex) for m in re.finditer(p, s)])
p = re.compile("é(.)?")
m = p.search("aéb日é", 2)
print(m, m.pos, m.endpos, p.search("aéb", 1, 2).span(), p.match("aéb", 1).groups("x"), p.findall("éaéb", 1), p.fullmatch("éx").end(1), p.search("日日é").start(), p.sub(lambda m: f"<{m[0]}>", "日éaé"), p.split("日éa日"))
print(re.sub("", "-", "é日"), re.sub("x*", "-", "abxd"), re.sub("b|", "-", "abc"), re.findall(r"\b|:+", "a::bc"), re.split(r"\b", "a b"), re.split("x*", "axbc"), re.split("(x*)", "axbc"), re.sub(r"(?m)^", "> ", "a\nb\n"), re.subn("(a)(b)?", r"[\1\2]", "abaa", count=2))
for t in [r"\1", r"\2", r"\g<1>", r"\g<x>", r"\g<2>", r"\g<", r"\g", r"\g<>", r"\g<a b>", r"\g<-1>", r"\q", r"\n\t\\", r"\0", r"\012", r"\101", r"\400", "\\", r"\é", r"\g<01>", r"\10", r"\g<nope>"]:
    print(repr(t), repr(error(re.sub, "(?P<x>a)", t, "ba")))
print(error(re.sub, "a", lambda m: 5, "a"), error(re.sub, "a", lambda m: None, "ab"), error(re.sub, "a", 5, "a"), re.sub("(a)", lambda m: m.expand(r"\1\g<1>"), "aba"), re.escape("a-b_c\n é*"), re.escape(b"a.b"), re.sub(b"a", b"b", b"xay"), re.match(b"(.)(?P<n>.)", b"ab").groupdict())
print(repr(re.I), re.I | re.M, repr(re.I | re.M), re.compile("a", re.I | re.S), re.compile("a", re.A), re.compile(b"x", re.X), re.RegexFlag(2), int(re.I), re.NOFLAG, (re.I | re.M) & re.M == re.M, bool(re.I & re.S))
i = re.finditer(r"\d", "1a2")
print(next(i), type(i).__name__, iter(i) is i, [m.group() for m in i], error(next, i))
print(len(re.findall(r"\w+", "ab cd " * 1000)), sum(int(m[0]) for m in re.finditer(r"\d+", "7,8 " * 500)), re.sub(r"\d+", lambda m: str(int(m[0]) + 1), "9 " * 50)[:8])
class S(str): pass
print(re.match("a", S("ab")).group(), type(re.sub("x", "y", S("ab"))).__name__, re.match(S("a"), "a") is not None, re.findall(b"a", bytearray(b"aba")), re.compile("a") == re.compile("a"), hash(re.compile("a")) == hash(re.compile("a")), re.compile("a") != re.compile("a", re.I))
