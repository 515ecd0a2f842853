"""What each session has of its own in CPython's urllib.request: the files that it has fetched, and its connections."""


def __session__():
    yield "_url_tempfiles", []
    yield "ftpcache", {}
