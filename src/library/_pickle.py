"""The functions of pickle, which aren't methods of a class that has them as attributes. Natives write and read plain values, and instances
that are nothing but their attributes; all else CPython's pickle does in Python, from the beginning."""

import sys as _sys

__unbound__ = "*"

_new = object.__new__
_OF_PICKLE = {"PickleError": "PickleError", "PicklingError": "PicklingError", "UnpicklingError": "UnpicklingError"}
_OF_PICKLE |= {"Pickler": "_Pickler", "Unpickler": "_Unpickler"}


def __dir__():
    import _pickle

    return {*_pickle.__dict__, *_OF_PICKLE}


def __getattr__(name):
    # Its classes are those of CPython's file.
    if name not in _OF_PICKLE:
        import _pickle

        raise AttributeError(f"module '_pickle' has no attribute '{name}'", name=name, obj=_pickle)
    return getattr(import_module("pickle"), _OF_PICKLE[name])


class PickleBuffer:
    """A view of an object's bytes, which a pickle of protocol 5 may leave to whoever carries them."""

    __module__ = "pickle"
    __slots__ = ("_view", "__weakref__")

    def __new__(cls, object, /):
        try:
            view = memoryview(object)
        except TypeError as error:
            raise TypeError(str(error).removeprefix("memoryview: ")) from None
        self = _new(cls)
        self._view = view
        return self

    def __init_subclass__(cls):
        raise TypeError("type 'pickle.PickleBuffer' is not an acceptable base type")

    def __buffer__(self, flags, /):
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        return memoryview(self._view)

    def raw(self, /):
        """The bytes themselves, as a memoryview of one dimension."""
        if self._view is None:
            raise ValueError("operation forbidden on released PickleBuffer object")
        if not self._view.contiguous:
            raise BufferError("cannot extract raw buffer from non-contiguous buffer")
        return self._view.cast("B")

    def release(self, /):
        """Lets the object go: there is nothing to be seen of it any more."""
        if self._view is not None:
            self._view.release()
        self._view = None


_MOST_CLASSES = 16  # in one pickle of the natives': for each it is begun again
_USUAL = ("__reduce_ex__", "__reduce__", "__getstate__", "__getattribute__", "__new__")
_UNUSUAL = ("__getnewargs_ex__", "__getnewargs__", "__getattr__", "__setstate__")


def _is_plain(cls):
    # Whether its instances are pickled by their attributes, and made of them again.
    import copyreg

    if type(cls) is not type or cls in copyreg.dispatch_table:
        return False
    if any([getattr(cls, name) != getattr(object, name) for name in _USUAL]) or any([hasattr(cls, name) for name in _UNUSUAL]):
        return False
    return not any([name in base.__dict__ for base in cls.__mro__[:-1] for name in ("__slots__", "__class__")])


def _global(module, name):
    # What a module that is imported has under a name with dots, or None.
    found = _sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def _names_of(cls):
    """(module, name) of a plain class that is found by them, or None."""
    import copyreg

    names = cls.__module__, cls.__qualname__
    if type(names[0]) is not str or names in copyreg._extension_registry or not _is_plain(cls):
        return None
    return names if _global(*names) is cls else None


def _dumped(obj, protocol, buffer_callback):
    # The pickle, if the natives can make it.
    if protocol is None:
        protocol = 4
    known, made = {}, None
    while 4 <= protocol <= 5 and buffer_callback is None and len(known) < _MOST_CLASSES:
        made = _dump_plain(obj, protocol, known)
        if made is None or type(made) is bytes:
            return made
        known[made] = _names_of(made)
        if known[made] is None:
            break
    return None


def _given(buffers):
    # What CPython's file takes: None when there are none. (An object of the program's isn't asked whether it is true.)
    return None if type(buffers) is tuple and not buffers else buffers


def _loaded(data, buffers):
    # (the value, how many bytes it took), if the natives can read it.
    known = {}
    while _given(buffers) is None and len(known) < _MOST_CLASSES:
        found = _load_plain(data, known)
        if type(found) is not str:
            return found
        module, _, name = found.partition("\n")
        known[found] = _global(module, name)
        if not isinstance(known[found], type) or not _is_plain(known[found]):
            break
    return None


def _loaded_from(file, buffers):
    # The same of what stands next in a file that can go back. Long pickles are tried in longer and longer pieces.
    import io

    if type(file) is not io.BytesIO and type(file) is not io.BufferedReader or not file.seekable():
        return None
    begin, size, found = file.tell(), 1 << 16, None
    while found is None:
        data = file.read(size)
        found = _loaded(data, buffers)
        file.seek(begin + (0 if found is None else found[1]))
        if len(data) < size:
            break
        size *= 4
    return found


def dump(obj, file, protocol=None, *, fix_imports=True, buffer_callback=None):
    """Writes the pickle of an object to a file."""
    protocol = None if protocol is None else container_index(protocol)
    if hasattr(file, "write") and (made := _dumped(obj, protocol, buffer_callback)) is not None:
        file.write(made)
        return
    import_module("pickle")._dump(obj, file, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)


def dumps(obj, protocol=None, *, fix_imports=True, buffer_callback=None):
    """The pickle of an object."""
    protocol = None if protocol is None else container_index(protocol)
    if (made := _dumped(obj, protocol, buffer_callback)) is not None:
        return made
    return import_module("pickle")._dumps(obj, protocol, fix_imports=fix_imports, buffer_callback=buffer_callback)


def load(file, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """The object whose pickle a file has."""
    if (found := _loaded_from(file, buffers)) is not None:
        return found[0]
    return import_module("pickle")._load(file, fix_imports=fix_imports, buffers=_given(buffers), encoding=encoding, errors=errors)


def loads(data, /, *, fix_imports=True, encoding="ASCII", errors="strict", buffers=()):
    """The object of a pickle."""
    if isinstance(data, str) or data is None:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'")
    if type(data) is bytes and (found := _loaded(data, buffers)) is not None:
        return found[0]
    return import_module("pickle")._loads(data, fix_imports=fix_imports, buffers=_given(buffers), encoding=encoding, errors=errors)
