#!/usr/bin/env python3
"""Writes _unicode_3_2.py: how Unicode 3.2, which internet names go by, differs from the one of CPython's unicodedata.

    /usr/bin/python3 -P src/unicode/tools/unicode_3_2.py > src/library/_unicode_3_2.py
"""
import sys
import unicodedata
from unicodedata import ucd_3_2_0 as old

EVERY = range(0x110000)


def ranges(codes):
    """[1, 2, 3, 7] as "1-3 7", in hexadecimal."""
    out = []
    for code in codes:
        if out and out[-1][1] == code - 1:
            out[-1][1] = code
        else:
            out.append([code, code])
    return " ".join(f"{a:x}" if a == b else f"{a:x}-{b:x}" for a, b in out)


def show(name, text, indent=""):
    print(f"{indent}{name}(")
    line = ""
    for word in text.split(" "):
        if len(line) + len(word) > 130:
            print(f"{indent}    {line!r}")
            line = ""
        line += word + " "
    print(f"{indent}    {line[:-1]!r}")
    print(indent + (")," if indent else ")"))


print('"""How Unicode 3.2 differs: characters as ranges of hexadecimal numbers. Written by src/unicode/tools/unicode_3_2.py."""\n')
missing = {code for code in EVERY if old.category(chr(code)) == "Cn" != unicodedata.category(chr(code))}
print("# Not there yet.")
show("UNASSIGNED = ", ranges(sorted(missing)))
print("\n# What else they were, by the function that says so: values, and the characters that have them.")
print("CHANGED = {")
for name in "category", "bidirectional", "east_asian_width", "mirrored", "decimal":
    default = (-1,) if name == "decimal" else ()
    by_value = {}
    for code in EVERY:
        value = getattr(old, name)(chr(code), *default)
        if code not in missing and value != getattr(unicodedata, name)(chr(code), *default):
            by_value.setdefault(value, []).append(code)
    print(f"    {name!r}: {{")
    for value, codes in by_value.items():
        show(f"{value!r}: ", ranges(codes), "        ")
    print("    },")
print("}\n\n# What they were decomposed into.")
print("DECOMPOSED = {")
for code in sorted(set(EVERY) - missing):
    forms = {old.normalize(form, chr(code)) for form in ("NFC", "NFD", "NFKC", "NFKD")}
    if forms != {unicodedata.normalize(form, chr(code)) for form in ("NFC", "NFD", "NFKC", "NFKD")}:
        assert len(forms) == 1
        print(f"    {chr(code)!a}: {forms.pop()!a},")
print("}")
for name in "combining", "decomposition":
    assert all(getattr(old, name)(chr(code)) == getattr(unicodedata, name)(chr(code)) for code in EVERY if code not in missing), name
for name in "digit", "numeric", "name":
    assert all(
        getattr(old, name)(chr(code), None) == getattr(unicodedata, name)(chr(code), None) for code in EVERY if code not in missing
    ), name
print({n: getattr(old, n)("\u0221") for n in ("category", "bidirectional", "east_asian_width", "mirrored", "combining")}, file=sys.stderr)
