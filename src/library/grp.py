"""The groups that there are: root's."""

from _os_types import Record as _Record

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"


class struct_group(_Record):
    """grp.struct_group: (name, password, group, members)."""

    __slots__ = ()
    __module__ = "grp"
    n_fields = n_sequence_fields = 4
    n_unnamed_fields = 0
    _names = ("gr_name", "gr_passwd", "gr_gid", "gr_mem")


def _root():
    return struct_group(("root", "x", 0, []))


def getgrgid(id):
    if id != 0:
        raise KeyError(f"getgrgid(): gid not found: {id}")
    return _root()


def getgrnam(name):
    if name != "root":
        raise KeyError(f"getgrnam(): name not found: {name!r}")
    return _root()


def getgrall():
    return [_root()]
