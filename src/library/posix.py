"""The operating system that a program finds: a tree of files that is the session's own, no processes, no users but root.

CPython's os, posixpath, pathlib and its io in Python are built on it; _files.py has the tree.
"""

from _files import Device as _Device, Directory as _Directory, Link as _Link, tree as _tree
from _operator import index as _index
from _os_system import *
from _os_system import _room
from _os_types import stat_result, strerror, terminal_size, times_result, uname_result
from errno import EINVAL as _EINVAL, ENOENT as _ENOENT, ENOTDIR as _ENOTDIR, ENOTTY as _ENOTTY

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

error = OSError
environ = {}
_have_functions = [
    "HAVE_LSTAT",
    "HAVE_LUTIMES",
    "HAVE_FUTIMENS",
    "HAVE_FDOPENDIR",
    "HAVE_FCHDIR",
    "HAVE_FCHMOD",
    "HAVE_FCHOWN",
    "HAVE_FTRUNCATE",
    "HAVE_FSTATAT",
    "HAVE_OPENAT",
]

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
O_ACCMODE, O_NDELAY, O_NOCTTY, O_DSYNC, O_ASYNC, O_DIRECT, O_LARGEFILE, O_NOATIME, O_SYNC = (
    3,
    0o4000,
    0o400,
    0o10000,
    0o20000,
    0o40000,
    0,
    0o1000000,
    0o4010000,
)
O_FSYNC = O_RSYNC = O_SYNC
EX_OK, EX_USAGE, EX_DATAERR, EX_SOFTWARE = 0, 64, 65, 70


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


def _fail(number, path=None, other=None):
    if path is None:
        raise OSError(number, strerror(number))
    shown = [one if one is None or hasattr(type(one), "__index__") else fspath(one) for one in (path, other)]
    raise OSError(number, strerror(number), shown[0]) if other is None else OSError(number, strerror(number), shown[0], None, shown[1])


def _done(answer, path=None, other=None):
    # What a function of the tree answered, unless it is the number of an error.
    if isinstance(answer, int):
        _fail(answer, path, other)
    return answer


def _nowhere_else(function, *descriptors):
    for descriptor in descriptors:
        if descriptor is not None:
            raise NotImplementedError(f"{function}: dir_fd unavailable on this platform")


def _below(text, dir_fd):
    # A path that begins at the directory which a descriptor stands for.
    if dir_fd is None:
        return text
    if not hasattr(type(dir_fd), "__index__"):
        raise TypeError(f"argument should be integer or None, not {type(dir_fd).__name__}")
    if text[:1] in ("/", ""):
        return text
    opened = _done(_tree().opened(_index(dir_fd)), text)
    return f"{opened.path}/{text}" if isinstance(opened.node, _Directory) else _fail(_ENOTDIR, text)


def _path(function, path, descriptors=False, name="path"):
    # What a function is given to name the file that it works on: text, or, where descriptors will do, one.
    if descriptors and hasattr(type(path), "__index__"):
        return _index(path)
    if isinstance(path, (str, bytes)):
        text = path
    else:
        if not hasattr(type(path), "__fspath__"):
            also = ", os.PathLike or integer" if descriptors else " or os.PathLike"
            raise TypeError(f"{function}: {name} should be string, bytes{also}, not {'NoneType' if path is None else type(path).__name__}")
        text = fspath(path)
    if isinstance(text, bytes):
        text = text.decode("utf-8", "surrogateescape")
    if "\0" in text:
        raise ValueError("embedded null byte")
    return text


def _opened(fd):
    return _done(_tree().opened(_index(fd)))


def _node(function, path, follow=True, dir_fd=None):
    # What a path leads to, or a descriptor stands for.
    text = _path(function, path, True)
    if not isinstance(text, int):
        return _done(_tree().there(_below(text, dir_fd), follow), path)
    if dir_fd is not None:
        raise ValueError(f"{function}: can't specify dir_fd without matching path")
    return _opened(text).node


def _to_change(function, path, follow=True):
    return _done(_node(function, path, follow).to_change(), path)


