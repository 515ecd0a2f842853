"""The functions of pickle, which aren't methods of a class that has them as attributes. What they do CPython's pickle does in Python."""

__unbound__ = "*"


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes the pickle of an object to a file."""
    protocol = None if protocol is None else container_index(protocol)
    import_module("pickle")._dump(obj, file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The pickle of an object."""
    protocol = None if protocol is None else container_index(protocol)
    return import_module("pickle")._dumps(obj, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """The object whose pickle a file has."""
    return import_module("pickle")._load(file, fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors)


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """The object of a pickle."""
    if isinstance(data, str):
        raise TypeError("a bytes-like object is required, not 'str'")
    return import_module("pickle")._loads(data, fix_imports=fix_imports, buffers=buffers, encoding=encoding, errors=errors)
