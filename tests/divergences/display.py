# description: `display` is a builtin, as in notebooks
# cause: models write for notebooks, and a host gets what a program shows as text, HTML and pictures
# workaround: a program that has a `display` of its own isn't affected
# cpython:
#   False
# fermata:
#   True
import builtins

print(hasattr(builtins, "display"))
