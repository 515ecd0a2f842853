def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for s in ["", "a'b", 'a"b', "a'b\"c", "\n\t\r\\", "\x00\x1f\x7f", "é", "\xa0\xad", "\u200b\u2028", "😀", "\ud800", "\udfff", "\U0010ffff", "日本", "\ufeff", "a\u0301", "\x80\x9f", "\u0378", "\ue000"]:
    print(ascii(repr(s)), ascii(s), len(s), [hex(ord(c)) for c in s])
print("\x41\101\u0041\U00000041\N{LATIN SMALL LETTER A}\
continued", r"\n\x", "tab\tend", 'sq\'s', "\0".encode(), b"\x41\101\n\\", "a\
b")
print(repr("it's"), repr('say "hi"'), repr("both ' and \""), str(b"x'y"), repr(b'a"\'\n\xff'), ascii("żółć"), ascii(["é"]))
print("""triple "quoted" 'string'
second line""", '''a''' 'b', r'raw\'s', len(r"\\"))
print(chr(97), chr(0x1F600), ord("a"), ord("😀"), ascii(chr(0xD800)), ord(b"a"), error(chr, -1), error(chr, 0x110000), error(ord, "ab"), error(ord, ""), error(chr, "a"), error(ord, 5))
t = "aé日😀z"
print(t[0], t[1], t[2], t[3], t[-1], t[1:4], t[::-1], t[::2], t[-2:], t[5:], t[:100], t[-100:2], t[3:1], t[4:0:-2])
print(error(lambda: t[5]), error(lambda: t["a"]), error(lambda: t[1.0]), error(lambda: t[None]), error(lambda: t[::0]))
print(error(lambda: t.nope), error(lambda: len(5)), error(lambda: t()), error(lambda: "a" + b"b"), error(lambda: "a" - "b"), error(lambda: "a" * "b"), error(lambda: "a" * 1.5))
def set_item(): t[0] = "x"
def del_item(): del t[0]
print(error(set_item), error(del_item))
big = "é" * 1000 + "x" + "日" * 1000
print(big[1000], big[999:1002], big.index("x"), len(big), big[-1], big[1500:1503], big.find("日"), hash(big) == hash("é" * 1000 + "x" + "日" * 1000))
print("é".encode(), "é".encode("latin-1"), "aé".encode("ascii", "ignore"), "aé".encode("ascii", "replace"), "é".encode("utf-16-le"), "é😀".encode("ascii", "backslashreplace"), "é".encode("ascii", "xmlcharrefreplace"))
print(error("é".encode, "ascii"), error("\ud800".encode), error("a".encode, "nope"), ascii("\ud800".encode("utf-8", "surrogatepass")))
print(str(), str(5), str(None), str(b"abc", "utf-8"), str("x"), str([1, "a"]), str(object=3), error(str, b"\xff", "utf-8"), ascii(str(b"a\xff", errors="replace")))
class Name(str):
    def shout(self): return Name(self.upper() + "!")
n = Name("bob")
print(n.shout(), n.shout().shout(), type(n + "x").__name__, n == "bob", {n: 1}["bob"], isinstance(n, str), [n], f"{n:>5}", n[0], len(n))
