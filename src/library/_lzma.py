"""Compression as LZMA and xz make it: what CPython's lzma is made of."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["is_check_supported"]

from _streams import Packer as _Packer, Stream as _Stream, Unpacker as _Unpacker, c_int as _c_int, data_of as _data_of

FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW = 0, 1, 2, 3
CHECK_NONE, CHECK_CRC32, CHECK_CRC64, CHECK_SHA256, CHECK_ID_MAX, CHECK_UNKNOWN = 0, 1, 4, 10, 15, 16
FILTER_LZMA1 = 0x4000000000000001
FILTER_LZMA2 = 33
FILTER_DELTA = 3
FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC = 4, 5, 6, 7, 8, 9
MF_HC3, MF_HC4, MF_BT2, MF_BT3, MF_BT4 = 3, 4, 18, 19, 20
MODE_FAST, MODE_NORMAL = 1, 2
PRESET_DEFAULT = 6
PRESET_EXTREME = 1 << 31

_OK, _END, _BUFFER = 0, 1, 10  # codes of liblzma
_NOT_ALONE = 100  # lzma.cpp's
_MEANINGS = {
    3: "Unsupported integrity check",
    6: "Memory usage limit exceeded",
    7: "Input format not supported by decoder",
    8: "Invalid or unsupported options",
    9: "Corrupt input data",
    11: "Internal error",
}
# What the numbers of a filter are, as lzma.cpp has them.
_LZMA_OPTIONS = ("preset", "dict_size", "lc", "lp", "pb", "mode", "nice_len", "mf", "depth")
_FILTERS = {FILTER_LZMA1: ("LZMA", _LZMA_OPTIONS), FILTER_LZMA2: ("LZMA", _LZMA_OPTIONS), FILTER_DELTA: ("delta", ("dist",))}
_FILTERS.update(
    {id: ("BCJ", ("start_offset",)) for id in (FILTER_X86, FILTER_POWERPC, FILTER_IA64, FILTER_ARM, FILTER_ARMTHUMB, FILTER_SPARC)}
)
_NUMBERS = 10
_MOST_FILTERS = 4


class LZMAError(Exception):
    """A stream is broken, or can't be made."""


LZMAError.__module__ = "_lzma"


def _check(code):
    if code not in (_OK, _END, _BUFFER):
        if code == _NOT_ALONE:
            raise ValueError("Invalid filter chain for FORMAT_ALONE - must be a single LZMA1 filter")
        raise LZMAError(_MEANINGS.get(code, f"Unrecognized error from liblzma: {code}"))


def _unsigned(value, bits):
    if not isinstance(value, int):
        raise TypeError("an integer is required")
    if value < 0:
        raise OverflowError("can't convert negative int to unsigned")
    if value >> 64:
        raise OverflowError("int too big to convert")
    if value >> bits:
        raise OverflowError("Value too large for uint32_t type")
    return value


def _preset(value):
    value = _unsigned(value, 32)
    if not _preset_supported(value):
        raise LZMAError(f"Invalid compression preset: {value}")
    return value


def _numbers(spec):
    # A filter as the numbers that lzma.cpp takes.
    try:
        id = spec["id"]
    except KeyError:
        raise ValueError('Filter specifier must have an "id" entry') from None
    except TypeError:
        raise TypeError("Filter specifier must be a dict or dict-like object") from None
    id = _unsigned(id, 64)
    if id not in _FILTERS:
        raise ValueError(f"Invalid filter ID: {id}")
    kind, options = _FILTERS[id]
    given = dict(spec)
    del given["id"]
    if kind == "LZMA" and "preset" in given:
        _preset(given["preset"])
    try:
        if not given.keys() <= set(options):
            raise ValueError
        numbers = [_unsigned(given[name], 32) if name in given else -1 for name in options]
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"Invalid filter specifier for {kind} filter") from None
    return (1 if id == FILTER_LZMA1 else id, *numbers) + (-1,) * (_NUMBERS - 1 - len(numbers))


