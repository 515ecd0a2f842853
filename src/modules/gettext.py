"""What each session has of its own in CPython's gettext: the catalogues it has read, and where it looks for them."""


def __session__():
    yield "_translations", {}
    yield "_localedirs", {}
