"""The project's C++ files and their #include lines, for layers.py and packages.py."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
PARTS = ["include", "src", "serialization", "bindings", "examples", "tests", "fuzz"]


def cpp_files(parts=PARTS):
    """Paths of all C++ files, relative to the root of the tree, sorted."""
    for part in parts:
        for folder, folders, names in os.walk(os.path.join(ROOT, part)):
            folders.sort()
            for name in sorted(names):
                if name.endswith((".h", ".cpp", ".inc", ".def")):
                    yield os.path.relpath(os.path.join(folder, name), ROOT)


def includes(path):
    """(line number, included path) of each #include in a file."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        text = file.read()
    for match in INCLUDE.finditer(text):
        yield text.count("\n", 0, match.start(2)) + 1, match[2]
