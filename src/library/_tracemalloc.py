"""What tracemalloc has from C, as far as it can be true here: how much memory the program takes, by the session's own accounts. Where
it was allocated nobody notes, so that snapshots are empty.

A size is what was made since start() or clear_traces() and is still in use: garbage is collected before it is told. A peak is the most
that was found, garbage included, when one of these functions was asked.
"""

__all__ = [
    "clear_traces",
    "get_traceback_limit",
    "get_traced_memory",
    "get_tracemalloc_memory",
    "is_tracing",
    "reset_peak",
    "start",
    "stop",
]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

_KEY = "tracemalloc"  # of the session's: what was in use at the start, the peak since


def start(nframe=1, /):
    """Start tracing Python memory allocations."""
    nframe = container_index(nframe)
    if not -(1 << 31) <= nframe < 1 << 31:
        raise OverflowError("Python int too large to convert to C int")
    if not 1 <= nframe <= 65535:
        raise ValueError("the number of frames must be in range [1; 65535]")
    if not is_tracing():
        session_state()["tracemalloc.frames"] = nframe
        clear_traces(True)


def stop():
    """Stop tracing Python memory allocations."""
    session_state().pop(_KEY, None)


def is_tracing():
    """Return True if the tracemalloc module is tracing Python memory allocations."""
    return _KEY in session_state()


def clear_traces(starts=False):
    """Clear traces of memory blocks allocated by Python."""
    if starts or is_tracing():
        session_state()[_KEY] = [_bytes_in_use(), 0]


def _memory():
    # (current, peak)
    traced = session_state()[_KEY]
    peak = _bytes()
    current = _bytes_in_use()
    first = traced[0] = min(traced[0], current)
    traced[1] = max(traced[1], peak - first)
    return current - first, traced[1]


def get_traced_memory():
    """Get the current size and peak size of memory blocks traced by tracemalloc."""
    return _memory() if is_tracing() else (0, 0)


def reset_peak():
    """Set the peak size of memory blocks traced by tracemalloc to the current size."""
    if is_tracing():
        session_state()[_KEY][1] = _memory()[0]


def get_traceback_limit():
    """Get the maximum number of frames stored in the traceback of a trace."""
    return session_state().get("tracemalloc.frames", 1)


def get_tracemalloc_memory():
    """Get the memory usage in bytes of the tracemalloc module."""
    return 0


def _get_traces():
    return []


def _get_object_traceback(obj, /):
    return None