def _chain(filters):
    if isinstance(filters, dict):
        raise TypeError(f"{type(filters).__name__} is not a sequence")
    if len(filters) > _MOST_FILTERS:
        raise ValueError(f"Too many filters - liblzma supports a maximum of {_MOST_FILTERS}")
    numbers = []
    for i in range(len(filters)):
        numbers += _numbers(filters[i])
    if not numbers:
        raise LZMAError("Internal error")
    return numbers


def is_check_supported(check_id, /):
    """Can data be checked in that way here?"""
    return _check_supported(_c_int(check_id))


def _encode_filter_properties(filter, /):
    properties = _encode(_numbers(filter))
    if isinstance(properties, int):
        _check(properties)
    return properties


def _decode_filter_properties(filter_id, encoded_props, /):
    id = _unsigned(filter_id, 64)
    data = _data_of(encoded_props)
    numbers = _decode(1 if id == FILTER_LZMA1 else min(id, 1 << 40), data)
    if isinstance(numbers, int):
        _check(numbers)
    names = {FILTER_LZMA1: ("lc", "lp", "pb", "dict_size"), FILTER_LZMA2: ("dict_size",)}.get(id) or _FILTERS[id][1]
    return {"id": id, **dict(zip(names, numbers))}


@c_class
class LZMACompressor(_Packer):
    """A compressor for data that comes piece by piece."""

    __slots__ = ()
    _FINISH, _END = 3, _END
    _BEGINS = True

    def __init__(self, format=FORMAT_XZ, check=-1, preset=None, filters=None):
        format, check = _c_int(format), _c_int(check)
        if preset is not None and filters is not None:
            raise ValueError("Cannot specify both preset and filter chain")
        preset = PRESET_DEFAULT if preset is None else _unsigned(preset, 32)
        if format != FORMAT_XZ and check not in (-1, CHECK_NONE):
            raise ValueError("Integrity checks are only supported by FORMAT_XZ")
        if format not in (FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW):
            raise ValueError(f"Invalid container format: {format}")
        if format == FORMAT_RAW and filters is None:
            raise ValueError("Must specify filters for FORMAT_RAW")
        if format == FORMAT_ALONE and filters is not None and not len(filters):
            _check(_NOT_ALONE)
        if format == FORMAT_XZ and check == -1:
            check = CHECK_CRC64
        self._stream = _Stream("lzma compress", format, check, preset, *([] if filters is None else _chain(filters)))
        _check(self._stream.code)

    def _check(self, code):
        _check(code)


@c_class
class LZMADecompressor(_Unpacker):
    """A decompressor for data that comes piece by piece."""

    __slots__ = ("_check_id",)
    _HOLDS = True
    _AFTER_END = "Already at end of stream"

    def __init__(self, format=FORMAT_AUTO, memlimit=None, filters=None):
        format = _c_int(format)
        if memlimit is not None:
            if format == FORMAT_RAW:
                raise ValueError("Cannot specify memory limit with FORMAT_RAW")
            memlimit = _unsigned(memlimit, 64)
        if format == FORMAT_RAW and filters is None:
            raise ValueError("Must specify filters for FORMAT_RAW")
        if format != FORMAT_RAW and filters is not None:
            raise ValueError("Cannot specify filters except with FORMAT_RAW")
        if format not in (FORMAT_AUTO, FORMAT_XZ, FORMAT_ALONE, FORMAT_RAW):
            raise ValueError(f"Invalid container format: {format}")
        self._begin(
            _Stream(
                "lzma decompress",
                format,
                -1 if memlimit is None or memlimit >> 60 else memlimit,
                *([] if filters is None else _chain(filters)),
            )
        )
        _check(self._stream.code)
        self._check_id = CHECK_NONE if format in (FORMAT_ALONE, FORMAT_RAW) else CHECK_UNKNOWN

    @property
    def check(self):
        """How the data is checked, once that is known."""
        return self._check_id

    def _check(self, code, detail):
        if detail is not None:
            self._check_id = int(detail)
        _check(code)
        return code == _END
