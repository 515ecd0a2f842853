"""Syntax trees of Python programs: parsed, walked, changed, written out again, compiled."""

import re as _re

PyCF_ONLY_AST = 0x400
PyCF_TYPE_COMMENTS = 0x1000
PyCF_ALLOW_TOP_LEVEL_AWAIT = 0x2000


class AST:
    """What all nodes have in common."""

    _fields = ()
    _attributes = ()
    __match_args__ = ()

    def __init__(self, /, *args, **kwargs):
        fields = self._fields
        if len(args) > len(fields):
            raise TypeError(f"{type(self).__name__} constructor takes at most {len(fields)} positional argument{'' if len(fields) == 1 else 's'}")
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
    more = [("FunctionType", "mod", False, (("argtypes", "expr", "*"), ("returns", "expr", ""))),
            ("TypeIgnore", "type_ignore", False, (("lineno", "int", ""), ("tag", "string", "")))]
    members = {}
    for name, family, located, fields in rows + more:
        text = f"{name}({', '.join(kind + quantity + ' ' + field for field, kind, quantity in fields)})" if fields else name
        members.setdefault(family, []).append((name, located, fields, text))
    for family, rows_of_family in members.items():
        alone = len(rows_of_family) == 1 and rows_of_family[0][0] == family
        base = AST if alone else _make_class(family, AST, f"{family} = " + "\n     | ".join(row[3] for row in rows_of_family), rows_of_family[0][1])
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


# ---- parsing and compiling

def parse(source, filename="<unknown>", mode="exec", *, type_comments=False, feature_version=None):
    """Parse the source into an AST node."""
    if type_comments:
        raise ValueError("type comments are not read here: parse without type_comments")
    return compile(source, filename, mode, PyCF_ONLY_AST)


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


# ---- literals

def literal_eval(node_or_string):
    """Evaluate an expression node or a string that holds only Python literals: strings, bytes, numbers, tuples, lists, dicts, sets,
    booleans and None."""
    if isinstance(node_or_string, str):
        return _literal(str(node_or_string).lstrip(" \t"))
    if isinstance(node_or_string, Expression):
        node_or_string = node_or_string.body
    return _value_of(node_or_string)


def _literal_of(text):
    # Where the engine's reader met what isn't a literal.
    return _value_of(parse(text, mode="eval").body)


def _malformed(node):
    line = getattr(node, "lineno", None)
    raise ValueError(f"malformed node or string{f' on line {line}' if line else ''}: {node!r}")


def _number_of(node):
    if not isinstance(node, Constant) or type(node.value) not in (int, float, complex):
        _malformed(node)
    return node.value


def _signed_number_of(node):
    if isinstance(node, UnaryOp) and isinstance(node.op, (UAdd, USub)):
        number = _number_of(node.operand)
        return +number if isinstance(node.op, UAdd) else -number
    return _number_of(node)


def _value_of(node):
    if isinstance(node, Constant):
        return node.value
    if isinstance(node, Tuple):
        return tuple(map(_value_of, node.elts))
    if isinstance(node, List):
        return list(map(_value_of, node.elts))
    if isinstance(node, Set):
        return set(map(_value_of, node.elts))
    if isinstance(node, Call) and isinstance(node.func, Name) and node.func.id == "set" and node.args == node.keywords == []:
        return set()
    if isinstance(node, Dict):
        if len(node.keys) != len(node.values):
            _malformed(node)
        return dict(zip(map(_value_of, node.keys), map(_value_of, node.values)))
    if isinstance(node, BinOp) and isinstance(node.op, (Add, Sub)):
        left = _signed_number_of(node.left)
        right = _number_of(node.right)
        if isinstance(left, (int, float)) and isinstance(right, complex):
            return left + right if isinstance(node.op, Add) else left - right
    return _signed_number_of(node)


# ---- looking at trees

def iter_fields(node):
    """Yield (name, value) for each field of the node that it has."""
    for name in node._fields:
        try:
            yield name, getattr(node, name)
        except AttributeError:
            pass


def iter_child_nodes(node):
    """Yield the nodes that are fields of the node, or items of lists that are."""
    for name, value in iter_fields(node):
        if isinstance(value, AST):
            yield value
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, AST):
                    yield item


def walk(node):
    """Yield the node and all below it, level by level."""
    from collections import deque
    todo = deque([node])
    while todo:
        node = todo.popleft()
        todo.extend(iter_child_nodes(node))
        yield node


def dump(node, annotate_fields=True, include_attributes=False, *, indent=None):
    """Return a text that shows the tree below the node; `indent` (a text or a number of blanks) spreads it over lines."""
    if not isinstance(node, AST):
        raise TypeError(f"expected AST, got {node.__class__.__name__!r}")
    if indent is not None and not isinstance(indent, str):
        indent = " " * indent
    return _shown(node, annotate_fields, include_attributes, indent, 0)[0]


