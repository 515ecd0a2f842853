"""Mounts: files of the host's, or that the host makes up, in a program's tree."""

from __future__ import annotations

import dataclasses
import errno
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, Union

from fermata._errors import UsageError

_MODES = ("read", "overlay", "write")
# FileRequest::What of include/fermata/mount.h
_WHAT = (
    "stat",
    "list",
    "read",
    "write",
    "resize",
    "make_file",
    "make_folder",
    "remove_file",
    "remove_folder",
    "rename",
    "set_mode",
    "set_times",
    "close",
)
_FILE, _FOLDER = 0, 1
_Entry = tuple[str, int, int, int, int]  # name, kind, mode, size, nanoseconds
_Answer = tuple[int, bytes, int, "list[_Entry]"]  # errno, data, count, entries


class FileInfo(NamedTuple):
    """What there is to say of a file, or of a folder: `size` in bytes, `modified` in seconds since 1970, `mode` of its permissions."""

    size: int = 0
    folder: bool = False
    modified: float = 0.0
    mode: int = 0o644


class HostFiles:
    """Files that aren't on a disk: a Mount's functions, called at each access, while the program waits.

    Paths are relative to the mount, "a/b", and "" is the mount itself. What can't be done raises OSError with an errno, which the program
    gets (FileNotFoundError(errno.ENOENT, "")); other exceptions stop the program. Of a mount that is "read" or "overlay" only stat(),
    list() and read() are called.
    """

    def stat(self, path: str) -> FileInfo:
        """What there is to say of what is there."""
        raise FileNotFoundError(errno.ENOENT, path)

    def list(self, path: str) -> Iterable[str]:
        """The names in a folder."""
        raise NotADirectoryError(errno.ENOTDIR, path)

    def read(self, path: str, position: int, count: int) -> bytes:
        """At most `count` bytes from `position` on; none at the file's end. (Programs read until there are none: whoever gives more than
        `count`, or bytes behind a file's end, has forgotten `position`, and gets a UsageError.)"""
        raise PermissionError(errno.EACCES, path)

    def write(self, path: str, position: int, data: bytes) -> int:
        """How many bytes were written."""
        raise PermissionError(errno.EROFS, path)

    def resize(self, path: str, size: int) -> None:
        """Cuts a file off, or fills it up with zeros, to `size` bytes."""
        raise PermissionError(errno.EROFS, path)

    def make_file(self, path: str) -> None:
        """An empty one; FileExistsError when there is something."""
        raise PermissionError(errno.EROFS, path)

    def make_folder(self, path: str) -> None:
        """An empty one."""
        raise PermissionError(errno.EROFS, path)

    def remove_file(self, path: str) -> None:
        """Removes a file."""
        raise PermissionError(errno.EROFS, path)

    def remove_folder(self, path: str) -> None:
        """Removes an empty folder."""
        raise PermissionError(errno.EROFS, path)

    def rename(self, path: str, new_path: str) -> None:
        """Moves it, in place of what is there."""
        raise PermissionError(errno.EROFS, path)


class _Made(HostFiles):
    """Files by their paths, whose contents are given or made by a function whenever they are looked at."""

    def __init__(self, files: Mapping[str, object]) -> None:
        self.files = files
        self.folders: dict[str, dict[str, None]] = {"": {}}
        for path, content in files.items():
            parts = path.split("/") if isinstance(path, str) else []
            if not parts or any(part in ("", ".", "..") for part in parts):
                raise UsageError(f"a mounted file must have a path such as 'a/b.txt', not {path!r}")
            if not callable(content) and not isinstance(content, (str, bytes)):
                raise UsageError(f"the mounted file {path!r} must be text, bytes or a function that gives them, not {content!r}")
            for at in range(len(parts)):
                self.folders.setdefault("/".join(parts[:at]), {})[parts[at]] = None
        for path in files:
            if path in self.folders:
                raise UsageError(f"the mounted file {path!r} is a folder, too")

    def _content(self, path: str) -> bytes:
        content = self.files[path]
        if callable(content):
            content = content()
        if isinstance(content, str):
            return content.encode()
        if not isinstance(content, (bytes, bytearray)):
            raise UsageError(f"the mounted file {path!r} must be text or bytes, but its function gave {type(content).__name__}")
        return bytes(content)

    def stat(self, path: str) -> FileInfo:
        if path in self.folders:
            return FileInfo(folder=True, mode=0o755)
        if path not in self.files:
            raise FileNotFoundError(errno.ENOENT, path)
        return FileInfo(len(self._content(path)))

    def list(self, path: str) -> Iterable[str]:
        if path not in self.folders:
            return super().list(path)
        return list(self.folders[path])

    def read(self, path: str, position: int, count: int) -> bytes:
        if path not in self.files:
            raise FileNotFoundError(errno.ENOENT, path)
        return self._content(path)[position : position + count]


