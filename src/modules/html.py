"""Text in HTML: special characters into references, and references into characters."""

import re as _re
import html.entities as entities

__all__ = ["escape", "unescape"]

_names = entities.html5


def escape(s, quote=True):
    """Replace special characters "&", "<" and ">" to HTML-safe sequences; with quote also " and '."""
    s = s.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    if quote:
        s = s.replace('"', "&quot;").replace("'", "&#x27;")
    return s


# What browsers make of numbers that are no characters: those of Windows' code page.
_WINDOWS = {i: c for i, c in enumerate(bytes(range(0x80, 0xa0)).decode("latin-1"), 0x80)}
_WINDOWS |= dict(zip((0x80, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8a, 0x8b, 0x8c, 0x8e, 0x91, 0x92, 0x93, 0x94, 0x95, 0x96, 0x97,
                      0x98, 0x99, 0x9a, 0x9b, 0x9c, 0x9e, 0x9f), "€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ"))
_WINDOWS |= {0: "\ufffd", 0x0d: "\r"}


def _is_nothing(code):
    # Control characters and what is no character.
    return 1 <= code <= 8 or 0x0e <= code <= 0x1f or 0x7f <= code <= 0x9f or 0xfdd0 <= code <= 0xfdef or code == 0xb or code & 0xfffe == 0xfffe


def _replacement(match):
    text = match.group(1)
    if text[0] == "#":
        digits = text[1:].rstrip(";")
        code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
        if code in _WINDOWS:
            return _WINDOWS[code]
        if 0xd800 <= code <= 0xdfff or code > 0x10ffff:
            return "\ufffd"
        return "" if _is_nothing(code) else chr(code)
    if text in _names:
        return _names[text]
    # The longest name that it starts with.
    for end in range(len(text) - 1, 1, -1):
        if text[:end] in _names:
            return _names[text[:end]] + text[end:]
    return "&" + text


_REFERENCE = _re.compile(r"&(#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[^\t\n\f <&#;]{1,32};?)")


def unescape(s):
    """Convert all named and numeric character references in the string s to the characters."""
    if "&" not in s:
        return s
    return _REFERENCE.sub(_replacement, s)


import html.parser as parser
