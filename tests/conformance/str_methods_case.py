def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for s in ["Hello World", "ßtraße", "ǆ Ǆ ǅ", "ΑΣ ΑΣΑ Σ", "İstanbul ıI", "they're bill's", "ﬁ ﬀ", "123abc", "x²", "", "ŉ", "éÉ"]:
    print(ascii(s), ascii(s.upper()), ascii(s.lower()), ascii(s.title()), ascii(s.capitalize()), ascii(s.swapcase()), ascii(s.casefold()))
for s in ["abc", "ABC", "Abc", "abc1", "123", "½", "²", "٣", "Ⅷ", "一", " ", "\t\n", "", "a b", "_x1", "1x", "é", "A1", "Title Case", "not Title", "class", "\u00a0", "aǅ", "ǅ", "a\n", "\x7f", "\ue000", "😀"]:
    print(ascii(s), *(int(getattr(s, m)()) for m in ("isalpha", "isdigit", "isdecimal", "isnumeric", "isalnum", "isspace", "isupper", "islower", "istitle", "isidentifier", "isprintable", "isascii")))
print("ab".center(7) + "|", "ab".center(7, "*"), "abc".center(6, "-"), "ab".ljust(5, ".") + "|", "ab".rjust(5), "abc".center(2), "5".zfill(3), "-5".zfill(4), "+x".zfill(5), "".zfill(2), "--1".zfill(5), "abc".zfill(2))
print("x".center(4, "é"), error("x".center, 4, "ab"), error("x".ljust, "4"), error("x".rjust, 4, ""), error("x".zfill, 2.0))
print("a\tbc\td".expandtabs(), "a\tb".expandtabs(4), "\t|".expandtabs(0), "ab\ncd\tx".expandtabs(3), "a\t".expandtabs(tabsize=2) + "|")
print("hello".translate({104: "H", 101: None, ord("l"): 76}), "abc".translate(str.maketrans("ab", "xy")), "abc".translate(str.maketrans("ab", "xy", "c")), str.maketrans({"a": 1, 98: "z"}), str.maketrans("a", "b"))
print("abc".translate({97: "longer", 98: "", 99: 0x1D110}), error(str.maketrans, "a", "bc"), error("a".translate, {97: -1}), error(str.maketrans, 1))
print("hello world".title(), "HELLO".capitalize(), "x-ray y2k".title(), "ÉCOLE".lower(), "straße".upper(), "ﬃ".upper())
print("ab" < "abc" < "b", "Z" < "a", "é" > "z", "a" * 3, 3 * "ab", "a" * -1, "a" "b", "\U0001f600" > "\uffff", "" < "a", "abc" == "abc", "a" != "b")
print(sorted(["b", "A", "a", "é", "Z", "😀", "\uffff"]) == ["A", "Z", "a", "b", "é", "\uffff", "😀"], max("hello"), min("hello"), list("añ😀"), len("añ😀"))
