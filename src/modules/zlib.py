"""Checksums as zlib makes them. Compressing is not here."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

from binascii import crc32 as _crc32
from itertools import accumulate as _accumulate

_ADLER = 65521  # the greatest prime below 2 ** 16


class error(Exception):
    """What a broken stream would raise."""


error.__module__ = "zlib"


def crc32(data, value=0, /):
    """The CRC-32 of the data, going on from an earlier one."""
    return _crc32(data, value)


def adler32(data, value=1, /):
    """The Adler-32 of the data, going on from an earlier one."""
    try:
        rest = bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None
    low, high = value & 0xFFFF, value >> 16 & 0xFFFF
    for start in range(0, len(rest), 4096):
        sums = list(_accumulate(rest[start:start + 4096], initial=low))
        low = sums[-1] % _ADLER
        high = (high + sum(sums) - sums[0]) % _ADLER
    return high << 16 | low


def __getattr__(name):
    if name in ("compress", "decompress", "compressobj", "decompressobj"):
        raise AttributeError(f"module 'zlib' has no attribute {name!r} here: only crc32 and adler32; ask a function of the host's to compress")
    raise AttributeError(f"module 'zlib' has no attribute {name!r}")
