"""Compression as zlib makes it, and its checksums."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

from _streams import Stream as _Stream, c_int as _c_int, c_size as _c_size, data_of as _data_of, joined as _joined

__version__ = "1.0"
DEFLATED = 8
MAX_WBITS = 15
DEF_MEM_LEVEL = 8
DEF_BUF_SIZE = 16384
Z_NO_COMPRESSION, Z_BEST_SPEED, Z_BEST_COMPRESSION, Z_DEFAULT_COMPRESSION = 0, 1, 9, -1
Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED = 0, 1, 2, 3, 4
Z_NO_FLUSH, Z_PARTIAL_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_FINISH, Z_BLOCK, Z_TREES = 0, 1, 2, 3, 4, 5, 6

_OK, _END, _NEED_DICT, _STREAM_ERROR, _DATA_ERROR, _MEMORY, _BUFFER_ERROR = 0, 1, 2, -2, -3, -4, -5
_BAD_DICTIONARY = 100  # zlib.cpp's
_MEANINGS = {_BUFFER_ERROR: "incomplete or truncated stream", _STREAM_ERROR: "inconsistent stream state", _DATA_ERROR: "invalid input data"}
_MISSING = object()

_PIECE = 1 << 16  # of input, or of output
_SLICE = 1 << 15  # of input to be compressed: zlib's window, so that it is read as if it came at once
# At level 0 how the output is split depends on the room that there was for it: this is CPython's, one after the other.
_ROOMS = [1 << n for n in (15, 16, 18, 20, 22, 23, 24, 24, 25, 25, 25, 25, 26, 26, 27, 27, 28)]


class error(Exception):
    """A stream is broken, or can't be made."""


error.__module__ = "zlib"


def _error(code, doing, message=None):
    if code == _BAD_DICTIONARY:
        code, doing = _DATA_ERROR, "while setting zdict"
    message = message or _MEANINGS.get(code)
    return error(f"Error {code} {doing}: {message}" if message else f"Error {code} {doing}")


def crc32(data, value=0, /):
    """The CRC-32 of the data, going on from an earlier one."""
    return _crc32(data if isinstance(data, (bytes, bytearray)) else _data_of(data), value)


def adler32(data, value=1, /):
    """The Adler-32 of the data, going on from an earlier one."""
    return _adler32(data if isinstance(data, (bytes, bytearray)) else _data_of(data), value)


def _put(stream, data, mode):
    # Puts data into a compressor: what comes out of it.
    out = []
    stream.input += data
    left = len(data)
    stored = stream.settings[0] == Z_NO_COMPRESSION
    rooms = iter(_ROOMS)
    while True:
        last = stored or left <= _SLICE
        room = next(rooms, _ROOMS[-1]) if stored else _PIECE
        code, piece, left, message = stream.step(left if last else _SLICE, room, mode if last else Z_NO_FLUSH)
        if piece:
            out.append(piece)
        if code != _OK and code != _BUFFER_ERROR:
            break
        if last and not left and len(piece) < room:
            break
    return code, message, _joined(out)


def _take(stream, most):
    # Goes on with a decompressor's input: (code, message, output, how much of the input is left). `most` bytes at most; 0 is no bound.
    out = []
    made = 0
    while True:
        room = min(_PIECE, most - made) if most else _PIECE
        code, piece, left, message = stream.step(_PIECE, room, Z_SYNC_FLUSH)
        if piece:
            out.append(piece)
            made += len(piece)
        if code != _OK and code != _BUFFER_ERROR or most and made == most or not left and len(piece) < room:
            break
    return code, message, _joined(out), left


def compress(data, /, level=Z_DEFAULT_COMPRESSION, wbits=MAX_WBITS):
    """The data, compressed. `wbits` is the size of the window, and the container: 9 to 15 zlib's, 25 to 31 gzip's, below zero none."""
    data = _data_of(data)
    stream = _Stream("deflate", _c_int(level), DEFLATED, _c_int(wbits), DEF_MEM_LEVEL, Z_DEFAULT_STRATEGY, None)
    if stream.code == _STREAM_ERROR:
        raise error("Bad compression level")
    if stream.code:
        raise _error(stream.code, "while compressing data")
    code, message, out = _put(stream, data, Z_FINISH)
    stream.close()
    if code != _END:
        raise _error(code, "while compressing data", message)
    return out


def decompress(data, /, wbits=MAX_WBITS, bufsize=DEF_BUF_SIZE):
    """What was compressed. `wbits` as for compress(); 40 to 47 are for either container."""
    data = _data_of(data)
    wbits = _c_int(wbits)
    if _c_size(bufsize) < 0:
        raise ValueError("bufsize must be non-negative")
    stream = _Stream("inflate", wbits, None)
    if stream.code:
        raise _error(stream.code, "while preparing to decompress data")
    stream.input += data
    code, message, out, left = _take(stream, 0)
    stream.close()
    if code != _END:
        raise _error(_BUFFER_ERROR if code == _OK else code, "while decompressing data", message)
    return out


def compressobj(
    level=Z_DEFAULT_COMPRESSION, method=DEFLATED, wbits=MAX_WBITS, memLevel=DEF_MEM_LEVEL, strategy=Z_DEFAULT_STRATEGY, zdict=_MISSING
):
    """A compressor for data that comes piece by piece."""
    zdict = None if zdict is _MISSING else bytes(_data_of(zdict))
    stream = _Stream("deflate", _c_int(level), _c_int(method), _c_int(wbits), _c_int(memLevel), _c_int(strategy), zdict)
    if stream.code:
        raise ValueError("Invalid dictionary" if stream.code == _DATA_ERROR else "Invalid initialization option")
    self = object.__new__(Compress)
    self._stream = stream
    return self


