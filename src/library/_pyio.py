"""What CPython's streams in C say about invalid sizes, before they read anything."""

from _operator import index as _index

_read = BufferedReader.read


def read(self, size=-1, /):
    """Read at most `size` bytes; all that there are without one."""
    if size is not None and type(size) is not int:
        if not hasattr(type(size), "__index__"):
            raise TypeError(f"argument should be integer or None, not '{type(size).__name__}'")
        size = _index(size)
    return _read(self, size)


read.__qualname__ = "BufferedReader.read"
BufferedReader.read = read
del read
