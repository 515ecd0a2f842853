# Host calls in functions that are called when the program ends, and in a handler of logging that shutdown() flushes.
import atexit
import logging
import sys


class Kept(logging.Handler):
    def emit(self, record):
        ask(record.getMessage())

    def flush(self):
        print("flushed", ask(self.level))

    def close(self):
        print("closed", ask(1))
        super().close()


logging.getLogger("a").addHandler(Kept())
logging.getLogger("a").warning("to %s", "say")


def at_end(n):
    print("at the end", ask(n), ask([n, n + 1]))
    if n:
        atexit.register(at_end, 0)
    if n == 2:
        raise ValueError(ask("no"))


sys.unraisablehook = lambda u: print(u.err_msg, repr(u.exc_value), ask(u.object.__name__))
for n in range(3):
    atexit.register(at_end, n)
print("over", ask("over"))
