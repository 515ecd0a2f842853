"""Functions that a program has called when it ends. Its session calls them then (session/session.cpp end_program)."""

import sys as _sys

__unbound__ = "*"


def _registered():
    return session_state().setdefault("atexit", [])


def register(*args, **kwargs):
    """Call a function, with the arguments given here, when the program ends; of several the last one first."""
    if not args:
        raise TypeError("register() takes at least 1 argument (0 given)")
    function, *args = args
    if not callable(function):
        raise TypeError("the first argument must be callable")
    _registered().append((function, tuple(args), kwargs))
    return function


def unregister(func, /):
    """Don't call this function, however often it was registered."""
    calls = _registered()
    for i, call in enumerate(calls):
        if call is not None and call[0] == func and i < len(calls):
            calls[i] = None


def _clear():
    _registered().clear()


def _ncallbacks():
    return len(_registered())


def _run_exitfuncs():
    """What is called at the program's end is called now, and no more then."""
    calls = _registered()
    i = len(calls)
    while i:
        i -= 1
        if i < len(calls) and calls[i] is not None:
            function, args, kwargs = calls[i]
            try:
                function(*args, **kwargs)
            except BaseException as error:
                _sys._write_unraisable("Exception ignored in atexit callback", function, error)
    calls.clear()


def _end_of_program(result, error):
    try:
        _run_exitfuncs()
    finally:
        session_state().pop("atexit", None)  # also when a forged state has no calls there: the program's end comes once
    if error is not None:
        raise error
    return result
