"""Whole texts are read natively where nothing of the program's has a say; all else, and what is wrong, CPython's file says."""

from _json import JSONDecodeError, make_scanner as _make_scanner, whole_value as _whole_value

_decode_in_python, _raw_decode_in_python = JSONDecoder.decode, JSONDecoder.raw_decode
_usual = WHITESPACE.match
_constant = _CONSTANTS.__getitem__


def _decode_at_once(self, s, _w=_usual):
    if type(s) is str and _w is _usual and type(self).raw_decode is _raw_decode_in_python:
        found = _whole_value(self, s)
        if found is not None:
            return found[0]
    return _decode_in_python(self, s, _w)


_decode_at_once.__name__, _decode_at_once.__qualname__ = "decode", "JSONDecoder.decode"
_decode_at_once.__doc__ = JSONDecoder.decode.__doc__
JSONDecoder.decode = _decode_at_once


class _ScannerOfBefore:
    # Of a decoder in a state of before json was CPython's, which has none.
    def __get__(self, decoder, cls):
        if decoder is None:
            raise AttributeError(f"type object '{cls.__name__}' has no attribute 'scan_once'")
        return _make_scanner(decoder)


JSONDecoder.scan_once = _ScannerOfBefore()
