"""HMAC (Keyed-Hashing for Message Authentication), RFC 2104."""

import hashlib

__all__ = ["HMAC", "new", "digest", "compare_digest"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["compare_digest"]

digest_size = None


class HMAC:
    """The code of a message under a key."""

    blocksize = 64

    def __init__(self, key, msg=None, digestmod=""):
        if not isinstance(key, (bytes, bytearray)):
            raise TypeError(f"key: expected bytes or bytearray, but got {type(key).__name__!r}")
        if not digestmod:
            raise TypeError("Missing required parameter 'digestmod'.")
        make = (
            digestmod if callable(digestmod) else (lambda d=b"": hashlib.new(digestmod, d)) if isinstance(digestmod, str) else digestmod.new
        )
        self._inner, self._outer = make(), make()
        self.digest_size = self._inner.digest_size
        self.block_size = self._inner.block_size
        self.name = "hmac-" + self._inner.name
        key = bytes(key)
        if len(key) > self.block_size:
            key = make(key).digest()
        key = key.ljust(self.block_size, b"\0")
        self._inner.update(bytes([b ^ 0x36 for b in key]))
        self._outer.update(bytes([b ^ 0x5C for b in key]))
        if msg is not None:
            self.update(msg)

    def update(self, msg):
        """Feed data from msg into this hashing object."""
        self._inner.update(msg)

    def copy(self):
        """A separate copy of this object, which can be updated on its own."""
        other = HMAC.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._inner, other._outer = self._inner.copy(), self._outer.copy()
        return other

    def digest(self):
        """The code so far, as bytes."""
        last = self._outer.copy()
        last.update(self._inner.digest())
        return last.digest()

    def hexdigest(self):
        """Like digest(), but a string of hexadecimal digits."""
        return self.digest().hex()


def new(key, msg=None, digestmod=""):
    """Create a new hashing object and return it."""
    return HMAC(key, msg, digestmod)


def digest(key, msg, digest):
    """Fast inline implementation of HMAC."""
    return HMAC(key, msg, digest).digest()


def compare_digest(a, b, /):
    """Return 'a == b'."""
    if isinstance(a, str) and isinstance(b, str):
        if not a.isascii() or not b.isascii():
            raise TypeError("comparing strings with non-ASCII characters is not supported")
        return a == b
    for value in (a, b):
        if not isinstance(value, (bytes, bytearray, memoryview)):
            raise TypeError(f"unsupported operand types(s) or combination of types: '{type(a).__name__}' and '{type(b).__name__}'")
    a, b = (bytes(contiguous(value) if isinstance(value, memoryview) else value) for value in (a, b))
    return a == b
