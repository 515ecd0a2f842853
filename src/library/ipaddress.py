"""In addition to CPython's ipaddress, whose classes all sessions share: masks no class remembers, and what older states' networks lack."""


class _Uncached:
    # A class of networks as its _make_netmask sees it.
    def __init__(self, cls):
        self._cls, self._netmask_cache = cls, {}

    def __getattr__(self, name):
        return getattr(self._cls, name)


def _without_cache(make):
    return classmethod(lambda cls, arg: make(_Uncached(cls), arg))


for _each in _BaseV4, _BaseV6:
    _each._make_netmask = _without_cache(_each._make_netmask.__func__)
_BaseNetwork.netmask = functools.cached_property(lambda self: self._make_netmask(self._prefixlen)[0])
_BaseNetwork.netmask.__set_name__(_BaseNetwork, "netmask")
del _each

_read_any = _BaseV4._ip_int_from_string.__func__


def _read(cls, ip_str):
    # Without a map, which is slow here; what is wrong, CPython's own says.
    octets = ip_str.split(".")
    if len(octets) == 4:
        value = 0
        for octet in octets:
            if not octet.isdigit() or len(octet) > 3 or not octet.isascii() or octet[0] == "0" != octet or (number := int(octet)) > 255:
                break
            value = value << 8 | number
        else:
            return value
    return _read_any(cls, ip_str)


_BaseV4._ip_int_from_string = classmethod(_read)
