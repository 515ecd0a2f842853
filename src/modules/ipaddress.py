"""Addresses and networks of the internet, versions 4 and 6."""

import functools as _functools

IPV4LENGTH, IPV6LENGTH = 32, 128


class AddressValueError(ValueError):
    """A Value Error related to the address."""


class NetmaskValueError(ValueError):
    """A Value Error related to the netmask."""


def ip_address(address):
    """Take an IP string/int and return an object of the correct type."""
    for cls in (IPv4Address, IPv6Address):
        try:
            return cls(address)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 address")


def ip_network(address, strict=True):
    """Take an IP string/int and return an object of the correct type."""
    for cls in (IPv4Network, IPv6Network):
        try:
            return cls(address, strict)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 network")


def ip_interface(address):
    """Take an IP string/int and return an object of the correct type."""
    for cls in (IPv4Interface, IPv6Interface):
        try:
            return cls(address)
        except (AddressValueError, NetmaskValueError):
            pass
    raise ValueError(f"{address!r} does not appear to be an IPv4 or IPv6 interface")


def v4_int_to_packed(address):
    try:
        return address.to_bytes(4, "big")
    except OverflowError:
        raise ValueError("Address negative or too large for IPv4")


def v6_int_to_packed(address):
    try:
        return address.to_bytes(16, "big")
    except OverflowError:
        raise ValueError("Address negative or too large for IPv6")


def summarize_address_range(first, last):
    """Summarize a network range given the first and last IP addresses."""
    if not (isinstance(first, _BaseAddress) and isinstance(last, _BaseAddress)):
        raise TypeError("first and last must be IP addresses, not networks")
    if first.version != last.version:
        raise TypeError("%s and %s are not of the same version" % (first, last))
    if first > last:
        raise ValueError("last IP address must be greater than first")
    if first.version not in (4, 6):
        raise ValueError("unknown IP version")
    network = IPv4Network if first.version == 4 else IPv6Network
    bits = first.max_prefixlen
    at, end = first._ip, last._ip
    while at <= end:
        free = bits if at == 0 else (at & -at).bit_length() - 1
        size = min(free, (end - at + 1).bit_length() - 1)
        yield network((at, bits - size))
        at += 1 << size


def collapse_addresses(addresses):
    """Collapse a list of IP objects into networks that cover the same addresses."""
    singles, networks = [], []
    for item in addresses:
        kind = networks if isinstance(item, _BaseNetwork) else singles
        if isinstance(item, _BaseNetwork) and item._prefixlen == item.max_prefixlen or isinstance(item, _Interface):
            item, kind = item.ip if isinstance(item, _Interface) else item.network_address, singles
        if kind and kind[-1].version != item.version:
            raise TypeError("%s and %s are not of the same version" % (item, kind[-1]))
        kind.append(item)
    singles = sorted(set(singles))
    i = 0
    while i < len(singles):
        first = last = singles[i]
        i += 1
        while i < len(singles) and singles[i]._ip == last._ip + 1:
            last = singles[i]
            i += 1
        networks.extend(summarize_address_range(first, last))
    # Two halves become their whole, again and again; then what is within another goes.
    todo, halves = list(networks), {}
    while todo:
        net = todo.pop()
        above = net.supernet()
        known = halves.get(above)
        if known is None:
            halves[above] = net
        elif known != net:
            del halves[above]
            todo.append(above)
    last = None
    result = []
    for net in sorted(halves.values()):
        if last is not None and last.broadcast_address >= net.broadcast_address:
            continue
        result.append(net)
        last = net
    return iter(result)


def get_mixed_type_key(obj):
    """Return a key suitable for sorting between networks and addresses."""
    if isinstance(obj, _BaseNetwork):
        return obj._get_networks_key()
    if isinstance(obj, _BaseAddress):
        return obj._get_address_key()
    return NotImplemented


# --- text

def _parse_v4(text):
    if not text:
        raise AddressValueError("Address cannot be empty")
    octets = text.split(".")
    if len(octets) != 4:
        raise AddressValueError("Expected 4 octets in %r" % text)
    value = 0
    for octet in octets:
        try:
            if not octet:
                raise ValueError("Empty octet not permitted")
            if not (octet.isascii() and octet.isdigit()):
                raise ValueError("Only decimal digits permitted in %r" % octet)
            if len(octet) > 3:
                raise ValueError("At most 3 characters permitted in %r" % octet)
            if octet != "0" and octet[0] == "0":
                raise ValueError("Leading zeros are not permitted in %r" % octet)
            if int(octet) > 255:
                raise ValueError("Octet %d (> 255) not permitted" % int(octet))
        except ValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None
        value = value << 8 | int(octet)
    return value


