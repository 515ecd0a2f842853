def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


b = b"hello world"
print(b, b[0], b[-1], b[1:4], b[::-1], len(b), b + b"!", b"ab" * 2, b"lo" in b, 104 in b, list(b"abc"), bytes(3), bytes([1, 2]), bytes("é", "utf-8"), bytes(b"x"), bytes(), bytes(range(3)))
print(b.upper(), b.title(), b.capitalize(), b.swapcase(), b.find(b"o"), b.find(111), b.rfind(b"o"), b.index(b"w"), b.count(b"l"), b.replace(b"l", b"L", 2), b.split(), b.split(b"o", 1), b.rsplit(b"o", 1), b.partition(b" "), b.rpartition(b"zz"))
print(b.startswith(b"he"), b.endswith((b"x", b"ld")), b"  x ".strip(), b"xxaxx".strip(b"x"), b"-".join([b"a", b"b"]), b"a\nb\r\nc".splitlines(), b"ab".center(6, b"*"), b"7".zfill(3), b"a".ljust(3) + b"|", b"a".rjust(3), b"a\tb".expandtabs(4))
print(b"abc".hex(), b"abc".hex("-"), b"abcd".hex(":", 2), bytes.fromhex("61 62 63"), bytes.fromhex(""), b"abc".decode(), b"\xc3\xa9".decode("utf-8"), b"\xe9".decode("latin-1"), ascii(b"a\xffb".decode("utf-8", "replace")), b"a\xffb".decode("ascii", "ignore"), b"\xff".decode("utf-8", "backslashreplace"))
print(b"abc".isalpha(), b"12".isdigit(), b"a1".isalnum(), b" ".isspace(), b"AB".isupper(), b"ab".islower(), b"Ab".istitle(), b"\x80".isascii(), b"".isalpha(), b"prefix".removeprefix(b"pre"), b"x.py".removesuffix(b".py"))
print(b"abc" < b"abd", b"a" == "a", b"a" == b"a", hash(b"ab") == hash(b"ab"), {b"k": 1}[b"k"], b"abc".translate(bytes.maketrans(b"ab", b"xy")), b"abc".translate(None, b"b"), sorted([b"b", b"a"]), bool(b""), max(b"abc"))
print(repr(b"\x00\t\n\r\\'\"\x7f\xff~ "), str(b"x"), b"""tri"ple""", rb"\n", Rb"\x", bR'\'', bytes([65]) + b"\x42")
for call in [lambda: b"a" + "a", lambda: bytes([256]), lambda: bytes(-1), lambda: bytes("a"), lambda: b"abc"[5], lambda: b"a".index(b"z"), lambda: bytes.fromhex("6"), lambda: bytes.fromhex("zz"), lambda: b"\xff".decode(), lambda: b"a".join(["x"]), lambda: "a" in b"a", lambda: bytes(["a"]), lambda: bytes(1.5), lambda: b"a".split(""), lambda: b"\xe9x".decode("ascii"), lambda: b"\xe2\x82".decode(), lambda: b"x".find("x"), lambda: b"x" < "x"]:
    print(error(call))
ba = bytearray(b"abc")
ba.append(100); ba.extend(b"ef"); ba[0] = 65; ba[1:3] = b"XYZ"; del ba[-1]; ba.insert(1, 33); ba += b"!"
print(ba, ba.pop(), ba.pop(0), ba.remove(33), ba, len(ba), ba == b"XYZde", bytes(ba), ba.decode(), ba[::2], ba.upper(), ba.find(b"Z"), ba.reverse(), ba, ba.copy() is ba, bytearray(2), bytearray("é", "utf-8"), ba * 2, b"Z" in ba, ba.clear(), ba)
print(error(ba.pop), error(bytearray(b"a").append, 256), error(bytearray(b"a").remove, 5), error(hash, bytearray()), error(lambda: bytearray(b"a")[3]), repr(bytearray(b"it's")), bytearray.fromhex("ff"), isinstance(ba, bytes))
