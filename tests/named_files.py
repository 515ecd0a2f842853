"""Checks that the files which comments, docstrings and pages name are there. tests/named_files.py.

A file is named by the end of its path: `list.cpp`, `containers/list.cpp`, `_core/session.py`. CPython's own files may be named, too,
and what isn't a file of the tree is in EXAMPLES.
"""

import ast
import io
import os
import re
import subprocess
import sys
import tokenize

import tree

PYTHON = "/usr/lib/python3.11"
PAGES = ("CONTRIBUTING.md", "SECURITY.md", "src/README.md", "src/durable/README.md", "serialization/FORMAT.md", "serialization/SEALED.md")
NAME = re.compile(r"(?<![\w./{*<-])((?:[\w-]+/)*[\w-]+\.(?:cpp|h|def|inc|py|md))\b(?!\.\w|[(*])")
# What somebody who uses Fermata has, or what a build makes.
EXAMPLES = frozenset(
    "agent.py tools.py policy.py p.py program.py my_tools.py file.py a.py test.py version.h embedded.cpp tools_host.h child.py".split()
)


def comments_of_cpp(text):
    for number, line in enumerate(text.splitlines(), 1):
        _, found, comment = line.partition("//")
        if found and "http" not in line:
            yield number, comment


def comments_of_python(text):
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            yield token.start[0], token.string
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)) and ast.get_docstring(node, clean=False):
            first = node.body[0]
            for number, line in enumerate(first.value.value.split("\n"), first.lineno):
                yield number, line


def lines_of(path, text):
    if path.endswith(".md"):
        return enumerate(text.splitlines(), 1) if path in PAGES else ()
    if path.endswith((".cpp", ".h", ".def")):
        return comments_of_cpp(text)
    return comments_of_python(text) if path.endswith(".py") and path.startswith(("src/", "serialization/", "bindings/")) else ()


def main():
    tracked = subprocess.run(["git", "ls-files"], cwd=tree.ROOT, capture_output=True, text=True, check=True).stdout.split()
    ends = set()
    for path in tracked:
        parts = path.split("/")
        ends.update("/".join(parts[at:]) for at in range(len(parts)))
    wrong = []
    for path in tracked:
        with open(os.path.join(tree.ROOT, path), encoding="utf-8", errors="replace") as file:
            text = file.read()
        for number, line in lines_of(path, text):
            for name in NAME.findall(line):
                if name not in ends and name not in EXAMPLES and not os.path.exists(os.path.join(PYTHON, name)):
                    wrong.append(f"{path}:{number}: there is no {name}")
    print("\n".join(wrong))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
