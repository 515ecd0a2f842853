"""What a program can see of the collector. Automatic collections only free what nothing refers to; collect() also lets go of what is referred
to weakly alone, so that weak references are cleared at a moment that the program chooses."""

import sys

__all__ = ["collect", "enable", "disable", "isenabled", "get_threshold", "set_threshold", "get_count", "get_debug", "set_debug", "get_stats",
           "is_tracked", "is_finalized", "freeze", "unfreeze", "get_freeze_count", "garbage", "callbacks"]

DEBUG_STATS = 1
DEBUG_COLLECTABLE = 2
DEBUG_UNCOLLECTABLE = 4
DEBUG_SAVEALL = 32
DEBUG_LEAK = 38

garbage = []
callbacks = []
# Settings that change nothing but what one reads back. They are set on the session's own module.
_enabled = True
_threshold = (700, 10, 10)
_debug = 0


def collect(generation=2):
    if not isinstance(generation, int):
        raise TypeError(f"'{type(generation).__name__}' object cannot be interpreted as an integer")
    if generation < 0 or generation > 2:
        raise ValueError("invalid generation")
    for owner in _collect():
        type(owner)._bereave(owner)
    return 0


def enable():
    sys.modules["gc"]._enabled = True


def disable():
    sys.modules["gc"]._enabled = False


def isenabled():
    return sys.modules["gc"]._enabled


def get_threshold():
    return sys.modules["gc"]._threshold


def set_threshold(threshold0, threshold1=10, threshold2=10, /):
    sys.modules["gc"]._threshold = (threshold0, threshold1, threshold2)


def get_count():
    return (0, 0, 0)


def get_debug():
    return sys.modules["gc"]._debug


def set_debug(flags, /):
    sys.modules["gc"]._debug = flags


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
