"""The network that a program finds where there is none: names are known, nothing can be reached."""

# Written in C in CPython, as far as it opens anything.
__unbound__ = ["gethostname", "gethostbyname", "setdefaulttimeout", "getdefaulttimeout"]

error = OSError
timeout = TimeoutError
has_ipv6 = False
AF_UNSPEC, AF_UNIX, AF_INET, AF_INET6 = 0, 1, 2, 10
SOCK_STREAM, SOCK_DGRAM = 1, 2
_GLOBAL_DEFAULT_TIMEOUT = object()
SOMAXCONN = 4096
SOCK_CLOEXEC, SOCK_NONBLOCK, SHUT_RD, SHUT_WR, SHUT_RDWR = 0o2000000, 0o4000, 0, 1, 2
AI_PASSIVE, AI_CANONNAME, AI_NUMERICHOST = 1, 2, 4
SOL_SOCKET, SO_REUSEADDR, SO_KEEPALIVE, IPPROTO_TCP, TCP_NODELAY = 1, 2, 9, 6, 1


class herror(OSError):
    """An error with the address of a host."""

    __module__ = "socket"


class gaierror(OSError):
    """An error with a name or an address."""

    __module__ = "socket"


def _unreachable():
    raise OSError(101, "Network is unreachable (there is none here: call a host function that fetches or sends what you need)")


class socket:
    """A connection, which can't be made here."""

    def __init__(self, *args, **kwargs):
        _unreachable()


def create_connection(address, timeout=None, source_address=None, *, all_errors=False):
    _unreachable()


def create_server(address, **kwargs):
    _unreachable()


def socketpair(*args):
    _unreachable()


def gethostname():
    return "localhost"


def getfqdn(name=""):
    return name.strip() or "localhost"


def gethostbyname(name, /):
    if name in ("localhost", "127.0.0.1"):
        return "127.0.0.1"
    raise gaierror(-3, "Temporary failure in name resolution (there is no network here)")


def getaddrinfo(host, port, family=0, type=0, proto=0, flags=0):
    raise gaierror(-3, "Temporary failure in name resolution (there is no network here)")


def setdefaulttimeout(timeout, /):
    pass


def getdefaulttimeout():
    return None
