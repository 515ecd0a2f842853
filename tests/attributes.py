"""Checks that no attribute of the library's instances vanished: states hold them by name. tests/attributes.py [--update].

tests/states/attributes.txt lists, for each class of the library's Python, what its methods set on `self` and its slots. A name may be added
(--update writes it down). One that went must have a row in serialization/renames.def, which says what the loader takes it for. A name that
only some patch releases of CPython 3.11 have is followed by `?`, which is written by hand.
"""

import ast
import os
import re
import sys

import tree

sys.path.insert(0, os.path.join(tree.ROOT, "src", "tools"))
import sources  # noqa: E402

LIST = os.path.join(tree.ROOT, "tests", "states", "attributes.txt")
RENAMES = os.path.join(tree.ROOT, "serialization", "renames.def")
FOLDERS = ("src/library", "src/prelude")
PYTHON = "/usr/lib/python3.11"  # libpython3.11-stdlib's: another one of 3.11 has the same attributes, or this test says so


def texts(node):
    """The strings in a display, or a string alone."""
    parts = node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def attributes_of(cls):
    names = set()
    for node in cls.body:
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == "__slots__" for target in node.targets):
            names.update(texts(node.value))
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and any("dataclass" in ast.dump(d) for d in cls.decorator_list)
        ):
            names.add(node.target.id)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        # A method's first parameter, and in __new__ whatever else it sets attributes of: that is what it makes.
        first = node.args.posonlyargs + node.args.args
        makes = node.name in ("__new__", "__init_subclass__") or any(
            isinstance(d, ast.Name) and d.id == "classmethod" for d in node.decorator_list
        )
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name):
                if makes and part.value.id != "cls" or first and part.value.id == first[0].arg and not makes:
                    names.add(part.attr)
            elif (
                isinstance(part, ast.Call)
                and getattr(part.func, "attr", getattr(part.func, "id", "")) in ("__setattr__", "setattr", "_set")
                and len(part.args) >= 2
            ):
                names.update(texts(part.args[1]))
    return names - {"__slots__", "__dict__", "__weakref__", "__doc__", "__module__", "__name__", "__qualname__"}


def made_outside(module):
    """What functions (not methods) set on something: whatever its class, it is private to the file."""
    names = set()
    functions = [node for node in module.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for part in (part for function in functions for part in ast.walk(function)):
        if (
            isinstance(part, ast.Attribute)
            and isinstance(part.ctx, ast.Store)
            and isinstance(part.value, ast.Name)
            and part.attr.startswith("_")
        ):
            names.add(part.attr)
    return {name for name in names if not name.startswith("__")}


def files():
    """(name, path) of the library's files: ours, and those of CPython's that the table of modules names."""
    for folder in FOLDERS:
        for path in sources.sources(os.path.join(tree.ROOT, folder), ".py", ["."]):
            yield path[:-3].removesuffix("/__init__").replace("/", "_"), os.path.join(tree.ROOT, folder, path)
    with open(os.path.join(tree.ROOT, "src/library/modules.def"), encoding="utf-8") as table:
        modules = re.findall(r"^PYTHON_MODULE\(([\w.]+),", table.read(), re.M)
    for module in modules:
        path = os.path.join(PYTHON, *module.split("."))
        name = "collections_abc" if module == "_collections_abc" else module.replace(".", "_")  # as its classes say
        yield name, os.path.join(path, "__init__.py") if os.path.isdir(path) else path + ".py"


def found():
    classes, bases = {}, {}
    for name, path in files():
        with open(path, encoding="utf-8") as text:
            module = ast.parse(text.read())
        for node in ast.walk(module):
            if isinstance(node, ast.ClassDef):
                names = attributes_of(node)
                if names:
                    classes.setdefault(f"{name}.{node.name}", set()).update(names)
                bases.setdefault(f"{name}.{node.name}", []).extend(getattr(base, "attr", getattr(base, "id", "")) for base in node.bases)
        loose = made_outside(module)
        if loose:
            classes.setdefault(f"{name}.*", set()).update(loose)
    return classes, bases


# Where classes of a file of ours are now: under the old name there is what leads to them.
MOVED = {"asyncio_events": "_asyncio", "asyncio_futures": "_asyncio", "asyncio_tasks": "_asyncio"}


def has(classes, bases, cls, name):
    """Has a class the attribute, itself or from a base? (Which of two bases of one name is meant doesn't matter here.)"""
    if name in classes.get(cls, ()):
        return True
    file, of_file = cls.split(".")
    if of_file == "*":
        return any(name in names for other, names in classes.items() if other.startswith(f"{file}."))
    if file in MOVED and has(classes, bases, f"{MOVED[file]}.{of_file}", name):
        return True
    return any(
        has(classes, bases, other, name) for base in bases.get(cls, ()) for other in bases if other.split(".")[1] == base and other != cls
    )


def listed():
    """The names of each class, and (class, name) of those that needn't be there."""
    with open(LIST, encoding="utf-8") as file:
        rows = [line.split(":") for line in file if ":" in line and not line.startswith("#")]
    names = {cls: {name.rstrip("?") for name in names.split()} for cls, names in rows}
    return names, {(cls, name[:-1]) for cls, names in rows for name in names.split() if name.endswith("?")}


def renamed():
    """Classes whose states are refused, and (class, attribute) that the loader knows."""
    with open(RENAMES, encoding="utf-8") as file:
        text = file.read()
    return set(re.findall(r'^(?:REPLACED|MOVED)\("([^"]+)"', text, re.M)), set(re.findall(r'^RENAMED\("([^"]+)", "([^"]+)"', text, re.M))


def main():
    (now, bases), (before, optional), (replaced, gone_with_reason) = found(), listed(), renamed()
    problems = []
    for cls, names in sorted(before.items()):
        for name in sorted(names):
            if not has(now, bases, cls, name) and cls not in replaced and (cls, name) not in gone_with_reason | optional:
                problems.append(f"{cls}.{name} is in older states: serialization/renames.def must say what became of it")
    new = {cls: names - before.get(cls, set()) for cls, names in now.items()}
    if "--update" in sys.argv:
        every = {cls: now.get(cls, set()) | before.get(cls, set()) for cls in {*now, *before}}
        with open(LIST, "w", encoding="utf-8") as file:
            file.write(
                "# Attributes of the library's instances, by which states know them; tests/attributes.py. Nothing is ever taken out.\n"
            )
            for cls, names in sorted(every.items()):
                file.write(f"{cls}: {' '.join(name + '?' * ((cls, name) in optional) for name in sorted(names))}\n")
    else:
        problems += [
            f"{cls} has {' '.join(sorted(names))}: tests/attributes.py --update writes it down"
            for cls, names in sorted(new.items())
            if names
        ]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
