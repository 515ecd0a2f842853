#!/usr/bin/env python3
"""Writes a C++ file with a hash of what makes code of a text, so that caches of code know by which compiler they were made.

    fingerprint.py OUTPUT FILE...
"""
import hashlib
import os
import sys


def main(output, *paths):
    whole = hashlib.sha256()
    for path in sorted(paths):
        with open(path, "rb") as file:
            whole.update(os.path.basename(path).encode() + b"\0" + hashlib.sha256(file.read()).digest())
    with open(output, "w", encoding="utf-8") as file:
        file.write('#include "session/code_cache.h"\n\nnamespace fermata {\n\n')
        file.write(f'std::string_view compiler_fingerprint() {{ return "{whole.hexdigest()}"; }}\n\n}}  // namespace fermata\n')


if __name__ == "__main__":
    main(*sys.argv[1:])
