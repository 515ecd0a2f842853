"""The session's own tree of files, which os and io work on. It is made of ordinary objects of the program's heap: they count to its limit,
and what is in files to the limit file_bytes, too. A state holds them, open files and their positions included. Nothing in it is the host's.

What can fail returns the number of an error (an int) in the place of its answer.
"""

from errno import (
    EBADF as _EBADF,
    EBUSY as _EBUSY,
    EEXIST as _EEXIST,
    EINVAL as _EINVAL,
    EISDIR as _EISDIR,
    ELOOP as _ELOOP,
    ENAMETOOLONG as _ENAMETOOLONG,
    ENOENT as _ENOENT,
    ENOSPC as _ENOSPC,
    ENOTDIR as _ENOTDIR,
    ENOTEMPTY as _ENOTEMPTY,
    EPERM as _EPERM,
    ESPIPE as _ESPIPE,
    EXDEV as _EXDEV,
)
from linecache import own_source as _own_source, source_text as _source_text

# Of open(): what it does, besides reading.
WRITES, READS_TOO, CREATES, EXCLUSIVE, EMPTIES, APPENDS, ONLY_DIRECTORY, FOLLOWS_NOTHING = (
    0o1,
    0o2,
    0o100,
    0o200,
    0o1000,
    0o2000,
    0o200000,
    0o400000,
)

HOME = "/home/user"  # where a program begins
_MOST_LINKS = 40  # followed on the way to one file
_LONGEST_NAME = 255
_BLOCK = 4096


class Node:
    """What a name in a directory stands for. `times` are those of reading, writing and any change, in nanoseconds."""

    __slots__ = ("number", "mode", "links", "owner", "times")

    def __init__(self, number, mode, now):
        self.number = number
        self.mode = mode
        self.links = 1
        self.owner = (0, 0)  # user and group
        self.times = [now, now, now]

    size = 0
    is_pipe = False
    mount = None  # of which it is (_mounts.py); what is the session's own has none

    def fresh(self):
        """It as it is now; or the number of an error."""
        return self

    def to_move(self, is_directory):
        """What stands for it when it gets another name."""
        return self

    def to_change(self):
        """What stands for it when its mode, owner or times are set."""
        return self

    def saved(self):
        """After its mode or times were set."""

    def changed(self, now):
        self.times[1] = self.times[2] = now


class Directory(Node):
    __slots__ = ("entries",)

    def __init__(self, number, mode, now):
        super().__init__(number, 0o040000 | mode, now)
        self.links = 2
        self.entries = {}

    size = _BLOCK

    def changed(self, now):
        # The clock ticks in milliseconds, and importlib looks into a directory again when its time is another one, as a float.
        last = self.times[1]
        super().changed(last + 1000 if now <= last < now + 1_000_000_000 else now)

    def look(self, name):
        return self.entries.get(name)

    def rows(self):
        """Names and what they stand for."""
        return list(self.entries.items())

    def put(self, name, node):
        """What then stands there."""
        self.entries[name] = node
        return node

    def drop(self, name, node):
        del self.entries[name]

    def move(self, name, node, to, new_name):
        """A rename, when whoever has the files does it: what there was to do, in a tuple."""
        return None


class File(Node):
    __slots__ = ("data", "given")

    def __init__(self, number, mode, now, data=b""):
        super().__init__(number, 0o100000 | mode, now)
        self.data = bytearray(data)
        self.given = None  # the path at which the host put it, until it is written to (session/files.cpp)

    def to_open(self, flags, tree):
        """What is opened with these flags."""
        return self

    def closed(self):
        """No descriptor stands for what was opened."""

    @property
    def size(self):
        return len(self.data)

    def read(self, position, count):
        return bytes(self.data[position : position + count])

    def write(self, position, piece):
        data = self.data
        more = position + len(piece) - len(data)
        if more > 0 and not _has_room(more):
            return -_ENOSPC
        self.given = None
        if position > len(data):
            data.extend(bytes(position - len(data)))
        if position == len(data):
            data += piece
        else:
            data[position : position + len(piece)] = piece
        return len(piece)

    def resize(self, size):
        data = self.data
        if size > len(data) and not _has_room(size - len(data)):
            return _ENOSPC
        self.given = None
        if size < len(data):
            del data[size:]
        else:
            data.extend(bytes(size - len(data)))


