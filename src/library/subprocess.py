"""No processes: what would start one is refused. The constants and exceptions are there for those that name them."""

__all__ = [
    "Popen",
    "PIPE",
    "STDOUT",
    "call",
    "check_call",
    "getstatusoutput",
    "getoutput",
    "check_output",
    "run",
    "CalledProcessError",
    "DEVNULL",
    "SubprocessError",
    "TimeoutExpired",
    "CompletedProcess",
]

PIPE = -1
STDOUT = -2
DEVNULL = -3


class SubprocessError(Exception):
    pass


class _Ended(SubprocessError):
    stdout = property(lambda self: self.output, lambda self, value: setattr(self, "output", value))


class CalledProcessError(_Ended):
    """A process ended with a status that isn't 0."""

    def __init__(self, returncode, cmd, output=None, stderr=None):
        self.returncode, self.cmd, self.output, self.stderr = returncode, cmd, output, stderr

    def __str__(self):
        return "Command '{0.cmd}' returned non-zero exit status {0.returncode}.".format(self)


class TimeoutExpired(_Ended):
    """A process took too long."""

    def __init__(self, cmd, timeout, output=None, stderr=None):
        self.cmd, self.timeout, self.output, self.stderr = cmd, timeout, output, stderr

    def __str__(self):
        return "Command '{0.cmd}' timed out after {0.timeout} seconds".format(self)


class CompletedProcess:
    """A process that has ended."""

    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr

    def __repr__(self):
        told = [("args", self.args), ("returncode", self.returncode)]
        told += [one for one in (("stdout", self.stdout), ("stderr", self.stderr)) if one[1] is not None]
        return f"{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in told])})"

    def check_returncode(self):
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


class Popen:
    """A process: none can be started."""

    def __init__(self, args, *rest, **options):
        shown = args if isinstance(args, (str, bytes)) else " ".join(map(str, args))
        raise PermissionError(1, "no process can be started here: the host may grant a function that runs a command", str(shown)[:200])


def list2cmdline(seq):
    """The arguments as one line for Windows, where a program takes its line apart: quoted when they need it."""
    from os import fsdecode

    words = []
    for argument in map(fsdecode, seq):
        quotes = " " in argument or "\t" in argument or not argument
        text, backslashes = "", 0
        for c in argument:
            if c == "\\":
                backslashes += 1
                continue
            # Backslashes count as such unless a quote follows, before which each is doubled.
            text += "\\" * (2 * backslashes + 1 if c == '"' else backslashes) + c
            backslashes = 0
        text += "\\" * (2 * backslashes if quotes else backslashes)
        words.append(f'"{text}"' if quotes else text)
    return " ".join(words)


def run(*popenargs, **kwargs):
    """Refused, as all that starts a process is."""
    Popen(*popenargs)


def call(*popenargs, **kwargs):
    Popen(*popenargs)


def check_call(*popenargs, **kwargs):
    Popen(*popenargs)


def check_output(*popenargs, **kwargs):
    Popen(*popenargs)


def getstatusoutput(cmd, **kwargs):
    Popen(cmd)


def getoutput(cmd, **kwargs):
    Popen(cmd)
