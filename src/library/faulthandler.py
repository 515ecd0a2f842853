"""faulthandler, as far as it can be true here: a program can't crash the interpreter it runs in, and has no signals to wait for."""

import sys as _sys

__unbound__ = "*"


def enable(file=_sys.stderr, all_threads=True):
    """Noted, for is_enabled()."""
    session_state()["faulthandler"] = True


def disable():
    """Whether it was enabled."""
    return session_state().pop("faulthandler", False)


def is_enabled():
    return session_state().get("faulthandler", False)


def dump_traceback(file=None, all_threads=True):
    """Where the program is, into `file`, which has write(); sys.stderr by default."""
    file = _sys.stderr if file is None else file
    file.write("Current thread (most recent call first):\n" if all_threads else "Stack (most recent call first):\n")
    frame = _sys._getframe(1)
    while frame is not None:
        file.write(f'  File "{frame.f_code.co_filename}", line {frame.f_lineno} in {frame.f_code.co_name}\n')
        frame = frame.f_back


def dump_traceback_later(timeout, repeat=False, file=None, exit=False):
    raise PermissionError("nothing watches a program from within here: give it a limit of time from outside")


def cancel_dump_traceback_later():
    pass


def unregister(signum, /):
    """No signal is registered, ever."""
    return False
