"""Python packages of the host's that a program may import: read from the environment, a wheel or a folder, and never executed here."""

from __future__ import annotations

import base64
import csv
import dataclasses
import errno
import functools
import hashlib
import io
import os
import re
import stat
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Optional, Union

from fermata._errors import UsageError

from .mounts import FileInfo, HostFiles, Mount
from .requirements import distributions, requirements_of

if TYPE_CHECKING:
    from importlib.metadata import Distribution

#: A distribution of this environment as a requirement ("attrs", "jinja2>=3"), with what it needs; a requirements.txt; or the path of a
#: wheel or a folder.
Package = Union[str, "os.PathLike[str]"]
_PLACE = "/packages"  # what is mounted below it is in sys.path (library/sys.py)
_MODIFIED = 315532800.0  # 1980-01-01, the first day that a zip file knows: when a file was installed says nothing of what it holds
_COMPILED = (".so", ".pyd", ".dylib")
_METADATA = ("METADATA", "entry_points.txt", "top_level.txt")
# What a program's limits don't hold, as it is read on the host's side: of one file, in bytes (and of all that are kept); files of a
# package; characters of a path.
_MOST_BYTES, _MOST_FILES, _LONGEST_PATH = 64 * 1024 * 1024, 100_000, 4096
_Read = Callable[[str, int], bytes]  # what a source holds, at most so many bytes


@dataclasses.dataclass
class _Listing:
    """What there is in a package: by path the source of each file (None: it is empty), the SHA-256 that it must have, and how large it says
    to be, where these are known."""

    sources: dict[str, Optional[str]]
    digests: dict[str, bytes]
    sizes: dict[str, int]
    at: str
    folders: dict[str, dict[str, None]] = dataclasses.field(init=False)

    def __post_init__(self) -> None:
        self.folders = {"": {}}
        for path in self.sources:
            parts = path.split("/")
            for at in range(len(parts)):
                self.folders.setdefault("/".join(parts[:at]), {})[parts[at]] = None


class _PackageFiles(HostFiles):
    """What a package holds, each file read when it is first wanted."""

    def __init__(self, listing: _Listing, read: _Read) -> None:
        self._sources, self._digests, self._sizes, self._folders = listing.sources, listing.digests, listing.sizes, listing.folders
        self._read_source = read
        self._contents, self._size = dict[str, bytes](), 0  # the contents that were read, and their bytes

    def _content(self, path: str) -> bytes:
        if path not in self._contents:
            if path not in self._sources:
                raise FileNotFoundError(errno.ENOENT, path)
            # (One byte more, by which a file shows that it is larger than it says.)
            source = self._sources[path]
            content = b"" if source is None else self._read_source(source, min(self._sizes.get(path, _MOST_BYTES), _MOST_BYTES) + 1)
            if len(content) > _MOST_BYTES:
                raise OSError(errno.EFBIG, f"{path} is larger than {_MOST_BYTES} bytes")
            if (
                path in self._sizes
                and len(content) != self._sizes[path]
                or path in self._digests
                and hashlib.sha256(content).digest() != self._digests[path]
            ):
                raise OSError(errno.EIO, f"{path} isn't what its package's RECORD says")
            if self._size + len(content) > _MOST_BYTES:
                self._contents.clear()
                self._size = 0
            self._contents[path] = content
            self._size += len(content)
        return self._contents[path]

    def stat(self, path: str) -> FileInfo:
        if path in self._folders:
            return FileInfo(folder=True, mode=0o555, modified=_MODIFIED)
        size = self._sizes.get(path)
        return FileInfo(len(self._content(path)) if size is None else size, modified=_MODIFIED, mode=0o444)

    def list(self, path: str) -> Iterable[str]:
        return self._folders[path] if path in self._folders else super().list(path)

    def read(self, path: str, position: int, count: int) -> bytes:
        return self._content(path)[position : position + count]


def package_mounts(packages: Iterable[Package]) -> list[Mount]:
    """For each package a Mount, whose place says what is in it: a state that knows its place gets the same files again, or none."""
    if isinstance(packages, (str, os.PathLike)):
        raise UsageError(f"packages must be a list of packages, not {packages!r}")
    mounts: dict[str, Mount] = {}
    for package in packages:
        for mount in _mounts_of(package):
            mounts.setdefault(mount.at, mount)
    return list(mounts.values())


