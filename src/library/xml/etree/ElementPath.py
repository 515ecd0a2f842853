"""In addition to CPython's ElementPath: paths that were read before are a session's own."""


def __session__():
    yield "_cache", {}
