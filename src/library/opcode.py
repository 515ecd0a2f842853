"""The engine's instructions, by name and by number. They are Fermata's own, and change between releases; dis shows code made of them."""

__all__ = [
    "cmp_op",
    "hasconst",
    "hasname",
    "hasjrel",
    "hasjabs",
    "haslocal",
    "hascompare",
    "hasfree",
    "hasnargs",
    "opname",
    "opmap",
    "HAVE_ARGUMENT",
    "EXTENDED_ARG",
    "stack_effect",
]

# Written in C in CPython: no method of a class that has it as an attribute.
__unbound__ = ["stack_effect"]

_rows = _table()
opmap = {name: number for number, name, operands, text in _rows}
opname = [f"<{number}>" for number in range(256)]
for _number, _name, _operands, _text in _rows:
    opname[_number] = _name
del _number, _name, _operands, _text


def _having(letters):
    return [number for number, name, operands, text in _rows if not set(operands).isdisjoint(letters)]


# What an operand may be: a constant, a name, a register …; comparing instructions have numbers of their own.
hasconst = _having("kK")
hasname = _having("sS")
hasjrel = _having("jJ")
haslocal = _having("dubDU")
hasfree = _having("f")
hasjabs = []
hascompare = []
hasnargs = []
cmp_op = ("<", "<=", "==", "!=", ">", ">=")
HAVE_ARGUMENT = min(opmap.values())
EXTENDED_ARG = 255  # every operand has its place: this is in no code


def stack_effect(opcode, oparg=None, /, *, jump=None):
    """How much deeper the stack is after an instruction: not at all, instructions work on registers."""
    if opcode not in opmap.values():
        raise ValueError("invalid opcode or oparg")
    return 0
