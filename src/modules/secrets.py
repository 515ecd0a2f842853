"""Tokens and random choices, from the host's entropy."""

import base64
import binascii
from hmac import compare_digest
from random import SystemRandom

__all__ = ["choice", "randbelow", "randbits", "SystemRandom", "token_bytes", "token_hex", "token_urlsafe", "compare_digest"]
# Methods of a SystemRandom in CPython: no methods of a class that has them as attributes.
__unbound__ = ["choice", "randbits"]

DEFAULT_ENTROPY = 32

_sysrand = SystemRandom()


def randbits(k):
    """An int with k random bits."""
    return _sysrand.getrandbits(k)


def choice(seq):
    """A random element of a non-empty sequence."""
    return _sysrand.choice(seq)


def randbelow(exclusive_upper_bound):
    """A random int in the range [0, n)."""
    if exclusive_upper_bound <= 0:
        raise ValueError("Upper bound must be positive.")
    return _sysrand.randrange(exclusive_upper_bound)


def token_bytes(nbytes=None):
    """A random byte string of nbytes bytes."""
    return host_entropy(DEFAULT_ENTROPY if nbytes is None else nbytes)


def token_hex(nbytes=None):
    """A random text of 2 * nbytes hexadecimal digits."""
    return token_bytes(nbytes).hex()


def token_urlsafe(nbytes=None):
    """A random URL-safe text, in Base64."""
    return base64.urlsafe_b64encode(token_bytes(nbytes)).rstrip(b"=").decode("ascii")
