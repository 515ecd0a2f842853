"""Shrinks a program that behaves differently, as long as it goes on to do so."""

import ast
import copy


def reduce(text, differs, rounds=12):
    """The smallest program found for which differs(texts) is true; `differs` takes many texts and says so for each."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return reduce_lines(text, differs)
    plain = ast.unparse(tree) + "\n"
    if not differs([plain])[0]:
        return reduce_lines(text, differs)
    text = plain
    for _ in range(rounds):
        smaller = one_round(text, differs)
        if smaller == text:
            break
        text = smaller
    return text


def one_round(text, differs):
    for make in (without_statements, with_bodies_lifted, with_smaller_expressions):
        text = sweep(text, make, differs)
    return text


def sweep(text, make, differs, batch=24):
    """Tries all changes that make(tree) offers, one after the other, keeping those after which it still differs."""
    position = 0
    while True:
        tree = ast.parse(text)
        changes = list(make(tree))
        if position >= len(changes):
            return text
        candidates = []
        for change in changes[position : position + batch]:
            candidate = copy.deepcopy(tree)
            try:
                change(candidate)
                made = ast.unparse(ast.fix_missing_locations(candidate)) + "\n"
                compile(made, "program.py", "exec")
            except (SyntaxError, ValueError, AttributeError, TypeError, RecursionError, IndexError):
                made = None
            candidates.append(made)
        tried = [c for c in candidates if c is not None and len(c) < len(text)]
        verdicts = dict(zip(tried, differs(tried))) if tried else {}
        for index, candidate in enumerate(candidates):
            if candidate is not None and verdicts.get(candidate):
                text = candidate
                position += index
                break
        else:
            position += batch


def bodies(tree):
    """(number of the node in ast.walk, field) of each list of statements."""
    for number, node in enumerate(ast.walk(tree)):
        for field in ("body", "orelse", "finalbody", "handlers", "cases", "decorator_list", "bases", "items"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block:
                yield number, field, block


def node_at(tree, number):
    return next(node for i, node in enumerate(ast.walk(tree)) if i == number)


def without_statements(tree):
    for number, field, block in bodies(tree):
        sizes = [len(block)] if len(block) == 1 else [len(block) // 2, 1] if len(block) > 3 else [1]
        for size in dict.fromkeys(sizes):
            for at in range(0, len(block), max(size, 1)):

                def change(candidate, number=number, field=field, at=at, size=size):
                    items = getattr(node_at(candidate, number), field)
                    del items[at : at + size]
                    if not items and field == "body":
                        items.append(ast.Pass())

                yield change


def with_bodies_lifted(tree):
    """A compound statement gives way to what is in it."""
    for number, field, block in bodies(tree):
        if field not in ("body", "orelse", "finalbody"):
            continue
        for at, statement in enumerate(block):
            for inner in ("body", "orelse", "finalbody"):
                if isinstance(getattr(statement, inner, None), list) and getattr(statement, inner):

                    def change(candidate, number=number, field=field, at=at, inner=inner):
                        items = getattr(node_at(candidate, number), field)
                        items[at : at + 1] = getattr(items[at], inner)

                    yield change


def expression_slots(tree):
    for number, node in enumerate(ast.walk(tree)):
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                yield number, field, None, value
            elif isinstance(value, list):
                for at, item in enumerate(value):
                    if isinstance(item, ast.expr):
                        yield number, field, at, item


def with_smaller_expressions(tree):
    """An expression gives way to a part of it, or to nothing much; items of lists and arguments vanish."""

    def put(candidate, number, field, at, value):
        node = node_at(candidate, number)
        if at is None:
            setattr(node, field, value)
        elif value is None:
            del getattr(node, field)[at]
        else:
            getattr(node, field)[at] = value

    for number, field, at, value in expression_slots(tree):
        if at is not None and field in ("elts", "args", "defaults", "keywords", "values", "targets"):
            yield lambda c, number=number, field=field, at=at: put(c, number, field, at, None)
        if isinstance(getattr(value, "ctx", None), (ast.Store, ast.Del)):
            continue
        for part in ast.iter_child_nodes(value):
            if isinstance(part, ast.expr):
                yield lambda c, number=number, field=field, at=at, part=part: put(c, number, field, at, copy.deepcopy(part))
        if not isinstance(value, (ast.Constant, ast.Name)):
            for constant in (None, 0):
                yield lambda c, number=number, field=field, at=at, constant=constant: put(c, number, field, at, ast.Constant(constant))
    for number, node in enumerate(ast.walk(tree)):
        if isinstance(node, ast.arguments):
            for field in ("posonlyargs", "args", "kwonlyargs"):
                for at in range(len(getattr(node, field))):

                    def drop(candidate, number=number, field=field, at=at):
                        arguments = node_at(candidate, number)
                        getattr(arguments, field).pop(at)
                        if field == "kwonlyargs":
                            arguments.kw_defaults.pop(at)
                        elif arguments.defaults:
                            arguments.defaults.pop()

                    yield drop
            for field in ("vararg", "kwarg"):
                if getattr(node, field):
                    yield lambda c, number=number, field=field: setattr(node_at(c, number), field, None)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.returns:
            yield lambda c, number=number: setattr(node_at(c, number), "returns", None)
        elif isinstance(node, ast.Call) and node.keywords:
            for at in range(len(node.keywords)):
                yield lambda c, number=number, at=at: node_at(c, number).keywords.pop(at)


def reduce_lines(text, differs):
    """When taking it apart and writing it down changes too much: lines, deeper ones with them."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        depth = len(lines[at]) - len(lines[at].lstrip())
        end = at + 1
        while end < len(lines) and len(lines[end]) - len(lines[end].lstrip()) > depth:
            end += 1
        candidate = lines[:at] + lines[end:]
        try:
            made = "\n".join(candidate) + "\n"
            compile(made, "program.py", "exec")
            if differs([made])[0]:
                lines = candidate
                continue
        except SyntaxError:
            pass
        at += 1
    return "\n".join(lines) + "\n"
