# packages: lark
from lark import Lark, Transformer

g = """
?start: sum
?sum: product | sum "+" product -> add | sum "-" product -> sub
?product: atom | product "*" atom -> mul
?atom: NUMBER -> number | "(" sum ")"
%import common.NUMBER
%import common.WS_INLINE
%ignore WS_INLINE
"""


class T(Transformer):
    def number(self, c):
        return float(c[0])

    def add(self, c):
        return c[0] + c[1]

    def sub(self, c):
        return c[0] - c[1]

    def mul(self, c):
        return c[0] * c[1]


for p in ("lalr", "earley"):
    assert T().transform(Lark(g, parser=p).parse("1 + 2 * (3 - 1)")) == 5
