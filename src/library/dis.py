"""Shows the instructions that the engine runs. They are Fermata's own, on registers: they differ from CPython's, and between releases.

An offset is twice an instruction's number, as co_lines() and tb_lasti have it. An instruction's `arg` is a tuple, its D bits and then the
number of each operand; `argval` is where it jumps, the name or the constant that it has, else `argrepr`, the operands as text.
"""

import sys as _sys
from collections import namedtuple as _namedtuple
from opcode import *
from opcode import __all__ as _opcodes
from types import CodeType as _CodeType, FunctionType as _FunctionType, MethodType as _MethodType

__all__ = [
    "code_info",
    "dis",
    "disassemble",
    "distb",
    "disco",
    "findlinestarts",
    "findlabels",
    "show_code",
    "get_instructions",
    "Instruction",
    "Bytecode",
    *_opcodes,
]

COMPILER_FLAG_NAMES = dict(
    zip(
        (1 << bit for bit in range(10)),
        ("OPTIMIZED NEWLOCALS VARARGS VARKEYWORDS NESTED GENERATOR NOFREE COROUTINE ITERABLE_COROUTINE ASYNC_GENERATOR").split(),
    )
)

Positions = _namedtuple("Positions", "lineno end_lineno col_offset end_col_offset", defaults=(None, None, None, None))


class Instruction(
    _namedtuple("Instruction", "opname opcode arg argval argrepr offset starts_line is_jump_target positions", defaults=(None,))
):
    """One instruction, taken apart."""

    __slots__ = ()

    def _text(self, line_width, is_current):
        line = "" if self.starts_line is None else self.starts_line
        bits = f".{self.arg[0]}" if self.arg and self.arg[0] else ""
        marks = ("-->" if is_current else "   ") + (" >>" if self.is_jump_target else "   ")
        return f"{line:>{line_width}} {marks} {self.offset:>4} {self.opname + bits:<20} {self.argrepr}".rstrip()


def pretty_flags(flags):
    """The flags of a code object by their names."""
    bits = [1 << place for place in range(flags.bit_length()) if flags >> place & 1] or [0]
    return ", ".join(COMPILER_FLAG_NAMES.get(bit) or hex(bit) for bit in bits)


# ---- what has code


def _code_of(x, filename="<disassembly>"):
    """The code of a function, a method, a generator, a coroutine or of a source text; anything else as it is."""
    x = getattr(x, "__func__", x)
    for name in ("__code__", "gi_code", "ag_code", "cr_code"):
        if hasattr(x, name):
            return getattr(x, name)
    if not isinstance(x, str):
        return x
    try:
        return compile(x, filename, "eval")
    except SyntaxError:
        return compile(x, filename, "exec")


def _only_code_of(x):
    code = _code_of(x)
    if isinstance(code, _CodeType):
        return code
    raise TypeError(f"don't know how to disassemble {type(code).__name__} objects")


# ---- facts of a code object


def findlinestarts(code):
    """Where the instructions of another line begin: pairs of an offset and a line."""
    before = None
    for number, (line, *_) in enumerate(code.co_positions()):
        if line is not None and line != before:
            yield 2 * number, line
            before = line


def findlabels(code):
    """The offsets to which jumps lead, in a code object's co_code."""
    return [2 * number for number, (*_, is_target) in enumerate(_instructions(bytes(code))) if is_target]


def get_instructions(x, *, first_line=None, show_caches=False, adaptive=False):
    """The instructions of what has code, one after the other; `first_line` is its first line's number. There are no caches to show."""
    code = _only_code_of(x)
    return _taken_apart(code, 0 if first_line is None else first_line - code.co_firstlineno)


def _taken_apart(code, more_lines=0):
    is_whole = isinstance(code, _CodeType)
    starts = dict(findlinestarts(code)) if is_whole else {}
    positions = code.co_positions() if is_whole else iter(())
    for number, (opcode, arg, argval, argrepr, is_target) in enumerate(_instructions(code)):
        line = starts.get(2 * number)
        yield Instruction(
            opname[opcode], opcode, arg, argval, argrepr, 2 * number, line and line + more_lines, is_target, Positions(*next(positions, ()))
        )


