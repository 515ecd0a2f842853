import codecs
import io


def err(function, *args, **kwargs):
    try:
        return function(*args, **kwargs)
    except UnicodeError as e:
        return (type(e).__name__, str(e), e.args[2:])
    except Exception as e:
        return f"{type(e).__name__}: {e}"


NAMES = ["cp037", "cp273", "cp437", "cp737", "cp850", "cp852", "cp866", "cp874", "cp1250", "cp1251", "cp1252", "cp1253", "cp1257", "cp1258", "iso8859-2",
         "iso8859-5", "iso8859_7", "iso-8859-15", "ISO-8859-16", "latin2", "koi8-r", "koi8-u", "mac-roman", "MacCyrillic", "mac_greek", "hp-roman8", "palmos", "ptcp154",
         "tis-620", "windows-1252", "kz1048", "cp1140"]
for name in NAMES:
    info = codecs.lookup(name)
    data = bytes(range(256))
    print(name, info.name, ascii(data.decode(name, "replace")), info._is_text_encoding)
    text = data.decode(name, "ignore")
    assert text.encode(name).decode(name) == text
    print(err("aж€☃".encode, name), "aж€☃é".encode(name, "replace"), "aж☃".encode(name, "xmlcharrefreplace"), err(b"\x81\xff\x9f".decode, name), b"\x81\xff".decode(name, "backslashreplace"))
for name in ("utf8", "UTF-8", "u8", "latin-1", "L1", "ascii", "646", "utf_16", "UTF-32BE", "utf-8-sig", "utf-7", "unicode_escape", "raw-unicode-escape", "idna", "punycode", "hex", "base64",
             "rot13", "quopri", "uu", "charmap"):
    info = codecs.lookup(name)
    print(name, info.name, info._is_text_encoding, repr(info).split(" at ")[0])
for name in ("nope", "", "a\0b", "é", "utf8 x"): print(err("x".encode, name), err(b"x".decode, name), err(codecs.lookup, name))
print(err(codecs.lookup, 5), err(codecs.encode, "x", "nope"), err("x".encode, "hex"), err(b"x".decode, "rot13"), err(b"x".decode, "hex"))

# handlers of a program
def handler(e):
    seen.append((type(e).__name__, e.encoding, e.start, e.end, e.reason))
    return answers.pop(0) if answers else (f"<{e.start}-{e.end}>", e.end)
codecs.register_error("own", handler)
for text in ("aéb€", "\udc80x\udcff", "plain", "", "€€"):
    for name in ("ascii", "latin-1", "utf-8", "utf-16", "utf-16-be", "utf-32", "cp1251", "utf-8-sig"):
        seen, answers = [], []
        print(name, err(text.encode, name, "own"), seen)
for data in (b"a\xffb", b"\xe2\x82", b"\xed\xa0\x80", b"abc\xf0\x9f\x98", b"\x00\xd8a"):
    for name in ("ascii", "utf-8", "utf-16", "utf-16-be", "utf-32", "utf-7", "cp1252", "utf-8-sig", "unicode_escape"):
        seen, answers = [], []
        print(name, err(data.decode, name, "own"), seen)
for answer in (("x", 0), ("x", -1), ("x", 99), ("x", -99), (5, 1), ("x",), "x", (b"\xfe", 2), ("é", 2), ("?", "2"), None):
    seen, answers = [], [answer]
    print(answer, err("aéb".encode, "ascii", "own"), len(seen))
    seen, answers = [], [answer]
    print(answer, err(b"a\xffb".decode, "utf-8", "own"), len(seen))
def stop(e): raise KeyError(e.object[e.start:e.end])
codecs.register_error("stop", stop)
print(err("aé".encode, "ascii", "stop"), err(b"a\xe9".decode, "ascii", "stop"), str(b"\xe9", "ascii", "ignore"), err(str, b"\xe9", "ascii", "stop"), err(bytes, "é", "ascii", "own"), err(bytearray, "é", "ascii", "own"))
print(err("é".encode, "ascii", "unknown"), err(b"\xff".decode, "utf-16", "unknown"), "e".encode("ascii", "unknown"), err(codecs.lookup_error, "unknown"), err(codecs.register_error, "x", 5))
for name in ("strict", "ignore", "replace", "xmlcharrefreplace", "backslashreplace", "namereplace", "surrogateescape", "surrogatepass"):
    f = codecs.lookup_error(name)
    print(name, err(f, UnicodeEncodeError("ascii", "aé€b\udc80", 1, 5, "why")), err(f, UnicodeEncodeError("utf-8", "a\udc80b", 1, 2, "why")), err(f, UnicodeDecodeError("utf-8", b"a\xff\xed\xb2\x80", 2, 3, "why")),
          err(f, UnicodeDecodeError("ascii", b"a\xffb", 1, 2, "why")), err(f, UnicodeTranslateError("aéb", 1, 2, "why")), err(f, ValueError("x"))[:50], err(f, 5)[:30])

# codecs of a program
class Upper(codecs.Codec):
    def encode(self, input, errors="strict"): return input.upper().encode(), len(input)
    def decode(self, input, errors="strict"): return bytes(input).decode().lower(), len(input)
