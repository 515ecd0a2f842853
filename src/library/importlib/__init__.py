"""What each session has of its own in CPython's importlib: the modules that are being loaded anew."""


def __session__():
    yield "_RELOADING", {}
