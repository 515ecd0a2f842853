#!/usr/bin/env python3
"""Writes _stringprep.py: the tables of RFC 3454, as CPython answers for each character.

    /usr/bin/python3 -P src/modules/tables/stringprep.py > src/modules/_stringprep.py
"""
import sys

sys.path = [p for p in sys.path if not p.endswith("tables")]
import stringprep

TESTS = ["a1", "b1", "c11", "c12", "c21", "c22", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "d1", "d2"]


def ranges(test):
    out, start = [], None
    for code in range(0x110001):
        inside = code < 0x110000 and test(chr(code))
        if inside and start is None:
            start = code
        elif not inside and start is not None:
            out.append(f"{start:x}" if start == code - 1 else f"{start:x}-{code - 1:x}")
            start = None
    return " ".join(out)


def lines(text, width=130):
    words, line = text.split(" "), ""
    for word in words:
        if len(line) + len(word) > width:
            yield line
            line = ""
        line += word + " "
    yield line


print('"""The tables of RFC 3454: characters as ranges of hexadecimal numbers. Written by tables/stringprep.py."""\n')
print("TABLES = {")
for name in TESTS:
    print(f"    {name!r}: (")
    for line in lines(ranges(getattr(stringprep, "in_table_" + name))):
        print(f"        {line!r}")
    print("    ),")
print("}\n\n# What the maps of tables B.2 and B.3 do otherwise than str.lower: code, what it becomes. CPython's two agree for each character.")
pairs = []
for code in range(0x110000):
    made = stringprep.map_table_b2(chr(code))
    assert made == stringprep.map_table_b3(chr(code))
    if made != chr(code).lower():
        pairs.append(f"{code:x}=" + "_".join(f"{ord(c):x}" for c in made))
print("FOLDED = (")
for line in lines(" ".join(pairs)):
    print(f"    {line!r}")
print(")")
