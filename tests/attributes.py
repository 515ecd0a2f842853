"""Checks that no attribute of the library's instances vanished: states hold them by name. tests/attributes.py [--update].

tests/states/attributes.txt lists, for each class of the library's Python, what its methods set on `self` and its slots. A name may be added (--update writes
it down). One that went must have a row in serialization/renames.def, which says what the loader takes it for.
"""

import ast
import os
import re
import sys

import tree

LIST = os.path.join(tree.ROOT, "tests", "states", "attributes.txt")
RENAMES = os.path.join(tree.ROOT, "serialization", "renames.def")
FOLDERS = ("src/modules", "src/prelude")


def texts(node):
    """The strings in a display, or a string alone."""
    parts = node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]
    return [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]


def attributes_of(cls):
    names = set()
    for node in cls.body:
        if isinstance(node, ast.Assign) and any(isinstance(target, ast.Name) and target.id == "__slots__" for target in node.targets):
            names.update(texts(node.value))
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and any("dataclass" in ast.dump(d) for d in cls.decorator_list):
            names.add(node.target.id)
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        # A method's first parameter, and in __new__ whatever else it sets attributes of: that is what it makes.
        first = node.args.posonlyargs + node.args.args
        makes = node.name in ("__new__", "__init_subclass__") or any(isinstance(d, ast.Name) and d.id == "classmethod" for d in node.decorator_list)
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name):
                if makes and part.value.id != "cls" or first and part.value.id == first[0].arg and not makes:
                    names.add(part.attr)
            elif isinstance(part, ast.Call) and getattr(part.func, "attr", getattr(part.func, "id", "")) in ("__setattr__", "setattr", "_set") and len(part.args) >= 2:
                names.update(texts(part.args[1]))
    return names - {"__slots__", "__dict__", "__weakref__", "__doc__", "__module__", "__name__", "__qualname__"}


def made_outside(module):
    """What functions that are no methods set on something: of whichever class, it is private to the file."""
    names = set()
    functions = [node for node in module.body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    for part in (part for function in functions for part in ast.walk(function)):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name) and part.attr.startswith("_"):
            names.add(part.attr)
    return {name for name in names if not name.startswith("__")}


def found():
    classes = {}
    for folder in FOLDERS:
        for file in sorted(os.listdir(os.path.join(tree.ROOT, folder))):
            if not file.endswith(".py"):
                continue
            with open(os.path.join(tree.ROOT, folder, file), encoding="utf-8") as text:
                module = ast.parse(text.read())
            for node in ast.walk(module):
                if isinstance(node, ast.ClassDef):
                    names = attributes_of(node)
                    if names:
                        classes.setdefault(f"{file[:-3]}.{node.name}", set()).update(names)
            loose = made_outside(module)
            if loose:
                classes[f"{file[:-3]}.*"] = loose
    return classes


def listed():
    with open(LIST, encoding="utf-8") as file:
        rows = [line.split(":") for line in file if ":" in line and not line.startswith("#")]
    return {name: set(names.split()) for name, names in rows}


def renamed():
    with open(RENAMES, encoding="utf-8") as file:
        rows = re.findall(r'^RENAMED\("([^"]+)", "([^"]+)", "([^"]*)"\)', file.read(), re.M)
    return {(cls, old) for cls, old, _ in rows}


def main():
    now, before, gone_with_reason = found(), listed() if os.path.exists(LIST) else {}, renamed()
    problems = []
    for cls, names in sorted(before.items()):
        for name in sorted(names - now.get(cls, set())):
            if (cls, name) not in gone_with_reason:
                problems.append(f"{cls}.{name} is in older states: serialization/renames.def must say what became of it")
    new = {cls: names - before.get(cls, set()) for cls, names in now.items()}
    if "--update" in sys.argv:
        every = {cls: now.get(cls, set()) | before.get(cls, set()) for cls in {*now, *before}}
        with open(LIST, "w", encoding="utf-8") as file:
            file.write("# Attributes of the library's instances, by which states know them; tests/attributes.py. Nothing is ever taken out.\n")
            file.writelines(f"{cls}: {' '.join(sorted(names))}\n" for cls, names in sorted(every.items()))
    else:
        problems += [f"{cls} has {' '.join(sorted(names))}: tests/attributes.py --update writes it down" for cls, names in sorted(new.items()) if names]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
