"""In addition to CPython's domreg: what a session registers is its own."""


def __session__():
    yield "registered", {}
