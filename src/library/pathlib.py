"""What 3.12 adds to CPython's pathlib."""


def _walk(self, top_down=True, on_error=None, follow_symlinks=False):
    """Walk the directory tree from this directory, as os.walk() does: (path, names of directories, names of files)."""
    for root, directories, files in os.walk(self, top_down, on_error, follow_symlinks):
        yield type(self)(root), directories, files


_walk.__name__, _walk.__qualname__ = "walk", "Path.walk"
Path.walk = _walk
del _walk


# Of the instances it would be a bound method, for which states have no name.
def _join(self, parts):
    return self.sep.join(parts)


_Flavour.join = _join
del _windows_flavour.join, _posix_flavour.join
