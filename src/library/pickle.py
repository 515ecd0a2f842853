"""What pickle has from its C part in CPython, and of copyreg's tables those of the session."""

from _pickle import dump, dumps, load, loads


def __session__():
    import copyreg

    for name in ("dispatch_table", "_extension_registry", "_inverted_registry", "_extension_cache"):
        yield name, getattr(copyreg, name)
