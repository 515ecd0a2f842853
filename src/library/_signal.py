"""Signals, of which only those come that the program raises itself: only these call handlers."""

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = "*"

(
    SIGHUP,
    SIGINT,
    SIGQUIT,
    SIGILL,
    SIGTRAP,
    SIGABRT,
    SIGBUS,
    SIGFPE,
    SIGKILL,
    SIGUSR1,
    SIGSEGV,
    SIGUSR2,
    SIGPIPE,
    SIGALRM,
    SIGTERM,
    SIGSTKFLT,
    SIGCHLD,
    SIGCONT,
    SIGSTOP,
    SIGTSTP,
    SIGTTIN,
    SIGTTOU,
    SIGURG,
    SIGXCPU,
    SIGXFSZ,
    SIGVTALRM,
    SIGPROF,
    SIGWINCH,
    SIGIO,
    SIGPWR,
    SIGSYS,
) = range(1, 32)
SIGIOT, SIGCLD, SIGPOLL, SIGRTMIN, SIGRTMAX, NSIG = SIGABRT, SIGCHLD, SIGIO, 34, 64, 65
SIG_DFL, SIG_IGN = 0, 1
ITIMER_REAL, ITIMER_VIRTUAL, ITIMER_PROF = 0, 1, 2


class itimer_error(OSError):
    """What setitimer() and getitimer() raise."""

    __module__ = "signal"


ItimerError = itimer_error
del itimer_error


def default_int_handler(signum, frame, /):
    raise KeyboardInterrupt


def _check(signum):
    if not 1 <= signum < NSIG:
        raise ValueError("signal number out of range")


def signal(signum, handler, /):
    _check(signum)
    if not callable(handler) and handler not in (SIG_DFL, SIG_IGN):
        raise TypeError("signal handler must be signal.SIG_IGN, signal.SIG_DFL, or a callable object")
    before = getsignal(signum)
    if signum in (SIGKILL, SIGSTOP):
        raise OSError(22, "Invalid argument")
    session_state().setdefault("signal", {})[signum] = handler
    return before


def getsignal(signum, /):
    signum = container_index(signum)
    _check(signum)
    return session_state().get("signal", {}).get(signum, default_int_handler if signum == SIGINT else SIG_DFL)


def raise_signal(signum, /):
    handler = getsignal(signum)
    if callable(handler):
        handler(signum, None)
    elif handler == SIG_DFL and signum not in (SIGCHLD, SIGCONT, SIGURG, SIGWINCH):  # they would end or stop the process
        raise OSError(1, "Operation not permitted")


def alarm(seconds, /):
    raise OSError(1, "no signals come here: asyncio.timeout() limits what waits")


def setitimer(which, seconds, interval=0.0, /):
    raise ItimerError(1, "no signals come here: asyncio.timeout() limits what waits")


def siginterrupt(signum, flag, /):
    _check(signum)


def strsignal(signum, /):
    signum = container_index(signum)
    _check(signum)
    return {SIGINT: "Interrupt", SIGTERM: "Terminated", SIGKILL: "Killed", SIGALRM: "Alarm clock"}.get(signum)


def valid_signals():
    return set(range(1, NSIG))
