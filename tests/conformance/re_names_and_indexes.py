# \N{…} in patterns, groups named by objects with __index__, replacements that are like bytes.
import re


class Index:
    def __init__(self, value): self.value = value
    def __index__(self): return self.value


m = re.match("(a)(?P<second>b)", "ab")
assert m.group(Index(1)) == "a" and m.group(Index(1), Index(2), "second") == ("a", "b", "b")
assert m.start(Index(2)) == 1 and m.end(Index(1)) == 1 and m.span(Index(0)) == (0, 2) and m[Index(2)] == "b"
try:
    m.group(Index(3))
except IndexError as e:
    print(e)
assert re.match(r"\N{LESS-THAN SIGN}", "<") and re.match(r"\N{less-than sign}[\N{DRAGON}-\N{SNAKE}]", "<\N{SNAKE}")
for pattern in (r"\N", r"[\N]", r"\N{}", r"\N{SNAKE", r"\N{NO SUCH NAME}", r"[\N{NOTHING}]"):
    try:
        re.compile(pattern)
    except re.error as e:
        print(e)
assert re.sub(b"y", bytearray(b"a"), b"xyz") == b"xaz" and re.subn(b"y", memoryview(b"\\g<0>!"), b"xyz") == (b"xy!z", 1)
