# description: ast.parse(…, type_comments=True) is refused.
# cause: Comments with types are a way from before annotations, and our parser drops comments.
# workaround: Parse without it, or look for the comments in the lines of the text.
# cpython:
#   list
# fermata:
#   ValueError: type comments are not read here: parse without type_comments
import ast

print(ast.parse("a = []  # type: list", type_comments=True).body[0].type_comment)
