"""The classes of syntax trees, and how programs become trees and trees become code."""

PyCF_ONLY_AST = 0x400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000


class AST:
    """What all nodes have in common."""

    __module__ = "ast"

    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __new__(cls, /, *args, **kwargs):
        return object.__new__(cls)

    def __init__(self, /, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            raise TypeError(
                f"{type(self).__name__} constructor takes at most {len(fields)} positional argument{'' if len(fields) == 1 else 's'}"
            )
        for name, value in zip(fields, args):
            setattr(self, name, value)
        for name, value in kwargs.items():
            if name in fields and fields.index(name) < len(args):
                raise TypeError(f"{type(self).__name__} got multiple values for argument {name!r}")
            setattr(self, name, value)

    def __reduce_ex__(self, protocol):
        return type(self), (), self.__dict__


# ---- the classes, from the engine's table of nodes

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")


def _make_classes():
    names = globals()
    rows = list(_table())
    more = [
        ("FunctionType", "mod", False, (("argtypes", "expr", "*"), ("returns", "expr", ""))),
        ("TypeIgnore", "type_ignore", False, (("lineno", "int", ""), ("tag", "string", ""))),
    ]
    members = {}
    for name, family, located, fields in rows + more:
        text = f"{name}({', '.join(kind + quantity + ' ' + field for field, kind, quantity in fields)})" if fields else name
        members.setdefault(family, []).append((name, located, fields, text))
    for family, rows_of_family in members.items():
        alone = len(rows_of_family) == 1 and rows_of_family[0][0] == family
        base = (
            AST
            if alone
            else _make_class(family, AST, f"{family} = " + "\n     | ".join(row[3] for row in rows_of_family), rows_of_family[0][1])
        )
        if family in ("expr_context", "boolop", "operator", "unaryop", "cmpop"):
            base.__doc__ = base.__doc__.replace("\n     |", " |")
        for name, located, fields, text in rows_of_family:
            made = _make_class(name, base, text, located and base is AST)
            made._fields = made.__match_args__ = tuple(field for field, kind, quantity in fields)
            for field, kind, quantity in fields:
                if quantity == "?":
                    setattr(made, field, None)
    return tuple(names[row[0]] for row in rows)


def _make_class(name, base, doc, located):
    contents = {"__module__": "ast", "__doc__": doc}
    if located:
        contents.update(_attributes=_PLACE, end_lineno=None, end_col_offset=None)
    made = globals()[name] = type(name, (base,), contents)
    return made


_CLASSES = _make_classes()


# ---- what compile() calls for trees


def _tree_of(source, filename, mode):
    # What compile() calls for PyCF_ONLY_AST.
    made = _parse(source if type(source) is str else str.__str__(source), filename, mode, _CLASSES)
    if type(made) is tuple:
        raise made[0](made[1], made[2])
    return made


def _code_of(tree, filename, mode, top_level_await):
    # What compile() calls for a tree.
    made = _compile(tree, filename, mode, top_level_await, _CLASSES)
    if type(made) is not tuple:
        return made
    if len(made) == 3:
        raise made[0](made[1], made[2])
    text, node = made
    if type(text) is tuple:
        raise ValueError(f"{text[0]}{node!r}")
    raise TypeError(f"{text}{node!r}")


def _literal_of(text):
    # Where the engine's reader met what isn't a literal: ast finds the words for it.
    return _ast._eval_of_tree(compile(text, "<unknown>", "eval", PyCF_ONLY_AST))


import ast as _ast  # last: it adds to the classes, and so must be made together with them
