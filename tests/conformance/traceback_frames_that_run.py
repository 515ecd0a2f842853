"""While an exception is handled, the traceback's frame that has caught it has its variables, and so have its callers."""

import sys
import traceback

setting = "a module's"


def fails(x):
    raise ValueError(x)


def shows(error):
    frame = error.__traceback__.tb_frame
    return frame.f_code.co_name, {name: value for name, value in frame.f_locals.items() if name != "error"}


def catches(x):
    local = x * 2
    try:
        fails(x)
    except ValueError as error:
        later = 3
        print(shows(error), sorted(error.__traceback__.tb_frame.f_locals))
        print(sorted(error.__traceback__.tb_frame.f_back.f_locals)[:2])
        told = traceback.TracebackException.from_exception(error, capture_locals=True)
        print([(name, value) for name, value in (told.stack[0].locals or {}).items() if name in ("x", "local", "later")])


def calls(y):
    mine = [y]
    catches(y)


def recurses(n):
    try:
        if n:
            recurses(n - 1)
        fails(n)
    except ValueError as error:
        print(n, shows(error)[1])
        if n < 2:
            raise


def generates(n):
    try:
        yield n
        fails(n)
    except ValueError as error:
        print(shows(error))
        yield "again"


calls(4)
try:
    recurses(2)
except ValueError as error:
    print(shows(error)[0])
print(list(generates(5)))
try:
    fails(1)
except ValueError as error:
    print(error.__traceback__.tb_frame.f_locals is globals(), "setting" in error.__traceback__.tb_frame.f_locals)
    kept = error.__traceback__
print(kept.tb_frame.f_locals["setting"])
