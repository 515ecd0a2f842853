"""The operating system that a program finds where it has none: an empty tree of files that can't be written to, no processes, no users.

CPython's os, posixpath and pathlib are built on it. Reading finds nothing (FileNotFoundError), writing is refused (EROFS), as there.
"""

from errno import EBADF as _EBADF, EINVAL as _EINVAL, ENOENT as _ENOENT, ENOTEMPTY as _ENOTEMPTY, EROFS as _EROFS, errorcode as _errorcode

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

error = OSError
environ = {}
_have_functions = []

F_OK, X_OK, W_OK, R_OK = 0, 1, 2, 4
O_RDONLY, O_WRONLY, O_RDWR, O_CREAT, O_EXCL, O_TRUNC, O_APPEND, O_NONBLOCK, O_CLOEXEC, O_NOFOLLOW, O_DIRECTORY = (
    0,
    1,
    2,
    0o100,
    0o200,
    0o1000,
    0o2000,
    0o4000,
    0o2000000,
    0o400000,
    0o200000,
)
EX_OK, EX_USAGE, EX_DATAERR, EX_SOFTWARE = 0, 64, 65, 70

_MESSAGES = {
    _ENOENT: "No such file or directory",
    _EROFS: "Read-only file system",
    _EBADF: "Bad file descriptor",
    _EINVAL: "Invalid argument",
    _ENOTEMPTY: "Directory not empty",
    1: "Operation not permitted",
    5: "Input/output error",
    12: "Cannot allocate memory",
    13: "Permission denied",
    17: "File exists",
    20: "Not a directory",
    21: "Is a directory",
    28: "No space left on device",
    32: "Broken pipe",
    110: "Connection timed out",
}


def strerror(code, /):
    return _MESSAGES.get(code) or (f"Error {_errorcode[code]}" if code in _errorcode else f"Unknown error {code}")


def fspath(path):
    """The str or bytes of a path; what is neither is asked for it by __fspath__."""
    if isinstance(path, (str, bytes)):
        return path
    kind = type(path)
    method = getattr(kind, "__fspath__", None)
    if method is None:
        raise TypeError(f"expected str, bytes or os.PathLike object, not {kind.__name__}")
    text = method(path)
    if isinstance(text, (str, bytes)):
        return text
    raise TypeError(f"expected {kind.__name__}.__fspath__() to return str or bytes, not {type(text).__name__}")


def _fail(number, path=None):
    raise OSError(number, strerror(number)) if path is None else OSError(number, strerror(number), path)


def _path(function, path, descriptors=False):
    # What a function is given to name the file that it works on.
    if descriptors and isinstance(path, int):
        _fail(_EBADF)
    if isinstance(path, (str, bytes)):
        text = path
    else:
        if not hasattr(type(path), "__fspath__"):
            also = ", os.PathLike or integer" if descriptors else " or os.PathLike"
            raise TypeError(f"{function}: path should be string, bytes{also}, not {'NoneType' if path is None else type(path).__name__}")
        text = fspath(path)
    if ("\0" if isinstance(text, str) else b"\0") in text:
        raise ValueError("embedded null byte")
    return text


def _is_root(text):
    if isinstance(text, bytes):
        text = text.decode("latin-1")
    return text != "" and all([part in ("", ".", "..") for part in text.split("/")])


class _Record(tuple):
    """A tuple whose items have names, as C's structures have."""

    __slots__ = ()
    _names = ()

    def __init_subclass__(cls):
        for at, name in enumerate(cls._names):
            if name not in cls.__dict__:
                setattr(cls, name, property(lambda self, at=at: self[at]))

    def __repr__(self):
        return f"{self.__module__}.{type(self).__name__}({', '.join([f'{name}={value!r}' for name, value in zip(self._names, self)])})"


class stat_result(_Record):
    """What stat() returns: (mode, inode, device, links, user, group, size, times of access, change and making)."""

    __slots__ = ()
    __module__ = "os"
    n_fields, n_sequence_fields, n_unnamed_fields = 19, 10, 3
    _names = ("st_mode", "st_ino", "st_dev", "st_nlink", "st_uid", "st_gid", "st_size", "st_atime", "st_mtime", "st_ctime")
    st_atime = property(lambda self: float(self[7]))
    st_mtime = property(lambda self: float(self[8]))
    st_ctime = property(lambda self: float(self[9]))
    st_atime_ns = property(lambda self: self[7] * 1_000_000_000)
    st_mtime_ns = property(lambda self: self[8] * 1_000_000_000)
    st_ctime_ns = property(lambda self: self[9] * 1_000_000_000)


