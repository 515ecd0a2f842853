#!/usr/bin/env python3
"""Writes _code_pages.py: the tables of the code pages, their names, and the names that codecs have besides. Asks CPython what each byte becomes.

    /usr/bin/python3 src/modules/tables/code_pages.py > src/modules/_code_pages.py
"""
import codecs
import encodings
import encodings.aliases
import pkgutil

NOT_TABLES = {"utf_7", "utf_8", "utf_8_sig", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le", "ascii", "latin_1", "charmap",
              "unicode_escape", "raw_unicode_escape", "punycode", "idna", "undefined", "hex_codec", "base64_codec", "quopri_codec", "uu_codec",
              "rot_13", "zlib_codec", "bz2_codec", "mbcs", "oem", "aliases"}
absent, tables, known = set(), {}, set(NOT_TABLES - {"bz2_codec", "mbcs", "oem", "aliases"})
for module in pkgutil.iter_modules(encodings.__path__):
    name = module.name
    if name in NOT_TABLES:
        continue
    info = codecs.lookup(name)
    try:
        decoded = [bytes([b]).decode(name, "replace") for b in range(256)]
        if any(len(c) != 1 for c in decoded) or b"\x8e\xa1\x81\x40".decode(name, "replace") != "".join(decoded[b] for b in b"\x8e\xa1\x81\x40"):
            raise ValueError
    except ValueError:
        absent.add(name)
        continue
    if info.incrementaldecoder.__mro__[1].__name__ == "MultibyteIncrementalDecoder":
        absent.add(name)
        continue
    table = ""
    for b, c in enumerate(decoded):
        try:
            bytes([b]).decode(name)
        except UnicodeDecodeError:
            c = "\ufffe"
        table += c
    for c in set(table) - {"\ufffe"}:
        assert table.rindex(c) == c.encode(name)[0], (name, c)
    tables[name] = (info.name, table)
    known.add(name)
aliases = {}
for alias, module in encodings.aliases.aliases.items():
    if module in known:
        aliases[alias] = module
    elif module in absent:
        absent.add(alias)

print('"""Tables of the code pages. Written by tables/code_pages.py."""\n\n_ASCII = "".join(map(chr, range(128)))\n')
print("# By the module that CPython has it in: the codec's name, and what each byte stands for (\\ufffe: nothing).")
print("TABLES = {")
ASCII = "".join(map(chr, range(128)))
for name, (said, table) in sorted(tables.items()):
    text = f"_ASCII + {ascii(table[128:])}" if table.startswith(ASCII) else ascii(table)
    print(f"    {name!r}: ({said!r}, {text}),")
print("}\n\nALIASES = {")
for alias in sorted(aliases):
    print(f"    {alias!r}: {aliases[alias]!r},")
print("}\n\nABSENT = frozenset((")
for name in sorted(absent):
    print(f"    {name!r},")
print("))")
