"""What pickle has from its C part in CPython: functions, and what its errors are and say. And of copyreg's tables those of the session."""

import struct

from _pickle import dump, dumps, load, loads

for _error in (PickleError, PicklingError, UnpicklingError):
    _error.__module__ = "_pickle"

_NOT_FOUND = ": it's not found as "
_NO_TUPLE = " must return string or tuple"

_dump_plainly, _save_global_plainly = _Pickler.dump, _Pickler.save_global
_begin, _load_plainly, _find_class_plainly = _Unpickler.__init__, _Unpickler.load, _Unpickler.find_class
_begin_to_read, _pop_mark_plainly = _Unframer.__init__, _Unpickler.pop_mark
_pop_plainly = _Unpickler.dispatch[POP[0]]


def _dump_as_c(self, obj):
    try:
        _dump_plainly(self, obj)
    except PicklingError as error:
        if not str(error).endswith(_NO_TUPLE):
            raise
        raise PicklingError("__reduce__ must return a string or tuple") from None


def _save_global_as_c(self, obj, name=None):
    try:
        _save_global_plainly(self, obj, name)
    except PicklingError as error:
        name = name or getattr(obj, "__qualname__", None) or obj.__name__
        what, found, place = str(error).rpartition(_NOT_FOUND)
        if not found or not place.endswith("." + name):
            raise
        if "<locals>" in name.split("."):
            raise AttributeError(f"Can't pickle local object {name!r}") from None
        raise PicklingError(f"{what}: attribute lookup {name} on {place[: -len(name) - 1]} failed") from None


def _begin_as_c(self, file, **options):
    if not hasattr(file, "read") or not hasattr(file, "readline"):
        raise TypeError("file must have 'read' and 'readline' attributes")
    _begin(self, file, **options)


def _load_as_c(self):
    try:
        return _load_plainly(self)
    except (IndexError, EOFError, KeyError, AssertionError, struct.error) as error:
        # Of this module's own code, not of what it called.
        if error.__traceback__ is not None:
            raise
        said = error
    if isinstance(said, EOFError):
        raise EOFError("Ran out of input")
    if isinstance(said, AssertionError):
        raise TypeError("a bytes-like object is required, not 'str'")
    if isinstance(said, IndexError) and str(said) != "index out of range":  # (which is about bytes that ended)
        raise UnpicklingError("unexpected MARK found" if self.metastack else "unpickling stack underflow")
    if isinstance(said, KeyError):
        key = said.args[0]
        shown = chr(key) if 0x20 <= key <= 0x7E and key not in b"'\\" else f"\\x{key:02x}"
        raise UnpicklingError(f"invalid load key, '{shown}'.")
    raise UnpicklingError("pickle data was truncated")


def _pop_mark_as_c(self):
    if not self.metastack:
        raise UnpicklingError("could not find MARK")
    return _pop_mark_plainly(self)


def _pop_as_c(self):
    if not self.stack and not self.metastack:
        raise UnpicklingError("unpickling stack underflow")
    _pop_plainly(self)


def _persistent_load_as_c(self, pid):
    raise UnpicklingError("A load persistent id instruction was encountered,\nbut no persistent_load function was specified.")


def _number_as_c(load, what):
    def load_number(self):
        try:
            load(self)
        except ValueError as error:
            if error.__traceback__ is not None:
                raise
            raise ValueError(f"could not convert string to {what}") from None

    return load_number


def _begin_to_read_as_c(self, file_read, file_readline, file_tell=None):
    def read(size):
        data = file_read(size)
        if len(data) < size and size != 1:  # (one byte may be the next instruction: load() sees the end itself)
            raise UnpicklingError("pickle data was truncated")
        return data

    def readline():
        data = file_readline()
        if not data.endswith(b"\n"):
            raise UnpicklingError("pickle data was truncated")
        return data

    _begin_to_read(self, read, readline, file_tell)


def _load_frame_as_c(self, frame_size):
    if self.current_frame and self.current_frame.read() != b"":
        raise UnpicklingError("beginning of a new frame before end of current frame")
    self.current_frame = io.BytesIO(self.file_read(frame_size))


def _find_class_as_c(self, module, name, /):
    try:
        return _find_class_plainly(self, module, name)
    except AttributeError as error:
        if str(error) != f"module {module!r} has no attribute {name!r}":
            raise
        raise AttributeError(f"Can't get attribute {name!r} on {sys.modules[module]!r}") from None


def _name_as(cls, name, function):
    function.__name__, function.__qualname__ = name, f"{cls.__name__}.{name}"
    setattr(cls, name, function)


_name_as(_Pickler, "dump", _dump_as_c)
_name_as(_Pickler, "save_global", _save_global_as_c)
_name_as(_Unpickler, "__init__", _begin_as_c)
_name_as(_Unpickler, "load", _load_as_c)
_name_as(_Unpickler, "find_class", _find_class_as_c)
_name_as(_Unpickler, "pop_mark", _pop_mark_as_c)
_name_as(_Unpickler, "persistent_load", _persistent_load_as_c)
_name_as(_Unframer, "__init__", _begin_to_read_as_c)
_name_as(_Unframer, "load_frame", _load_frame_as_c)
_Unpickler.dispatch[POP[0]] = _pop_as_c
for _opcode, _what in ((INT, "int"), (FLOAT, "float")):
    _Unpickler.dispatch[_opcode[0]] = _number_as_c(_Unpickler.dispatch[_opcode[0]], _what)
_Pickler.dispatch[FunctionType] = _Pickler.save_global
for _class in (_Pickler, _Unpickler):
    _class.__module__, _class.__name__, _class.__qualname__ = "_pickle", _class.__name__[1:], _class.__qualname__[1:]


def __session__():
    import copyreg

    for name in ("dispatch_table", "_extension_registry", "_inverted_registry", "_extension_cache"):
        yield name, getattr(copyreg, name)
