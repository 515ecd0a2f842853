import unicodedata


def error(f):
    try:
        return f()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


# All names, folded into one number; every 97th is looked up again.
total, wrong = 0, 0
for start in (0, 0x1100, 0x2000, 0x3400, 0xA000, 0xAC00, 0xD7A0, 0xF900, 0x10000, 0x18AF0, 0x1F300, 0x20000, 0xE0000):
    for c in range(start, start + 1500):
        name = unicodedata.name(chr(c), "")
        total = (total * 31 + len(name) + (ord(name[-1]) if name else 0)) % 1000000007
        if c % 97 == 0 and name and unicodedata.lookup(name) != chr(c):
            wrong += 1
print(total, wrong)
for name in ["LF", "latin small letter gha", "KEYCAP DIGIT ONE", "HANGUL SYLLABLE GAG", "HANGUL SYLLABLE G", "HANGUL SYLLABLE GAX",
             "CJK UNIFIED IDEOGRAPH-4e00", "CJK UNIFIED IDEOGRAPH-4E00", "CJK UNIFIED IDEOGRAPH-A000", "", "nope", "a" * 300]:
    print(error(lambda: ascii(unicodedata.lookup(name))))
for f in (lambda: unicodedata.name("\0"), lambda: unicodedata.name("ab"), lambda: unicodedata.name("\0", None), lambda: unicodedata.name(5),
          lambda: unicodedata.lookup(5), lambda: unicodedata.category("ab"), lambda: unicodedata.digit("x"), lambda: unicodedata.decimal(1)):
    print(error(f))
print("aé\N{BULLET}\ud800\0".encode("ascii", "namereplace"), "\N{line feed}\N{LATIN SMALL LETTER GHA}" == "\nƣ", f"\N{DIGIT ONE}{1}")

# Every property, folded into one number.
total = 0
for c in list(range(0, 0x3000, 3)) + list(range(0xA000, 0x20000, 17)) + list(range(0x20000, 0x110000, 9973)):
    c = chr(c)
    for value in (unicodedata.combining(c), len(unicodedata.bidirectional(c)), unicodedata.mirrored(c), ord(unicodedata.east_asian_width(c)[-1]), int(unicodedata.numeric(c, -1) * 60)):
        total = (total * 31 + value) % 1000000007
print(total, unicodedata.numeric("½"), error(lambda: unicodedata.numeric("x")), "".join(c for c in unicodedata.normalize("NFD", "Crème brûlée") if not unicodedata.combining(c)))
print([unicodedata.decomposition(c) for c in "éǘﬁ½가aℌ①"], sum(len(unicodedata.decomposition(chr(c))) for c in range(0x110000)))
for wrong in ("ab", "", 5):
    print(error(lambda: unicodedata.decomposition(wrong)))
