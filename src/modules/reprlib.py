"""What each session has of its own in CPython's reprlib: the Repr whose limits programs set."""


def __session__():
    yield "aRepr", Repr()
    yield
    yield "repr", aRepr.repr