def module_names(mounts: Iterable[Mount]) -> set[str]:
    """What can be imported from package_mounts(), without what is within packages."""
    return {
        name[:-3] if name.endswith(".py") else name
        for mount in mounts
        if isinstance(mount.files, _PackageFiles)
        for name in mount.files.list("")
        if name.endswith(".py") or name.isidentifier()
    }


def _mounts_of(package: Package) -> list[Mount]:
    if not isinstance(package, (str, os.PathLike)):
        raise UsageError(f"a package must be a distribution's name or a path, not {package!r}")
    text = os.fspath(package)
    if text.endswith(".txt"):
        return [mount for line, place in requirements_of(Path(text)) for mount in _distributions(line, place)]
    if text.endswith(".whl"):
        return [_wheel(Path(text))]
    if isinstance(package, str) and "/" not in text and os.sep not in text:
        return _distributions(text)
    if not os.path.isdir(text):
        raise UsageError(f"the package {text!r} is neither a wheel nor a folder")
    return [_folder(Path(text))]


def _distributions(requirement: str, place: str = "") -> list[Mount]:
    mounts = [_distribution(found, number == 0) for number, found in enumerate(distributions(requirement, place))]
    return [mount for mount in mounts if mount is not None]


def _distribution(found: Distribution, is_wanted: bool) -> Optional[Mount]:
    # What another one needs may have no RECORD: it isn't there then.
    name, record = found.metadata["Name"], found.read_text("RECORD")
    if record is None and is_wanted:
        raise UsageError(f"the package {name!r} has no RECORD of its files: give the folder or a wheel of it")

    folder = str(found.locate_file(""))

    def read(source: str, most: int) -> bytes:
        return _read(os.path.join(folder, source), most)

    return None if record is None else _recorded(name, found.version, record, read)


def _wheel(path: Path) -> Mount:
    try:
        with zipfile.ZipFile(path) as file:
            names = file.namelist()
            records = [name for name in names if re.fullmatch(r"[^/]+\.dist-info/RECORD", name)]
            if len(records) != 1:
                raise UsageError(f"the wheel {str(path)!r} has no RECORD of its files")
            with file.open(records[0]) as listed:
                record = listed.read(_MOST_BYTES + 1).decode("utf-8")
    except UsageError:
        raise
    except Exception as error:  # zipfile raises what its parts happen to, when the bytes aren't a wheel's
        raise UsageError(f"the wheel {str(path)!r} can't be read: {error}") from None
    name, version = (path.name.split("-") + [""])[:2]

    opened: list[zipfile.ZipFile] = []  # at the first file that is wanted

    def read(inside: str, most: int) -> bytes:
        try:
            if not opened:
                opened.append(zipfile.ZipFile(path))
            with opened[0].open(inside) as file:
                return file.read(most)
        except Exception as error:
            raise OSError(errno.EIO, f"{inside} can't be read from its wheel: {error}") from None

    return _recorded(name, version, record, read)


def _recorded(name: str, version: str, record: str, read: _Read) -> Mount:
    listing = _listed(name, version, record)
    return Mount(_PackageFiles(listing, read), at=listing.at)


@functools.lru_cache(maxsize=32)
def _listed(name: str, version: str, record: str) -> _Listing:
    # What a RECORD lists. Its hashes make the place's: a wheel and what was installed from it are the same package.
    sources: dict[str, Optional[str]] = {}
    digests: dict[str, bytes] = {}
    sizes: dict[str, int] = {}
    for row in _rows(name, record):
        path = _kept(row[0]) if row else None
        if path is None or len(row) < 2 or not row[1].startswith("sha256="):
            continue
        try:
            digest = base64.urlsafe_b64decode(row[1][7:] + "=" * (-len(row[1][7:]) % 4))
        except ValueError as error:
            raise UsageError(f"the RECORD of the package {name!r} has no SHA-256 for {row[0]!r}: {error}") from None
        if path.endswith(_COMPILED):
            sources[path] = None
        else:
            sources[path], digests[path] = row[0], digest
            if len(row) > 2 and row[2].isascii() and row[2].isdigit():
                sizes[path] = int(row[2][:18])
    told = {path: digests.get(path, b"") for path in sources}
    sources = _without_twins(sources)
    return _Listing(sources, digests, sizes, _place(name, version, {path: told[path] for path in sources}))


