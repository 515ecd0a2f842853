"""Grows Python programs from the grammar: grow(seed) is always the same text.

A program prints as it goes, ends by itself (loops are over small things, recursion counts down), and prints nothing that may differ between
two engines that are right: no addresses, no order of hashes. Most of its parts are in a `try` that prints what was raised, so that one
mistake doesn't hide the rest; some don't, for the traceback.
"""

import random

from classes import Classes
from expressions import Expressions
from statements import Statements

# What every program begins with. show() bounds what is printed, and gives sets an order.
PROLOGUE = """\
import asyncio, functools, itertools, collections, operator
count = 0
def show(*values):
    global count
    count += 1
    if count > 150:
        raise SystemExit
    print(*[text(v) for v in values])
def text(v, depth=0):
    if isinstance(v, (set, frozenset)):
        return type(v).__name__ + str(sorted(text(i, depth + 1) for i in v))[:300]
    if isinstance(v, dict) and depth < 3:
        return "{" + ", ".join(text(k, depth + 1) + ": " + text(i, depth + 1) for k, i in list(v.items())[:20]) + "}"
    if type(v) in (list, tuple) and depth < 3:
        return type(v).__name__ + "(" + ", ".join([text(i, depth + 1) for i in v[:20]]) + ")"
    if isinstance(v, (int, str, float, bytes, bytearray, complex, range, slice, BaseException, type(None), list, tuple)):
        try:
            return repr(v)[:300]
        except Exception as e:
            return f"repr: {type(e).__name__} {e}"
    if isinstance(v, type):
        return f"class {v.__name__}"
    return "an iterator" if hasattr(type(v), "__next__") else f"a {type(v).__name__}"
def fails(e):
    show(type(e).__name__, str(e) if isinstance(e, Exception) and " at 0x" not in str(e) else "")
"""


class Grower(Expressions, Statements, Classes):
    """One program on its way. `random` decides; `scopes` are the names that may be used, innermost last."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.lines = []
        self.indent = 0
        self.scopes = [Scope("module")]
        self.numbers = 0
        self.in_sources = 0  # of comprehensions: they can't have a walrus
        self.budget = self.random.choice([25, 40, 60])  # statements

    # --- randomness

    def chance(self, of):
        return self.random.random() < of

    def pick(self, *choices):
        return self.random.choice(choices)

    def weighted(self, table):
        """One of the keys of {key: weight}."""
        return self.random.choices(list(table), list(table.values()))[0]

    # --- text

    def emit(self, line):
        self.lines.append("    " * self.indent + line)

    def block(self, header, body):
        """A compound statement; `body()` emits what is in it."""
        self.emit(header)
        self.indent += 1
        before = len(self.lines)
        body()
        if len(self.lines) == before:
            self.emit("pass")
        self.indent -= 1

    def fresh(self, prefix="v"):
        self.numbers += 1
        return f"{prefix}{self.numbers}"

    # --- the whole

    def grow(self):
        for _ in range(self.pick(2, 3, 4, 5)):
            self.part()
        if self.chance(0.15):
            self.statement(0)  # nobody catches what it raises
        return PROLOGUE + "\n".join(self.lines) + "\n"

    def part(self):
        kind = self.weighted({"function": 6, "class": 3, "statements": 2, "generator": 2, "async": 1.3, "closure": 1.5})
        self.budget = max(self.budget, 10)
        getattr(self, "part_" + kind)()

    def guarded(self, body):
        """In a `try` that tells what was raised; now and then with nobody to catch it."""
        if self.chance(0.02):
            return body()
        self.block("try:", body)
        self.block("except Exception as e:", lambda: self.emit("fails(e)"))

    def part_statements(self):
        self.guarded(lambda: self.statements(self.pick(2, 4, 6), 0))


class Scope:
    """What a function, class body or module may name: names by rough type."""

    def __init__(self, kind, is_async=False, is_generator=False):
        self.kind = kind
        self.is_async, self.is_generator = is_async, is_generator
        self.names = {}  # name: type
        self.functions = []  # (name, parameters, kind)
        self.classes = []  # (name, ClassShape)
        self.loops = 0
        self.in_star = 0  # except* bodies: no break, continue, return
        self.in_finally = 0
        self.declared = set()  # by global and nonlocal
        self.loops_around_calls = 0


def grow(seed):
    return Grower(seed).grow()


if __name__ == "__main__":
    import sys

    print(grow(int(sys.argv[1])), end="")