def code_info(x):
    """What a function's, method's or code object's code is made of."""
    code = _only_code_of(x)
    facts = [
        ("Name", code.co_name),
        ("Filename", code.co_filename),
        ("Argument count", code.co_argcount),
        ("Positional-only arguments", code.co_posonlyargcount),
        ("Kw-only arguments", code.co_kwonlyargcount),
        ("Number of locals", code.co_nlocals),
        ("Registers", code.co_stacksize),
        ("Flags", pretty_flags(code.co_flags)),
    ]
    lines = [f"{what + ':':<18} {fact}" for what, fact in facts]
    lists = {
        "Constants": [repr(constant) for constant in code.co_consts],
        "Names": code.co_names,
        "Variable names": code.co_varnames,
        "Free variables": code.co_freevars,
        "Cell variables": code.co_cellvars,
    }
    for what, texts in lists.items():
        if texts:
            lines.append(f"{what}:")
            lines += [f"{number:4}: {text}" for number, text in enumerate(texts)]
    return "\n".join(lines)


def show_code(co, *, file=None):
    """Prints code_info()."""
    print(code_info(co), file=file)


# ---- listings


def _listing(code, current=-1, more_lines=0):
    all = list(_taken_apart(code, more_lines))
    width = max([3] + [len(str(one.starts_line)) for one in all if one.starts_line is not None])
    for one in all:
        if one.starts_line is not None and one.offset:
            yield ""
        yield one._text(width, one.offset == current)
    handlers = _handlers(code)
    if handlers:
        yield "ExceptionTable:"
    for begin, end, target, register in handlers:
        yield f"  {begin} to {end - 2} -> {target} in r{register}"


def disassemble(co, lasti=-1, *, file=None, show_caches=False, adaptive=False):
    """Prints the instructions of a code object, without those of code in it."""
    for line in _listing(co, lasti):
        print(line, file=file)


disco = disassemble


def _disassemble_all(code, file, depth):
    disassemble(code, file=file)
    if depth is None or depth > 0:
        for inner in code.co_consts:
            if isinstance(inner, _CodeType):
                print(f"\nDisassembly of {inner!r}:", file=file)
                _disassemble_all(inner, file, depth and depth - 1)


def dis(x=None, *, file=None, depth=None, show_caches=False, adaptive=False):
    """Prints the instructions of what has code, and of the code in it; of a class, a module, or the last traceback."""
    code = _code_of(x, "<dis>")
    if x is None:
        distb(file=file)
    elif isinstance(code, _CodeType):
        _disassemble_all(code, file, depth)
    elif hasattr(code, "__dict__"):
        for name, member in sorted(code.__dict__.items()):
            if isinstance(member, (_FunctionType, _MethodType, _CodeType, classmethod, staticmethod, type)):
                print(f"Disassembly of {name}:", file=file)
                try:
                    dis(member, file=file, depth=depth)
                except TypeError as error:
                    print("Sorry:", error, file=file)
                print(file=file)
    else:
        disassemble(bytes(code) if isinstance(code, bytearray) else code, file=file)


def distb(tb=None, *, file=None, show_caches=False, adaptive=False):
    """Prints the code where an exception was raised, marked there."""
    if tb is None:
        tb = getattr(_sys, "last_traceback", None)
        if tb is None:
            raise RuntimeError("no last traceback to disassemble")
        tb = _innermost(tb)
    disassemble(tb.tb_frame.f_code, tb.tb_lasti, file=file)


def _innermost(tb):
    while tb.tb_next:
        tb = tb.tb_next
    return tb


class Bytecode:
    """The code of a function, method, generator, coroutine or source text, to be walked through, described and shown."""

    def __init__(self, x, *, first_line=None, current_offset=None, show_caches=False, adaptive=False):
        self.codeobj = code = _only_code_of(x)
        self.first_line = code.co_firstlineno if first_line is None else first_line
        self.current_offset = current_offset
        self._of = x

    @classmethod
    def from_traceback(cls, tb, *, show_caches=False, adaptive=False):
        """That of the innermost frame, marked where it was."""
        tb = _innermost(tb)
        return cls(tb.tb_frame.f_code, current_offset=tb.tb_lasti)

    def __iter__(self):
        return get_instructions(self.codeobj, first_line=self.first_line)

    def __repr__(self):
        return f"{type(self).__name__}({self._of!r})"

    def info(self):
        """What code_info() gives."""
        return code_info(self.codeobj)

    def dis(self):
        """What disassemble() prints."""
        current = -1 if self.current_offset is None else self.current_offset
        return "".join(line + "\n" for line in _listing(self.codeobj, current, self.first_line - self.codeobj.co_firstlineno))
