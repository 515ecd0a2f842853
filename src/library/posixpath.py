"""What 3.12 adds to CPython's posixpath."""


def splitroot(p):
    """Split a pathname into drive, root and tail; the drive is always empty. Two slashes at the start are a root of their own."""
    p = os.fspath(p)
    slash = b"/" if isinstance(p, bytes) else "/"
    rest = p.lstrip(slash)
    slashes = len(p) - len(rest)
    kept = 2 if slashes == 2 else min(slashes, 1)
    return p[:0], p[:kept], p[kept:]


def isjunction(path):
    """Test whether a path is a junction: there are none but on Windows."""
    os.fspath(path)
    return False


__all__ = [*__all__, "splitroot", "isjunction"]