class OwnText(File):
    """The program's text, at its __file__. It is read when it is first opened: states have it as a source already."""

    __slots__ = ("source",)

    def __init__(self, number, now, path, source):
        super().__init__(number, 0o644, now)
        self.data = None
        self.given = path
        self.source = source  # the name that the session knows it by

    def _text(self):
        return (_source_text(self.source) or "").encode("utf-8", "surrogatepass")

    def to_open(self, flags, tree):
        if self.data is None:
            self.data = bytearray(self._text())
        return self

    @property
    def size(self):
        return len(self._text() if self.data is None else self.data)

    def resize(self, size):
        self.to_open(0, None)
        return super().resize(size)


class Link(Node):
    __slots__ = ("target",)

    def __init__(self, number, target, now):
        super().__init__(number, 0o120777, now)
        self.target = target

    @property
    def size(self):
        return len(self.target.encode("utf-8", "surrogateescape"))


class Device(Node):
    """/dev/null and its kin, and the streams that a program begins with: nothing is kept in them. The host may give something to read."""

    __slots__ = ("what",)

    def __init__(self, number, what, now):
        super().__init__(number, 0o020620 if what in ("stdin", "stdout", "stderr") else 0o020666, now)
        self.what = what

    def to_open(self, flags, tree):
        return self

    def closed(self):
        pass

    def read(self, position, count):
        if self.what == "zero" or self.what == "full":
            return bytes(count)
        if self.what == "stdin":
            return session_state().get("stdin", b"")[position : position + count]
        return host_entropy(count) if self.what == "random" else b""

    def write(self, position, piece):
        if self.what == "full":
            return -_ENOSPC
        if self.what in ("stdout", "stderr"):
            write_output(piece.decode("utf-8", "replace"), self.what == "stderr")
        return len(piece)

    def resize(self, size):
        pass


class Opened:
    """An open file: what descriptors stand for."""

    __slots__ = ("node", "flags", "position", "path")

    def __init__(self, node, flags, path):
        self.node = node
        self.flags = flags
        self.position = 0
        self.path = path

    def readable(self):
        return not self.flags & WRITES

    def writable(self):
        return self.flags & (WRITES | READS_TOO) != 0


class Place:
    """Where a path leads: its directory and last name ("" for the root itself), and what is there, if anything. No part of `path` is a
    link."""

    __slots__ = ("directory", "name", "node", "path")

    def __init__(self, directory, name, node, path):
        self.directory = directory
        self.name = name
        self.node = node
        self.path = path


# How a path may end without a name, and what rmdir() says of it.
_NAMES_NOTHING = {"": _EBUSY, ".": _EINVAL, "..": _ENOTEMPTY}


def _last_name(path):
    return path.rstrip("/").rpartition("/")[2]


