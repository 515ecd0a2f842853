#!/usr/bin/env python3
"""Writes html_entities.py: the names of characters in HTML, as CPython has them.

    /usr/bin/python3 src/modules/tables/html_entities.py > src/modules/html_entities.py
"""
import html.entities as known

print('"""The names of characters in HTML. Written by tables/html_entities.py."""\n')
print('__all__ = ["html5", "name2codepoint", "codepoint2name", "entitydefs"]\n')
print("# name, characters, name, …: by turns")
print("_HTML5 = (")


def pieces(values, width=120):
    line = ""
    for value in values:
        if len(line) + len(value) + 1 > width:
            yield line
            line = ""
        line += value + " "
    yield line


flat = [text for name, chars in known.html5.items() for text in (name, "".join(f"{ord(c):x}_" for c in chars)[:-1])]
for line in pieces(flat):
    print(f"    {line!r}")
print(")\n_HTML4 = (")
for line in pieces([text for name, code in known.name2codepoint.items() for text in (name, f"{code:x}")]):
    print(f"    {line!r}")
print(''')


def _pairs(text):
    words = text.split()
    return zip(words[::2], words[1::2])


html5 = {name: "".join([chr(int(code, 16)) for code in codes.split("_")]) for name, codes in _pairs(_HTML5)}
name2codepoint = {name: int(code, 16) for name, code in _pairs(_HTML4)}
codepoint2name = {code: name for name, code in name2codepoint.items()}
entitydefs = {name: chr(code) for name, code in name2codepoint.items()}''')
