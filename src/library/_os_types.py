"""What os gives: tuples whose items have names; and what the numbers of errors mean."""

from errno import errorcode as _errorcode

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

_MESSAGES = {
    1: "Operation not permitted",
    2: "No such file or directory",
    3: "No such process",
    4: "Interrupted system call",
    5: "Input/output error",
    6: "No such device or address",
    9: "Bad file descriptor",
    10: "No child processes",
    11: "Resource temporarily unavailable",
    12: "Cannot allocate memory",
    13: "Permission denied",
    16: "Device or resource busy",
    17: "File exists",
    18: "Invalid cross-device link",
    19: "No such device",
    20: "Not a directory",
    21: "Is a directory",
    22: "Invalid argument",
    23: "Too many open files in system",
    24: "Too many open files",
    25: "Inappropriate ioctl for device",
    27: "File too large",
    28: "No space left on device",
    29: "Illegal seek",
    30: "Read-only file system",
    31: "Too many links",
    32: "Broken pipe",
    33: "Numerical argument out of domain",
    34: "Numerical result out of range",
    35: "Resource deadlock avoided",
    36: "File name too long",
    37: "No locks available",
    38: "Function not implemented",
    39: "Directory not empty",
    40: "Too many levels of symbolic links",
    61: "No data available",
    62: "Timer expired",
    71: "Protocol error",
    84: "Invalid or incomplete multibyte or wide character",
    88: "Socket operation on non-socket",
    90: "Message too long",
    95: "Operation not supported",
    98: "Address already in use",
    103: "Software caused connection abort",
    104: "Connection reset by peer",
    106: "Transport endpoint is already connected",
    107: "Transport endpoint is not connected",
    110: "Connection timed out",
    111: "Connection refused",
    113: "No route to host",
    114: "Operation already in progress",
    115: "Operation now in progress",
}


def strerror(code, /):
    return _MESSAGES.get(code) or (f"Error {_errorcode[code]}" if code in _errorcode else f"Unknown error {code}")


class Record(tuple):
    """A tuple whose items have names, as C's structures have."""

    __slots__ = ()
    _names = ()

    def __init_subclass__(cls):
        for at, name in enumerate(cls._names):
            if name not in cls.__dict__:
                setattr(cls, name, property(lambda self, at=at: self[at]))

    def __repr__(self):
        return f"{self.__module__}.{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in zip(self._names, self)])})"


class stat_result(Record):
    """What stat() returns: (mode, inode, device, links, user, group, size, times of access, change and making), and more by name."""

    __module__ = "os"
    n_fields, n_sequence_fields, n_unnamed_fields = 19, 10, 3
    _names = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime")
    _more = ("st_atime", "st_mtime", "st_ctime", "st_atime_ns", "st_mtime_ns", "st_ctime_ns", "st_blksize", "st_blocks", "st_rdev")

    def __new__(cls, sequence, dict={}):
        values = tuple(sequence)
        if not 10 <= len(values) <= 19:
            which = "at least 10" if len(values) < 10 else "at most 19"
            raise TypeError(f"os.stat_result() takes an {which}-sequence ({len(values)}-sequence given)")
        self = tuple.__new__(cls, values[:10])
        more = values[10:] + tuple([dict.get(name) for name in cls._more[len(values) - 10 :]])
        self.__dict__["_hidden"] = tuple([values[at + 7] if value is None and at < 3 else value for at, value in enumerate(more)])
        return self

    def __setattr__(self, name, value):
        known = hasattr(self, name)
        raise AttributeError("readonly attribute" if known else f"'os.stat_result' object has no attribute {name!r}")

    def __reduce__(self):
        return stat_result, (tuple(self), {name: value for name, value in zip(self._more, self._hidden)})


for _at, _name in enumerate(stat_result._more):
    setattr(stat_result, _name, property(lambda self, at=_at: self._hidden[at]))


class uname_result(Record):
    """What uname() returns: (sysname, nodename, release, version, machine)."""

    __slots__ = ()
    __module__ = "posix"
    n_fields = n_sequence_fields = 5
    n_unnamed_fields = 0
    _names = ("sysname", "nodename", "release", "version", "machine")


class terminal_size(Record):
    """A terminal's (columns, lines)."""

    __slots__ = ()
    __module__ = "os"
    n_fields = n_sequence_fields = 2
    n_unnamed_fields = 0
    _names = ("columns", "lines")