@dataclasses.dataclass(frozen=True)
class Mount:
    """Files of the host's in a program's tree, at `at`. There is none unless it is given.

    `files` is a folder of this machine: nothing outside it can be reached, whatever the program asks for and whoever changes the folder
    meanwhile; devices, pipes and sockets aren't there, and files with further names (hard links) aren't written to. Or a mapping of paths
    to texts, bytes, or functions that give them whenever the program looks; or HostFiles of your own. `mode` is "read"; "overlay", which
    keeps what the program writes in its session (Result.files, and in states); or "write", which lets it through, `limit` bytes at most
    (each new name counts for 4096; 0: no limit).

    A saved state knows mounts by `at` and `mode` alone: load() gets `mounts` again, which may allow less, or elsewhere lead to other files.
    Without them the program gets an OSError that says so.
    """

    files: Union[str, os.PathLike[str], HostFiles, Mapping[str, Union[str, bytes, Callable[[], Union[str, bytes]]]]]
    at: str
    mode: Literal["read", "overlay", "write"] = "read"
    limit: int = 256 * 1024 * 1024

    def __post_init__(self) -> None:
        if self.mode not in _MODES:
            raise UsageError(f"a mount's mode must be 'read', 'overlay' or 'write', not {self.mode!r}")
        if not isinstance(self.at, str):
            raise UsageError(f"a mount's place must be text, not {self.at!r}")
        if not isinstance(self.limit, int) or isinstance(self.limit, bool) or not 0 <= self.limit < 2**63:
            raise UsageError(f"a mount's limit must be a number from 0 to 2**63 - 1, not {self.limit!r}")
        if not isinstance(self.files, (str, os.PathLike, HostFiles, Mapping)):
            raise UsageError(f"a mount's files must be a folder, a mapping or HostFiles, not {self.files!r}")

    def native(self) -> tuple[str, int, int, object]:
        """As the engine takes it: a folder's path, or a function."""
        files: object = self.files
        if isinstance(files, Mapping):
            files = _Made(files)
        taken = _answering(files) if isinstance(files, HostFiles) else os.fsencode(self.files)  # type: ignore[arg-type]
        return self.at, _MODES.index(self.mode), self.limit, taken


def natives(mounts: Iterable[Mount]) -> list[tuple[str, int, int, object]]:
    listed = list(mounts)
    for mount in listed:
        if not isinstance(mount, Mount):
            raise UsageError(f"mounts must be Mounts, not {mount!r}")
    return [mount.native() for mount in listed]


def _entry(name: str, info: object) -> _Entry:
    if not isinstance(info, FileInfo):
        raise UsageError(f"stat() of HostFiles must give a FileInfo, not {info!r}")
    try:
        size, modified = int(info.size), int(info.modified * 1e9)
    except (TypeError, ValueError, OverflowError):
        size = modified = -1
    if not (0 <= size < 2**63 and abs(modified) < 2**63 and isinstance(info.mode, int)):
        raise UsageError(f"stat() of HostFiles must give a size from 0 to 2**63 - 1, a time and a mode, not {info!r}")
    return name, _FOLDER if info.folder else _FILE, info.mode & 0o777, size, modified


def _read(files: HostFiles, path: str, position: int, count: int) -> bytes:
    data: object = files.read(path, position, count)
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise UsageError(f"read() of HostFiles must give bytes, not {data!r}")
    made = bytes(data)
    if len(made) > count:
        raise UsageError(
            f"read() of HostFiles must give at most the {count} bytes that are asked for at {position}, not {len(made)}: {path}"
        )
    if made and 0 < position and len(made) < count and 0 < (size := files.stat(path).size) <= position:
        raise UsageError(
            f"read() of HostFiles must give nothing at {position} of {path}, which has {size} bytes by its stat(), not {len(made)} bytes"
        )
    return made


def _written(count: object, data: bytes) -> int:
    if not isinstance(count, int) or not 0 <= count <= len(data):
        raise UsageError(f"write() of HostFiles must give how many of the {len(data)} bytes were written, not {count!r}")
    return count


def _names(listed: object) -> Iterator[str]:
    # Whoever names the files (an object store's users) leads no program elsewhere: what can't be in a folder isn't there.
    if isinstance(listed, str) or not isinstance(listed, Iterable):
        raise UsageError(f"list() of HostFiles must give names, not {listed!r}")
    for name in listed:
        if not isinstance(name, str):
            raise UsageError(f"list() of HostFiles must give names, not {name!r}")
        if name not in ("", ".", "..") and not {"/", "\0"} & set(name):
            yield name


def _answering(files: HostFiles) -> Callable[[int, str, int, int, bytes], _Answer]:
    def run(what: str, path: str, position: int, count: int, data: bytes) -> _Answer:
        if what == "stat":
            return 0, b"", 0, [_entry("", files.stat(path))]
        if what == "list":
            # (Each with what stat() says; what is gone meanwhile isn't there.)
            entries = []
            for name in _names(files.list(path)):
                try:
                    entries.append(_entry(name, files.stat(f"{path}/{name}" if path else name)))
                except FileNotFoundError:
                    pass
            return 0, b"", 0, entries
        if what == "read":
            return 0, _read(files, path, position, count), 0, []
        if what == "write":
            return 0, b"", _written(files.write(path, position, data), data), []
        if what == "resize":
            files.resize(path, position)
        elif what == "rename":
            files.rename(path, os.fsdecode(data))
        elif what in ("make_file", "make_folder", "remove_file", "remove_folder"):
            getattr(files, what)(path)
        return 0, b"", 0, []

    def answer(what: int, path: str, position: int, count: int, data: bytes) -> Any:
        try:
            return run(_WHAT[what], path, position, count, data)
        except OSError as error:
            number = error.errno
            return number if isinstance(number, int) and 0 < number < 4096 else errno.EIO, b"", 0, []

    return answer
