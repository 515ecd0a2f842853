"""Checks that our Python is ours: what CPython's library has is compiled from its files, and not repeated here.

A file's lines are looked up among those of the library; too many of them there, or too many in a row, fail. Lines that an
interface dictates (what is imported, defined, decorated or raised as not implemented) and short ones say nothing and aren't counted."""

import os
import sys

LIBRARY = "/usr/lib/python3.11"
OURS = ("src", "bindings", "tests")
MOST = 0.25  # of a file's lines
LONGEST = 12  # lines in a row
SHORT = 20  # characters; a line with fewer may be anybody's
FEW = 15  # lines; nothing can be said about so small a file
NO_CODE = (
    "def ",
    "async def ",
    "class ",
    "@",
    "import ",
    "from ",
    "#",
    '"""',
    "return NotImplemented",
    "raise NotImplementedError",
    "pass",
    "else:",
    "try:",
    "finally:",
)


def lines(path):
    """What a file says in its lines, blanks made one; without those that say nothing."""
    with open(path, encoding="utf-8", errors="replace") as file:
        for text in file:
            text = " ".join(text.split())
            if len(text) >= SHORT and not text.startswith(NO_CODE) and not text.startswith("__"):
                yield text


def python_files(folder, without=()):
    for at, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name not in without)
        yield from (os.path.join(at, name) for name in sorted(names) if name.endswith(".py"))


def problem(path, known):
    """What is wrong with a file, or None."""
    there = [text in known for text in lines(path)]
    if len(there) < FEW:
        return None
    longest = max(map(len, "".join("x" if it else " " for it in there).split()), default=0)
    if sum(there) > MOST * len(there) or longest > LONGEST:
        return (
            f"{sum(there)} of its {len(there)} lines are in CPython's library, {longest} in a row: it can be PYTHON_MODULE in modules.def"
        )
    return None


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    known = {text for path in python_files(LIBRARY, ("test", "tests", "idlelib", "dist-packages")) for text in lines(path)}
    if not known:
        sys.exit(f"there is no library in {LIBRARY}")
    found = [(path, what) for folder in OURS for path in python_files(os.path.join(root, folder)) if (what := problem(path, known))]
    for path, what in found:
        print(f"{os.path.relpath(path, root)}: {what}")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
