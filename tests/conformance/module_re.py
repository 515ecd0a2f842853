def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


import re
print(re.findall(r"\d+", "a1b22c333"), re.findall(r"(\w)(\d)", "a1 b2"), re.findall(r"(a)|b", "ab"), re.findall("", "ab"), re.split(r"[,;]\s*", "a, b;c"), re.split(r"(-)", "a-b-c"), re.split(r"x", "axbxc", maxsplit=1), re.split(r"(a)|b", "1a2b3"), re.sub(r"\d", "#", "a1b2"), re.sub(r"(\w+) (\w+)", r"\2 \1", "hello world"), re.sub("a", lambda m: m.group().upper(), "banana", count=2), re.subn("a", "b", "aaa"), re.sub(r"(?P<x>\d)", r"<\g<x>\g<1>\g<0>>", "a1"), re.sub("x*", "-", "abxd"), re.escape("a.b*c[1]+ d"), re.sub("", "-", "ab"))
m = re.match(r"(?P<year>\d{4})-(?P<mon>\d\d)(-(\d\d))?", "2024-05 rest")
print(m.group(), m.group(0), m.group(1, 2), m["year"], m[2], m.groups(), m.groups("x"), m.groupdict(), m.start(), m.end(), m.span(), m.span("mon"), m.start(3), m.lastindex, m.lastgroup, m.string, m.re.pattern, m.pos, m.endpos, bool(m), m, m.expand(r"\1/\g<mon>"))
print(re.match("b", "ab"), re.search("b", "ab").start(), re.fullmatch("a+", "aaa").span(), re.fullmatch("a", "ab"), re.search(r"\bfoo\b", "a foo b").span(), re.match(r"a.c", "a\nc"), re.match(r"a.c", "a\nc", re.DOTALL) is not None, re.findall(r"^\w", "a\nb", re.M), re.findall("A", "aA", re.I), re.findall(r"(?i)b", "Bb"), re.match(r"""\d +  # digits
  \. \d*""", "3.14", re.X).group(), re.findall(r"[^\W\d_]+", "abc_12é"), re.findall(r"\w+", "é日 x", re.A), re.search("(?<=a)b", "ab").span(), re.search("(?<!a)b", "ab b").start(), re.findall("a(?=b)", "abac"), re.findall("a(?!b)", "abac"), re.findall(r"(.)\1", "aabbc"), re.search(r"(?P<q>['\"]).*?(?P=q)", "x 'y' \"z\"").group())
p = re.compile(r"(\d+)(?:px)?", re.I)
print(p.pattern, p.groups, p.groupindex, p.findall("1px 2"), p.search("ab12", 3).group(), p.match("x1", 1).span(), [x.group(1) for x in p.finditer("1 2px 33PX")], p.sub("N", "1px"), p.split("a1b"), p == re.compile(r"(\d+)(?:px)?", re.I), p.fullmatch("12px") is not None, repr(re.compile("a")), repr(re.compile("a", re.I | re.M)), isinstance(p, re.Pattern), isinstance(m, re.Match), re.compile(p) is p)
print(re.findall(r"a{2,3}", "aaaaa"), re.findall(r"a+?", "aaa"), re.findall(r"<.*?>", "<a><b>"), re.findall(r"[a-c\-\]]+", "a-]d"), re.findall(r"\s", "a \t\n"), re.findall(r"\D+", "1ab2"), re.findall(r"\S+", " a b "), re.findall(r"(?:ab)+", "ababab"), re.findall(r"\$\d+\.\d{2}", "$5.00 $6"), re.findall(r"\u00e9|\x41", "éA"), re.search("a|b|", "c").span(), re.findall(r"(\d+)-(\d+)?", "1-2 3-"), re.match("(a)?b", "b").groups(), re.match("(a)|(b)", "b").lastindex, re.findall(b"[ab]", b"abc"), re.sub(r"\s+", " ", " a  b "), re.sub(r"\.", r"\\.", "a.b"), re.sub("a", r"\n", "a") == "\n")
print(error(re.compile, "("), error(re.compile, "a**"), error(re.compile, "[a"), error(re.compile, "*"), error(re.compile, r"\1"), error(re.compile, "(?P<1>a)"), error(m.group, 9), error(m.group, "zz"), error(re.sub, "a", r"\5", "a"), error(re.match, 5, "a"), error(re.match, "a", 5), error(re.match, "a", b"a"), isinstance(re.error("x"), Exception), error(re.compile, "a)"), error(re.compile, "(?P<x>a)(?P<x>b)"))
print(re.findall(r"[\w.]+@[\w.]+", "me@x.org, you@y.com"), [(m.group(), m.start()) for m in re.finditer("an", "banana")], re.IGNORECASE == re.I, re.search("é", "aé日").span(), re.findall(".", "é😀"), re.search("日", "éé日").start(), "".join(re.findall("[A-Z]", "Hello World")), re.sub(r"(?<!^)(?=[A-Z])", "_", "camelCaseName").lower(), re.sub(r"_(\w)", lambda m: m[1].upper(), "snake_case_name"))

# The group that closed last, with groups that look elsewhere and in repetitions.
for pattern in ("(?=.(a))(a)", "(?P<x>(?=(a)))", "(?=(.))(?:(a)|(b))*", "(?:(?=.(a))(a))*", "(?=(?:(a)|(b))*)a", "(a)(?<=(a))", "(?:(a)|b)*", "((a)|(b))+", "(?=(?P<far>aaa))(?P<near>a)", "(?:(a)(?=(.))|(b))+"):
    for text in ("aaab", "abab", "aabb"):
        if m := re.match(pattern, text):
            print(pattern, text, m.groups(), m.lastindex, m.lastgroup)

import warnings
with warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    print(re.template("a").flags == re.T | re.U, [(w.category.__name__, str(w.message)) for w in told if "template()" in str(w.message)])
