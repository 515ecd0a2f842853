def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


s = "hello world, hello"
print(s.find("hello"), s.find("hello", 1), s.find("x"), s.rfind("hello"), s.find("hello", 1, 5), s.find(""), s.find("", 50), s.rfind(""), s.find("o", -3), s.find("l", None, None))
print(s.index("world"), s.rindex("hello"), s.count("l"), s.count("hello"), s.count(""), s.count("l", 5), "aaaa".count("aa"), "".count(""), s.count("o", 0, -5))
print(s.startswith("hell"), s.endswith("lo"), s.startswith(("x", "he")), s.endswith(("x",)), s.startswith("world", 6), s.startswith("", 18), s.startswith("", 19), s.endswith("hello", 0, 5), s.startswith(()))
print("world" in s, "" in s, "xyz" not in s, "lo w" in s, error(lambda: 1 in s), error(s.index, "zz"), error(s.rindex, "zz"), error(s.find, 1), error(s.startswith, 1), error(s.startswith, [1]))
print(s.replace("hello", "bye"), s.replace("hello", "bye", 1), s.replace("", "-", 3), "aaa".replace("aa", "b"), "abc".replace("", "-"), s.replace("zz", "y") == s, "aXbX".replace("X", ""), "x".replace("x", "yy", 0), "".replace("", "a"))
print("a,b,,c".split(","), "a,b,,c".split(",", 1), " a  b ".split(), " a  b c ".split(None, 1), "".split(), "".split(","), "a\tb\nc".split(), "aXXbXXc".split("XX"), "abc".split("abc"), "a b c".split(" ", -1), "a b c".split(maxsplit=1))
print("a,b,,c".rsplit(",", 1), " a  b c ".rsplit(None, 1), "a.b.c".rsplit("."), "x".rsplit("y"), "a  b".rsplit(maxsplit=5), "aaaa".rsplit("aa"))
print("a\nb\r\nc\rd\x0be\x0cf\x1cg\x85h\u2028i".splitlines(), "a\nb\n".splitlines(), "a\n\nb".splitlines(True), "".splitlines(), "\n".splitlines(), "ab".splitlines(keepends=True))
print("a-b-c".partition("-"), "a-b-c".rpartition("-"), "abc".partition("-"), "abc".rpartition("-"), error("a".partition, ""), error("a".split, ""), error("a".split, 1))
print(",".join(["a", "b"]), "".join([]), "-".join("abc"), ", ".join({"k": 1, "j": 2}), "x".join(["one"]), error(",".join, ["a", 1]), error(",".join, 5), error(",".join, [None]))
print("prefix-x".removeprefix("prefix-"), "x.py".removesuffix(".py"), "abc".removeprefix("z"), "abc".removesuffix(""), "aa".removeprefix("a"))
print("  x ".strip() + "|", "  x ".lstrip() + "|", "  x ".rstrip() + "|", "xxaxx".strip("x"), "abcba".strip("ab"), "abc".lstrip("cba") + "|", "\t\n\x0b\x0c\r \x1c\u2003x\u3000".strip(), "x".strip(""), "mississippi".rstrip("ip"), error("x".strip, 1), "--a--".strip("-"))
print("".isspace(), "żółw".find("w"), "żółwżó".rfind("żó"), "a𝄐b𝄐".index("𝄐", 2), "𝄐𝄐".count("𝄐"), "日本語".replace("本", "-"), "日,本".split(","), "éa".partition("é"), "ababab".find("bab", 2))
print(str.count("banana", "an"), str.join("-", ["1", "2"]), "a".join("b"), "%s" % "x".split(), "one two".split()[-1], "k=v=w".split("=", 1), "A".__contains__("A"), "ab".__len__(), "a".__add__("b"))
