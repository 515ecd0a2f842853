out = []
for i in range(1, 16): out.append("FizzBuzz" if i % 15 == 0 else "Fizz" if i % 3 == 0 else "Buzz" if i % 5 == 0 else str(i))
print(" ".join(out))
s = ""
for c in "hello": s = c + s
print(s, "".join(reversed("hello")), "hello"[::-1], "-".join(str(i) for i in range(5)), "ab" * 3 + "c", ("x" + "y") * 2)
table = [("name", "qty", "price"), ("apple", 3, 1.5), ("kiwi", 12, 0.25)]
widths = [max(len(str(r[i])) for r in table) for i in range(3)]
for r in table: print(" | ".join(str(v).ljust(w) for v, w in zip(r, widths)) + "|")
print("\n".join("".join("*" if j <= i else "." for j in range(4)) for i in range(4)))
def wrap(text, width):
    line, lines = "", []
    for w in text.split():
        if len(line) + len(w) + bool(line) > width: lines.append(line); line = w
        else: line = f"{line} {w}" if line else w
    return lines + [line]
for l in wrap("the quick brown fox jumps over the lazy dog again and again", 16): print(f"|{l:<16}|{l:^16}|{l:>16}|")
def caesar(t, k): return "".join(chr((ord(c) - b + k) % 26 + b) if c.isalpha() and c.isascii() and (b := 65 if c.isupper() else 97) else c for c in t)
print(caesar("Hello, World!", 3), caesar(caesar("Hello, World!", 3), -3))
def rle(t):
    o, i = "", 0
    while i < len(t):
        j = i
        while j < len(t) and t[j] == t[i]: j += 1
        o += f"{j - i}{t[i]}"; i = j
    return o
print(rle("aaabccd"), rle(""), rle("z"))
words = "Madam Arora teaches malayalam".split()
print([w for w in words if w.lower() == w.lower()[::-1]], {w[0].lower(): len(w) for w in words}, sorted(words, key=lambda w: (len(w), w)), " ".join(w.capitalize() for w in words), "".join(w[0] for w in words), max(words, key=len))
vowels = sum(c in "aeiou" for c in "programming language")
print(vowels, "".join(c for c in "a1b2c3" if c.isdigit()), "".join(sorted("banana")), "".join(dict.fromkeys("banana")), {c: "banana".count(c) for c in "abn"}, list("abc"), [*map(ord, "AB")], bytes([72, 105]).decode(), "%s has %d items costing %.2f" % ("cart", 3, 9.999), "{:<6}{:>6}".format("ab", 12))
print("a,b;c d".replace(",", " ").replace(";", " ").split(), "key=value=x".partition("="), "1,2,,3".split(","), [int(x) for x in "1 2 3".split()], "  pad ".strip().center(9, "*"), "CamelCaseString".swapcase(), "tEsT".title(), "x".zfill(4), "snake_case".replace("_", " ").title().replace(" ", ""), "abc".find("z"), "abcabc".rfind("b"), "aXbXc".split("X", 1), "\n".join(["l1", "l2"]).splitlines())
print(str(123)[::-1], int(str(45)[::-1]), "".join(str(d) for d in [1, 2, 3]), sum(int(d) for d in str(98765)), bin(37)[2:].zfill(8), f"{37:08b}", int("100101", 2), hex(255)[2:].upper(), "%05.1f|%+d|%e" % (3.14159, 5, 12345.678), "abc" < "abd", "Z" < "a", "10" < "9", "" < "a")
