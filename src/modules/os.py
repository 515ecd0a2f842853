"""What each session has of its own in CPython's os: the environment, which is empty. A program may fill it."""


def __session__():
    data = {}
    yield "environ", _Environ(data, environ.encodekey, environ.decodekey, environ.encodevalue, environ.decodevalue)
    yield "environb", _Environ(data, environb.encodekey, bytes, environb.encodevalue, bytes)
