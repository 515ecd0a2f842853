#!/usr/bin/env python3
"""Writes _decompositions.py: what unicodedata.decomposition() gives, as the running CPython has it.

    /usr/bin/python3 -P src/unicode/tools/decompositions.py > src/library/_decompositions.py
"""
import sys
import textwrap
import unicodedata

assert unicodedata.unidata_version == "14.0.0", "the tables must come from CPython 3.11"


def main():
    by_tag = {}
    for code in range(sys.maxunicode + 1):
        if found := unicodedata.decomposition(chr(code)):
            tag, _, codes = found.partition("> ") if found.startswith("<") else ("", "", found)
            by_tag.setdefault(tag, {})[code] = "+".join(f"{int(word, 16):x}" for word in codes.split())
    print('"""What characters are decomposed into. Written by src/unicode/tools/decompositions.py."""\n')
    print(
        "# By their tags: pairs of a character and what it is made of, as the distance from the character before and hexadecimal numbers."
    )
    print("DECOMPOSED = {")
    for tag, found in by_tag.items():
        before, words = 0, []
        for code, parts in found.items():
            words.append(f"{code - before:x}:{parts}")
            before = code
        print(f"    {tag + '> ' if tag else ''!r}: (")
        lines = textwrap.wrap(" ".join(words), 126, break_long_words=False, break_on_hyphens=False)
        for number, line in enumerate(lines, 1):
            print(f"        {line + ('' if number == len(lines) else ' ')!r}")
        print("    ),")
    print("}")


main()