def _rows(name: str, record: str) -> Iterator[list[str]]:
    if len(record) > _MOST_BYTES:
        raise UsageError(f"the RECORD of the package {name!r} is larger than {_MOST_BYTES} bytes")
    try:
        for number, row in enumerate(csv.reader(io.StringIO(record))):
            if number >= _MOST_FILES:
                raise UsageError(f"the package {name!r} has more than {_MOST_FILES} files")
            yield row
    except csv.Error as error:
        raise UsageError(f"the RECORD of the package {name!r} can't be read: {error}") from None


def _read(name: str, most: int, folder: Optional[int] = None, flags: int = 0) -> bytes:
    # (Without a file object: there are hundreds to read.)
    fd = os.open(name, os.O_RDONLY | os.O_CLOEXEC | flags, dir_fd=folder)
    try:
        content = part = os.read(fd, most)
        while part and len(content) < most:
            part = os.read(fd, most - len(content))
            content += part
        return content
    finally:
        os.close(fd)


def _folder(path: Path) -> Mount:
    # Somebody else may have filled it: no link is followed, and what is hidden (.env) isn't a part of a package.
    contents: dict[str, bytes] = {}
    for above, folders, names, fd in os.fwalk(path, follow_symlinks=False):
        folders[:] = sorted(folder for folder in folders if folder != "__pycache__" and not folder.startswith("."))
        for name in names:
            inside = _kept(Path(above, name).relative_to(path).as_posix())
            if inside is None or name.startswith(".") or not stat.S_ISREG(os.stat(name, dir_fd=fd, follow_symlinks=False).st_mode):
                continue
            if len(contents) >= _MOST_FILES:
                raise UsageError(f"the folder {str(path)!r} has more than {_MOST_FILES} files")
            # (O_NONBLOCK: it may be a pipe by now.)
            content = b"" if inside.endswith(_COMPILED) else _read(name, _MOST_BYTES + 1, fd, os.O_NOFOLLOW | os.O_NONBLOCK)
            if len(content) > _MOST_BYTES:
                raise UsageError(f"{inside} in the folder {str(path)!r} is larger than {_MOST_BYTES} bytes")
            contents[inside] = content
    if not contents:
        raise UsageError(f"the folder {str(path)!r} has no Python in it")
    sources = _without_twins({inside: inside for inside in contents})
    told = {inside: hashlib.sha256(contents[inside]).digest() for inside in sources}
    listing = _Listing(sources, {}, {}, _place(path.resolve().name, "", told))
    return Mount(_PackageFiles(listing, lambda inside, most: contents[inside]), at=listing.at)


def _kept(path: str) -> Optional[str]:
    # Where a file is found, or None: scripts, what was compiled for this machine's Python, what an installer wrote.
    if len(path) > _LONGEST_PATH:
        return None
    parts = PurePosixPath(path).parts
    if not parts or path.startswith("/") or ".." in parts or "__pycache__" in parts or path.endswith((".pyc", ".pth")):
        return None
    if parts[0].endswith(".data"):
        return None
    if parts[0].endswith(".dist-info") and (len(parts) != 2 or parts[1] not in _METADATA):
        return None
    if path.endswith(_COMPILED):
        # (By its module's name: importing it says that it can't run here.)
        return "/".join([*parts[:-1], parts[-1].partition(".")[0] + ".so"])
    return "/".join(parts)


def _without_twins(sources: Mapping[str, Optional[str]]) -> dict[str, Optional[str]]:
    # Of what is there both compiled and in Python the latter runs.
    return {path: source for path, source in sources.items() if not (path.endswith(".so") and f"{path[:-3]}.py" in sources)}


def _place(name: str, version: str, told: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for path in sorted(told):
        whole.update(path.encode("utf-8", "surrogateescape") + b"\0" + told[path].hex().encode() + b"\0")
    label = "-".join(re.sub(r"[^A-Za-z0-9.]+", "_", part) for part in (name, version) if part)
    return f"{_PLACE}/{label}-{whole.hexdigest()[:16]}"
