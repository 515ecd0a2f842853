"""What each session has of its own in CPython's encodings: the codecs that were asked for."""


def __session__():
    yield "_cache", {}
