# description: while an exception is thrown into what a generator delegates to, the generator's own frame is not seen from there
# cause: the exception is handed to the innermost generator, which runs apart from those that wait for it
# workaround: none needed; tracebacks show all of them
# cpython:
#   ['inner', 'outer']
#   ['inner', 'outer']
# fermata:
#   ['inner', 'outer']
#   ['inner']
import sys


def names():
    frame, found = sys._getframe(1), []
    while frame.f_code.co_name != "<module>":
        found.append(frame.f_code.co_name)
        frame = frame.f_back
    return found


def inner():
    print(names())
    try:
        yield
    except ValueError:
        print(names())
        yield


def outer():
    yield from inner()


g = outer()
next(g)
g.throw(ValueError)
