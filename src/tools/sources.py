#!/usr/bin/env python3
"""Prints the files of folders whose names end so, one a line: meson.build makes its lists of them.

    sources.py ROOT ENDING FOLDER...      the folders, and what is printed, are relative to ROOT
"""
import os
import sys


def sources(root, ending, folders):
    for top in folders:
        for folder, inner, names in os.walk(os.path.join(root, top)):
            inner.sort()
            yield from (os.path.relpath(os.path.join(folder, name), root) for name in sorted(names) if name.endswith(ending))


if __name__ == "__main__":
    print("\n".join(sources(sys.argv[1], sys.argv[2], sys.argv[3:])))