def _shown(node, annotate, attributes, indent, level):
    # The text, and whether it is short enough to stand on a line with others.
    if indent is not None:
        level += 1
        start = "\n" + indent * level
        separator = "," + start
    else:
        start = ""
        separator = ", "
    if isinstance(node, AST):
        cls = type(node)
        parts = []
        simple = True
        named = annotate
        for name in node._fields:
            try:
                value = getattr(node, name)
            except AttributeError:
                named = True
                continue
            if value is None and getattr(cls, name, ...) is None:
                named = True
                continue
            text, short = _shown(value, annotate, attributes, indent, level)
            simple = simple and short
            parts.append(f"{name}={text}" if named else text)
        if attributes and node._attributes:
            for name in node._attributes:
                try:
                    value = getattr(node, name)
                except AttributeError:
                    continue
                if value is None and getattr(cls, name, ...) is None:
                    continue
                text, short = _shown(value, annotate, attributes, indent, level)
                simple = simple and short
                parts.append(f"{name}={text}")
        if simple and len(parts) <= 3:
            return f"{cls.__name__}({', '.join(parts)})", not parts
        return f"{cls.__name__}({start}{separator.join(parts)})", False
    if isinstance(node, list):
        if not node:
            return "[]", True
        return f"[{start}{separator.join([_shown(item, annotate, attributes, indent, level)[0] for item in node])}]", False
    return repr(node), True


def get_docstring(node, clean=True):
    """Return the docstring of a function, class or module, without its indentation if `clean`; None when it has none."""
    if not isinstance(node, (AsyncFunctionDef, FunctionDef, ClassDef, Module)):
        raise TypeError(f"{node.__class__.__name__!r} can't have docstrings")
    first = node.body[0] if node.body else None
    if not isinstance(first, Expr) or not isinstance(first.value, Constant) or not isinstance(first.value.value, str):
        return None
    text = first.value.value
    if clean:
        from inspect import cleandoc
        text = cleandoc(text)
    return text


_line = _re.compile(r"(.*?(?:\r\n|\n|\r|\Z))", _re.S)


def _lines(source, most=None):
    # Lines as the tokenizer sees them, with their ends: form feeds and the like end none.
    lines = []
    for match in _line.finditer(source):
        if (most is not None and len(lines) >= most) or (not match[0] and match.start() == len(source)):
            break
        lines.append(match[0])
    return lines


def get_source_segment(source, node, *, padded=False):
    """Return the part of the source that the node was made from; None when its places are missing. `padded`: the first line of several
    has blanks before it, so that all stand where they stood."""
    try:
        if node.end_lineno is None or node.end_col_offset is None:
            return None
        first, last = node.lineno - 1, node.end_lineno - 1
        start, end = node.col_offset, node.end_col_offset
    except AttributeError:
        return None
    lines = _lines(source, last + 1)
    if first == last:
        return lines[first].encode()[start:end].decode()
    head = lines[first].encode()
    padding = _re.sub(r"[^\f\t]", " ", head[:start].decode()) if padded else ""
    return "".join([padding + head[start:].decode(), *lines[first + 1:last], lines[last].encode()[:end].decode()])


# ---- places

def copy_location(new_node, old_node):
    """Give the new node the old one's place in the source, and return it."""
    for name in _PLACE:
        if name in old_node._attributes and name in new_node._attributes:
            value = getattr(old_node, name, None)
            if value is not None or (name.startswith("end_") and hasattr(old_node, name)):
                setattr(new_node, name, value)
    return new_node


def fix_missing_locations(node):
    """Give all nodes below that have no place the place of their parent."""
    todo = [(node, 1, 0, 1, 0)]
    while todo:
        child, lineno, col_offset, end_lineno, end_col_offset = todo.pop()
        if "lineno" in child._attributes:
            if not hasattr(child, "lineno"):
                child.lineno = lineno
            else:
                lineno = child.lineno
        if "end_lineno" in child._attributes:
            if getattr(child, "end_lineno", None) is None:
                child.end_lineno = end_lineno
            else:
                end_lineno = child.end_lineno
        if "col_offset" in child._attributes:
            if not hasattr(child, "col_offset"):
                child.col_offset = col_offset
            else:
                col_offset = child.col_offset
        if "end_col_offset" in child._attributes:
            if getattr(child, "end_col_offset", None) is None:
                child.end_col_offset = end_col_offset
            else:
                end_col_offset = child.end_col_offset
        todo.extend([(each, lineno, col_offset, end_lineno, end_col_offset) for each in iter_child_nodes(child)][::-1])
    return node


def increment_lineno(node, n=1):
    """Move the tree down by n lines."""
    for child in walk(node):
        if isinstance(child, TypeIgnore):
            child.lineno = getattr(child, "lineno", 0) + n
            continue
        if "lineno" in child._attributes:
            child.lineno = getattr(child, "lineno", 0) + n
        if "end_lineno" in child._attributes and (end := getattr(child, "end_lineno", 0)) is not None:
            child.end_lineno = end + n
    return node


