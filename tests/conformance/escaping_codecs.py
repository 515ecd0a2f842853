# unicode_escape and raw_unicode_escape, both ways.
text = "a\\b\t\n\r\x00\x1f\x7f\x80\xe9\xff\u0100\u20ac\ud800\U0001f600'\""
for codec in ("unicode_escape", "unicode-escape", "raw_unicode_escape", "raw-unicode-escape"):
    data = text.encode(codec)
    print(codec, data, data.decode(codec) == text)
for data in (rb"\\ \' \" \b \f \t \n \r \v \a \0 \12 \377 \x41 \u0041 \U00000041 \N{DIGIT ONE} \q", b"a\\\nb", b"\xe9\xff", b"", rb"\\u0041", rb"\\\u0041",
             rb"\u0663\u0661\u0664 "):
    for codec in ("unicode_escape", "raw_unicode_escape"):
        try:
            print(codec, ascii(data.decode(codec)))
        except UnicodeDecodeError as e:
            print(codec, e)
for data in (b"a\\", rb"\x4", rb"\x4z", rb"\u12", rb"\u12zz", rb"\U0011ffff", rb"\U1234", rb"\N", rb"\N{}", rb"\N{NO SUCH NAME}", rb"\Nx", rb"\N{DIGIT"):
    for codec in ("unicode_escape", "raw_unicode_escape"):
        for errors in ("strict", "ignore", "replace", "backslashreplace"):
            try:
                print(data, codec, errors, ascii(data.decode(codec, errors)))
            except UnicodeDecodeError as e:
                print(data, codec, e)
try:
    b"\\x1".decode("unicode_escape")
except UnicodeDecodeError as e:
    print(e.encoding, e.start, e.end, e.reason)

# Piece by piece: what is incomplete waits, what is whole is decoded at once.
import codecs
for codec in ("unicode_escape", "raw_unicode_escape"):
    for data in (rb"a\x41\u00e9\U0001f600\N{DIGIT ONE}\101\7\n", b"\\", rb"\x4", rb"\u12", rb"\U0011ffffa", rb"\N", rb"\N{", rb"\N{DIGIT", rb"\N{}", rb"\N{no}"):
        decoder = codecs.getincrementaldecoder(codec)("replace")
        print(codec, data, [decoder.decode(data[i:i + 1]) for i in range(len(data))], decoder.decode(b"", True))
        for final in (False, True):
            print(getattr(codecs, codec + "_decode")(data, "backslashreplace", final))
