# Files in memory, for test files of modules that read and write files: `open`, and what such modules and their tests call of os, over a
# dict.
import builtins
import codecs
import errno
import io
import os
import stand_ins
import stat
import unittest

FOLDER = "/tmp"
_contents = {}  # by path: a bytearray, or None for a folder
_times = {}
_opened = {}  # by number
_next = 3
_current = FOLDER

_contents["/"] = _contents[FOLDER] = None


def _path(path):
    path = os.fsdecode(os.fspath(path))
    return os.path.normpath(path if path.startswith("/") else _current + "/" + path)


def _fail(number, path):
    raise OSError(number, os.strerror(number), path)


class File(io.BufferedIOBase):
    def __init__(self, data, name, mode, number):
        self._data, self.name, self.mode, self._number = data, name, mode, number
        self._at = 0

    def readable(self):
        self._open()
        return "r" in self.mode or "+" in self.mode

    def writable(self):
        self._open()
        return self.mode.strip("rb") != ""

    def _open(self):
        if self.closed:
            raise ValueError("I/O operation on closed file.")

    def seekable(self):
        self._open()
        return True

    def fileno(self):
        self._open()
        return self._number

    def read(self, size=-1):
        if not self.readable():
            raise io.UnsupportedOperation("read")
        end = len(self._data) if size is None or size < 0 else self._at + size
        found = bytes(self._data[self._at : end])
        self._at += len(found)
        return found

    read1 = read

    def peek(self, size=0):
        return bytes(self._data[self._at : self._at + 8192])

    def write(self, data):
        if not self.writable():
            raise io.UnsupportedOperation("write")
        if "a" in self.mode:
            self._at = len(self._data)
        data = memoryview(data).tobytes()
        self._data.extend(bytes(max(0, self._at - len(self._data))))
        self._data[self._at : self._at + len(data)] = data
        self._at += len(data)
        return len(data)

    def seek(self, offset, whence=0):
        self._open()
        self._at = max(0, offset + (0, self._at, len(self._data))[whence])
        return self._at

    def truncate(self, size=None):
        self._open()
        size = self._at if size is None else size
        del self._data[size:]
        self._data.extend(bytes(size - len(self._data)))
        return size

    def close(self):
        if not self.closed:
            _opened.pop(self._number, None)
        super().close()


class _FileIO:
    def __new__(cls, name, mode="r", **more):
        return open(name, mode.replace("b", "") + "b", **more)


def _open_bytes(path, mode):
    global _next
    name, path = path, _path(path)
    kind = mode.replace("b", "")[0]
    if path in _contents and _contents[path] is None:
        _fail(errno.EISDIR, name)
    if kind == "r" and path not in _contents or _contents.get(os.path.dirname(path), 0) is not None:
        _fail(errno.ENOENT, name)
    if kind == "x" and path in _contents:
        _fail(errno.EEXIST, name)
    if kind == "w" and path in _contents:
        _contents[path].clear()
    file = File(_contents.setdefault(path, bytearray()), name, mode, _next)
    if kind == "a":
        file.seek(0, 2)
    _opened[_next] = file
    _next += 1
    return file


_MODES = {os.O_RDONLY: "rb", os.O_WRONLY: "wb", os.O_RDWR: "r+b"}


def _os_open(path, flags, mode=0o777, *, dir_fd=None):
    if flags & os.O_EXCL and _path(path) in _contents:
        _fail(errno.EEXIST, path)
    if flags & os.O_CREAT and _path(path) not in _contents:
        _open_bytes(path, "xb").close()
    return _open_bytes(path, _MODES[flags & 3])._number


def open(file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None):
    if isinstance(file, str) and file.startswith(stand_ins.folder) and file not in _contents:
        raise unittest.SkipTest("needs files")
    bare = mode.replace("b", "").replace("t", "").replace("+", "")
    if len(bare) != 1 or bare not in "rwxa" or "b" in mode and "t" in mode:
        raise ValueError(f"invalid mode: {mode!r}")
    plain = mode.replace("t", "").replace("b", "") + "b"
    if opener is not None:
        file = opener(file, os.O_RDWR | os.O_CREAT)
    if isinstance(file, int):
        found = _opened.get(file) or _fail(errno.EBADF, None)
        found.name, found.mode = file, plain if "+" not in found.mode else "rb+"
    else:
        found = _open_bytes(file, plain)
    return found if "b" in mode else io.TextIOWrapper(found, encoding, errors, newline)


