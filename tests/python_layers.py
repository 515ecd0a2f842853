"""Checks the folders of the Python package: each imports from those below it alone, by its one way, and files make no circles.

Imports within functions count: they only hide a circle. What stands under TYPE_CHECKING declares a name: within a folder it may point
anywhere, to another one only downwards."""

import ast
import os
import sys

import tree

PACKAGE = "bindings/python/fermata"
# Lowest first. "" is the package itself; the modules beside the folders, which users import, stand above all.
LAYERS = [
    "_offered",
    "_errors",
    "_client",
    "_describe",
    "_values",
    "_tools",
    "_native",
    "_core",
    "_durable",
    "",
    "_integrations",
    "_compat",
]


def files():
    """Paths by names within the package, dotted: "_core.steps", "_core" (its __init__), "" (the package's), "langchain"."""
    root = os.path.join(tree.ROOT, PACKAGE)
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            stem, ending = os.path.splitext(name)
            if ending in (".py", ".pyi"):
                path = os.path.join(folder, name)
                parts = os.path.relpath(os.path.join(folder, stem), root).split(os.sep)
                yield ".".join(parts[:-1] if stem == "__init__" else parts), path


def import_nodes(node, declares=False):
    """The import statements of a syntax tree; whether each is for type checkers alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (ast.Import, ast.ImportFrom)):
            yield child, declares
        else:
            yield from import_nodes(child, declares or (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"))


def offers(path):
    """The names that a folder's __init__ has from its files."""
    with open(path, encoding="utf-8") as file:
        tree_of_file = ast.parse(file.read())
    return {each.asname or each.name for node, _ in import_nodes(tree_of_file) if isinstance(node, ast.ImportFrom) for each in node.names}


def imports(name, path, known):
    """(line, module of the package, whether it is only declared) of each import in a file."""
    with open(path, encoding="utf-8") as file:
        nodes = list(import_nodes(ast.parse(file.read())))
    package = ["fermata", *name.split(".")] if name else ["fermata"]
    if os.path.basename(path) != "__init__.py":
        package.pop()
    for node, declares in nodes:
        if isinstance(node, ast.Import):
            targets = [each.name for each in node.names]
        else:
            base = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join(base + ([node.module] if node.module else []))
            folder = known.get(base.removeprefix("fermata").removeprefix("."))
            offered = offers(folder) if folder and folder != path and os.path.basename(folder) == "__init__.py" else ()
            inner = [base if each.name in offered else f"{base}.{each.name}" for each in node.names]
            targets = [each if each.removeprefix("fermata.") in known else base for each in inner]
        for target in dict.fromkeys(targets):
            if target.partition(".")[0] == "fermata":
                yield node.lineno, target.removeprefix("fermata").removeprefix("."), declares


def full_name(name):
    return f"fermata.{name}".rstrip(".")


def layer_of(name):
    folder = name.partition(".")[0]
    return LAYERS.index(folder) if folder in LAYERS else len(LAYERS)


def is_way_in(name, target):
    """A folder's __init__; of what a module beside the folders offers, the files that have its name."""
    file = target.partition(".")[2]
    return not file or ("." not in name and (file == name or file.startswith(name + "_")))


def circle(graph):
    """The names of files that import each other in a circle; nothing when there is none."""
    done = set()

    def visit(name, above):
        if name in above:
            return above[above.index(name) :]
        if name in done:
            return []
        found = next(filter(None, (visit(target, [*above, name]) for target in graph[name])), [])
        done.add(name)
        return found

    return next(filter(None, (visit(name, []) for name in graph)), [])


def problems():
    known = dict(files())
    graph = {name: [] for name in known}
    for name, path in known.items():
        for line, target, declares in imports(name, path, known):
            where = f"{os.path.relpath(path, tree.ROOT)}:{line}"
            same_folder = "." in name + target and name.partition(".")[0] == target.partition(".")[0]
            if target not in known:
                yield f"{where}: there is no {full_name(target)}"
                continue
            if not declares:
                graph[name].append(target)
            if same_folder:
                if target == name.partition(".")[0]:
                    yield f"{where}: files of a folder import each other, not their folder"
            elif layer_of(target) >= layer_of(name):
                yield f"{where}: {full_name(target)} stands higher"
            elif not is_way_in(name, target):
                yield f"{where}: the way to {full_name(target)} is its folder's __init__"
    found = circle(graph)
    if found:
        yield f"{PACKAGE}: a circle of imports: " + " -> ".join(map(full_name, [*found, found[0]]))


if __name__ == "__main__":
    found = list(problems())
    print("\n".join(found))
    sys.exit(bool(found))
