# description: In a function each locals() is a dict of its own: what exec() puts into one isn't in the next
# cause: As in Python 3.13; CPython 3.11 keeps one dict for each frame, and writes the variables into it at each locals()
# workaround: keep the dict: scope = locals(); exec(text, globals(), scope)
# cpython:
#   3
#   14
# fermata:
#   no z
#   14
def function():
    exec("z = 3")
    try:
        print(eval("z"))
    except NameError:
        print("no z")


def keeping(a):
    scope = locals()
    exec("b = a + 1", globals(), scope)
    print(scope["b"])


function()
keeping(13)
