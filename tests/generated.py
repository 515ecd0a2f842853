"""Checks that generated files are what their generators write today. tests/generated.py [--update].

Those that the build generates (zones, the version) are not among them.
"""

import os
import subprocess
import sys

import tree

PYTHON = "/usr/bin/python3"  # CPython 3.11, whose Unicode tables ours are
GENERATED = {
    "src/unicode/tables/character_names.inc": "src/unicode/tools/character_names.py",
    "src/unicode/tables/unicode.inc": "src/unicode/tools/unicode.py",
    "src/unicode/tables/unicode_properties.inc": "src/unicode/tools/unicode_properties.py",
    "src/library/_decompositions.py": "src/unicode/tools/decompositions.py",
    "src/library/_unicode_3_2.py": "src/unicode/tools/unicode_3_2.py",
}


def main():
    stale = False
    for path, tool in GENERATED.items():
        text = subprocess.run([PYTHON, "-P", tool], cwd=tree.ROOT, capture_output=True, check=True).stdout
        full = os.path.join(tree.ROOT, path)
        with open(full, "rb") as file:
            if file.read() == text:
                continue
        if "--update" in sys.argv[1:]:
            with open(full, "wb") as file:
                file.write(text)
        else:
            print(f"{path}: {tool} writes something else; tests/generated.py --update")
            stale = True
    return stale


if __name__ == "__main__":
    sys.exit(main())
