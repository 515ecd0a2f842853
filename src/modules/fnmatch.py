"""Filename matching with shell patterns."""

import re as _re

__all__ = ["filter", "fnmatch", "fnmatchcase", "translate"]


def fnmatch(name, pat):
    """Test whether name matches pattern."""
    return fnmatchcase(name, pat)


def fnmatchcase(name, pat):
    """Test whether name matches pattern, including case."""
    return _compile(pat).match(name) is not None


def filter(names, pat):
    """Construct a list from those elements of the iterable names that match pat."""
    pattern = _compile(pat)
    return [name for name in names if pattern.match(name) is not None]


def _compile(pat):
    if isinstance(pat, bytes):
        return _re.compile(translate(pat.decode("latin-1")).encode("latin-1"))
    return _re.compile(translate(pat))


def translate(pat):
    """Translate a shell pattern to a regular expression."""
    parts = []
    i, n = 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == "*":
            if not parts or parts[-1] is not None:
                parts.append(None)
        elif c == "?":
            parts.append(".")
        elif c == "[":
            j = i
            if j < n and pat[j] == "!":
                j += 1
            if j < n and pat[j] == "]":
                j += 1
            while j < n and pat[j] != "]":
                j += 1
            if j >= n:
                parts.append("\\[")
            else:
                stuff = pat[i:j]
                if "-" not in stuff:
                    stuff = stuff.replace("\\", r"\\")
                else:
                    chunks = []
                    k = i + 2 if pat[i] == "!" else i + 1
                    while True:
                        k = pat.find("-", k, j)
                        if k < 0:
                            break
                        chunks.append(pat[i:k])
                        i = k + 1
                        k = k + 3
                    chunk = pat[i:j]
                    if chunk:
                        chunks.append(chunk)
                    else:
                        chunks[-1] += "-"
                    for k in range(len(chunks) - 1, 0, -1):
                        if chunks[k - 1][-1] > chunks[k][0]:
                            chunks[k - 1] = chunks[k - 1][:-1] + chunks[k][1:]
                            del chunks[k]
                    stuff = "-".join([s.replace("\\", r"\\").replace("-", r"\-") for s in chunks])
                stuff = _re.sub(r"([&~|])", r"\\\1", stuff)
                i = j + 1
                if not stuff:
                    parts.append("(?!)")
                elif stuff == "!":
                    parts.append(".")
                else:
                    if stuff[0] == "!":
                        stuff = "^" + stuff[1:]
                    elif stuff[0] in ("^", "["):
                        stuff = "\\" + stuff
                    parts.append(f"[{stuff}]")
        else:
            parts.append(_re.escape(c))
    # Each run of fixed text after a star is searched for once, without going back: atomic groups.
    out = []
    i, n = 0, len(parts)
    while i < n and parts[i] is not None:
        out.append(parts[i])
        i += 1
    while i < n:
        i += 1
        if i == n:
            out.append(".*")
            break
        fixed = []
        while i < n and parts[i] is not None:
            fixed.append(parts[i])
            i += 1
        text = "".join(fixed)
        out.append(f".*{text}" if i == n else f"(?>.*?{text})")
    return rf"(?s:{''.join(out)})\Z"
