"""What each session has of its own in CPython's warnings. A deprecation is due when the library itself, which is 3.11's, says so."""

_deprecated.__kwdefaults__["_version"] = (3, 11, 0, "final", 0)


def __session__():
    yield "filters", list(filters)
    yield "onceregistry", {}


_catch = catch_warnings.__init__


def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
    import warnings  # is in sys.modules now, also if only the library imported it so far

    _catch(self, record=record, module=module, action=action, category=category, lineno=lineno, append=append)


__init__.__qualname__ = "catch_warnings.__init__"
catch_warnings.__init__ = __init__
del __init__
