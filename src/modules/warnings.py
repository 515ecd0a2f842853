"""Warnings are printed on the error output, each time; filters are accepted and have no effect."""

import sys as _sys

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter", "resetwarnings", "catch_warnings"]

filters = ()


def formatwarning(message, category, filename, lineno, line=None):
    """Function to format a warning the standard way."""
    return f"{filename}:{lineno}: {category.__name__}: {message}\n"


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Hook to write a warning to a file; replace if you like."""
    (_sys.stderr if file is None else file).write(formatwarning(message, category, filename, lineno, line))


def warn(message, category=None, stacklevel=1, source=None):
    """Issue a warning, or maybe ignore it or raise an exception."""
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    if not issubclass(category, (DeprecationWarning, PendingDeprecationWarning, ImportWarning, ResourceWarning)):
        _sys.stderr.write(f"{category.__name__}: {message}\n")


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    showwarning(message, category, filename, lineno)


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    pass


def simplefilter(action, category=Warning, lineno=0, append=False):
    pass


def resetwarnings():
    pass


class catch_warnings:
    """A context in which filters may be changed."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record

    def __enter__(self):
        return [] if self._record else None

    def __exit__(self, *details):
        return None
