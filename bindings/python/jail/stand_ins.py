#!/usr/bin/env python3
"""Writes definitions for all that a Python module takes from CPython: names alone, so that the module can be loaded without it.

    stand_ins.py NM MODULE OUTPUT      NM: the command that lists a file's symbols
"""
import re
import subprocess
import sys


def names(nm, module):
    told = subprocess.run([nm, "--dynamic", "--undefined-only", module], capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(r"^\s*U (_?Py\w+)$", told, re.M)))


def main():
    nm, module, output = sys.argv[1:]
    with open(output, "w", encoding="utf-8") as file:
        file.write('extern "C" {\n')
        file.writelines(f"char {name};\n" for name in names(nm, module))
        file.write("}\n")


if __name__ == "__main__":
    main()