# ---- visitors

class NodeVisitor:
    """Calls visit_<class name>(node) for the nodes it is shown, generic_visit(node) where there is no such method."""

    def visit(self, node):
        """Visit a node."""
        return getattr(self, "visit_" + node.__class__.__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        """Visit all children of the node."""
        for name, value in iter_fields(node):
            if isinstance(value, list):
                for item in value:
                    if isinstance(item, AST):
                        self.visit(item)
            elif isinstance(value, AST):
                self.visit(value)

    def visit_Constant(self, node):
        old = _old_name(node.value)
        method = getattr(self, "visit_" + old, None) if old else None
        if method is None:
            return self.generic_visit(node)
        import warnings
        warnings.warn(f"visit_{old} is deprecated; add visit_Constant", DeprecationWarning, 2)
        return method(node)


class NodeTransformer(NodeVisitor):
    """A visitor whose methods' results take the place of the nodes: None removes a node, a list stands for several."""

    def generic_visit(self, node):
        for name, old in iter_fields(node):
            if isinstance(old, list):
                kept = []
                for item in old:
                    if isinstance(item, AST):
                        item = self.visit(item)
                        if item is None:
                            continue
                        if not isinstance(item, AST):
                            kept.extend(item)
                            continue
                    kept.append(item)
                old[:] = kept
            elif isinstance(old, AST):
                new = self.visit(old)
                if new is None:
                    delattr(node, name)
                else:
                    setattr(node, name, new)
        return node


def unparse(ast_obj):
    """Write source text that parses to a tree like this one."""
    from _unparse import written
    return written(ast_obj)


# ---- names of old

_OLD_NAMES = {bool: "NameConstant", type(None): "NameConstant", int: "Num", float: "Num", complex: "Num", str: "Str", bytes: "Bytes",
              type(...): "Ellipsis"}


def _old_name(value):
    for cls, name in _OLD_NAMES.items():
        if isinstance(value, cls):
            return name
    return None


def _get_value(self):
    """Deprecated. Use value instead."""
    return self.value


def _set_value(self, value):
    self.value = value


Constant.n = property(_get_value, _set_value)
Constant.s = property(_get_value, _set_value)


class _Old(type):
    # A class of constants, told by their values.
    def __instancecheck__(cls, instance):
        if not isinstance(instance, Constant):
            return False
        if cls.__name__ in _OLD_NAMES.values() and cls.__module__ == "ast":
            try:
                return _old_name(instance.value) == cls.__name__
            except AttributeError:
                return False
        return type.__instancecheck__(cls, instance)


def _made_old(cls, args, kwargs, field):
    if field in kwargs:
        if args:
            raise TypeError(f"{cls.__name__} got multiple values for argument {field!r}")
    if cls.__module__ == "ast" and cls.__name__ in _OLD_NAMES.values():
        return Constant(*args, **kwargs)
    return Constant.__new__(cls)


class Num(Constant, metaclass=_Old):
    """Deprecated: Constant."""
    _fields = ("value", "kind")

    def __new__(cls, *args, **kwargs):
        return _made_old(cls, args, kwargs, "n")


class Str(Constant, metaclass=_Old):
    """Deprecated: Constant."""
    _fields = ("value", "kind")

    def __new__(cls, *args, **kwargs):
        return _made_old(cls, args, kwargs, "s")


class Bytes(Constant, metaclass=_Old):
    """Deprecated: Constant."""
    _fields = ("value", "kind")

    def __new__(cls, *args, **kwargs):
        return _made_old(cls, args, kwargs, "s")


class NameConstant(Constant, metaclass=_Old):
    """Deprecated: Constant."""

    def __new__(cls, *args, **kwargs):
        return _made_old(cls, args, kwargs, "value")


class Ellipsis(Constant, metaclass=_Old):
    """Deprecated: Constant."""

    def __new__(cls, *args, **kwargs):
        if cls is Ellipsis:
            return Constant(..., *args, **kwargs)
        return Constant.__new__(cls)


class slice(AST):
    """Deprecated."""


class Index(slice):
    """Deprecated: the value stands alone now."""

    def __new__(cls, value, **kwargs):
        return value


class ExtSlice(slice):
    """Deprecated: a Tuple."""

    def __new__(cls, dims=(), **kwargs):
        return Tuple(list(dims), Load(), **kwargs)


class Suite(mod):
    """Deprecated."""


class AugLoad(expr_context):
    """Deprecated."""


class AugStore(expr_context):
    """Deprecated."""


class Param(expr_context):
    """Deprecated."""


def _dims_getter(self):
    """Deprecated. Use elts instead."""
    return self.elts


def _dims_setter(self, value):
    self.elts = value


Tuple.dims = property(_dims_getter, _dims_setter)
