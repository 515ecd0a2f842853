"""No debugger: a program that has stopped is looked at from outside. The names are there for those that import them."""


def _refuse():
    raise RuntimeError("there is no debugger here: what a program does can be printed, and the host sees it where it stops")


class Restart(Exception):
    """Raised to restart the debugged program."""


class Pdb:
    """A debugger that doesn't debug: doctest has one at hand."""

    def __init__(self, completekey="tab", stdin=None, stdout=None, skip=None, nosigint=False, readrc=True):
        self.stdin, self.stdout = stdin, stdout

    def reset(self):
        pass

    set_continue = reset

    def set_trace(self, frame=None):
        _refuse()

    def interaction(self, frame, traceback):
        _refuse()


def set_trace(*, header=None):
    _refuse()


def run(statement, globals=None, locals=None):
    _refuse()


def post_mortem(t=None):
    _refuse()


runeval = runcall = runctx = run
pm = post_mortem
