"""Prints all that symtable says about each text in TEXTS, which the runner writes before this: a line for a table, and one for each name in
it. CPython puts the names that only inner scopes take from outer ones after the others, in a random order."""

import symtable

APART = ("get_id", "get_identifiers", "get_symbols", "get_children", "get_namespaces", "get_namespace")


def answers(thing):
    found = {name: getattr(thing, name)() for name in dir(thing) if name.startswith(("get_", "is_", "has_")) and name not in APART}
    if "get_frees" in found:
        found["get_frees"] = sorted(found["get_frees"])
    return found


def walk(table, depth):
    print("  " * depth, answers(table), table._table.varnames)
    passed_on = [name for name, flags in table._table.symbols.items() if flags == symtable.FREE << symtable.SCOPE_OFF]
    for name in [name for name in table.get_identifiers() if name not in passed_on] + sorted(passed_on):
        symbol = table.lookup(name)
        print("  " * depth, "-", answers(symbol), [space.get_lineno() for space in symbol.get_namespaces()], table._table.symbols[name])
    for child in table.get_children():
        walk(child, depth + 1)


for path, text in TEXTS:
    print(path)
    try:
        top = symtable.symtable(text, path, "exec")
    except SyntaxError as error:
        print(error.msg, error.lineno, error.offset, error.end_lineno, error.end_offset)
    else:
        walk(top, 0)
