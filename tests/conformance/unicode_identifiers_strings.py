naïve, Δ, 変数, _ñ1 = 1, 2, 3, 4
print(naïve + Δ + 変数 + _ñ1)
ﬁ = "nfkc"
print(fi)
class Größe:
    länge = 5
    def π(self): return 3.14
print(Größe().π(), Größe.länge, getattr(Größe, "länge"), Größe.__name__)
s = "naïve café 日本語 😀 Ω"
print(len(s), s[::-1], s.upper(), s.title(), s.split(), s.find("日"), s[11:14], s.index("😀"), [ord(c) for c in "é日😀"], s.encode()[:12], len(s.encode()), len(s.encode("utf-16")), s.center(26, "·"), s.replace("é", "e"), s.partition("日"), sorted("éaeä"), "é" in s, s.count("a"), s.startswith("naï"), s.casefold() == s.lower())
for i, c in enumerate(s):
    assert s[i] == c and s.index(c) <= i and s[i:i + 1] == c and s[-(len(s) - i)] == c
print("e\u0301" == "é", len("e\u0301"), "ß".upper(), "ﬀ".upper(), "İ".lower() == "i̇", "ſ".upper(), "Σ".lower(), "ΑΣ".lower(), "straße".casefold(), "ǆ".title(), "\u1e9e".lower())
print("👨‍👩‍👧", len("👨‍👩‍👧"), "🇫🇷"[0] == "🇫", "\U0001f600" == "😀", "\N{GREEK SMALL LETTER ALPHA}", "\u2028".isspace(), "\u200b".isspace(), "٣".isdigit(), int("٣٤"), float("٣.٥"), "Ⅷ".isnumeric(), "²".isdigit(), "²".isdecimal())
print("日本".ljust(5, "*"), "%-6s|" % "日本", f"{'日本':>6}", "{:^7}".format("é"), "é" * 3, "-".join("日本語"), "日,本".split(","), "\t日".expandtabs(4), "ab日cd".strip("ab"), "日本語".translate({ord("本"): "X"}), max("日本語"), "日" < "語", hash("日") == hash("日"), {"日": 1}["日"])
print("日本" in {"日本"}, "é".isidentifier(), "1é".isidentifier(), "é日".isalpha(), "É".islower(), "É".isupper(), ascii(s), repr("\u200b\xa0é"), "\x85a\u2029b".splitlines(), "a\u3000b".split(), "\u00bd".isnumeric(), "x\u0301".isalpha())
text = "áβ" * 500
print(text.count("β"), text.rfind("á"), text[501], text[500:504], len(text[::2]), text.replace("β", "").count("á"), text[-3:], text.find("ββ"))
