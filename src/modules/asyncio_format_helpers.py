"""How functions and coroutines are shown in the texts of handles, futures and tasks."""

import functools as _functools
import reprlib as _reprlib


def source_of(func):
    """Where a function of the program is from: (file, line), or None."""
    while True:
        if isinstance(func, (_functools.partial, _functools.partialmethod)):
            func = func.func
        elif getattr(func, "__wrapped__", None) is not None:
            func = func.__wrapped__
        else:
            break
    code = getattr(func, "__code__", None)
    if code is None or code.co_filename.startswith(("modules/", "prelude/")):
        return None
    return code.co_filename, code.co_firstlineno


def _arguments(args, kwargs):
    shown = [_reprlib.repr(arg) for arg in args]
    shown += [f"{name}={_reprlib.repr(value)}" for name, value in kwargs.items()]
    return f"({', '.join(shown)})"


def format_call(func, args, kwargs, suffix=""):
    if isinstance(func, _functools.partial):
        return format_call(func.func, func.args, func.keywords, _arguments(args, kwargs) + suffix)
    name = getattr(func, "__qualname__", None) or getattr(func, "__name__", None) or repr(func)
    return name + _arguments(args, kwargs) + suffix


def format_callback(func, args):
    text = format_call(func, args, {})
    source = source_of(func)
    return text if source is None else f"{text} at {source[0]}:{source[1]}"


def format_callbacks(callbacks):
    shown = [format_callback(callback, ()) for callback, _ in callbacks]
    if len(shown) > 2:
        shown = [shown[0], f"<{len(shown) - 2} more>", shown[-1]]
    return f"cb=[{', '.join(shown)}]"


def format_coroutine(coro):
    name = getattr(coro, "__qualname__", None) or getattr(coro, "__name__", None) or f"<{type(coro).__name__} without __name__>"
    name += "()"
    code = getattr(coro, "cr_code", None) or getattr(coro, "gi_code", None)
    if code is None:
        return name
    running = getattr(coro, "cr_running", False) or getattr(coro, "gi_running", False)
    frame = getattr(coro, "cr_frame", None) or getattr(coro, "gi_frame", None)
    if code.co_filename.startswith(("modules/", "prelude/")):
        return name
    if running or frame is not None:
        line = code.co_firstlineno if frame is None else frame.f_lineno
        return f"{name} running at {code.co_filename}:{line}"
    return f"{name} done, defined at {code.co_filename}:{code.co_firstlineno}"
