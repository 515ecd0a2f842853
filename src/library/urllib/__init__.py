"""urllib.request is each session's own, so that xml.sax.saxutils, which all share, couldn't import it: it is imported when asked for."""

import sys as _sys


def __getattr__(name):
    if name == "request":
        import urllib.request

        return _sys.modules["urllib.request"]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