class Tree:
    __slots__ = ("root", "here", "mask", "numbers", "descriptors", "lowest")

    def __init__(self):
        self.numbers = 1
        now = self.now()
        self.root = Directory(self.next_number(), 0o755, now)
        self.here = HOME
        self.mask = 0
        for path, mode in (("/dev", 0o755), ("/home", 0o755), (HOME, 0o755), ("/tmp", 0o1777)):
            self.make_directory(path, mode)
        self.mask = 0o022
        devices = self.root.entries["dev"].entries
        for name, what in (("null", "null"), ("zero", "zero"), ("full", "full"), ("random", "random"), ("urandom", "random")):
            devices[name] = Device(self.next_number(), what, now)
        self.descriptors = {}
        for at, what in enumerate(("stdin", "stdout", "stderr")):
            self.descriptors[at] = Opened(Device(self.next_number(), what, now), READS_TOO, f"<{what}>")
        self.give(session_state().pop("files.given", {}))
        self.give_own_text()
        self.lowest = len(self.descriptors)  # none below it is free: a program that never closes its files isn't made to look through them

    def give(self, files):
        """Put in what the host gave: data by absolute paths, checked."""
        for path, data in files.items():
            directory = self.root
            *above, name = path[1:].split("/")
            for part in above:
                if part not in directory.entries:
                    self._put(Place(directory, part, None, None), Directory(self.next_number(), 0o755, self.now()))
                directory = directory.entries[part]
            file = File(self.next_number(), 0o644, self.now(), data)
            file.given = path
            self._put(Place(directory, name, None, None), file)

    def give_own_text(self):
        """Put the program's text where its __file__ says that it is, if nothing is in the way. A name that isn't an absolute path is the
        host's word for the program, and no file beside those that were given."""
        path = source = _own_source()
        if source is None or source[:1] != "/":
            return
        above = path[: path.rindex("/")]
        for at in range(1, len(above) + 1):
            if above[at : at + 1] in ("/", ""):
                self.make_directory(above[:at], 0o755)
        place = self._free(path)
        if not isinstance(place, int):
            self._put(place, OwnText(self.next_number(), self.now(), place.path, source))

    def now(self):
        return int(host_time() * 1_000_000_000)

    def next_number(self):
        self.numbers += 1
        return self.numbers

    # --- paths

    def find(self, path, follow=True, creates=False):
        """The Place of a path. A last link is followed unless `follow` says no. Where a file is going to be made if there is none
        (`creates`), no slash may end its name, nor the text of a link that leads there."""
        return _find(self, path if path[:1] == "/" else f"{self.here}/{path}", follow, creates) if path else _ENOENT

    def there(self, path, follow=True):
        """What is at a path."""
        place = self.find(path, follow)
        return place if isinstance(place, int) else _ENOENT if place.node is None else place.node

    def _taken(self, path):
        # The Place of something that is there.
        place = self.find(path)
        return _ENOENT if not isinstance(place, int) and place.node is None else place

    def _named(self, path):
        # The Place of a path's last name, whatever slashes follow it: a link there isn't followed.
        return self.find(path.rstrip("/") or path, False)

    def _free(self, path, slashes=False):
        # The Place of something that is to be made; slashes may end the name of a directory alone.
        place = self._named(path)
        if isinstance(place, int):
            return place
        if place.node is not None:
            return _EEXIST
        return _ENOENT if path[-1:] == "/" and not slashes else place

    def _put(self, place, node):
        # What then stands there, or the number of an error.
        now = self.now()
        node = place.directory.put(place.name, node)
        if isinstance(node, int):
            return node
        place.directory.changed(now)
        if isinstance(node, Directory):
            place.directory.links += 1
        return node

    def _made(self, place, node):
        # Nothing, or the number of an error.
        answer = self._put(place, node)
        return answer if isinstance(answer, int) else None

    def _drop(self, place):
        # Nothing, or the number of an error.
        if _is_mounted_at(place):
            return _EBUSY
        if (refused := place.directory.drop(place.name, place.node)) is not None:
            return refused
        place.directory.changed(self.now())
        place.node.times[2] = self.now()
        if isinstance(place.node, Directory):
            place.directory.links -= 1
            place.node.links = 0
        else:
            place.node.links -= 1

    # --- what os does

    def make_directory(self, path, mode):
        place = self._free(path, True)
        if isinstance(place, int):
            return place
        return self._made(place, Directory(self.next_number(), mode & 0o1777 & ~self.mask, self.now()))

    def make_link(self, target, path):
        if not target:
            return _ENOENT
        place = self._free(path)
        if isinstance(place, int):
            return place
        return self._made(place, Link(self.next_number(), target, self.now()))

    def link(self, source, path):
        node = self.there(source, False)
        if isinstance(node, int):
            return node
        place = self._free(path)
        if isinstance(place, int):
            return place
        if isinstance(node, Directory) or node.mount or place.directory.mount:
            return _EPERM
        node.links += 1
        node.times[2] = self.now()
        self._put(place, node)

    def remove(self, path):
        place = self._named(path)
        if isinstance(place, int):
            return place
        if place.node is None:
            return _ENOENT
        if isinstance(place.node, Directory):
            return _EISDIR
        if path[-1:] == "/":
            return _ENOTDIR
        return self._drop(place)

    def remove_directory(self, path):
        place = self._named(path)
        if isinstance(place, int):
            return place
        if (refused := _NAMES_NOTHING.get(_last_name(path))) is not None:
            return refused
        if place.node is None:
            return _ENOENT
        if not isinstance(place.node, Directory):
            return _ENOTDIR
        if _is_mounted_at(place):
            return _EBUSY
        if (refused := _not_empty(place.node)) is not None:
            return refused
        return self._drop(place)

    def rename(self, source, path):
        old, new = self._named(source), self._named(path)
        if isinstance(old, int):
            return old
        if isinstance(new, int):
            return new
        if _last_name(source) in _NAMES_NOTHING or _last_name(path) in _NAMES_NOTHING:
            return _EBUSY
        moved, there = old.node, new.node
        if moved is None:
            return _ENOENT
        is_directory = isinstance(moved, Directory)
        if not is_directory and (source[-1:] == "/" or path[-1:] == "/"):
            return _ENOTDIR
        if moved is there:
            return None
        if is_directory and new.path.startswith(f"{old.path}/"):
            return _EINVAL
        if old.path.startswith(f"{new.path}/"):
            return _ENOTEMPTY
        if there is not None:
            if isinstance(there, Directory):
                if not is_directory:
                    return _EISDIR
                if (refused := _not_empty(there)) is not None:
                    return refused
            elif is_directory:
                return _ENOTDIR
        if _device(old.directory) is not _device(new.directory):
            return _EXDEV
        done = old.directory.move(old.name, moved, new.directory, new.name)
        if isinstance(done, int):
            return done
        if done is None:
            moved = moved.to_move(is_directory)
            if isinstance(moved, int):
                return moved
            if there is not None and (refused := self._drop(new)) is not None:
                return refused
            links = moved.links
            if (refused := self._drop(old)) is not None:
                return refused
            moved.links = links
            self._put(new, moved)
        if self.here == old.path or self.here.startswith(f"{old.path}/"):
            self.here = new.path + self.here[len(old.path) :]

    def go(self, path):
        place = self._taken(path)
        if isinstance(place, int):
            return place
        if not isinstance(place.node, Directory):
            return _ENOTDIR
        self.here = place.path or "/"

    # --- open files

    def open(self, path, flags, mode):
        """A descriptor, in a tuple."""
        follow = not flags & FOLLOWS_NOTHING and flags & (CREATES | EXCLUSIVE) != CREATES | EXCLUSIVE
        place = self.find(path, follow, flags & CREATES)
        if isinstance(place, int):
            return place
        node = place.node
        if node is None:
            if not flags & CREATES:
                return _ENOENT
            node = self._put(place, File(self.next_number(), mode & 0o7777 & ~self.mask, self.now()))
            if isinstance(node, int):
                return node
            node = node.to_open(flags, self)
        else:
            if flags & CREATES and flags & EXCLUSIVE:
                return _EEXIST
            if isinstance(node, Link):
                return _ELOOP
            if isinstance(node, Directory):
                if flags & (WRITES | READS_TOO | CREATES):
                    return _EISDIR
            elif flags & ONLY_DIRECTORY or path[-1:] == "/":
                return _ENOTDIR
            if not isinstance(node, Directory):
                node = node.to_open(flags, self)
                if isinstance(node, int):
                    return node
                if flags & EMPTIES and flags & (WRITES | READS_TOO):
                    if (refused := node.resize(0)) is not None:
                        return refused
                    node.changed(self.now())
        return (self.describe(Opened(node, flags, place.path)),)

    def describe(self, opened):
        """The lowest descriptor that is free, now of this file."""
        while self.lowest in self.descriptors:
            self.lowest += 1
        self.descriptors[self.lowest] = opened
        return self.lowest

    def forget(self, number):
        """The descriptor is free."""
        opened = self.descriptors.pop(number)
        self.lowest = min(self.lowest, number)
        if opened.node.is_pipe:
            opened.node.closed()
        if opened.node.mount and not isinstance(opened.node, Directory) and opened not in self.descriptors.values():
            opened.node.closed()

    def opened(self, number):
        return self.descriptors.get(number, _EBADF)

    def read(self, opened, count, position=None):
        node = opened.node
        if not opened.readable():
            return _EBADF
        if isinstance(node, Directory):
            return _EISDIR
        if node.is_pipe:
            return node.take(self, opened, count, position)
        piece = node.read(opened.position if position is None else position, count)
        if isinstance(piece, int):
            return piece
        if position is None:
            opened.position += len(piece)
        node.times[0] = self.now()
        return piece

    def write(self, opened, piece, position=None):
        """How many bytes were written, in a tuple."""
        node = opened.node
        if not opened.writable():
            return _EBADF
        if node.is_pipe:
            return node.add(self, piece, position)
        at = node.size if opened.flags & APPENDS else opened.position if position is None else position
        count = node.write(at, piece)
        if count < 0:
            return -count
        if position is None:
            opened.position = at + count
        node.changed(self.now())
        return (count,)

    def seek(self, opened, offset, whence):
        """The new position, in a tuple."""
        node = opened.node
        if node.is_pipe or isinstance(node, Device) and node.mode & 0o777 == 0o620:
            return _ESPIPE
        if whence not in (0, 1, 2):
            return _EINVAL
        position = offset + (0, opened.position, node.size)[whence]
        if position < 0:
            return _EINVAL
        opened.position = position
        return (position,)

    def truncate(self, node, size):
        if isinstance(node, Directory):
            return _EISDIR
        if size < 0 or not isinstance(node, File):
            return _EINVAL
        node = node.to_change()
        if isinstance(node, int):
            return node
        if (refused := node.resize(size)) is not None:
            return refused
        node.changed(self.now())


