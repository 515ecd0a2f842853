# description: `a, a = x, y` in a function leaves y in a; in CPython 3.11 x
# cause: a mistake of CPython 3.11's optimiser (mended in 3.12)
# workaround: don't assign twice to one name
# cpython:
#   1
# fermata:
#   2
def f(x, y):
    a, a = x, y
    return a


print(f(1, 2))
