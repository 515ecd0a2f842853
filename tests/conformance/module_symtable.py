# Tables of names. CPython puts names that only inner scopes take from outer ones in a random order: here no table has two of them.
import symtable
import _symtable


def show(table, depth=0):
    names = [(symbol.get_name(), hex(table._table.symbols[symbol.get_name()])) for symbol in table.get_symbols()]
    print("  " * depth, table, table.get_lineno(), table.is_nested(), table._table.varnames, names)
    for child in table.get_children():
        show(child, depth + 1)


def tell(source, mode="exec", filename="file"):
    try:
        show(symtable.symtable(source, filename, mode))
    except SyntaxError as error:
        print(source, "->", error.msg, error.filename, error.lineno, error.offset)
    except Exception as error:
        print(repr(error))


for source in [
    "x = [(y := i) for i in z]\n(y := (z := 1))",
    "def f():\n [[(y := i + q) for i in z] for q in r if (w := 1)]\n return y",
    "def f():\n global y\n [(y := i) for i in z]",
    "class A:\n x = [a for a in b]\n y = {a: b for a in c}\n z = {a for a in b}\n w = (a for a in b)",
    "def f():\n x: (y := (yield))\n z: [a for a in b]\n (v): u",
    "def f():\n a = 1\n def g():\n  x: a",
    "def f():\n try:\n  a\n except E as q:\n  b = 1\n else:\n  c = 1\n finally: d = 1",
    "x = {lambda: 1: lambda a: 2, (c := 1): (d := 2)}",
    "[1 for a[i] in x for b.c in y]",
    "from __future__ import annotations\ndef f(x: T) -> (lambda: y): z: W = 3",
    "@d(e)\ndef f(x: T=3, *a: Q, k: R=4) -> S: pass",
    "@d\nclass A(B, metaclass=M):\n global q\n def g(self): return __class__\n def h(self): super()",
    "def f():\n zz = 0\n def g():\n  nonlocal zz\n  zz = 1\n class C:\n  nonlocal zz\n  zz = 2\n  def m(self): return zz",
    "def f():\n x = 1\n class C:\n  x = 2\n  y = x\n  def m(self): return x",
    "def f():\n x = 1\n class C:\n  global x\n  def m(self): return x\n  class D:\n   def n(self): return lambda: x",
    "class __P:\n __x = 1\n def f(self, __y): self.__z; global __g; __g = 1; import __m.n, __o as __p",
    "def f(a, /, b, *c, d, **e): lambda z=a: [q for q in z]",
    "match x:\n case {'a': b, **c} | [b, *c] if (d := 1): pass\n case A(e, f=g) as h: pass",
    "with a as b, c as (d, e): pass\nfor f in g: pass\nelse: h = 1\ndel i\nj += 1\nimport k.l, m as n\nfrom o import p, q as r",
    "async def f():\n [await x async for x in y]\n async with a as b: pass\n async for c in d: pass",
    "global x\nx: int",
    "return 1",
    "x = 1\nfrom __future__ import annotations",
    "def f(): global x; x: int", "x: int\nglobal x", "def f(): nonlocal x", "def f(x): nonlocal x", "def f(x): global x", "nonlocal x",
    "[x := 1 for x in y]", "[[x := 1 for i in z] for x in y]", "[i for i in (x := y)]", "class A: [x := 1 for i in y]", "def f(a, a): pass",
    "[x for y in z if (x := 1) for x in w]", "def f(): from a import *", "def f():\n yield\n return [(yield) for i in x]",
    "def f():\n [y := 1 for i in x]\n global y", "def f():\n print(y)\n global y", "def f():\n y = 1\n nonlocal y", "x = (", "é = (1\n", "  x",
]:
    tell(source)
for mode in ("eval", "single", "exec", "nope", 3):
    tell("[a for b in c]", mode)
for source in (b"# coding: latin-1\n\xe4 = 1", 3, "\0", "\ud800", bytearray(b"x"), memoryview(b"y"), None):
    tell(source)
tell("\ufeffx = 1\ny = 2")
tell(b"\xef\xbb\xbfx = 1")
for filename in (b"x", 3, None):
    tell("a", filename=filename)

# What each way of asking says.
top = symtable.symtable("import sys\nclass A:\n def f(self, x: int): global g; g = [x]\n def f(self): pass\nx: int\nprint(A)", "file", "exec")
for thing in [top, *top.get_children(), *top.get_children()[0].get_children(), *top.get_symbols()]:
    print(thing, [(name, getattr(thing, name)()) for name in dir(thing) if name.startswith(("get_", "is_", "has_"))
                  and name not in ("get_id", "get_symbols", "get_children", "get_namespaces", "get_namespace", "get_identifiers")])
print(list(top.get_identifiers()), top.lookup("A").get_namespace() is top.get_children()[0], top.lookup("A").get_namespace().lookup("f").get_namespaces())
for name in ("x", "nowhere"):
    try:
        top.lookup(name).get_namespace()
    except (KeyError, ValueError) as error:
        print(repr(error))
ids = set()
stack = [top]
while stack:
    table = stack.pop()
    ids.add(table.get_id())
    stack += table.get_children()
print(len(ids), min(ids) > 0)

# The entry itself.
entry = _symtable.symtable("a", "b", "exec")
print(type(entry).__name__, entry.type, entry.nested, entry.varnames, entry.children, entry.symbols, entry.lineno, entry.name)
print(repr(entry).replace(str(entry.id), "ID"))
for change in (lambda: type(entry)(), lambda: setattr(entry, "name", 3)):
    try:
        change()
    except (TypeError, AttributeError) as error:
        print(repr(error))
print({name: getattr(_symtable, name) for name in dir(_symtable) if name.isupper()})
