# Text built piece by piece: every string that was there before stays what it was, in whatever order they are appended to.
def build(n):
    kept = []
    text = ""
    for i in range(n):
        text += "añ𝄐"[i % 3] + str(i)
        if i % 37 == 0:
            kept.append(text)
    return text, kept


text, kept = build(2000)
print(len(text), hash(text) == hash(text[:]), text[-12:], text[1000], text.find("1999"))
for earlier in kept:
    assert text.startswith(earlier) and text[: len(earlier)] == earlier
    assert earlier.encode().decode() == earlier

# Two that go on from the same one.
base = "x" * 100
for i in range(300):
    base += "y"
one = base + "1"
two = base + "2"
three = one + "3"
four = base + "4"
assert base == "x" * 100 + "y" * 300
assert (one, two, three, four) == (base + "1", base + "2", base + "13", base + "4")
assert len({one, two, three, four, one + "", "" + two}) == 4
assert one + one == "x" * 100 + "y" * 300 + "1" + "x" * 100 + "y" * 300 + "1"

# A string appended to itself, and in the middle of iterating.
s = "ab" * 100
for i in range(5):
    s += "c"
    s += s
print(len(s), s.count("c"), s[-3:])
s = "q" * 200
for i in range(40):
    s += "r"
for c in s:
    if len(s) < 400:
        s += c
print(len(s), s[238:243])
it = iter(s)
s += "é"
print("".join(it) + "é" == s, s[-1], s.isascii(), s[:-1].isascii())


class Log:
    def __init__(self):
        self.text = ""

    def add(self, line):
        self.text = self.text + line + "\n"


log = Log()
for i in range(3000):
    log.add(f"line {i}")
print(len(log.text), log.text.splitlines()[1234], {log.text: 1}[log.text[:]])
d = {"k": ""}
for i in range(500):
    d["k"] += "\ud800" if i % 100 == 0 else "z"
print(len(d["k"]), d["k"].count("\ud800"), sorted([d["k"] + "b", d["k"] + "a"])[0][-1])
