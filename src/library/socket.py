"""The network that a program finds where there is none: names are known, nothing can be reached."""

import operator
import re

# Written in C in CPython, as far as it opens anything.
__unbound__ = [
    "gethostname",
    "gethostbyname",
    "setdefaulttimeout",
    "getdefaulttimeout",
    "inet_aton",
    "inet_ntoa",
    "inet_pton",
    "inet_ntop",
    "htons",
    "ntohs",
    "htonl",
    "ntohl",
]

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


# --- addresses, as bytes and as text

_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|[0-9]+", re.A)


def inet_aton(ip_addr, /):
    if not isinstance(ip_addr, str):
        raise TypeError(f"inet_aton() argument 1 must be str, not {'None' if ip_addr is None else type(ip_addr).__name__}")
    parts = re.split(r"[ \t\n\v\f\r]", ip_addr, maxsplit=1)[0].split(".") if len(ip_addr) < 1000 else []
    try:
        numbers = [_number(part) for part in parts]
        most = [255] * (len(parts) - 1) + [256 ** (5 - len(parts)) - 1]
        if not 1 <= len(parts) <= 4 or any(number > limit for number, limit in zip(numbers, most)):
            raise ValueError
    except ValueError:
        raise OSError("illegal IP address string passed to inet_aton") from None
    return bytes(numbers[:-1]) + numbers[-1].to_bytes(5 - len(parts), "big")


def _number(text):
    """As C reads it: 0x7f, 017, 15."""
    if not _NUMBER.fullmatch(text):
        raise ValueError
    if text[:2] in ("0x", "0X"):
        return int(text, 16)
    return int(text, 8 if text[0] == "0" else 10)


def _bytes_of(data):
    try:
        with memoryview(data) as view:
            return bytes(contiguous(view))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type(data).__name__}'") from None


def inet_ntoa(packed_ip, /):
    packed = _bytes_of(packed_ip)
    if len(packed) != 4:
        raise OSError("packed IP wrong length for inet_ntoa")
    return ".".join(map(str, packed))


def inet_pton(address_family, ip_string, /):
    import ipaddress

    if address_family not in (AF_INET, AF_INET6):
        raise OSError(97, "Address family not supported by protocol")
    kind = ipaddress.IPv4Address if address_family == AF_INET else ipaddress.IPv6Address
    try:
        if "%" in ip_string:
            raise ValueError
        return kind(ip_string).packed
    except ValueError:
        raise OSError("illegal IP address string passed to inet_pton") from None


def inet_ntop(address_family, packed_ip, /):
    import ipaddress

    packed = _bytes_of(packed_ip)
    if address_family not in (AF_INET, AF_INET6):
        raise ValueError(f"unknown address family {address_family}")
    if len(packed) != (4 if address_family == AF_INET else 16):
        raise ValueError("invalid length of packed IP address string")
    if address_family == AF_INET:
        return inet_ntoa(packed)
    last = packed[12:]
    if packed[:10] == bytes(10) and packed[10:12] == b"\xff\xff":
        return "::ffff:" + inet_ntoa(last)
    if packed[:12] == bytes(12) and last[:2] != b"\0\0":
        return "::" + inet_ntoa(last)
    return str(ipaddress.IPv6Address(packed))


def _swapped_16(name, x):
    number = operator.index(x)
    if not -(2**63) <= number < 2**63:
        raise OverflowError("Python int too large to convert to C long")
    if number >= 2**31:
        raise OverflowError("signed integer is greater than maximum")
    if number < -(2**31):
        raise OverflowError("signed integer is less than minimum")
    if number < 0:
        raise OverflowError(f"{name}: can't convert negative Python int to C 16-bit unsigned integer")
    if number > 0xFFFF:
        raise OverflowError(f"{name}: Python int too large to convert to C 16-bit unsigned integer")
    return int.from_bytes(number.to_bytes(2, "little"), "big")


def htons(x, /):
    return _swapped_16("htons", x)


def ntohs(x, /):
    return _swapped_16("ntohs", x)


def _swapped_32(x):
    if not isinstance(x, int):
        raise TypeError(f"expected int, {type(x).__name__} found")
    if x < 0:
        raise OverflowError("can't convert negative value to unsigned int")
    if x >= 2**64:
        raise OverflowError("Python int too large to convert to C unsigned long")
    if x > 0xFFFFFFFF:
        raise OverflowError("int larger than 32 bits")
    return int.from_bytes(x.to_bytes(4, "little"), "big")


def htonl(x, /):
    return _swapped_32(x)


def ntohl(x, /):
    return _swapped_32(x)