def _stat(path, *, dir_fd=None, follow_symlinks=True):
    if isinstance(path, int):
        data = _opened[path]._data if path in _opened else _fail(errno.EBADF, path)
        path = ""
    elif (at := _path(path)) not in _contents:
        _fail(errno.ENOENT, path)
    else:
        data, path = _contents[at], at
    kind = stat.S_IFDIR | 0o755 if data is None else stat.S_IFREG | 0o644
    when = _times.get(path, 1_600_000_000)
    return os.stat_result((kind, 1, 1, 1, 0, 0, len(data or b""), int(when), int(when), int(when)))


def _unlink(path, *, dir_fd=None):
    if _contents.get(_path(path)) is None:
        _fail(errno.ENOENT, path)
    del _contents[_path(path)]
    _times.pop(_path(path), None)


def _listdir(path="."):
    at = _path(path)
    if _contents.get(at, 0) is not None:
        _fail(errno.ENOENT, path)
    return sorted(os.path.basename(name) for name in _contents if os.path.dirname(name) == at and name != "/")


def _mkdir(path, mode=0o777, *, dir_fd=None):
    if _path(path) in _contents:
        _fail(errno.EEXIST, path)
    if _contents.get(os.path.dirname(_path(path)), 0) is not None:
        _fail(errno.ENOENT, path)
    _contents[_path(path)] = None


def _rmdir(path, *, dir_fd=None):
    if _listdir(path):
        _fail(errno.ENOTEMPTY, path)
    del _contents[_path(path)]


def _rename(old, new, **more):
    if _path(old) not in _contents:
        _fail(errno.ENOENT, old)
    _contents[_path(new)] = _contents.pop(_path(old))


def _utime(path, times=None, **more):
    _times[_path(path)] = times[1] if times else 1_700_000_000


def remove_tree(path, *more, **options):
    below = _path(path)
    for name in [name for name in _contents if name == below or name.startswith(below + "/")]:
        del _contents[name]


def _chdir(path):
    global _current
    if _contents.get(_path(path), 0) is not None:
        _fail(errno.ENOENT, path)
    _current = _path(path)


def _no_links(*args, **more):
    raise unittest.SkipTest("needs files")


def install():
    """Puts them in the place of the system's, with the data of the test package."""
    import shutil

    codecs.register(
        lambda name: codecs.CodecInfo(codecs.utf_8_encode, codecs.utf_8_decode, name=name) if name == "shift_jis" else None
    )  # to be loaded
    for path, content in stand_ins.files.items():
        _contents[path] = bytearray(content)
        while (path := os.path.dirname(path)) != "/":
            _contents[path] = None
    builtins.open = io.open = stand_ins.open = open
    io.FileIO = _FileIO
    for name, function in dict(
        open=_os_open,
        close=lambda number: _opened.pop(number, None),
        stat=_stat,
        lstat=_stat,
        fstat=_stat,
        unlink=_unlink,
        remove=_unlink,
        listdir=_listdir,
        mkdir=_mkdir,
        rmdir=_rmdir,
        rename=_rename,
        replace=_rename,
        utime=_utime,
        chmod=lambda path, mode: None,
        chown=lambda *args: None,
        lchown=lambda *args: None,
        link=_no_links,
        symlink=_no_links,
        chdir=_chdir,
        getcwd=lambda: _current,
        write=lambda number, data: _opened[number].write(data),
        read=lambda number, size: _opened[number].read(size),
        fdopen=lambda number, *args, **kwargs: open(number, *args, **kwargs),
    ).items():
        setattr(os, name, function)
    shutil.rmtree = remove_tree
    os.supports_follow_symlinks = set()
