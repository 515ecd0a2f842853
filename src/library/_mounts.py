"""Mounts: files of the host's in the session's tree. What is here knows their paths alone: each access asks the host (host_file), which
says what is there now, or that the session has no such mount any more.

In an overlay what the program changes is the session's own: nodes of _files.py in `entries`, where None stands for what was removed.
"""

from _files import EMPTIES, READS_TOO, WRITES, Directory, File, Link, _has_room
from errno import (
    EBUSY as _EBUSY,
    EFBIG as _EFBIG,
    ENODEV as _ENODEV,
    ENOENT as _ENOENT,
    ENOSPC as _ENOSPC,
    EPERM as _EPERM,
    EROFS as _EROFS,
    EXDEV as _EXDEV,
)

# FileRequest::What
_STAT, _LIST, _READ, _WRITE, _RESIZE, _MAKE, _MAKE_FOLDER, _REMOVE, _REMOVE_FOLDER, _RENAME, _SET_MODE, _SET_TIMES, _CLOSE = range(13)
_FILE, _FOLDER, _LINK = range(3)  # FileEntry::Kind
_MOST = 1 << 20  # bytes of one request
_FARTHEST = 1 << 61


def _bytes(name):
    return name.encode("utf-8", "surrogateescape")


class Mount:
    """One of the host's, by its place. `mode` is "read", "overlay" or "write": what the host allows now may be less."""

    __slots__ = ("at", "mode")

    def __init__(self, at, mode):
        self.at = at
        self.mode = mode

    @property
    def refuses(self):
        """Nothing can be written to."""
        return self.mode == "read"

    def ask(self, what, path, position=0, count=0, data=b"", handle=0):
        """What the host answers; the number of an error below zero."""
        answer = host_file(what, self.at, path, position, count, data, handle)
        if isinstance(answer, int) and answer == -_ENODEV:
            raise OSError(_ENODEV, f"no files are mounted: the host that runs this session now must give a mount at {self.at!r}")
        return answer


def _set(node, entry):
    _, kind, mode, number, links, size, times = entry
    node.mode = (0o100000, 0o040000, 0o120000)[kind] | mode
    node.links = links
    node.number = number or hash(node.path) & 0xFFFFFFFF
    node.length = size
    node.times = [*times]
    return node


def _node(mount, parent, name, entry, target=b""):
    kind, now = entry[1], 0
    path = b"/".join([parent.path, name]) if parent.path else name
    if kind == _LINK:
        link = Link(entry[3], target.decode("utf-8", "surrogateescape"), now)
        link.times = [*entry[6]]
        return link
    node = MountedFolder() if kind == _FOLDER else MountedFile()
    node.mount, node.parent, node.path, node.name, node.owner = mount, parent, path, name.decode("utf-8", "surrogateescape"), (0, 0)
    return _set(node, entry)


def _saved(node, handle=0):
    for what, first, second in ((_SET_MODE, 0, node.mode & 0o777), (_SET_TIMES, *node.times[:2])):
        answer = node.mount.ask(what, node.path, first, second, b"", handle)
        if answer < 0:
            return -answer