def decompressobj(wbits=MAX_WBITS, zdict=_MISSING):
    """A decompressor for data that comes piece by piece."""
    if zdict is _MISSING:
        zdict = None
    else:
        try:
            zdict = bytes(_data_of(zdict))
        except TypeError:
            raise TypeError("zdict argument must support the buffer protocol") from None
    stream = _Stream("inflate", _c_int(wbits), zdict)
    if stream.code == _DATA_ERROR:
        raise _error(_BAD_DICTIONARY, "")
    if stream.code:
        raise ValueError("Invalid initialization option")
    self = object.__new__(Decompress)
    self._stream = stream
    self._unused_data = self._unconsumed_tail = b""
    self._eof = False
    self._failed = None
    return self


@c_class
class Compress:
    __slots__ = ("_stream",)

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'zlib.Compress' instances")

    def __init_subclass__(cls):
        raise TypeError("type 'zlib.Compress' is not an acceptable base type")

    def compress(self, data, /):
        """Takes data; what it has compressed so far."""
        data = _data_of(data)
        if self._stream is None:
            raise _error(_STREAM_ERROR, "while compressing data")
        code, message, out = _put(self._stream, data, Z_NO_FLUSH)
        if code != _OK and code != _BUFFER_ERROR:
            raise _error(code, "while compressing data", message)
        return out

    def flush(self, mode=Z_FINISH, /):
        """What is left to give. With Z_FINISH, nothing can be compressed any more."""
        mode = _c_int(mode)
        if mode == Z_NO_FLUSH:
            return b""
        if self._stream is None or not 0 < mode < 256:
            raise _error(_STREAM_ERROR, "while flushing")
        code, message, out = _put(self._stream, b"", mode)
        if code == _END and mode == Z_FINISH:
            self._stream.close()
            self._stream = None
        elif code != _OK and code != _BUFFER_ERROR:
            raise _error(code, "while flushing", message)
        return out

    def copy(self):
        """A compressor that goes on from here by itself."""
        if self._stream is None:
            raise ValueError("Inconsistent stream state")
        other = object.__new__(Compress)
        other._stream = self._stream.copy()
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo, /):
        return self.copy()

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'zlib.Compress' object")


@c_class
class Decompress:
    __slots__ = ("_stream", "_unused_data", "_unconsumed_tail", "_eof", "_failed")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'zlib.Decompress' instances")

    def __init_subclass__(cls):
        raise TypeError("type 'zlib.Decompress' is not an acceptable base type")

    @property
    def unused_data(self):
        """What came after the end."""
        return self._unused_data

    @property
    def unconsumed_tail(self):
        """What the last call had no room for: to be given to the next one."""
        return self._unconsumed_tail

    @property
    def eof(self):
        """Has the end been seen?"""
        return self._eof

    def _go_on(self, data, most):
        # (code, message, output); the attributes hold the rest.
        if self._failed:
            self._unconsumed_tail = bytes(data)
            return *self._failed, b""
        if self._eof:
            code, message, out, rest = _END, None, b"", bytes(data)
        else:
            self._stream.input += data
            code, message, out, left = _take(self._stream, most)
            rest = self._stream.take_rest(left)
        if code == _END:
            self._eof = True
            self._unused_data += rest
            if not self._unconsumed_tail:
                rest = b""
        elif code not in (_OK, _BUFFER_ERROR, _NEED_DICT):
            self._failed = code, message
        self._unconsumed_tail = rest
        if self._eof or self._failed:
            self._stream.close()
        return code, message, out

    def decompress(self, data, /, max_length=0):
        """What the data gives, up to max_length bytes when that isn't 0."""
        data = _data_of(data)
        max_length = _c_size(max_length)
        if max_length < 0:
            raise ValueError("max_length must be non-negative")
        code, message, out = self._go_on(data, max_length)
        if code not in (_OK, _END, _BUFFER_ERROR):
            raise _error(code, "while decompressing data", message)
        return out

    def flush(self, length=DEF_BUF_SIZE, /):
        """What is left to give, of the unconsumed tail, too."""
        if _c_size(length) <= 0:
            raise ValueError("length must be greater than zero")
        code, message, out = self._go_on(self._unconsumed_tail, 0)
        if code == _BAD_DICTIONARY:
            raise _error(code, "")
        if self._eof:
            self._failed = _STREAM_ERROR, None  # there is nothing more to be had of it
        return out

    def copy(self):
        """A decompressor that goes on from here by itself."""
        if self._eof and self._failed:
            raise ValueError("Inconsistent stream state")
        other = object.__new__(Decompress)
        other._stream = self._stream.copy()
        other._unused_data, other._unconsumed_tail, other._eof, other._failed = (
            self._unused_data,
            self._unconsumed_tail,
            self._eof,
            self._failed,
        )
        return other

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo, /):
        return self.copy()

    def __reduce_ex__(self, protocol):
        raise TypeError("cannot pickle 'zlib.Decompress' object")


for _class in (Compress, Decompress):
    del _class.__slots__
del _class
