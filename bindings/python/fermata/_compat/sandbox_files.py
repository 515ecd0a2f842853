"""The files of a sandbox, as its owner sees them between two texts: each look is a small text that the sandbox runs.

A program may have changed the modules that this text calls; what comes back is then the program's own doing, and is looked at as any
value of its.
"""

from __future__ import annotations

import asyncio
import builtins
import dataclasses
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, Union, overload

import fermata

if TYPE_CHECKING:
    from .code_interpreter import _Base

Data = Union[str, bytes]

_TEXT = """\
def _fermata_files():
    import builtins, os, shutil, stat
    open, sorted = builtins.open, builtins.sorted  # whatever the program calls so
    g = builtins.globals()
    what, path, data = g.pop("_fermata_asked")
    del g["_fermata_files"]
    path = os.path.normpath(os.path.join("/home/user", path))
    def told(path, name):
        found = os.lstat(path)
        kind = "dir" if stat.S_ISDIR(found.st_mode) else "file"
        return [name, kind, path, found.st_size]
    if what == "write":
        folder = os.path.dirname(path)
        os.makedirs(folder, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)
        return told(path, os.path.basename(path))
    if what == "read":
        with open(path, "rb") as file:
            return file.read()
    if what == "list":
        return [told(os.path.join(path, name), name) for name in sorted(os.listdir(path))]
    if what == "info":
        return told(path, os.path.basename(path))
    if what == "exists":
        return os.path.lexists(path)
    if what == "remove":
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        else:
            os.remove(path)
    elif what == "make_dir":
        if os.path.isdir(path):
            return False
        os.makedirs(path)
        return True
    elif what == "rename":
        new = os.path.normpath(os.path.join("/home/user", data))
        os.rename(path, new)
        return told(new, os.path.basename(new))
_fermata_files()
"""


class NotFoundException(fermata.Error, FileNotFoundError):
    """There is no such file in the sandbox."""


@dataclasses.dataclass
class EntryInfo:
    """A file or a folder."""

    name: str
    type: Literal["file", "dir"]
    path: str
    size: int


class Files:
    """The files of a sandbox. Paths begin at /home/user, or at the root with "/". Errors are OSErrors, as a program would get them, with
    NotFoundException for a FileNotFoundError; nothing here is a file of this machine's."""

    def __init__(self, sandbox: _Base) -> None:
        self._sandbox = sandbox

    def _ask(self, what: str, path: str, data: Any = None) -> Any:
        if not isinstance(path, str):
            raise fermata.UsageError(f"a path is a text, not {path!r}")
        sandbox = self._sandbox
        with sandbox._lock:
            sandbox._check_alive()
            step = sandbox._session.feed(_TEXT, name="<files>", inputs={"_fermata_asked": (what, path, data)})
            sandbox._settle(step)
        if isinstance(step, fermata.Raised) and isinstance(error := step.error.exception, OSError):
            raise NotFoundException(*error.args, error.filename) if isinstance(error, FileNotFoundError) else error
        return step.value

    @overload
    def write(self, path: str, data: Data) -> EntryInfo:
        ...

    @overload
    def write(self, path: Iterable[Mapping[str, Any]]) -> builtins.list[EntryInfo]:
        ...

    def write(self, path: Any, data: Any = None) -> Any:
        """Makes a file, or replaces what is in it; folders are made as needed. Without `data` it takes what write_files() takes."""
        if data is None and not isinstance(path, (str, bytes)):
            return self.write_files(path)
        if not isinstance(data, (str, bytes, bytearray)):
            raise fermata.UsageError(f"a file's data is a str or bytes, not {data!r}")
        return _entry(self._ask("write", path, data.encode() if isinstance(data, str) else bytes(data)))

    def write_files(self, files: Iterable[Mapping[str, Any]]) -> builtins.list[EntryInfo]:
        """Several: dicts of "path" and "data"."""
        return [self.write(file["path"], file["data"]) for file in files]

    def read(self, path: str, format: Literal["text", "bytes"] = "text") -> Any:
        """What is in a file: a str, whose bytes that aren't UTF-8 are replaced, or bytes."""
        if format not in ("text", "bytes"):
            raise fermata.UsageError(f'the format is "text" or "bytes", not {format!r}')
        data = self._ask("read", path)
        if not isinstance(data, bytes):
            raise fermata.Error(f"the sandbox gave no bytes for {path!r}")
        return data.decode("utf-8", "replace") if format == "text" else data

    def list(self, path: str = "/home/user") -> list[EntryInfo]:
        """What is in a folder, by name."""
        found = self._ask("list", path)
        return [_entry(each) for each in found] if isinstance(found, list) else []

    def exists(self, path: str) -> bool:
        """Whether there is anything."""
        return bool(self._ask("exists", path) is True)

    def get_info(self, path: str) -> EntryInfo:
        """One file or folder."""
        return _entry(self._ask("info", path))

    def remove(self, path: str) -> None:
        """Removes a file, or a folder with all that is in it."""
        self._ask("remove", path)

    def make_dir(self, path: str) -> bool:
        """Makes a folder and those above it; False: it was there."""
        return bool(self._ask("make_dir", path))

    def rename(self, old_path: str, new_path: str) -> EntryInfo:
        """Gives a file or a folder another name."""
        return _entry(self._ask("rename", old_path, new_path))


def _entry(told: Any) -> EntryInfo:
    try:
        name, kind, path, size = told
        return EntryInfo(str(name), "dir" if kind == "dir" else "file", str(path), int(size))
    except (TypeError, ValueError):
        raise fermata.Error("the sandbox didn't give a file's name and size") from None


class AsyncFiles:
    """Files, for event loops."""

    def __init__(self, files: Files) -> None:
        self._files = files

    @overload
    async def write(self, path: str, data: Data) -> EntryInfo:
        ...

    @overload
    async def write(self, path: Iterable[Mapping[str, Any]]) -> builtins.list[EntryInfo]:
        ...

    async def write(self, path: Any, data: Any = None) -> Any:
        """See Files.write()."""
        return await asyncio.to_thread(self._files.write, path, data)

    async def write_files(self, files: Iterable[Mapping[str, Any]]) -> builtins.list[EntryInfo]:
        """See Files.write_files()."""
        return await asyncio.to_thread(self._files.write_files, files)

    async def read(self, path: str, format: Literal["text", "bytes"] = "text") -> Any:
        """See Files.read()."""
        return await asyncio.to_thread(self._files.read, path, format)

    async def list(self, path: str = "/home/user") -> list[EntryInfo]:
        """See Files.list()."""
        return await asyncio.to_thread(self._files.list, path)

    async def exists(self, path: str) -> bool:
        """See Files.exists()."""
        return await asyncio.to_thread(self._files.exists, path)

    async def get_info(self, path: str) -> EntryInfo:
        """See Files.get_info()."""
        return await asyncio.to_thread(self._files.get_info, path)

    async def remove(self, path: str) -> None:
        """See Files.remove()."""
        await asyncio.to_thread(self._files.remove, path)

    async def make_dir(self, path: str) -> bool:
        """See Files.make_dir()."""
        return await asyncio.to_thread(self._files.make_dir, path)

    async def rename(self, old_path: str, new_path: str) -> EntryInfo:
        """See Files.rename()."""
        return await asyncio.to_thread(self._files.rename, old_path, new_path)
