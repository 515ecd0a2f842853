"""Conversion between binary data and ASCII forms: hexadecimal, base64."""


class Error(ValueError):
    pass


class Incomplete(Exception):
    pass


def b2a_base64(data, /, *, newline=True):
    return _to_base64(data, bool(newline))


def a2b_base64(data, /, *, strict_mode=False):
    try:
        return _from_base64(data, bool(strict_mode))
    except ValueError as e:
        message = str(e)
    if message.startswith("string argument"):
        raise ValueError(message)
    raise Error(message)


def b2a_hex(data, sep=None, bytes_per_sep=1):
    if not isinstance(data, (bytes, bytearray)):
        try:
            data = memoryview(data).tobytes()
        except TypeError:
            raise TypeError(f"a bytes-like object is required, not '{type_name(data)}'") from None
    text = data.hex() if sep is None else data.hex(sep, bytes_per_sep)
    return text.encode("ascii")


def a2b_hex(hexstr, /):
    try:
        return _from_hex(hexstr)
    except ValueError as e:
        message = str(e)
    if message.startswith("string argument"):
        raise ValueError(message)
    raise Error(message)


hexlify = b2a_hex
unhexlify = a2b_hex
