"""What each session has of its own in CPython's warnings. A deprecation is due when the library itself, which is 3.11's, says so."""

_deprecated.__kwdefaults__["_version"] = (3, 11, 0, "final", 0)


def __session__():
    yield "filters", list(filters)
    yield "onceregistry", {}
