"""In addition to CPython's ast: literals are read natively, and what 3.12 adds to the language is written out, too."""

import _ast

_eval_of_tree = literal_eval


def literal_eval(node_or_string):
    """Evaluate an expression node or a string that holds only Python literals: strings, bytes, numbers, tuples, lists, dicts, sets,
    booleans and None."""
    if isinstance(node_or_string, str):
        return _ast._literal(payload(node_or_string).lstrip(" \t"))
    return _eval_of_tree(node_or_string)


def _type_params(node):
    params = getattr(node, "type_params", None)
    return f"[{', '.join(map(unparse, params))}]" if params else ""


def _with_type_params(visit):
    # They are written after the name.
    def visit_definition(self, node):
        params = _type_params(node)
        if params:
            node = type(node)(**vars(node))
            node.name += params
        visit(self, node)

    return visit_definition


def _visit_TypeAlias(self, node):
    self.fill("type ")
    self.traverse(node.name)
    self.write(_type_params(node), " = ")
    self.traverse(node.value)


def _visit_TypeVar(self, node):
    self.write(node.name)
    if node.bound:
        self.write(": ")
        self.traverse(node.bound)


_Unparser.visit_FunctionDef = _with_type_params(_Unparser.visit_FunctionDef)
_Unparser.visit_AsyncFunctionDef = _with_type_params(_Unparser.visit_AsyncFunctionDef)
_Unparser.visit_ClassDef = _with_type_params(_Unparser.visit_ClassDef)
_Unparser.visit_TypeAlias = _visit_TypeAlias
_Unparser.visit_TypeVar = _visit_TypeVar
_Unparser.visit_TypeVarTuple = lambda self, node: self.write("*", node.name)
_Unparser.visit_ParamSpec = lambda self, node: self.write("**", node.name)
