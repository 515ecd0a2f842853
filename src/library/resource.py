"""What a program takes and may take, by the session's own accounts: the clock that the host grants, the memory of its heap, the host's
limits, which a program can't set."""

import time as _time
from _os_types import Record as _Record
from _tracemalloc import _bytes, _limits

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

error = OSError
RLIM_INFINITY = -1
RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD = 0, -1, 1
RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_DATA, RLIMIT_STACK, RLIMIT_CORE, RLIMIT_RSS, RLIMIT_NPROC, RLIMIT_NOFILE = range(8)
RLIMIT_MEMLOCK, RLIMIT_AS = 8, 9
RLIMIT_OFILE = RLIMIT_NOFILE
RLIMIT_SIGPENDING, RLIMIT_MSGQUEUE, RLIMIT_NICE, RLIMIT_RTPRIO, RLIMIT_RTTIME = range(11, 16)


class struct_rusage(_Record):
    """struct_rusage: Result from getrusage."""

    __slots__ = ()
    __module__ = "resource"
    n_fields = n_sequence_fields = 16
    n_unnamed_fields = 0
    _names = (
        "ru_utime",
        "ru_stime",
        "ru_maxrss",
        "ru_ixrss",
        "ru_idrss",
        "ru_isrss",
        "ru_minflt",
        "ru_majflt",
        "ru_nswap",
        "ru_inblock",
        "ru_oublock",
        "ru_msgsnd",
        "ru_msgrcv",
        "ru_nsignals",
        "ru_nvcsw",
        "ru_nivcsw",
    )


def getrusage(who, /):
    """The time that passed and the most memory that was seen, in kilobytes; of children nothing."""
    who = container_index(who)
    if who not in (RUSAGE_SELF, RUSAGE_CHILDREN, RUSAGE_THREAD):
        raise ValueError("invalid who parameter")
    if who == RUSAGE_CHILDREN:
        return struct_rusage((0.0, 0.0, *[0] * 14))
    state = session_state()
    most = state["resource.most"] = max(_bytes(), state.get("resource.most", 0))
    return struct_rusage((_time.process_time(), 0.0, (most + 1023) // 1024, *[0] * 13))


def getrlimit(resource, /):
    """What the host allows, as both the soft and the hard limit."""
    resource = container_index(resource)
    if not 0 <= resource <= RLIMIT_RTTIME:
        raise ValueError("invalid resource specified")
    memory, milliseconds = _limits()
    limit = RLIM_INFINITY
    if resource in (RLIMIT_AS, RLIMIT_DATA, RLIMIT_RSS):
        limit = memory or RLIM_INFINITY
    elif resource == RLIMIT_CPU:
        limit = (milliseconds + 999) // 1000 or RLIM_INFINITY
    return limit, limit


def setrlimit(resource, limits, /):
    """Refused, unless the limits are what they are already: a program can't change them."""
    now = getrlimit(resource)
    limits = tuple(limits)
    if len(limits) != 2:
        raise ValueError("expected a tuple of 2 integers")
    soft, hard = [container_index(limit) for limit in limits]
    if hard != RLIM_INFINITY and (soft > hard or soft < 0):
        raise ValueError("current limit exceeds maximum limit")
    if (soft, hard) != now:
        raise ValueError("not allowed to change limits: here they are the host's")


def prlimit(pid, resource, limits=None, /):
    """getrlimit() and setrlimit() of the one process that there is."""
    if container_index(pid) not in (0, 1):
        raise ProcessLookupError(3, "No such process")
    now = getrlimit(resource)
    if limits is not None:
        setrlimit(resource, limits)
    return now


def getpagesize():
    return 4096