class MountedFolder(Directory):
    __slots__ = ("mount", "parent", "path", "name", "length")

    def __init__(self):
        self.entries = {}

    def fresh(self):
        answer = self.mount.ask(_STAT, self.path)
        if isinstance(answer, int):
            return self if self.name in self.parent.entries else -answer
        return _set(self, answer[0])

    def to_change(self):
        return _EROFS if self.mount.mode == "read" else self._kept() if self.mount.mode == "overlay" else self

    def saved(self):
        return _saved(self) if self.mount.mode == "write" else None

    def to_move(self, is_directory):
        return _EBUSY if not self.path else _EXDEV  # (shutil.move() copies then)

    def _kept(self):
        # What belongs to the session from now on, with what is above it: the one that does already, if there is one.
        if not self.path:
            return self
        above = self.parent = self.parent._kept()
        there = above.entries.get(self.name)
        if isinstance(there, MountedFolder) and there.mount:
            return there
        above.entries[self.name] = self
        return self

    def look(self, name):
        if name in self.entries:
            return self.entries[name]
        path = b"/".join([self.path, _bytes(name)]) if self.path else _bytes(name)
        answer = self.mount.ask(_STAT, path)
        if isinstance(answer, int):
            return None if answer == -_ENOENT else -answer
        return _node(self.mount, self, _bytes(name), *answer)

    def rows(self):
        answer, rows = self.mount.ask(_LIST, self.path), []
        if isinstance(answer, int):
            if self.mount.mode != "overlay" or answer != -_ENOENT:
                return -answer
            answer = []
        for entry in answer:
            name = entry[0].decode("utf-8", "surrogateescape")
            if name not in self.entries:
                rows.append((name, _node(self.mount, self, entry[0], entry)))
        return rows + [(name, node) for name, node in self.entries.items() if node is not None]

    def put(self, name, node):
        mode = self.mount.mode
        if mode == "read":
            return _EROFS
        if mode == "overlay":
            self._kept().entries[name] = node
            return node
        if isinstance(node, Link):
            return _EPERM
        path = b"/".join([self.path, _bytes(name)]) if self.path else _bytes(name)
        answer = self.mount.ask(_MAKE_FOLDER if isinstance(node, Directory) else _MAKE, path, 0, node.mode & 0o777)
        if answer < 0:
            return -answer
        there = self.look(name)
        return _ENOENT if there is None else there

    def drop(self, name, node):
        mode = self.mount.mode
        if mode == "read":
            return _EROFS
        if mode == "write":
            path = b"/".join([self.path, _bytes(name)]) if self.path else _bytes(name)
            answer = self.mount.ask(_REMOVE_FOLDER if isinstance(node, Directory) else _REMOVE, path)
            return -answer if answer < 0 else None
        self._kept().entries[name] = None

    def move(self, name, node, to, new_name):
        if self.mount.mode == "read":
            return _EROFS
        if self.mount.mode == "overlay":
            return None
        old, new = [b"/".join([one.path, _bytes(last)]) if one.path else _bytes(last) for one, last in ((self, name), (to, new_name))]
        answer = self.mount.ask(_RENAME, old, 0, 0, new)
        return -answer if answer < 0 else ()


class MountedFile(File):
    __slots__ = ("mount", "parent", "path", "name", "length", "handle")

    def __init__(self):
        self.handle = 0  # once it is open

    @property
    def size(self):
        self.fresh()
        return self.length

    def fresh(self):
        answer = self.mount.ask(_STAT, self.path, 0, 0, b"", self.handle)
        return -answer if isinstance(answer, int) else _set(self, answer[0])

    def _own(self, empty=False):
        # The session's own copy, in its place; what the program has made of that since this was opened stays.
        kept = self.parent._kept().entries
        if self.name in kept:
            there = kept[self.name]
            return there if isinstance(there, File) else _ENOENT
        pieces, position = [], 0
        while not empty and (piece := self.read(position, _MOST)):
            if isinstance(piece, int):
                return piece
            pieces.append(piece)
            position += len(piece)
        if not _has_room(position):
            return _ENOSPC
        copy = File(self.number, self.mode & 0o777, 0, b"".join(pieces))
        copy.times = [*self.times]
        kept[self.name] = copy
        return copy

    def to_open(self, flags, tree):
        if flags & (WRITES | READS_TOO):
            if self.mount.mode == "read":
                return _EROFS
            if self.mount.mode == "overlay":
                return self._own(flags & EMPTIES)
        self.handle = tree.next_number()
        return self

    def to_move(self, is_directory):
        return self._own()

    def to_change(self):
        return _EROFS if self.mount.mode == "read" else self._own() if self.mount.mode == "overlay" else self

    def saved(self):
        return _saved(self, self.handle)

    def closed(self):
        self.mount.ask(_CLOSE, self.path, 0, 0, b"", self.handle)

    def read(self, position, count):
        if position > _FARTHEST:
            return b""
        answer = self.mount.ask(_READ, self.path, position, min(count, _MOST), b"", self.handle)
        return -answer if isinstance(answer, int) else answer

    def write(self, position, piece):
        if position > _FARTHEST:
            return -_EFBIG
        return self.mount.ask(_WRITE, self.path, position, 0, piece[:_MOST], self.handle)

    def resize(self, size):
        if size > _FARTHEST:
            return _EFBIG
        answer = self.mount.ask(_RESIZE, self.path, size, 0, b"", self.handle)
        if answer < 0:
            return -answer


def mount(tree, places):
    """Put the host's mounts, modes by places, into a tree that was just made."""
    for at, mode in places.items():
        directory = tree.root
        *above, name = at[1:].split("/")
        for part in above:
            if not isinstance(directory.entries.get(part), Directory):
                directory.entries[part] = Directory(tree.next_number(), 0o755, tree.now())
            directory = directory.entries[part]
        root = MountedFolder()
        root.mount, root.parent, root.path, root.name = Mount(at, mode), directory, b"", name
        root.mode, root.links, root.number, root.owner = 0o040755, 2, tree.next_number(), (0, 0)
        root.length, root.times = 4096, [tree.now()] * 3
        directory.entries[name] = root
