"""What CPython's stat has from C: questions about a mode. The numbers are stat's own."""

__unbound__ = "*"

_TYPE = 0o170000
_LETTERS = {0o140000: "s", 0o120000: "l", 0o100000: "-", 0o060000: "b", 0o040000: "d", 0o020000: "c", 0o010000: "p"}


def S_IFMT(mode, /):
    """The part of a mode that says what kind of file it is."""
    return mode & _TYPE


def S_IMODE(mode, /):
    """The part of a mode that chmod() can set."""
    return mode & 0o7777


def S_ISDIR(mode, /):
    """S_ISDIR(mode) -> bool"""
    return mode & _TYPE == 0o040000


def S_ISCHR(mode, /):
    """S_ISCHR(mode) -> bool"""
    return mode & _TYPE == 0o020000


def S_ISBLK(mode, /):
    """S_ISBLK(mode) -> bool"""
    return mode & _TYPE == 0o060000


def S_ISREG(mode, /):
    """S_ISREG(mode) -> bool"""
    return mode & _TYPE == 0o100000


def S_ISFIFO(mode, /):
    """S_ISFIFO(mode) -> bool"""
    return mode & _TYPE == 0o010000


def S_ISLNK(mode, /):
    """S_ISLNK(mode) -> bool"""
    return mode & _TYPE == 0o120000


def S_ISSOCK(mode, /):
    """S_ISSOCK(mode) -> bool"""
    return mode & _TYPE == 0o140000


def S_ISDOOR(mode, /):
    """S_ISDOOR(mode) -> bool: no machine here has doors."""
    return False


def S_ISPORT(mode, /):
    """S_ISPORT(mode) -> bool: nor event ports."""
    return False


def S_ISWHT(mode, /):
    """S_ISWHT(mode) -> bool: nor whiteouts."""
    return False


def filemode(mode, /):
    """A mode as `ls -l` shows it: '-rwxr-x---'."""
    text = _LETTERS.get(mode & _TYPE, "?")
    for shift, special, letter in ((6, 0o4000, "s"), (3, 0o2000, "s"), (0, 0o1000, "t")):
        read, write, execute = (mode >> shift & bit for bit in (4, 2, 1))
        text += ("r" if read else "-") + ("w" if write else "-")
        if mode & special:
            text += letter if execute else letter.upper()
        else:
            text += "x" if execute else "-"
    return text