def _show_v4(value):
    return ".".join([str(b) for b in value.to_bytes(4, "big")])


def _parse_v6(text):
    if not text:
        raise AddressValueError("Address cannot be empty")
    parts = text.split(":")
    if len(parts) < 3:
        raise AddressValueError("At least 3 parts expected in %r" % text)
    if "." in parts[-1]:
        try:
            v4 = _parse_v4(parts.pop())
        except AddressValueError as exc:
            raise AddressValueError("%s in %r" % (exc, text)) from None
        parts += ["%x" % (v4 >> 16), "%x" % (v4 & 0xffff)]
    if len(parts) > 9:
        raise AddressValueError("At most 8 colons permitted in %r" % text)
    gap = None
    for i in range(1, len(parts) - 1):
        if not parts[i]:
            if gap is not None:
                raise AddressValueError("At most one '::' permitted in %r" % text)
            gap = i
    if gap is not None:
        high, low = gap, len(parts) - gap - 1
        if not parts[0]:
            high -= 1
            if high:
                raise AddressValueError("Leading ':' only permitted as part of '::' in %r" % text)
        if not parts[-1]:
            low -= 1
            if low:
                raise AddressValueError("Trailing ':' only permitted as part of '::' in %r" % text)
        skipped = 8 - high - low
        if skipped < 1:
            raise AddressValueError("Expected at most 7 other parts with '::' in %r" % text)
    else:
        if len(parts) != 8:
            raise AddressValueError("Exactly 8 parts expected without '::' in %r" % text)
        if not parts[0]:
            raise AddressValueError("Leading ':' only permitted as part of '::' in %r" % text)
        if not parts[-1]:
            raise AddressValueError("Trailing ':' only permitted as part of '::' in %r" % text)
        high, low, skipped = 8, 0, 0
    value = 0
    try:
        for part in parts[:high] if high else ():
            value = value << 16 | _hextet(part)
        value <<= 16 * skipped
        for part in parts[len(parts) - low:] if low else ():
            value = value << 16 | _hextet(part)
    except ValueError as exc:
        raise AddressValueError("%s in %r" % (exc, text)) from None
    return value


def _hextet(text):
    if not all([c in "0123456789abcdefABCDEF" for c in text]):
        raise ValueError("Only hex digits permitted in %r" % text)
    if len(text) > 4:
        raise ValueError("At most 4 characters permitted in %r" % text)
    return int(text, 16)


def _show_v6(value):
    words = ["%x" % (value >> shift & 0xffff) for shift in range(112, -16, -16)]
    # The longest run of zeros, of two at least, is left out.
    best, size, start = -1, 1, None
    for i in range(9):
        if i < 8 and words[i] == "0":
            if start is None:
                start = i
            continue
        if start is not None and i - start > size:
            best, size = start, i - start
        start = None
    if best < 0:
        return ":".join(words)
    return ":".join(words[:best]) + "::" + ":".join(words[best + size:])


# --- addresses

class _Base:
    __slots__ = ()

    @property
    def exploded(self):
        """Return the longhand version of the IP address as a string."""
        return self._explode()

    @property
    def compressed(self):
        """Return the shorthand version of the IP address as a string."""
        return str(self)

    @property
    def version(self):
        return self._version

    @property
    def max_prefixlen(self):
        return self._max_prefixlen

    @classmethod
    def _mask(cls, length):
        ones = (1 << cls._max_prefixlen) - 1
        return ones ^ ones >> length

    @classmethod
    def _prefix_of(cls, arg):
        # The length that a netmask says.
        bits = cls._max_prefixlen
        if isinstance(arg, int):
            if not 0 <= arg <= bits:
                raise NetmaskValueError("%r is not a valid netmask" % arg)
            return arg
        if arg.isascii() and arg.isdigit():
            if int(arg) > bits:
                raise NetmaskValueError("%r is not a valid netmask" % arg)
            return int(arg)
        if bits == 128:
            raise NetmaskValueError("%r is not a valid netmask" % arg)
        try:
            value = _parse_v4(arg)
        except AddressValueError:
            raise NetmaskValueError("%r is not a valid netmask" % arg) from None
        ones = (1 << bits) - 1
        for mask in (value, value ^ ones):
            length = bits - (mask ^ ones).bit_length()
            if cls._mask(length) == mask:
                return length
        raise NetmaskValueError("%r is not a valid netmask" % arg)

    def __reduce__(self):
        return self.__class__, (str(self),)


