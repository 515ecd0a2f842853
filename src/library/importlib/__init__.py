"""What each session has of its own in CPython's importlib: the modules that are being reloaded."""


def __session__():
    yield "_RELOADING", {}
