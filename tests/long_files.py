"""Checks tests/long_files.txt: each source file of more than 500 lines is in it with a reason, and nothing else is. tests/long_files.py.

What a program of ours writes (as its first lines say) doesn't count, nor do programs that tests run.
"""

import os
import re
import sys

import tree

MOST = 500
GENERATED = re.compile(rb"(Written|Generated) by|Do not edit")
LIST = os.path.join(tree.ROOT, "tests", "long_files.txt")
FOLDERS = ["bindings", "examples", "include", "serialization", "src", "tests"]
ENDS = (".h", ".cpp", ".inc", ".def", ".py", ".pyi", ".js", ".css", ".html", ".sh", "")


def lines_of(path):
    """How many lines a source file has; 0 for what isn't one."""
    with open(path, "rb") as file:
        content = file.read()
    if b"\0" in content or GENERATED.search(b"\n".join(content.split(b"\n", 3)[:3])):
        return 0
    return content.count(b"\n")


def long_files():
    """{path: lines} of those that are too long."""
    found = {}
    for part in FOLDERS:
        for folder, folders, names in os.walk(os.path.join(tree.ROOT, part)):
            folders[:] = [name for name in folders if name not in ("__pycache__", "states")]
            for name in names:
                path = os.path.join(folder, name)
                if os.path.splitext(name)[1] in ENDS and not os.path.islink(path) and (lines := lines_of(path)) > MOST:
                    found[os.path.relpath(path, tree.ROOT)] = lines
    return found


def main():
    with open(LIST, encoding="utf-8") as file:
        rows = [line.rstrip("\n").partition("  ") for line in file if line.strip() and not line.startswith("#")]
    listed = {path: reason.strip() for path, _, reason in rows}
    found = long_files()
    wrong = [
        f"{path}: {lines} lines; take it apart, or say in tests/long_files.txt why not"
        for path, lines in found.items()
        if path not in listed
    ]
    wrong += [f"tests/long_files.txt: {path} has no more than {MOST} lines" for path in listed if path not in found]
    wrong += [f"tests/long_files.txt: no reason for {path}" for path, reason in listed.items() if not reason]
    wrong += ["tests/long_files.txt: not in the order of the paths"] if list(listed) != sorted(listed) or len(listed) != len(rows) else []
    print("\n".join(sorted(wrong)) or f"{len(found)} files of more than {MOST} lines, each with a reason")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
