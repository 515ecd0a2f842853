"""Checks that MODULES.md, the list of modules for users, is what src/library/modules.def says, and that the table names every
module of CPython's. tests/module_list.py [--update].
"""

import os
import re
import sys

import tree

TABLE = os.path.join(tree.ROOT, "src", "library", "modules.def")
LIST = os.path.join(tree.ROOT, "MODULES.md")
INTRODUCTION = """# Modules

Generated from `src/library/modules.def` by `tests/module_list.py --update`. `fermata check --modules` lists the modules that are there, and `fermata check`
says which of a program's imports aren't, and what to do instead.
"""


def rows():
    """{kind of row: [its arguments]}, without those for the library alone."""
    with open(TABLE, encoding="utf-8") as file:
        text = re.sub(r'"\n\s+"', "", file.read())
    found = {}
    for kind, arguments in re.findall(r"^([A-Z_]+)\((.*)\)(?:  // .*)?$", text, re.M):
        found.setdefault(kind, []).append(re.findall(r'"[^"]*"|[^,"\s][^,]*', arguments.replace('\\"', "'")))
    return found


def listing(names):
    return ", ".join(f"`{name}`" for name in sorted(names)) + ".\n"


def is_shown(name):
    return not any(part.startswith("_") for part in name.split("."))


def text(table):
    aliases = [name for name, _ in table["MODULE_ALIAS"]]
    parts = [INTRODUCTION]
    parts.append("## CPython's own files, as they are in Debian's Python 3.11\n")
    parts.append(listing([name for name, _ in table["PYTHON_MODULE"] if is_shown(name)] + aliases))
    parts.append("## Ours: what CPython writes in C, what is hot, and what belongs to the sandbox\n")
    parts.append(listing(name for name, whom in table["MODULE"] if whom == "kPrograms" and is_shown(name)))
    parts.append("## Not there\n")
    for why, title, reason in sorted(table["WHY"], key=lambda row: row[1]):
        names = [name for name, of in table["NO_MODULE"] if of == why and is_shown(name)]
        reason = reason.strip('"').replace("'modules'", '"modules"')
        parts.append(f"- *{title.strip(chr(34))}* ({reason}) {listing(names)}")
    return "\n".join(parts[: -len(table["WHY"])]) + "\n" + "".join(parts[-len(table["WHY"]) :])


def main():
    table = rows()
    known = {row[0] for kind in ("MODULE", "PYTHON_MODULE", "MODULE_ALIAS", "NO_MODULE") for row in table[kind]}
    packages = {name.split(".")[0] for name in known}
    problems = [
        f"{name} has no row in modules.def" for name in sorted(sys.stdlib_module_names) if not name.startswith("_") and name not in packages
    ]
    problems += [
        f"{name} is there, and has a row that says why it isn't"
        for name in sorted({row[0] for row in table["NO_MODULE"]} & known)
        if any(
            name == row[0]
            for row in [*table["PYTHON_MODULE"], *table["MODULE_ALIAS"]] + [row for row in table["MODULE"] if row[1] == "kPrograms"]
        )
    ]
    made = text(table)
    if "--update" in sys.argv:
        with open(LIST, "w", encoding="utf-8") as file:
            file.write(made)
    else:
        with open(LIST, encoding="utf-8") as file:
            if file.read() != made:
                problems.append("MODULES.md isn't what modules.def says: tests/module_list.py --update")
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
