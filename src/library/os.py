"""What each session has of its own in CPython's os: the environment, empty if the host gave none. A program may fill it."""

_encode, _decode, _encode_bytes = environ.encodekey, environ.decodekey, environb.encodekey  # with these names states need no copies of them


def __session__():
    data = {_encode(name): _encode(value) for name, value in session_state().pop("environ", {}).items()}
    yield "environ", _Environ(data, _encode, _decode, _encode, _decode)
    yield "environb", _Environ(data, _encode_bytes, bytes, _encode_bytes, bytes)
