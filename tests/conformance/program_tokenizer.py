import re
from collections import namedtuple
Token = namedtuple("Token", "kind value")
SPEC = [("NUM", r"\d+(\.\d+)?"), ("NAME", r"[a-z]\w*"), ("OP", r"[-+*/^()=,]"), ("WS", r"\s+"), ("BAD", r".")]
PATTERN = re.compile("|".join(f"(?P<{k}>{v})" for k, v in SPEC))
def tokens(text):
    for m in PATTERN.finditer(text):
        if m.lastgroup == "WS": continue
        if m.lastgroup == "BAD": raise SyntaxError(f"bad {m.group()!r} at {m.start()}")
        yield Token(m.lastgroup, m.group())
    yield Token("END", "")
class Parser:
    def __init__(self, text):
        self.it = tokens(text)
        self.tok = next(self.it)
        self.depth = 0
    def eat(self, value=None):
        t = self.tok
        if value and t.value != value: raise SyntaxError(f"expected {value!r}, got {t.value!r}")
        self.tok = next(self.it, None)
        return t
    def expr(self, level=0):
        ops = ["+-", "*/"]
        if level == 2: return self.power()
        left = self.expr(level + 1)
        while self.tok.value and self.tok.value in ops[level]:
            left = (self.eat().value, left, self.expr(level + 1))
        return left
    def power(self):
        base = self.atom()
        if self.tok.value == "^":
            self.eat()
            return ("^", base, self.power())
        return base
    def atom(self):
        t = self.eat()
        if t.kind == "NUM": return float(t.value) if "." in t.value else int(t.value)
        if t.kind == "NAME":
            if self.tok.value == "(":
                self.eat(); args = [self.expr()]
                while self.tok.value == ",": self.eat(); args.append(self.expr())
                self.eat(")")
                return ("call", t.value, *args)
            return t.value
        if t.value == "(":
            e = self.expr(); self.eat(")"); return e
        if t.value == "-": return ("neg", self.power())
        raise SyntaxError(f"unexpected {t.value!r}")
ENV = {"pi": 3, "max": max, "half": lambda x: x / 2}
OPS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b, "^": pow}
def run(t):
    if isinstance(t, str): return ENV[t]
    if not isinstance(t, tuple): return t
    op, *rest = t
    if op == "neg": return -run(rest[0])
    if op == "call": return ENV[rest[0]](*map(run, rest[1:]))
    return OPS[op](*(run(r) for r in rest))
for text in ["1+2*3", "(1+2)*3", "2^3^2", "-2^2", "max(1, pi*2, 4)", "half(7) - 0.5", "1/0", "1 + ", "(1", "a$", "zz", "10-4-3", "((((5))))"]:
    try:
        tree = Parser(text).expr()
        print(text, tree, run(tree))
    except (SyntaxError, ZeroDivisionError, KeyError) as e: print(text, type(e).__name__, e)
