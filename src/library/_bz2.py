"""Compression as bzip2 makes it: what CPython's bz2 is made of."""

from _streams import Packer as _Packer, Stream as _Stream, Unpacker as _Unpacker, c_int as _c_int

_END = 4
_SEQUENCE, _PARAMETER, _DATA, _MAGIC = -1, -2, -4, -5


def _check(code):
    # libbz2's codes below zero are errors.
    if code >= 0:
        return
    if code in (_DATA, _MAGIC):
        raise OSError("Invalid data stream")
    if code == _PARAMETER:
        raise ValueError("Internal error - invalid parameters passed to libbzip2")
    if code == _SEQUENCE:
        raise RuntimeError("Internal error - Invalid sequence of commands sent to libbzip2")
    raise OSError(f"Unrecognized error from libbzip2: {code}")


@c_class
class BZ2Compressor(_Packer):
    """A compressor for data that comes piece by piece."""

    __slots__ = ()
    _FINISH, _END = 2, _END
    _BEGINS = False

    def __init__(self, compresslevel=9, /):
        compresslevel = _c_int(compresslevel)
        if not 1 <= compresslevel <= 9:
            raise ValueError("compresslevel must be between 1 and 9")
        self._stream = _Stream("bz2 compress", compresslevel)
        _check(self._stream.code)

    def _check(self, code):
        _check(code)


@c_class
class BZ2Decompressor(_Unpacker):
    """A decompressor for data that comes piece by piece."""

    __slots__ = ()
    _HOLDS = False
    _AFTER_END = "End of stream already reached"

    def __init__(self):
        self._begin(_Stream("bz2 decompress"))
        _check(self._stream.code)

    def _check(self, code, detail):
        if code < 0:
            self._stream.close()
            self._stream = None
            self._full = True
            _check(code)
        return code == _END
