"""What unicodedata says in Unicode 3.2, which internet names go by, unicodedata.ucd_3_2_0; and into what characters are decomposed."""

import _decompositions
import _unicode_3_2
from unicodedata import bidirectional, category, combining, decimal, digit, east_asian_width, lookup, mirrored, name, normalize, numeric


def _codes(text):
    for word in text.split(" "):
        first, _, last = word.partition("-")
        yield from range(int(first, 16), int(last or first, 16) + 1)


def _starts_and_ends(text):
    bounds = []
    for word in text.split(" "):
        first, _, last = word.partition("-")
        bounds += int(first, 16), int(last or first, 16) + 1
    return bounds


__unbound__ = ["decomposition"]

_UNASSIGNED = _starts_and_ends(_unicode_3_2.UNASSIGNED)
_CHANGED = {
    name: {chr(code): value for value, text in values.items() for code in _codes(text)} for name, values in _unicode_3_2.CHANGED.items()
}


def _decomposed():
    for tag, pairs in _decompositions.DECOMPOSED.items():
        code = 0
        for pair in pairs.split(" "):
            distance, _, parts = pair.partition(":")
            code += int(distance, 16)
            yield chr(code), tag + " ".join([f"{int(part, 16):04X}" for part in parts.split("+")])


_DECOMPOSED = dict(_decomposed())


def decomposition(chr, /):
    """Returns the character decomposition mapping assigned to the character chr as string."""
    if not isinstance(chr, str) or len(chr) != 1:
        raise TypeError(f"decomposition() argument must be a unicode character, not {type(chr).__name__}")
    return _DECOMPOSED.get(chr, "")


def _is_new(char):
    # Not in 3.2 yet: between an even and an odd bound.
    low, high, code = 0, len(_UNASSIGNED), ord(char)
    while low < high:
        middle = (low + high) // 2
        if code < _UNASSIGNED[middle]:
            high = middle
        else:
            low = middle + 1
    return low % 2 == 1


@c_class
class UCD:
    """What unicodedata says in another version of Unicode."""

    __slots__ = ()
    __module__ = "unicodedata"
    unidata_version = "3.2.0"

    def category(self, chr, /):
        """Returns the general category assigned to the character chr as string."""
        now = category(chr)
        return "Cn" if _is_new(chr) else _CHANGED["category"].get(chr, now)

    def bidirectional(self, chr, /):
        """Returns the bidirectional class assigned to the character chr as string."""
        now = bidirectional(chr)
        return "" if _is_new(chr) else _CHANGED["bidirectional"].get(chr, now)

    def east_asian_width(self, chr, /):
        """Returns the east asian width assigned to the character chr as string."""
        now = east_asian_width(chr)
        return "F" if _is_new(chr) else _CHANGED["east_asian_width"].get(chr, now)

    def combining(self, chr, /):
        """Returns the canonical combining class assigned to the character chr as integer."""
        now = combining(chr)
        return 0 if _is_new(chr) else now

    def mirrored(self, chr, /):
        """Returns the mirrored property assigned to the character chr as integer."""
        now = mirrored(chr)
        return 0 if _is_new(chr) else _CHANGED["mirrored"].get(chr, now)

    def decimal(self, chr, default=__missing__, /):
        """Converts a Unicode character into its equivalent decimal value."""
        now = decimal(chr, None)
        now = None if _is_new(chr) else _CHANGED["decimal"].get(chr, now)
        return _or_default(-1 if now is None else now, default, "not a decimal")

    def digit(self, chr, default=__missing__, /):
        """Converts a Unicode character into its equivalent digit value."""
        return digit(chr) if default is __missing__ else digit(chr, default)

    def numeric(self, chr, default=__missing__, /):
        """Converts a Unicode character into its equivalent numeric value."""
        now = numeric(chr, None)
        return _or_default(-1 if now is None or _is_new(chr) else now, default, "not a numeric character")

    def name(self, chr, default=__missing__, /):
        """Returns the name assigned to the character chr as a string."""
        now = name(chr, None)
        return _or_default(-1 if now is None or _is_new(chr) else now, default, "no such name")

    def lookup(self, name, /):
        """Look up character by name."""
        char = lookup(name)
        if len(char) == 1 and _is_new(char):
            raise KeyError(f"undefined character name '{name}'")
        return char

    def decomposition(self, chr, /):
        """Returns the character decomposition mapping assigned to the character chr as string."""
        now = decomposition(chr)
        return "" if _is_new(chr) else now

    def normalize(self, form, unistr, /):
        """Return the normal form 'form' for the Unicode string unistr."""
        normalize(form, "")
        out, at = [], 0
        for i, char in enumerate(unistr):
            old = _unicode_3_2.DECOMPOSED.get(char)
            if old is None and not _is_new(char):
                continue
            # What wasn't there stays as it is.
            out += normalize(form, unistr[at:i]), char if old is None else old
            at = i + 1
        return "".join(out) + normalize(form, unistr[at:])

    def is_normalized(self, form, unistr, /):
        """Return whether the Unicode string unistr is in the normal form 'form'."""
        return self.normalize(form, unistr) == unistr


def _or_default(value, default, error):
    if value != -1:
        return value
    if default is __missing__:
        raise ValueError(error)
    return default


decomposition.__module__ = "unicodedata"
ucd_3_2_0 = UCD()
