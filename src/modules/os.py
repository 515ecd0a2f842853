"""What each session has of its own in CPython's os: the environment, which is empty. A program may fill it."""


def __session__():
    yield "environ", _Environ({}, environ.encodekey, environ.decodekey, environ.encodevalue, environ.decodevalue)
    yield "environb", _Environ(environ._data, environb.encodekey, bytes, environb.encodevalue, bytes)
