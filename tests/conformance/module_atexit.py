import atexit
import sys


def at_end(*args, **kwargs):
    print("end", args, kwargs)


assert atexit.register(at_end, 1, x=2) is at_end
assert atexit.register(at_end) is at_end
assert atexit._ncallbacks() == 2
for wrong, message in ((lambda: atexit.register(), "register() takes at least 1 argument (0 given)"), (lambda: atexit.register(3), "the first argument must be callable")):
    try:
        wrong()
    except TypeError as e:
        assert str(e) == message, e

atexit._run_exitfuncs()
assert atexit._ncallbacks() == 0


# Called once, in the order of the last first; what fails is reported and stops nothing.
told = []
sys.unraisablehook = lambda u: told.append((u.exc_type, str(u.exc_value), u.err_msg, u.object, u.exc_traceback.tb_lineno > 0, len(u)))


def fails():
    raise ValueError("at the end")


def leaves():
    sys.exit(3)


for f in (at_end, fails, leaves, at_end, fails):
    atexit.register(f)
atexit.unregister(at_end)
atexit._run_exitfuncs()
print([t[:3] + (t[3].__name__,) + t[4:] for t in told])
atexit.register(at_end)
atexit._clear()
atexit._run_exitfuncs()


@atexit.register
def last():
    print("the last")
    atexit.register(at_end, "too late")


def late(n):
    print("late", n)
    if n:
        atexit.unregister(fails)


atexit.register(fails)
atexit.register(late, 1)
atexit.register(late, 0)
print("over")
sys.exit(0)
