# description: A frozenset can't be the value of a Constant that is compiled.
# cause: No source text has such a constant, so our trees have none.
# workaround: ast.Call(ast.Name("frozenset", ast.Load()), [ast.Set(…)], [])
# cpython:
#   frozenset({1})
# fermata:
#   ValueError: a frozenset can't be a Constant here: make it by a Call of frozenset
import ast

print(eval(compile(ast.fix_missing_locations(ast.Expression(ast.Constant(frozenset({1})))), "made", "eval")))