def search(name):
    asked.append(name)
    if name == "upper": return codecs.CodecInfo(Upper().encode, Upper().decode, name="upper")
    if name == "bad": return 5
    if name == "odd": return codecs.CodecInfo(lambda s: 5, lambda s: (5, 1), name="odd")
    if name == "odd2": return codecs.CodecInfo(lambda s: ("x", 5), lambda s: (b"y", 1), name="odd2")
    if name == "raises": return codecs.CodecInfo(lambda s: 1 // 0, lambda s: [][5], name="raises")
asked = []
codecs.register(search)
print("abc".encode("Upper"), b"ABC".decode("UPPER"), str(b"X", "upper"), bytes("x", "upper"), asked, err("x".encode, "bad"), err("x".encode, "odd"), err(b"x".decode, "odd"), err("x".encode, "odd2"), err(b"x".decode, "odd2"))
print(err("x".encode, "raises"), err(b"x".decode, "raises"), codecs.encode("x", "odd2"), asked)
codecs.unregister(search)
print(err("abc".encode, "upper"))
try:
    b"zz".decode("utf-7", "nothing") and codecs.decode(b"zz", "hex")
except Exception as e:
    print(type(e).__name__, e, repr(e.__cause__))

# transformations, escapes, utf-7
print(codecs.encode("Hello", "rot13"), codecs.decode(b"616263", "hex"), codecs.encode(b"abc" * 30, "base64"), codecs.decode(b"YWJj\n", "base64"), codecs.encode(b"a=b \t\xff\n", "quopri"), codecs.decode(b"a=3Db=FF", "quopri"),
      codecs.encode(b"hello world" * 8, "uu"), codecs.decode(codecs.encode(b"hello", "uu"), "uu"))
print("a\\n\u20ac\n\t\x7f\xff\U0001f600'\"".encode("unicode_escape"), "a\\n\u20ac\xff\U0001f600".encode("raw_unicode_escape"))
for data in (rb"\u20ac\x41\n\N{BULLET}\101\7\\", rb"\U0001f600", rb"a\x4", rb"a\u12", rb"\U00110000", rb"\N{NOTHING SUCH}", rb"\N{", rb"\Nx", b"a\\", b"\xe9\\x41"):
    print(data, err(data.decode, "unicode_escape"), data.decode("unicode_escape", "replace"), err(data.decode, "raw_unicode_escape"))
for text in ("Hi Mom -\u263a-!", "A\u2262\u0391.", "+", "a+b", "\U0001f600", "x\ud800y", "~\\", "€-", "€a", "\0"):
    made = text.encode("utf-7")
    print(made, made.decode("utf-7") == text)
for data in (b"+Jjo--+IKwA-!", b"a+IKw-!b", b"a+IK", b"+IKx-", b"+@b", b"a\xffb", b"+2AA-x", b"+2AHcAQ"):
    print(data, ascii(err(data.decode, "utf-7")), ascii(data.decode("utf-7", "replace")), ascii(codecs.utf_7_decode(data, "replace")))
for text in ("bücher", "日本語", "abc", "", "München-Ost"): print(text.encode("punycode"), text.encode("punycode").decode("punycode") == text)
for host in ("python.org", "bücher.example", "BÜCHER.Example.", "日本語。jp", "a" * 64, "a..b", "ß.de"): print(host[:20], err(host.encode, "idna"))
print(b"xn--bcher-kva.example".decode("idna"), err(b"xn--a".decode, "idna"))
print(codecs.escape_decode(rb"a\n\x41\101"), codecs.escape_encode(b"a\n\x00'\""), codecs.charmap_encode("ab", "strict", {97: 1, 98: b"xy"}), err(codecs.charmap_encode, "abc", "strict", {97: 1}), codecs.charmap_decode(b"\0\1", "replace", "a"),
      codecs.charmap_decode(b"\0\1\2", "strict", {0: "xy", 1: 65, 2: ""}), err(codecs.charmap_decode, b"\0", "strict", {}))

# by pieces
for name in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "utf-7", "cp1252", "unicode_escape", "ascii"):
    text = "aé€😀\nz" if name.startswith(("u",)) else "aé€\nz" if name == "cp1252" else "abc\nz"
    data = text.encode(name)
    d = codecs.getincrementaldecoder(name)()
    print(name, [d.decode(bytes([b])) for b in data] + [d.decode(b"", True)], d.getstate())
    e = codecs.getincrementalencoder(name)()
    print([e.encode(c) for c in text], e.getstate(), b"".join(codecs.iterencode(list(text), name)) == data, "".join(codecs.iterdecode([data[i:i + 1] for i in range(len(data))], name)) == text)
    r = codecs.getreader(name)(io.BytesIO(data * 1))
    print(r.read(3), r.readline(), r.read())
    w = io.BytesIO()
    writer = codecs.getwriter(name)(w)
    writer.write(text[:2]); writer.writelines([text[2:], "x"])
    print(w.getvalue())
d = codecs.getincrementaldecoder("utf-8")("strict")
print(err(d.decode, b"\xe2\x82", True), err(codecs.utf_8_decode, b"a\xe2\x82"), codecs.utf_16_ex_decode(b"\xfe\xff\x00a", "strict", 0, True), codecs.getincrementaldecoder("utf-8")("ignore").decode(b"a\xffb"))
r = codecs.getreader("utf-8")(io.BytesIO("ä\nb\r\nc\x85d\u2028e".encode()))
print(list(r), err(codecs.getreader("utf-16"), io.BytesIO(b"ab"))is not None)
r = codecs.getreader("utf-8")(io.BytesIO(b"one\ntwo\nthree"))
print(r.readline(), r.read(2), r.readlines())
print(codecs.EncodedFile(io.BytesIO("é".encode("latin-1")), "utf-8", "latin-1").read(), codecs.BOM_UTF8, codecs.BOM_UTF16, codecs.BOM_UTF32_BE)
