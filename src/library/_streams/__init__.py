"""Streams of compression libraries, for zlib and the like. compression.cpp makes their steps, one at a time."""

from _operator import index


def c_int(value):
    value = index(value)
    if not -(2**31) <= value < 2**31:
        raise OverflowError("Python int too large to convert to C int")
    return value


def c_size(value):
    value = index(value)
    if not -(2**63) <= value < 2**63:
        raise OverflowError("Python int too large to convert to C ssize_t")
    return value


def data_of(data):
    """The bytes of an argument."""
    if isinstance(data, (bytes, bytearray)):
        return data
    try:
        return contiguous(memoryview(data)).tobytes()
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


class Stream:
    """What was put into a library's stream and what was done with it. `code` is the library's for its settings, 0 for good."""

    __slots__ = ("library", "settings", "input", "steps", "code")

    def __init__(self, library, *settings):
        self.library = library
        self.settings = settings
        self.input = bytearray()
        self.steps = bytearray()
        self.code = _open(library, settings, self.steps)

    def step(self, offered, room, mode):
        """Goes on with up to that many bytes of input: (code, up to `room` bytes of output, how much input is left, message or None)."""
        while (done := _step(self.library, self.settings, self.input, self.steps, offered, room, mode)) is None:
            pass  # a part of what was done before, in another process
        return done

    def take_rest(self, left):
        """Takes the last `left` bytes, which were not used, out of the input."""
        if not left:
            return b""
        rest = bytes(self.input[-left:])
        del self.input[-left:]
        return rest

    def copy(self):
        other = object.__new__(Stream)
        other.library, other.settings, other.code = self.library, self.settings, self.code
        if isinstance(self.steps, bytes):
            other.input = other.steps = b""  # it is closed
            return other
        other.input, other.steps = self.input.copy(), self.steps.copy()
        _copy(self.library, self.settings, self.input, self.steps, other.steps)
        return other

    def close(self):
        """It has come to its end."""
        _close(self.steps)
        self.input = self.steps = b""


_PIECE = 1 << 16  # of input, or of output


def joined(pieces):
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)


class Packer:
    """What compressors of bz2 and lzma have in common. `_FINISH` is the library's mode, `_END` its last code; one that
    `_BEGINS` has something to give before there is data."""

    __slots__ = ("_stream",)

    def _put(self, data, mode):
        stream = self._stream
        stream.input += data
        left = len(data)
        pieces = []
        while True:
            code, piece, left, detail = stream.step(_PIECE, _PIECE, mode)
            self._check(code)
            if piece:
                pieces.append(piece)
            if code == self._END if mode else not left and len(piece) < _PIECE:
                return joined(pieces)

    def compress(self, data, /):
        """Takes data; what it has compressed so far."""
        data = data_of(data)
        if self._stream is None:
            raise ValueError("Compressor has been flushed")
        return self._put(data, 0) if data or self._BEGINS and not self._stream.steps else b""

    def flush(self):
        """What is left to give; nothing can be compressed any more."""
        if self._stream is None:
            raise ValueError("Repeated call to flush()")
        out = self._put(b"", self._FINISH)
        self._stream.close()
        self._stream = None
        return out

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__name__}' object")


class Unpacker:
    """What decompressors of bz2 and lzma have in common: they keep the input that they have no room for. `_HOLDS`: when output is full,
    there may be more of it though all input was used."""

    __slots__ = ("_stream", "_eof", "_unused_data", "_full")

    def _begin(self, stream):
        self._stream = stream
        self._eof = self._full = False
        self._unused_data = b""

    @property
    def eof(self):
        """Has the end been seen?"""
        return self._eof

    @property
    def unused_data(self):
        """What came after the end."""
        return self._unused_data

    @property
    def needs_input(self):
        """Is there nothing more to give before more is put in?"""
        return not self._eof and not self._full

    def decompress(self, data, max_length=-1):
        """What the data gives, up to max_length bytes when that isn't below zero."""
        data = data_of(data)
        most = c_size(max_length)
        if self._eof:
            raise EOFError(self._AFTER_END)
        if self._stream is None:
            raise ValueError("Decompressor is unusable after a previous error")
        self._stream.input += data
        pieces = []
        made = 0
        while True:
            room = _PIECE if most < 0 else min(_PIECE, most - made)
            code, piece, left, detail = self._stream.step(_PIECE, room, 0)
            if piece:
                pieces.append(piece)
                made += len(piece)
            if self._check(code, detail):
                self._eof = True
                self._unused_data = self._stream.take_rest(left)
                self._stream.close()
                break
            if made == most or not left and len(piece) < room:
                break
        self._full = not self._eof and (left > 0 or self._HOLDS and made == most)
        return joined(pieces)

    def __reduce_ex__(self, protocol):
        raise TypeError(f"cannot pickle '{type(self).__module__}.{type(self).__name__}' object")
