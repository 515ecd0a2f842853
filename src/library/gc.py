"""What a program can see of the collector. Automatic collections only free what nothing refers to; collect() also lets go of what is
referred to weakly alone, so that weak references are cleared at a moment that the program chooses."""

__all__ = [
    "collect",
    "enable",
    "disable",
    "isenabled",
    "get_threshold",
    "set_threshold",
    "get_count",
    "get_debug",
    "set_debug",
    "get_stats",
    "is_tracked",
    "is_finalized",
    "freeze",
    "unfreeze",
    "get_freeze_count",
    "garbage",
    "callbacks",
]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

DEBUG_STATS = 1
DEBUG_COLLECTABLE = 2
DEBUG_UNCOLLECTABLE = 4
DEBUG_SAVEALL = 32
DEBUG_LEAK = 38

garbage = []
callbacks = []


def _settings():
    # They change nothing but what one reads back.
    return session_state().setdefault("gc", {"enabled": True, "threshold": (700, 10, 10), "debug": 0})


def collect(generation=2):
    if not isinstance(generation, int):
        raise TypeError(f"'{type(generation).__name__}' object cannot be interpreted as an integer")
    if generation < 0 or generation > 2:
        raise ValueError("invalid generation")
    for owner in _collect():
        type(owner)._bereave(owner)
    return 0


def enable():
    _settings()["enabled"] = True


def disable():
    _settings()["enabled"] = False


def isenabled():
    return _settings()["enabled"]


def get_threshold():
    return _settings()["threshold"]


def set_threshold(threshold0, threshold1=10, threshold2=10, /):
    _settings()["threshold"] = (threshold0, threshold1, threshold2)


def get_count():
    return (0, 0, 0)


def get_debug():
    return _settings()["debug"]


def set_debug(flags, /):
    _settings()["debug"] = flags


def get_stats():
    return [{"collections": 0, "collected": 0, "uncollectable": 0} for _ in range(3)]


def is_tracked(obj, /):
    return not isinstance(obj, (int, float, complex, str, bytes, bool, type(None)))


def is_finalized(obj, /):
    return False


def freeze():
    pass


def unfreeze():
    pass


def get_freeze_count():
    return 0
