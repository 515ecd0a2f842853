# Module ast: literals, trees made, looked at, changed, compiled, written out.
import ast
import re


def error(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__name__, str(e).split(" object at")[0]


def shown(tree, **options):
    # 3.12's definitions have type parameters; what it knows about the inside of an f-string isn't compared.
    return re.sub(r",\s*type_params=\[\]", "", ast.dump(tree, **options))


# ---- literal_eval
for text in ("1", "-1", "+1.5", "  {'a': [1, (2,), {3}], b'k': None}", "1+2j", "-1.5-2j", "set()", "...", "[True, False]", "'a' 'b'", "()", "{}",
             "0x_ff", "10**2", "f()", "[x]", "-'a'", "+True", "{**a}", "{[]: 1}", "[*a]", "1+2", "f'{1}'", "(", "1 +", "a.b", "--1", "\n1\n", "\n 1"):
    print(repr(text), error(ast.literal_eval, text))
print(error(ast.literal_eval, ast.parse("[1, 2]", mode="eval")), error(ast.literal_eval, ast.Constant(3)), error(ast.literal_eval, 3))
big = [(i, str(i), -i / 7, {i: None}) for i in range(2000)]
print(ast.literal_eval(repr(big)) == big)
deep = 1
for _ in range(60):
    deep = [deep]
print(ast.literal_eval(repr(deep)) == deep)

# ---- parse and dump
SOURCE = '''
import a.b as c, d
from . import e
from ..f import (g as h, i)
@deco
def f(a, /, b: int = 1, *c, d, e=2, **g) -> "int":
    """Doc.

       More."""
    global x
    try:
        return [i for i in range(3) if i if not i]
    except (A, B) as e:
        raise X from e
    else:
        pass
    finally:
        del a.b, c[1:2, ::3]
async def k():
    async with m as n, o: await p
    async for q in r: yield
class C(B, metaclass=M):
    x: int
    (y): int = 2
    z.w: str = f"{1!r:>{2}} {{x}}"
while 1:
    if a: break
    elif b: continue
    else: a += 1
else: b @= 2
match x:
    case {"a": 1, **rest} | [1, *_, y] if z: pass
    case C(1, k=-1.5) as w: pass
    case None | "s" | s.x: pass
    case _: assert 0, "m"
lambda *, a=1: (yield)
x = y = (a := 1) if not b else {**c, 1: 2}, {*d}, {e: f for e in g}, {h for h in i}, (j async for j in k)
a and b or c < d is not e not in f
print(u"u", b"b", 1_000, 1e400, 2j, ..., "é", sep="")
'''
tree = ast.parse(SOURCE)
print(shown(tree))
print(shown(tree.body[4], indent=2))
for node in list(ast.walk(tree)):
    if isinstance(node, ast.JoinedStr):
        node.values = []
for node in ast.walk(tree):
    if hasattr(node, "lineno"):
        print(type(node).__name__, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, end=";")
print()
tree = ast.parse(SOURCE)
text = ast.unparse(tree)
print(text)
print(shown(ast.parse(text)) == shown(tree))
print(shown(ast.parse("x = 1; y", mode="single")), shown(ast.parse("(x,)", mode="eval"), annotate_fields=False))
print(shown(compile("1", "n", "eval", ast.PyCF_ONLY_AST)), error(ast.parse, "x ="), error(ast.parse, 3))
print(ast.get_docstring(tree.body[3]), ast.get_docstring(tree), error(ast.get_docstring, ast.Pass()))
print(repr(ast.get_source_segment(SOURCE, tree.body[3].body[2])), repr(ast.get_source_segment(SOURCE, tree.body[4].body[0], padded=True)))
print([type(n).__name__ for n in ast.iter_child_nodes(tree.body[3])], [name for name, _ in ast.iter_fields(tree.body[1])])

# ---- classes
print(ast.Name.__doc__, ast.withitem._fields, ast.expr._attributes, ast.cmpop.__doc__, ast.Name.__mro__, ast.arg.__match_args__)
print(type(ast.Load()), ast.Name("x").id, ast.Name(id="y", ctx=1).ctx)
print(error(ast.Name, 1, 2, 3), error(ast.Name, 1, id=2), error(lambda: ast.Name().id), ast.arg("a").annotation, error(ast.AST, 1))
print(isinstance(ast.Constant("s"), ast.Str), isinstance(ast.Constant(1), ast.Str), isinstance(ast.Constant(1), ast.Num), type(ast.Num(2)))
match ast.parse("a + 1", mode="eval").body:
    case ast.BinOp(ast.Name(name), ast.Add(), ast.Constant(value)):
        print(name, value)


# ---- visitors
class Names(ast.NodeVisitor):
    def __init__(self):
        self.found = []

    def visit_Name(self, node):
        self.found.append(node.id)
        self.generic_visit(node)


class Change(ast.NodeTransformer):
    def visit_Constant(self, node):
        return ast.copy_location(ast.Constant(node.value * 2), node) if isinstance(node.value, int) else node

    def visit_Pass(self, node):
        return None

    def visit_Expr(self, node):
        return [node, node]


names = Names()
names.visit(tree)
print(sorted(set(names.found)))
small = Change().visit(ast.parse("a = 1\npass\nshow(a + 20)"))
exec(compile(small, "small", "exec"), {"show": print})
for node in ast.walk(small):
    for child in ast.iter_child_nodes(node):
        child.parent = node
print(type(small.body[0].value.parent).__name__)

# ---- compiling trees made by hand
made = ast.Module([ast.Assign([ast.Name("x", ast.Store())], ast.Constant((1, -2, 3.5, 2 + 3j, b"b", None, (10 ** 40,)))),
                   ast.FunctionDef("f", ast.arguments([], [ast.arg("a")], None, [], [], None, []),
                                   [ast.Return(ast.BinOp(ast.Name("a", ast.Load()), ast.Mult(), ast.Constant(-3)))], [])], [])
names = {}
exec(compile(ast.fix_missing_locations(made), "made", "exec"), names)
print(names["x"], names["f"](5), made.body[1].body[0].value.lineno, ast.increment_lineno(made, 4).body[0].lineno)
print(eval(compile(ast.parse("[i * 2 for i in range(3)]", mode="eval"), "x", "eval")))
exec(compile(ast.parse("1 + 1; 'two'", mode="single"), "x", "single"))


def compiled(node, mode="exec"):
    tree = ast.Module([node if isinstance(node, ast.stmt) else ast.Expr(node)], [])
    return error(lambda: compile(ast.fix_missing_locations(tree), "x", mode) and "fine")


X, LOAD, STORE = ast.Name("x", ast.Load()), ast.Load(), ast.Store()
for bad in (ast.Name("x", STORE), ast.Name("None", LOAD), ast.Name(3, LOAD), ast.BoolOp(ast.And(), [X]), ast.Dict([X], []), ast.BinOp(X, ast.Not(), X),
            ast.Call(X, [None], []), ast.Call(X, [3], []), ast.Call(X, (X,), []), ast.Compare(X, [ast.Lt()], []), ast.Constant([1]), ast.Yield(X),
            ast.While(X, [], []), ast.Assign([X], X), ast.Assign([], X), ast.Delete([X]), ast.Raise(None, X), ast.Try([ast.Pass()], [], [], []),
            ast.Import([]), ast.ImportFrom("a", [ast.alias("b")], -1), ast.Global([]), ast.Return(X), ast.Break(), ast.NamedExpr(X, X),
            ast.AugAssign(ast.Name("x", STORE), ast.Add(), ast.Name("y", STORE)), ast.ListComp(X, []), ast.Starred(X, LOAD),
            ast.Match(X, [ast.match_case(ast.MatchAs(name="_"), None, [ast.Pass()])]), ast.Expr(None), ast.Attribute(X, None, LOAD)):
    print(compiled(bad))
loop = ast.UnaryOp(ast.Not(), X, lineno=1, col_offset=0)
loop.operand = loop
print(error(compile, ast.Expression(loop), "x", "eval")[0])
print(error(compile, ast.parse("x"), "x", "eval"), error(compile, ast.Expression(ast.Constant(1)), "x", "eval"), error(compile, 3, "x", "eval"))
print(error(compile, ast.Expression(ast.Constant(1, lineno=5, col_offset=0, end_lineno=4)), "x", "eval"))


class MyName(ast.Name):
    pass


mine = ast.parse("abs(-3)", mode="eval")
mine.body.func = ast.copy_location(MyName("abs", LOAD), mine.body.func)
print(eval(compile(mine, "x", "eval")), shown(mine))
try:
    exec(compile(ast.increment_lineno(ast.parse("a = 1\nb = a / 0"), 10), "moved", "exec"))
except ZeroDivisionError as e:
    print(e.__traceback__.tb_next.tb_lineno)
