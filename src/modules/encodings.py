"""The names that codecs have. The codecs themselves are found by codecs.lookup."""

import codecs
import encodings.aliases as aliases
import encodings.idna as idna


_cache = {}


class CodecRegistryError(LookupError, SystemError):
    pass


def normalize_encoding(encoding):
    """Normalize an encoding name: what isn't a letter, a digit or a point becomes one underscore."""
    if isinstance(encoding, bytes):
        encoding = str(encoding, "ascii")
    out = []
    gap = False
    for c in encoding:
        if c.isalnum() or c == ".":
            if gap and out:
                out.append("_")
            if c.isascii():
                out.append(c)
            gap = False
        else:
            gap = True
    return "".join(out)


def search_function(encoding):
    """The CodecInfo of a name, or None."""
    return codecs._builtin_codec(normalize_encoding(encoding).lower())