def _root_or_nothing(function, path, descriptors=False):
    text = _path(function, path, descriptors)
    if not _is_root(text):
        _fail(_ENOENT, path)
    return text


def stat(path, *, dir_fd=None, follow_symlinks=True):
    _root_or_nothing("stat", path, True)
    return stat_result((0o040555, 2, 1, 2, 0, 0, 0, 0, 0, 0))


def lstat(path, *, dir_fd=None):
    _root_or_nothing("lstat", path)
    return stat(path)


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    return _is_root(_path("access", path)) and not mode & W_OK


def listdir(path=None):
    _root_or_nothing("listdir", "." if path is None else path, True)
    return []


class DirEntry:
    """An entry that scandir() gives; there are none."""

    __module__ = "os"
    __slots__ = ()

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.DirEntry' instances")


class _NoEntries:
    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration

    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass

    def close(self):
        pass


def scandir(path=None):
    _root_or_nothing("scandir", "." if path is None else path, True)
    return _NoEntries()


def open(path, flags, mode=0o777, *, dir_fd=None):
    text = _path("open", path)
    if _is_root(text):
        _fail(_EROFS if flags & 3 else 21, path)
    _fail(_EROFS if flags & O_CREAT else _ENOENT, path)


def readlink(path, *, dir_fd=None):
    _fail(_EINVAL if _is_root(_path("readlink", path)) else _ENOENT, path)


def mkdir(path, mode=0o777, *, dir_fd=None):
    _fail(17 if _is_root(_path("mkdir", path)) else _EROFS, path)


def remove(path, *, dir_fd=None):
    _fail(21 if _is_root(_path("remove", path)) else _ENOENT, path)


def unlink(path, *, dir_fd=None):
    remove(path)


def rmdir(path, *, dir_fd=None):
    _fail(_EROFS if _is_root(_path("rmdir", path)) else _ENOENT, path)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _path("rename", dst)
    _fail(_EROFS if _is_root(_path("rename", src)) else _ENOENT, src)


replace = rename


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    _path("symlink", src)
    _fail(_EROFS, _path("symlink", dst))


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    _path("link", dst)
    _fail(_EROFS if _is_root(_path("link", src)) else _ENOENT, src)


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    _fail(_EROFS if _is_root(_path("chmod", path, True)) else _ENOENT, path)


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    _fail(_EROFS if _is_root(_path("utime", path, True)) else _ENOENT, path)


def chdir(path):
    _root_or_nothing("chdir", path, True)


def getcwd():
    return "/"


def getcwdb():
    return b"/"


def close(fd):
    _fail(_EBADF)


def read(fd, length, /):
    _fail(_EBADF)


def write(fd, data, /):
    _fail(_EBADF)


def fstat(fd):
    _fail(_EBADF)


def isatty(fd, /):
    return False


def umask(mask, /):
    return 0o022


def getpid():
    return 1


def getppid():
    return 0


def getuid():
    return 0


geteuid = getgid = getegid = getuid


def cpu_count():
    return 1


def urandom(size, /):
    return host_entropy(size)


class uname_result(_Record):
    """What uname() returns: (sysname, nodename, release, version, machine)."""

    __slots__ = ()
    __module__ = "posix"
    n_fields = n_sequence_fields = 5
    n_unnamed_fields = 0
    _names = ("sysname", "nodename", "release", "version", "machine")


class terminal_size(_Record):
    """A terminal's (columns, lines)."""

    __slots__ = ()
    __module__ = "os"
    n_fields = n_sequence_fields = 2
    n_unnamed_fields = 0
    _names = ("columns", "lines")


def uname():
    return uname_result(("Fermata", "localhost", "", "", ""))


def get_terminal_size(fd=1, /):
    _fail(25)  # ENOTTY


def putenv(name, value, /):
    pass  # no process is started that would see it


def unsetenv(name, /):
    pass


def _exit(status):
    raise SystemExit(status)


def abort():
    raise SystemExit(134)