def _stat_of(node, path=None):
    node = _done(node.fresh(), path)
    times = [int(time) for time in node.times]
    shown = (node.mode, node.number, 2 if node.mount else 1, node.links, *node.owner, node.size, *[time // 1_000_000_000 for time in times])
    blocks = 0 if isinstance(node, (_Device, _Link)) else (node.size + 4095) // 4096 * 8
    return stat_result((*shown, *[time / 1_000_000_000 for time in times], *times, 4096, blocks, 0))


def stat(path, *, dir_fd=None, follow_symlinks=True):
    return _stat_of(_node("stat", path, follow_symlinks, dir_fd))


def lstat(path, *, dir_fd=None):
    text = _below(_path("lstat", path), dir_fd)
    return _stat_of(_done(_tree().there(text, False), path))


def fstat(fd):
    return _stat_of(_opened(fd).node)


def statvfs(path):
    _node("statvfs", path)
    return _room()


def fstatvfs(fd, /):
    _opened(fd)
    return _room()


def access(path, mode, *, dir_fd=None, effective_ids=False, follow_symlinks=True):
    _nowhere_else("access", dir_fd)
    node = _tree().there(_path("access", path), follow_symlinks)
    if isinstance(node, int):
        return False
    if mode & W_OK and node.mount and node.mount.refuses:
        return False
    # Root may do anything, but run what nobody may.
    return not mode & X_OK or isinstance(node, _Directory) or node.mode & 0o111 != 0


def _directory(function, path):
    node = _node(function, "." if path is None else path)
    if not isinstance(node, _Directory):
        _fail(_ENOTDIR, path)
    node.times[0] = _tree().now()
    return node


def _is_bytes(path):
    return isinstance(path, bytes) or hasattr(type(path), "__fspath__") and isinstance(fspath(path), bytes)


def listdir(path=None):
    names = [name for name, _ in _done(_directory("listdir", path).rows(), path)]
    return [name.encode("utf-8", "surrogateescape") for name in names] if _is_bytes(path) else names


@c_class
class DirEntry:
    """An entry that scandir() gives."""

    __module__ = "os"
    __slots__ = ("name", "path", "_node", "_within")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.DirEntry' instances")

    def _place(self):
        # What scandir() was given a descriptor of isn't in the path.
        within = getattr(self, "_within", None)
        return _path("stat", self.path) if within is None else f"{within}/{_path('stat', self.path)}"

    def _followed(self):
        return _tree().there(self._place()) if isinstance(self._node, _Link) else self._node

    def __reduce__(self):
        raise TypeError("cannot pickle 'posix.DirEntry' object")

    def inode(self):
        return self._node.number

    def is_symlink(self):
        return isinstance(self._node, _Link)

    def _is(self, what, follow):
        node = self._followed() if follow else self._node
        if isinstance(node, int):
            return False if node == _ENOENT else _fail(node, self.path)
        return node.mode & 0o170000 == what

    def is_dir(self, *, follow_symlinks=True):
        return self._is(0o040000, follow_symlinks)

    def is_file(self, *, follow_symlinks=True):
        return self._is(0o100000, follow_symlinks)

    def stat(self, *, follow_symlinks=True):
        return _stat_of(_done(_tree().there(self._place(), follow_symlinks), self.path))

    def __fspath__(self):
        return self.path

    def __repr__(self):
        return f"<DirEntry {self.name!r}>"


class _ScandirIterator:
    __module__ = "posix"
    __slots__ = ("_entries", "_prefix", "_bytes", "_within")

    def __new__(cls, *args, **kwargs):
        raise TypeError("cannot create 'posix.ScandirIterator' instances")

    def __iter__(self):
        return self

    def __next__(self):
        for name, node in self._entries:
            entry = object.__new__(DirEntry)
            entry.name = name.encode("utf-8", "surrogateescape") if self._bytes else name
            entry.path = self._prefix + entry.name
            entry._node = node
            entry._within = getattr(self, "_within", None)
            return entry
        raise StopIteration

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self):
        self._entries = iter(())


_ScandirIterator.__name__ = _ScandirIterator.__qualname__ = "ScandirIterator"


def scandir(path=None):
    entries = object.__new__(_ScandirIterator)
    entries._entries = iter(_done(_directory("scandir", path).rows(), path))
    entries._bytes = _is_bytes(path)
    entries._within = _opened(path).path if isinstance(path, int) else None
    shown = "." if path is None else "" if isinstance(path, int) else fspath(path)
    slash = b"/" if entries._bytes else "/"
    entries._prefix = shown + slash if shown and not shown.endswith(slash) else shown
    return entries


def mkdir(path, mode=0o777, *, dir_fd=None):
    _nowhere_else("mkdir", dir_fd)
    _done(_tree().make_directory(_path("mkdir", path), mode), path)


def remove(path, *, dir_fd=None):
    _nowhere_else("remove", dir_fd)
    _done(_tree().remove(_path("remove", path)), path)


def unlink(path, *, dir_fd=None):
    _nowhere_else("unlink", dir_fd)
    _done(_tree().remove(_path("unlink", path)), path)


def rmdir(path, *, dir_fd=None):
    _nowhere_else("rmdir", dir_fd)
    _done(_tree().remove_directory(_path("rmdir", path)), path)


def _rename(function, src, dst, descriptors):
    _nowhere_else(function, *descriptors)
    _done(_tree().rename(_path(function, src, name="src"), _path(function, dst, name="dst")), src, dst)


def rename(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _rename("rename", src, dst, (src_dir_fd, dst_dir_fd))


def replace(src, dst, *, src_dir_fd=None, dst_dir_fd=None):
    _rename("replace", src, dst, (src_dir_fd, dst_dir_fd))


def readlink(path, *, dir_fd=None):
    _nowhere_else("readlink", dir_fd)
    node = _done(_tree().there(_path("readlink", path), False), path)
    if not isinstance(node, _Link):
        _fail(_EINVAL, path)
    return node.target.encode("utf-8", "surrogateescape") if _is_bytes(path) else node.target


def symlink(src, dst, target_is_directory=False, *, dir_fd=None):
    _nowhere_else("symlink", dir_fd)
    _done(_tree().make_link(_path("symlink", src, name="src"), _path("symlink", dst, name="dst")), src, dst)


def link(src, dst, *, src_dir_fd=None, dst_dir_fd=None, follow_symlinks=True):
    _nowhere_else("link", src_dir_fd, dst_dir_fd)
    _done(_tree().link(_path("link", src, name="src"), _path("link", dst, name="dst")), src, dst)


def chmod(path, mode, *, dir_fd=None, follow_symlinks=True):
    _nowhere_else("chmod", dir_fd)
    if not follow_symlinks:
        raise NotImplementedError("chmod: follow_symlinks unavailable on this platform")
    node = _to_change("chmod", path)
    node.mode = node.mode & 0o170000 | mode & 0o7777
    node.times[2] = _tree().now()
    _done(node.saved(), path)


def fchmod(fd, mode):
    chmod(_index(fd), mode)


def chown(path, uid, gid, *, dir_fd=None, follow_symlinks=True):
    _nowhere_else("chown", dir_fd)
    uid, gid = _index(uid), _index(gid)
    node = _to_change("chown", path, follow_symlinks)
    node.owner = (node.owner[0] if uid == -1 else uid, node.owner[1] if gid == -1 else gid)
    node.times[2] = _tree().now()


def fchown(fd, uid, gid):
    chown(_index(fd), uid, gid)


def lchown(path, uid, gid):
    chown(path, uid, gid, follow_symlinks=False)


def utime(path, times=None, *, ns=None, dir_fd=None, follow_symlinks=True):
    _nowhere_else("utime", dir_fd)
    if times is not None and ns is not None:
        raise ValueError("utime: you may specify either 'times' or 'ns' but not both")
    given = times if ns is None else ns
    if given is not None and (not isinstance(given, tuple) or len(given) != 2):
        which = "'times' must be either a tuple of two ints or None" if ns is None else "'ns' must be a tuple of two ints"
        raise TypeError(f"utime: {which}")
    text = _path("utime", path, True)
    node = _opened(text).node if isinstance(text, int) else _done(_tree().there(text, follow_symlinks))
    node, now = _done(node.to_change(), path), _tree().now()
    if given is None:
        given = ns = (now, now)
    node.times[:] = [*[int(time if ns is not None else time * 1_000_000_000) for time in given], now]
    _done(node.saved(), path)


def chdir(path):
    text = _path("chdir", path, True)
    _done(_tree().go(_opened(text).path if isinstance(text, int) else text), path)


def fchdir(fd):
    chdir(_index(fd))


def getcwd():
    return _tree().here


def getcwdb():
    return _tree().here.encode("utf-8", "surrogateescape")


def umask(mask, /):
    tree = _tree()
    before, tree.mask = tree.mask, mask & 0o777
    return before


def open(path, flags, mode=0o777, *, dir_fd=None):
    (fd,) = _done(_tree().open(_below(_path("open", path), dir_fd), _index(flags), mode), path)
    return fd


def close(fd):
    _opened(fd)
    _tree().forget(_index(fd))


def closerange(fd_low, fd_high, /):
    for fd in [fd for fd in _tree().descriptors if fd_low <= fd < fd_high]:
        close(fd)


def pipe():
    return pipe2(0)


def pipe2(flags, /):
    from _pipes import opened_pipe

    return opened_pipe(_tree(), _index(flags) & O_NONBLOCK)


def dup(fd, /):
    return _tree().describe(_opened(fd))


def dup2(fd, fd2, inheritable=True):
    opened, tree = _opened(fd), _tree()
    if fd2 in tree.descriptors and fd2 != fd:
        tree.forget(fd2)
    tree.descriptors[fd2] = opened
    return fd2


def _bytes(data):
    if isinstance(data, (bytes, bytearray)):
        return bytes(data)  # (a view of a bytearray would be looked for when that grows)
    try:
        return bytes(contiguous(memoryview(data)))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


def read(fd, length, /):
    if length < 0:
        _fail(_EINVAL)
    return _done(_tree().read(_opened(fd), length))


def write(fd, data, /):
    (count,) = _done(_tree().write(_opened(fd), _bytes(data)))
    return count


def pread(fd, length, offset, /):
    if length < 0 or offset < 0:
        _fail(_EINVAL)
    return _done(_tree().read(_opened(fd), length, offset))


def pwrite(fd, data, offset, /):
    if offset < 0:
        _fail(_EINVAL)
    (count,) = _done(_tree().write(_opened(fd), _bytes(data), offset))
    return count


def lseek(fd, position, how, /):
    (now,) = _done(_tree().seek(_opened(fd), _index(position), how))
    return now


def truncate(path, length):
    text = _path("truncate", path, True)
    if isinstance(text, int):
        return ftruncate(text, length)
    _done(_tree().truncate(_done(_tree().there(text), path), _index(length)), path)


def ftruncate(fd, length, /):
    opened = _opened(fd)
    _done(_tree().truncate(opened.node, _index(length)) if opened.writable() else _EINVAL)


def fsync(fd):
    _opened(fd)


fdatasync = fsync


def sync():
    pass


def device_encoding(fd):
    _opened(fd)


def isatty(fd, /):
    return False


def get_inheritable(fd, /):
    _opened(fd)
    return False


def set_inheritable(fd, inheritable, /):
    _opened(fd)


def get_blocking(fd, /):
    return not _opened(fd).flags & O_NONBLOCK


def set_blocking(fd, blocking, /):
    opened = _opened(fd)
    opened.flags = opened.flags & ~O_NONBLOCK | (0 if blocking else O_NONBLOCK)


def getpid():
    return 1


def getppid():
    return 0


def system(command):
    """Refused, as all that starts a process is."""
    from subprocess import Popen

    Popen(_path("system", command, name="command"))


def getuid():
    return 0


geteuid = getgid = getegid = getuid


def cpu_count():
    return 1


def times():
    """Return a collection containing process timing information: of the clock that the host grants."""
    import time

    return times_result((time.process_time(), 0.0, 0.0, 0.0, time.monotonic()))


def urandom(size, /):
    return host_entropy(container_index(size))


def uname():
    return uname_result(("Fermata", "localhost", "", "", ""))


def get_terminal_size(fd=1, /):
    _fail(_ENOTTY)


def putenv(name, value, /):
    unsetenv(name)  # no process is started that would see it


def unsetenv(name, /):
    if not name or (b"=" if isinstance(name, bytes) else "=") in name:
        _fail(_EINVAL)


def _exit(status):
    raise SystemExit(status)


def abort():
    raise SystemExit(134)
