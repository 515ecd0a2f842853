"""Where databases are: in memory, or in the session's own tree of files, and nowhere else."""

__unbound__ = "*"

import os as _os
from urllib.parse import unquote_to_bytes as _unquote

from _files import CREATES, Directory as _Directory, File as _File, Link as _Link, READS_TOO, tree as _tree
from _sqlite3._values import OperationalError

READ_ONLY, READ_WRITE, CREATE = 1, 2, 4  # SQLite's
IN_MEMORY = "memory"  # connection.h's


def _problem(message, code, name):
    error = OperationalError(message)
    error.sqlite_errorcode = code
    error.sqlite_errorname = name
    return error


def cannot_open():
    return _problem("unable to open database file", 14, "SQLITE_CANTOPEN")


def name_of(database):
    """The text of what connect() is given."""
    name = _os.fsencode(database)
    if b"\0" in name:
        raise ValueError("embedded null byte")
    return _os.fsdecode(name)


def _decoded(text):
    return _os.fsdecode(_unquote(text.encode("utf-8", "surrogateescape")))


def _of_uri(uri):
    # (path, flags, is it in memory?, is it shared?)
    rest = uri[5:].partition("#")[0]
    path, _, query = rest.partition("?")
    if path[:2] == "//":
        authority, slash, path = path[2:].partition("/")
        path = slash + path
        if authority not in ("", "localhost"):
            raise _problem(f"invalid uri authority: {authority}", 1, "SQLITE_ERROR")
    flags, in_memory, shared = READ_WRITE | CREATE, False, False
    for pair in query.split("&"):
        name, _, value = pair.partition("=")
        name, value = _decoded(name), _decoded(value)
        if name == "vfs":
            raise _problem(f"no such vfs: {value}", 1, "SQLITE_ERROR")
        if name == "mode":
            if value == "memory":
                in_memory = True
            elif value in _MODES:
                flags = _MODES[value]
            else:
                raise _problem(f"no such access mode: {value}", 1, "SQLITE_ERROR")
        if name == "cache":
            if value not in ("shared", "private"):
                raise _problem(f"no such cache mode: {value}", 1, "SQLITE_ERROR")
            shared = value == "shared"
        if name == "immutable" and value not in ("0", "off", "no", "false"):
            flags = READ_ONLY
    return _decoded(path), flags, in_memory, shared


_MODES = {"ro": READ_ONLY, "rw": READ_WRITE, "rwc": READ_WRITE | CREATE}


def place_of(name):
    """(path, flags, what is opened by which names) of a connection."""
    flags, in_memory, shared = READ_WRITE | CREATE, False, False
    if name[:5] == "file:":
        name, flags, in_memory, shared = _of_uri(name)
    if in_memory or name in ("", ":memory:"):
        if shared:
            known = session_state().setdefault("sqlite3.shared", {})
            if name not in known:
                known[name] = bytearray()
            return "/" + name, flags, {"/" + name: known[name]}
        return IN_MEMORY, flags, {"": bytearray()}
    path, node = file_of(name, flags)
    return path, flags, {path: node}


def file_of(name, flags):
    """The path and the node of a file."""
    tree = _tree()
    creates = flags & CREATE
    place = tree.find(name, True, creates)
    if isinstance(place, int) or not place.path or name[-1:] == "/":
        raise cannot_open()
    node = place.node
    if node is None:
        if not creates:
            raise cannot_open()
        number = tree.open(name, CREATES | READS_TOO, 0o644)
        if isinstance(number, int):
            raise cannot_open()
        tree.forget(number[0])
        node = tree.there(name)
    if not isinstance(node, _File) or node.mount or isinstance(node, _Directory | _Link):
        raise cannot_open()
    node = node.to_open(0, tree)
    if isinstance(node, int) or not isinstance(node.data, bytearray):
        raise cannot_open()
    # What is in a write-ahead log isn't in the file.
    if node.data[18:20] == b"\2\2" and getattr(tree.there(name + "-wal"), "size", 0):
        raise cannot_open()
    return place.path, node