@_functools.total_ordering
class _BaseAddress(_Base):
    __slots__ = ()

    def __init__(self, address):
        self._ip = self._value_of(address)

    @classmethod
    def _value_of(cls, address):
        bits = cls._max_prefixlen
        if isinstance(address, int):
            if address < 0:
                raise AddressValueError("%d (< 0) is not permitted as an IPv%d address" % (address, cls._version))
            if address >> bits:
                raise AddressValueError("%d (>= 2**%d) is not permitted as an IPv%d address" % (address, bits, cls._version))
            return address
        if isinstance(address, bytes):
            if len(address) != bits // 8:
                raise AddressValueError("%r (len %d != %d) is not permitted as an IPv%d address" % (address, len(address), bits // 8, cls._version))
            return int.from_bytes(address, "big")
        address = str(address)
        if "/" in address:
            raise AddressValueError("Unexpected '/' in %r" % address)
        return cls._parse(address)

    def __int__(self):
        return self._ip

    def __eq__(self, other):
        try:
            return self._ip == other._ip and self._version == other._version
        except AttributeError:
            return NotImplemented

    def __lt__(self, other):
        if not isinstance(other, _BaseAddress):
            return NotImplemented
        if self._version != other._version:
            raise TypeError("%s and %s are not of the same version" % (self, other))
        return self._ip < other._ip

    def __add__(self, other):
        return self.__class__(self._ip + other) if isinstance(other, int) else NotImplemented

    def __sub__(self, other):
        return self.__class__(self._ip - other) if isinstance(other, int) else NotImplemented

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __str__(self):
        return str(self._show(self._ip))

    def __hash__(self):
        return hash(hex(self._ip))

    def _get_address_key(self):
        return self._version, self

    def __format__(self, fmt):
        if not fmt or fmt[-1] == "s":
            return format(str(self), fmt)
        kind = fmt[-1]
        if kind not in "bnxX":
            return format(str(self), fmt)
        if kind == "n":
            kind = "b" if self._version == 4 else "x"
        size = self._max_prefixlen if kind == "b" else self._max_prefixlen // 4
        prefix = "#" in fmt
        if "_" in fmt:
            size += size // 4 - 1
        return format(self._ip, ("#" if prefix else "") + "0" + str(size + 2 * prefix) + ("_" if "_" in fmt else "") + kind)

    @property
    def packed(self):
        """The binary representation of this address."""
        return self._ip.to_bytes(self._max_prefixlen // 8, "big")

    @property
    def reverse_pointer(self):
        """The name of the reverse DNS pointer for the IP address."""
        if self._version == 4:
            return ".".join(str(self).split(".")[::-1]) + ".in-addr.arpa"
        return ".".join(self.exploded[::-1].replace(":", "")) + ".ip6.arpa"

    def _within(self, names):
        return any([self._ip in _range(net) for net in names])

    @property
    def is_multicast(self):
        return self._within(self._multicast)

    @property
    def is_reserved(self):
        return self._within(self._reserved)

    @property
    def is_link_local(self):
        return self._within(self._link_local)

    @property
    def is_private(self):
        return self._within(self._private) and not self._within(self._not_private)

    @property
    def is_unspecified(self):
        return self._ip == 0


def _range(text):
    address, slash, length = text.partition("/")
    bits = 128 if ":" in address else 32
    start = _parse_v6(address) if bits == 128 else _parse_v4(address)
    return range(start, start + (1 << bits - int(length)))


class _V4:
    __slots__ = ()
    _version = 4
    _max_prefixlen = 32
    _parse = staticmethod(_parse_v4)
    _show = staticmethod(_show_v4)
    _multicast = ("224.0.0.0/4",)
    _reserved = ("240.0.0.0/4",)
    _link_local = ("169.254.0.0/16",)
    _private = ("0.0.0.0/8", "10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24", "192.0.0.170/31", "192.0.2.0/24",
                "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "240.0.0.0/4", "255.255.255.255/32")
    _not_private = ("192.0.0.9/32", "192.0.0.10/32")
    _shared = ("100.64.0.0/10",)  # neither private nor global

    def _explode(self):
        return str(self)


class _V6:
    __slots__ = ()
    _version = 6
    _max_prefixlen = 128
    _parse = staticmethod(_parse_v6)
    _show = staticmethod(_show_v6)
    _multicast = ("ff00::/8",)
    _reserved = ("::/8", "100::/8", "200::/7", "400::/6", "800::/5", "1000::/4", "4000::/3", "6000::/3", "8000::/3", "a000::/3", "c000::/3",
                 "e000::/4", "f000::/5", "f800::/6", "fe00::/9")
    _link_local = ("fe80::/10",)
    _private = ("::1/128", "::/128", "::ffff:0:0/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "fc00::/7", "fe80::/10")
    _not_private = ("2001:1::1/128", "2001:1::2/128", "2001:3::/32", "2001:4:112::/48", "2001:20::/28", "2001:30::/28")
    _shared = ()
    _site_local = ("fec0::/10",)


class IPv4Address(_V4, _BaseAddress):
    """Represent and manipulate single IPv4 Addresses."""

    __slots__ = ("_ip", "__weakref__")

    @property
    def is_loopback(self):
        return self._within(("127.0.0.0/8",))

    @property
    def is_global(self):
        return not self._within(self._shared) and not self.is_private


class IPv6Address(_V6, _BaseAddress):
    """Represent and manipulate single IPv6 Addresses."""

    __slots__ = ("_ip", "_scope_id", "__weakref__")

    def __init__(self, address):
        scope = None
        if not isinstance(address, (int, bytes)):
            text = str(address)
            if "/" in text:
                raise AddressValueError("Unexpected '/' in %r" % text)
            address, percent, scope = text.partition("%")
            if not percent:
                scope = None
            elif not scope or "%" in scope:
                raise AddressValueError('Invalid IPv6 address: "%r"' % text)
        self._scope_id = scope
        self._ip = self._value_of(address)

    def __str__(self):
        text = _show_v6(self._ip)
        return text + "%" + self._scope_id if self._scope_id else text

    def _explode(self):
        text = "%032x" % self._ip
        return ":".join([text[i:i + 4] for i in range(0, 32, 4)])

    def __hash__(self):
        return hash((self._ip, self._scope_id))

    def __eq__(self, other):
        same = super().__eq__(other)
        if same is NotImplemented:
            return NotImplemented
        return same and self._scope_id == getattr(other, "_scope_id", None)

    @property
    def scope_id(self):
        return self._scope_id

    @property
    def is_loopback(self):
        return self._ip == 1

    @property
    def is_private(self):
        mapped = self.ipv4_mapped
        return _BaseAddress.is_private.fget(self) if mapped is None else mapped.is_private

    @property
    def is_global(self):
        return not self.is_private

    @property
    def is_site_local(self):
        return self._within(self._site_local)

    @property
    def ipv4_mapped(self):
        return IPv4Address(self._ip & 0xffffffff) if self._ip >> 32 == 0xffff else None

    @property
    def sixtofour(self):
        return IPv4Address(self._ip >> 80 & 0xffffffff) if self._ip >> 112 == 0x2002 else None

    @property
    def teredo(self):
        if self._ip >> 96 != 0x20010000:
            return None
        return IPv4Address(self._ip >> 64 & 0xffffffff), IPv4Address(~self._ip & 0xffffffff)


# --- networks

@_functools.total_ordering
class _BaseNetwork(_Base):
    def __init__(self, address, strict=True):
        if isinstance(address, (int, bytes)):
            address, length = address, self._max_prefixlen
        elif isinstance(address, tuple):
            address, length = address if len(address) > 1 else (address[0], self._max_prefixlen)
        else:
            text = str(address)
            address, slash, length = text.partition("/")
            if "/" in length:
                raise AddressValueError("Only one '/' permitted in %r" % text)
            if not slash:
                length = self._max_prefixlen
        self.network_address = self._address_class(address)
        self._prefixlen = self._prefix_of(length)
        value = self.network_address._ip
        masked = value & self._mask(self._prefixlen)
        if masked != value:
            if strict:
                raise ValueError("%s has host bits set" % self._text(value))
            self.network_address = self._address_class(masked)

    def _text(self, value):
        return "%s/%d" % (self._show(value), self._prefixlen)

    @property
    def netmask(self):
        return self._address_class(self._mask(self._prefixlen))

    @property
    def hostmask(self):
        return self._address_class(self._mask(self._prefixlen) ^ (1 << self._max_prefixlen) - 1)

    @property
    def broadcast_address(self):
        return self._address_class(self.network_address._ip | self.hostmask._ip)

    @property
    def prefixlen(self):
        return self._prefixlen

    @property
    def num_addresses(self):
        """Number of hosts in the current subnet."""
        return 1 << self._max_prefixlen - self._prefixlen

    @property
    def with_prefixlen(self):
        return "%s/%d" % (self.network_address, self._prefixlen)

    @property
    def with_netmask(self):
        return "%s/%s" % (self.network_address, self.netmask)

    @property
    def with_hostmask(self):
        return "%s/%s" % (self.network_address, self.hostmask)

    def _explode(self):
        return "%s/%d" % (self.network_address.exploded, self._prefixlen)

    def __repr__(self):
        return "%s(%r)" % (self.__class__.__name__, str(self))

    def __str__(self):
        return "%s/%d" % (self.network_address, self._prefixlen)

    def hosts(self):
        """Generate iterator over usable hosts in a network."""
        first, last = self.network_address._ip, self.broadcast_address._ip
        left = self._max_prefixlen - self._prefixlen
        if left == 0:
            return iter([self._address_class(first)])
        if left > 1:
            first += 1
            last -= self._version == 4
        return (self._address_class(value) for value in range(first, last + 1))

    def __iter__(self):
        for value in range(self.network_address._ip, self.broadcast_address._ip + 1):
            yield self._address_class(value)

    def __getitem__(self, n):
        value = self.network_address._ip + n if n >= 0 else self.broadcast_address._ip + 1 + n
        if not self.network_address._ip <= value <= self.broadcast_address._ip:
            raise IndexError("address out of range")
        return self._address_class(value)

    def __len__(self):
        return self.num_addresses

    def __eq__(self, other):
        try:
            return self._version == other._version and self.network_address == other.network_address and self._prefixlen == other._prefixlen
        except AttributeError:
            return NotImplemented

    def __hash__(self):
        return hash(self.network_address._ip ^ self._mask(self._prefixlen))

    def __lt__(self, other):
        if not isinstance(other, _BaseNetwork):
            return NotImplemented
        if self._version != other._version:
            raise TypeError("%s and %s are not of the same version" % (self, other))
        return (self.network_address._ip, self._prefixlen) < (other.network_address._ip, other._prefixlen)

    def __contains__(self, other):
        if self._version != other._version or isinstance(other, _BaseNetwork):
            return False
        return other._ip & self._mask(self._prefixlen) == self.network_address._ip

    def _get_networks_key(self):
        return self._version, self.network_address, self.netmask

    def overlaps(self, other):
        """Tell if self is partly contained in other."""
        return self.network_address in other or self.broadcast_address in other or other.network_address in self or other.broadcast_address in self

    def _within_other(self, other):
        if self._version != other._version:
            raise TypeError(f"{self} and {other} are not of the same version")
        return other.network_address <= self.network_address and other.broadcast_address >= self.broadcast_address

    def subnet_of(self, other):
        """Return True if this network is a subnet of other."""
        return self._within_other(other)

    def supernet_of(self, other):
        """Return True if this network is a supernet of other."""
        return other._within_other(self)

    def subnets(self, prefixlen_diff=1, new_prefix=None):
        """The subnets which join to make the current subnet."""
        if self._prefixlen == self._max_prefixlen:
            yield self
            return
        if new_prefix is not None:
            if new_prefix < self._prefixlen:
                raise ValueError("new prefix must be longer")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = new_prefix - self._prefixlen
        if prefixlen_diff < 0:
            raise ValueError("prefix length diff must be > 0")
        length = self._prefixlen + prefixlen_diff
        if length > self._max_prefixlen:
            raise ValueError("prefix length diff %d is invalid for netblock %s" % (length, self))
        for value in range(self.network_address._ip, self.broadcast_address._ip + 1, 1 << self._max_prefixlen - length):
            yield self.__class__((value, length))

    def supernet(self, prefixlen_diff=1, new_prefix=None):
        """The supernet containing the current network."""
        if self._prefixlen == 0:
            return self
        if new_prefix is not None:
            if new_prefix > self._prefixlen:
                raise ValueError("new prefix must be shorter")
            if prefixlen_diff != 1:
                raise ValueError("cannot set prefixlen_diff and new_prefix")
            prefixlen_diff = self._prefixlen - new_prefix
        length = self._prefixlen - prefixlen_diff
        if length < 0:
            raise ValueError("current prefixlen is %d, cannot have a prefixlen_diff of %d" % (self._prefixlen, prefixlen_diff))
        return self.__class__((self.network_address._ip & self._mask(length), length))

    def address_exclude(self, other):
        """Remove an address from a larger block: the networks that are left."""
        if self._version != other._version:
            raise TypeError("%s and %s are not of the same version" % (self, other))
        if not isinstance(other, _BaseNetwork):
            raise TypeError("%s is not a network object" % other)
        if not other.subnet_of(self):
            raise ValueError("%s not contained in %s" % (other, self))
        if other == self:
            return
        low, high = self.subnets()
        while low != other and high != other:
            if other.subnet_of(low):
                yield high
                low, high = low.subnets()
            else:
                yield low
                low, high = high.subnets()
        yield high if low == other else low

    def _both(name):
        def get(self):
            return getattr(self.network_address, name) and getattr(self.broadcast_address, name)
        return property(get)

    is_multicast, is_reserved, is_link_local = _both("is_multicast"), _both("is_reserved"), _both("is_link_local")
    is_unspecified, is_loopback = _both("is_unspecified"), _both("is_loopback")
    del _both

    def _in_one(self, names):
        first, last = self.network_address._ip, self.broadcast_address._ip
        return any([first in found and last in found for found in map(_range, names)])

    @property
    def is_private(self):
        first, last = self.network_address, self.broadcast_address
        return self._in_one(self._private) and not first._within(self._not_private) and not last._within(self._not_private)

    @property
    def is_global(self):
        return not self._in_one(self._shared) and not self.is_private


class IPv4Network(_V4, _BaseNetwork):
    """A network of IPv4 addresses."""

    _address_class = IPv4Address


class IPv6Network(_V6, _BaseNetwork):
    """A network of IPv6 addresses."""

    _address_class = IPv6Address

    @property
    def is_site_local(self):
        return self.network_address.is_site_local and self.broadcast_address.is_site_local


class _Interface:
    """An address that knows its network."""

    __slots__ = ()

    def _take(self, address):
        if isinstance(address, tuple):
            text = "/".join([str(part) for part in address])
        else:
            text = address if isinstance(address, (int, bytes)) else str(address)
        if isinstance(text, str):
            own, slash, length = text.partition("/")
            if "/" in length:
                raise AddressValueError("Only one '/' permitted in %r" % text)
            if isinstance(address, tuple) and own.isdigit():
                own = int(own)
            self._address_class.__init__(self, own)
            self.network = self._network_class((self._ip, length) if slash else self._ip, strict=False)
        else:
            self._address_class.__init__(self, text)
            self.network = self._network_class(self._ip)
        self.netmask = self.network.netmask
        self._prefixlen = self.network._prefixlen

    @property
    def hostmask(self):
        return self.network.hostmask

    @property
    def ip(self):
        return self._address_class(self._ip)

    @property
    def with_prefixlen(self):
        return "%s/%s" % (self._show(self._ip), self._prefixlen)

    @property
    def with_netmask(self):
        return "%s/%s" % (self._show(self._ip), self.netmask)

    @property
    def with_hostmask(self):
        return "%s/%s" % (self._show(self._ip), self.hostmask)

    def __str__(self):
        return "%s/%d" % (self._address_class.__str__(self), self._prefixlen)

    def _explode(self):
        return "%s/%d" % (self._address_class(self._ip).exploded, self._prefixlen)

    def __eq__(self, other):
        same = self._address_class.__eq__(self, other)
        if same is NotImplemented or not same:
            return same
        try:
            return self.network == other.network
        except AttributeError:
            return False

    def __lt__(self, other):
        less = self._address_class.__lt__(self, other)
        if less is NotImplemented:
            return NotImplemented
        try:
            return self.network < other.network or self.network == other.network and less
        except AttributeError:
            return False

    def __hash__(self):
        return hash((self._ip, self._prefixlen, self.network.network_address._ip))


class IPv4Interface(_Interface, IPv4Address):
    _address_class, _network_class = IPv4Address, IPv4Network

    def __init__(self, address):
        self._take(address)


class IPv6Interface(_Interface, IPv6Address):
    _address_class, _network_class = IPv6Address, IPv6Network

    def __init__(self, address):
        self._take(address)
