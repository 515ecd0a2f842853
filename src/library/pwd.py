"""The users that there are: the one whose program it is."""

from _files import HOME as _HOME
from _os_types import Record as _Record

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"


class struct_passwd(_Record):
    """pwd.struct_passwd: (name, password, user, group, what is known, home, shell)."""

    __slots__ = ()
    __module__ = "pwd"
    n_fields = n_sequence_fields = 7
    n_unnamed_fields = 0
    _names = ("pw_name", "pw_passwd", "pw_uid", "pw_gid", "pw_gecos", "pw_dir", "pw_shell")


_ROOT = struct_passwd(("root", "x", 0, 0, "root", _HOME, "/bin/sh"))


def getpwuid(uid, /):
    if uid != 0:
        raise KeyError(f"getpwuid(): uid not found: {uid}")
    return _ROOT


def getpwnam(name, /):
    if name != "root":
        raise KeyError(f"getpwnam(): name not found: {name!r}")
    return _ROOT


def getpwall():
    return [_ROOT]
