"""Waiting for files and connections, where no file has a descriptor: what is waited for is never one."""

import time as _time

__unbound__ = "*"

error = OSError


def _descriptor_of(file):
    """The number that a file, or an int, gives as a descriptor."""
    number = file if isinstance(file, int) else getattr(file, "fileno", None)
    if callable(number):
        number = number()
    if not isinstance(number, int):
        raise TypeError("argument must be an int, or have a fileno() method.")
    if number < 0:
        raise ValueError(f"file descriptor cannot be a negative integer ({number})")
    return number


def select(rlist, wlist, xlist, timeout=None, /):
    """Wait until one of the files can be read or written, or the time is up."""
    for files in (rlist, wlist, xlist):
        for file in files:
            _descriptor_of(file)
            raise OSError(9, "Bad file descriptor")
    if timeout is None:
        raise OSError(11, "there is nothing to wait for and no timeout: this would take forever")
    if not isinstance(timeout, float):
        if not hasattr(timeout, "__index__"):
            raise TypeError("timeout must be a float or None")
        timeout = container_index(timeout)
    if timeout < 0:
        raise ValueError("timeout must be non-negative")
    _time.sleep(timeout)
    return [], [], []