def _device(directory):
    # What its files can't be renamed out of: of an overlay they become the session's own.
    return directory.mount if directory.mount and directory.mount.mode != "overlay" else None


def _is_mounted_at(place):
    return place.node.mount is not None and place.directory.mount is None


def _not_empty(directory):
    # Nothing, or the number of an error.
    rows = directory.rows()
    return rows if isinstance(rows, int) else _ENOTEMPTY if rows else None


def _find(tree, path, follow, creates):
    directories, names, links = [tree.root], [], 0
    parts = path.split("/")
    parts.reverse()
    place = Place(tree.root, "", tree.root, "")
    while parts:
        name = parts.pop()
        if name == "" or name == ".":
            if place.node is None:
                # Nothing is behind what isn't there, but for slashes at its end.
                if name or any(parts):
                    return _ENOENT
            elif not isinstance(place.node, Directory):
                return _ENOTDIR
            continue
        node = place.node
        if node is None:
            return _ENOENT
        if not isinstance(node, Directory):
            return _ENOTDIR
        if len(name) > _LONGEST_NAME or len(name.encode("utf-8", "surrogateescape")) > _LONGEST_NAME:
            return _ENAMETOOLONG
        if name == "..":
            if names:
                names.pop()
                directories.pop()
            up = directories[-2] if names else tree.root
            place = Place(up, names[-1] if names else "", directories[-1], "".join([f"/{one}" for one in names]))
            continue
        if creates and parts and not any(parts):
            return _EISDIR
        found = node.look(name)
        if isinstance(found, int):
            return found
        if isinstance(found, Link) and (follow or parts):
            links += 1
            if links > _MOST_LINKS:
                return _ELOOP
            behind = found.target.split("/")
            behind.reverse()
            parts += behind
            if found.target[:1] == "/":
                directories, names = [tree.root], []
                place = Place(tree.root, "", tree.root, "")
            continue
        place = Place(node, name, found, f"{place.path}/{name}")
        if isinstance(found, Directory):
            directories.append(found)
            names.append(name)
    return place


def tree():
    """This session's."""
    state = session_state()
    mine = state.get("files")
    if mine is None:
        mine = state["files"] = Tree()
        if mounts := state.get("files.mounts"):
            import _mounts

            _mounts.mount(mine, mounts)
    return mine
