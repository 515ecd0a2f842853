"""What os says of the machine, the one process and its user, and of the room that there is for files: that of the heap, where they are."""

from _os_types import Record as _Record, strerror as _strerror
from errno import EINVAL as _EINVAL, ENXIO as _ENXIO, ESRCH as _ESRCH

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

__all__ = [
    "EX_NOINPUT",
    "EX_NOUSER",
    "EX_NOHOST",
    "EX_UNAVAILABLE",
    "EX_OSERR",
    "EX_OSFILE",
    "EX_CANTCREAT",
    "EX_IOERR",
    "EX_TEMPFAIL",
    "EX_PROTOCOL",
    "EX_NOPERM",
    "EX_CONFIG",
    "GRND_NONBLOCK",
    "GRND_RANDOM",
    "PRIO_PROCESS",
    "PRIO_PGRP",
    "PRIO_USER",
    "ST_RDONLY",
    "ST_NOSUID",
    "getgroups",
    "getloadavg",
    "getlogin",
    "getpgid",
    "getpgrp",
    "getpriority",
    "getrandom",
    "getsid",
    "kill",
    "nice",
    "sched_getaffinity",
    "sched_yield",
    "statvfs_result",
    "sysconf",
    "sysconf_names",
]

EX_NOINPUT, EX_NOUSER, EX_NOHOST, EX_UNAVAILABLE = range(66, 70)
EX_OSERR, EX_OSFILE, EX_CANTCREAT, EX_IOERR, EX_TEMPFAIL, EX_PROTOCOL, EX_NOPERM, EX_CONFIG = range(71, 79)
GRND_NONBLOCK, GRND_RANDOM = 1, 2
PRIO_PROCESS, PRIO_PGRP, PRIO_USER = range(3)
ST_RDONLY, ST_NOSUID = 1, 2

_PAGE = 4096
_ME = 1  # the process, as getpid() has it
sysconf_names = {
    "SC_CLK_TCK": 2,
    "SC_PAGESIZE": 30,
    "SC_PAGE_SIZE": 30,
    "SC_NPROCESSORS_CONF": 83,
    "SC_NPROCESSORS_ONLN": 84,
    "SC_PHYS_PAGES": 85,
    "SC_AVPHYS_PAGES": 86,
}


def _memory():
    # (how many bytes the program may have, how many are left); what has no limit is called a terabyte.
    from _tracemalloc import _bytes, _limits

    limit = _limits()[0] or 1 << 40
    return limit, max(limit - _bytes(), 0)


def sysconf(name, /):
    """Return an integer-valued system configuration variable."""
    if isinstance(name, str):
        if name not in sysconf_names:
            raise ValueError("unrecognized configuration name")
        name = sysconf_names[name]
    elif not isinstance(name, int):
        raise TypeError("configuration names must be strings or integers")
    if name in (85, 86):
        return _memory()[name - 85] // _PAGE
    found = {2: 100, 30: _PAGE, 83: 1, 84: 1}.get(name)
    if found is None:
        raise OSError(_EINVAL, _strerror(_EINVAL))
    return found


class statvfs_result(_Record):
    """What statvfs() returns: (bsize, frsize, blocks, bfree, bavail, files, ffree, favail, flag, namemax)."""

    __slots__ = ()
    __module__ = "os"
    n_fields, n_sequence_fields, n_unnamed_fields = 11, 10, 0
    _names = ("f_bsize", "f_frsize", "f_blocks", "f_bfree", "f_bavail", "f_files", "f_ffree", "f_favail", "f_flag", "f_namemax")
    f_fsid = 0


def _room():
    # For posix.statvfs(): a file takes a block at least, or so it is counted.
    from _files import _room as _room_of_files

    most, more = _room_of_files()
    total, left = [size // _PAGE for size in _memory()]
    if most:
        total, left = min(total, most // _PAGE), min(left, more // _PAGE)
    return statvfs_result((_PAGE, _PAGE, total, left, left, total, left, left, 0, 255))


def _check_process(pid):
    if container_index(pid) not in (0, _ME):
        raise ProcessLookupError(_ESRCH, _strerror(_ESRCH))


def kill(pid, signal, /):
    """Raise a signal in the one process that there is; 0 only asks whether it is there."""
    signal = container_index(signal)
    _check_process(pid)
    if not 0 <= signal <= 64:
        raise OSError(_EINVAL, _strerror(_EINVAL))
    if signal:
        from _signal import raise_signal

        raise_signal(signal)


def getpgid(pid):
    """Call the system call getpgid(), and return the result."""
    _check_process(pid)
    return _ME


def getsid(pid, /):
    """Call the system call getsid(pid) and return the result."""
    return getpgid(pid)


def getpgrp():
    """Return the current process group id."""
    return _ME


def getgroups():
    """Return list of supplemental group IDs for the process."""
    return []


def getlogin():
    """Refused: nobody logged in."""
    raise OSError(_ENXIO, _strerror(_ENXIO))


def getpriority(which, who):
    """Return program scheduling priority: there is one."""
    if container_index(which) not in (PRIO_PROCESS, PRIO_PGRP, PRIO_USER):
        raise OSError(_EINVAL, _strerror(_EINVAL))
    _check_process(who)
    return 0


def nice(increment, /):
    """Add increment to the priority of process and return the new priority, which stays what it was."""
    container_index(increment)
    return 0


def sched_getaffinity(pid, /):
    """Return the affinity of the process identified by pid (or the current process if zero)."""
    _check_process(pid)
    return {0}


def sched_yield():
    """Voluntarily relinquish the CPU: another thread's turn."""
    thread_yield()


def getloadavg():
    """Return average recent system load information: of the machine nothing is known."""
    return 0.0, 0.0, 0.0


def getrandom(size, flags=0):
    """Obtain a series of random bytes."""
    size = container_index(size)
    if size < 0:
        raise OSError(_EINVAL, _strerror(_EINVAL))
    return host_entropy(size)
