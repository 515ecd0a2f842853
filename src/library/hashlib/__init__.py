"""Message digests: MD5, SHA-1, SHA-2, SHA-3, BLAKE2 and RIPEMD-160. A hash object keeps its message; hashlib.cpp does the hashing."""

_GUARANTEED = (
    "md5",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha512",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "shake_128",
    "shake_256",
    "blake2b",
    "blake2s",
)
algorithms_guaranteed = set(_GUARANTEED)
algorithms_available = algorithms_guaranteed | {"ripemd160"}

__all__ = [*_GUARANTEED, "new", "algorithms_guaranteed", "algorithms_available", "pbkdf2_hmac", "file_digest", "scrypt"]
# Of scrypt: n * r * p, some 0.4 s. What is recommended for keys of files (n=2**17, r=8, p=1) is as much.
_MOST_WORK = 1 << 20

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = [
    "md5",
    "pbkdf2_hmac",
    "scrypt",
    "sha1",
    "sha224",
    "sha256",
    "sha384",
    "sha3_224",
    "sha3_256",
    "sha3_384",
    "sha3_512",
    "sha512",
    "shake_128",
    "shake_256",
]


def _data_of(data):
    if isinstance(data, str):
        raise TypeError("Strings must be encoded before hashing")
    if not isinstance(data, (bytes, bytearray)):
        try:
            return contiguous(memoryview(data)).tobytes()
        except TypeError:
            raise TypeError("object supporting the buffer API required") from None
    return data


@c_class
class HASH:
    """A hash: update() it with bytes, then ask for its digest() or hexdigest()."""

    __module__ = "_hashlib"
    __slots__ = ("name", "digest_size", "block_size", "_message")

    def __init__(self, name, message):
        self.name = name
        self.digest_size, self.block_size = _sizes(name)
        self._message = message

    def update(self, obj, /):
        """Update this hash object's state with the provided string."""
        self._message += _data_of(obj)

    def digest(self):
        """Return the digest value as a bytes object."""
        return _digest(self.name, self._message)

    def hexdigest(self):
        """Return the digest value as a string of hexadecimal digits."""
        return _digest(self.name, self._message).hex()

    def copy(self):
        """Return a copy of the hash object."""
        return HASH(self.name, self._message.copy())

    def __repr__(self):
        return f"<{self.name} _hashlib.HASH object @ {id(self):#x}>"


@c_class
class HASHXOF(HASH):
    """A hash whose digest is as long as one asks for."""

    __module__ = "_hashlib"
    __slots__ = ()

    def digest(self, length):
        """Return the digest value as a bytes object."""
        length = container_index(length)
        if not -(2**63) <= length < 2**63:
            raise OverflowError("Python int too large to convert to C ssize_t")
        if length < 0:
            raise SystemError("Negative size passed to PyBytes_FromStringAndSize")
        return _digest_of_length(self.name, self._message, min(length, 2**62 - 1))

    def hexdigest(self, length):
        """Return the digest value as a string of hexadecimal digits."""
        return HASHXOF.digest(self, length).hex()

    def copy(self):
        """Return a copy of the hash object."""
        return HASHXOF(self.name, self._message.copy())

    def __repr__(self):
        return f"<{self.name} _hashlib.HASHXOF object @ {id(self):#x}>"


class _Blake2:
    # Base of the two: they differ in their sizes.
    __slots__ = ("digest_size", "_message", "_key", "_salt", "_person")

    def __init__(self, data=b"", /, *, digest_size=None, key=b"", salt=b"", person=b"", usedforsecurity=True):
        digest_size = self.MAX_DIGEST_SIZE if digest_size is None else container_index(digest_size)
        if not 1 <= digest_size <= self.MAX_DIGEST_SIZE:
            raise ValueError(f"digest_size must be between 1 and {self.MAX_DIGEST_SIZE} bytes")
        for what, value, most in (("key", key, self.MAX_KEY_SIZE), ("salt", salt, self.SALT_SIZE), ("person", person, self.PERSON_SIZE)):
            if len(value) > most:
                raise ValueError(f"maximum {what} length is {most} bytes")
        self.digest_size = digest_size
        self._message = bytearray(_data_of(data))
        self._key, self._salt, self._person = bytes(_data_of(key)), bytes(_data_of(salt)), bytes(_data_of(person))

    def update(self, obj, /):
        """Update this hash object's state with the provided bytes-like object."""
        self._message += _data_of(obj)

    def digest(self):
        """Return the digest value as a bytes object."""
        return _blake2(self.MAX_DIGEST_SIZE == 64, self._message, self.digest_size, self._key, self._salt, self._person)

    def hexdigest(self):
        """Return the digest value as a string of hexadecimal digits."""
        return self.digest().hex()

    def copy(self):
        """Return a copy of the hash object."""
        return type(self)(self._message, digest_size=self.digest_size, key=self._key, salt=self._salt, person=self._person)


@c_class
class blake2b(_Blake2):
    """Return a new BLAKE2b hash object."""

    __module__ = "_blake2"
    __slots__ = ()
    name = "blake2b"
    block_size = 128
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 64
    SALT_SIZE = PERSON_SIZE = 16


@c_class
class blake2s(_Blake2):
    """Return a new BLAKE2s hash object."""

    __module__ = "_blake2"
    __slots__ = ()
    name = "blake2s"
    block_size = 64
    MAX_DIGEST_SIZE = MAX_KEY_SIZE = 32
    SALT_SIZE = PERSON_SIZE = 8


def new(name, data=b"", **kwargs):
    """A new hash object by the algorithm's name; data is the first of the message."""
    if not isinstance(name, str):
        raise TypeError(f"new() argument 1 must be str, not {type(name).__name__}")
    known = name.lower()
    known = known.replace("-", "_" if known.startswith(("sha3", "shake")) else "")
    if known not in algorithms_available:
        raise ValueError("unsupported hash type " + name)
    if known == "blake2b" or known == "blake2s":
        return (blake2b if known == "blake2b" else blake2s)(data, **kwargs)
    return (HASHXOF if known.startswith("shake") else HASH)(known, bytearray(_data_of(data)))


def md5(string=b"", *, usedforsecurity=True):
    """Returns a md5 hash object; optionally initialized with a string"""
    return HASH("md5", bytearray(_data_of(string)))


def sha1(string=b"", *, usedforsecurity=True):
    """Returns a sha1 hash object; optionally initialized with a string"""
    return HASH("sha1", bytearray(_data_of(string)))


def sha224(string=b"", *, usedforsecurity=True):
    """Returns a sha224 hash object; optionally initialized with a string"""
    return HASH("sha224", bytearray(_data_of(string)))


def sha256(string=b"", *, usedforsecurity=True):
    """Returns a sha256 hash object; optionally initialized with a string"""
    return HASH("sha256", bytearray(_data_of(string)))


def sha384(string=b"", *, usedforsecurity=True):
    """Returns a sha384 hash object; optionally initialized with a string"""
    return HASH("sha384", bytearray(_data_of(string)))


def sha512(string=b"", *, usedforsecurity=True):
    """Returns a sha512 hash object; optionally initialized with a string"""
    return HASH("sha512", bytearray(_data_of(string)))


def sha3_224(string=b"", *, usedforsecurity=True):
    """Returns a sha3-224 hash object; optionally initialized with a string"""
    return HASH("sha3_224", bytearray(_data_of(string)))


def sha3_256(string=b"", *, usedforsecurity=True):
    """Returns a sha3-256 hash object; optionally initialized with a string"""
    return HASH("sha3_256", bytearray(_data_of(string)))


def sha3_384(string=b"", *, usedforsecurity=True):
    """Returns a sha3-384 hash object; optionally initialized with a string"""
    return HASH("sha3_384", bytearray(_data_of(string)))


def sha3_512(string=b"", *, usedforsecurity=True):
    """Returns a sha3-512 hash object; optionally initialized with a string"""
    return HASH("sha3_512", bytearray(_data_of(string)))


def shake_128(string=b"", *, usedforsecurity=True):
    """Returns a shake-128 variable hash object; optionally initialized with a string"""
    return HASHXOF("shake_128", bytearray(_data_of(string)))


def shake_256(string=b"", *, usedforsecurity=True):
    """Returns a shake-256 variable hash object; optionally initialized with a string"""
    return HASHXOF("shake_256", bytearray(_data_of(string)))


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """Password based key derivation function 2 (PKCS #5 v2.0) with HMAC as pseudorandom function."""
    iterations = container_index(iterations)
    if iterations < 1:
        raise ValueError("iteration value must be greater than 0.")
    name = new(hash_name).name
    if name.startswith(("blake2", "shake")):
        raise ValueError("unsupported hash type " + hash_name)
    size, block_size = _sizes(name)
    dklen = size if dklen is None else container_index(dklen)
    if dklen < 1:
        raise ValueError("key length must be greater than 0.")
    key = bytes(_data_of(password))
    if len(key) > block_size:
        key = _digest(name, key)
    key = key.ljust(block_size, b"\0")
    inner, outer = bytes([b ^ 0x36 for b in key]), bytes([b ^ 0x5C for b in key])
    derived = b""
    number = 1
    while len(derived) < dklen:
        block = _digest(name, outer + _digest(name, inner + salt + number.to_bytes(4, "big")))
        total = int.from_bytes(block, "big")
        for _ in range(iterations - 1):
            block = _digest(name, outer + _digest(name, inner + block))
            total ^= int.from_bytes(block, "big")
        derived += total.to_bytes(size, "big")
        number += 1
    return derived[:dklen]


def _bytes_of(data):
    try:
        return bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"a bytes-like object is required, not '{type_name(data)}'") from None


def _unsigned(name, value):
    if value is not None and not isinstance(value, int):
        raise TypeError(f"scrypt() argument '{name}' must be int, not {type_name(value)}")
    if value is None or not 0 <= value < 1 << 64:
        raise TypeError(f"{name} is required and must be an unsigned int")
    return value


def scrypt(password, *, salt=None, n=None, r=None, p=None, maxmem=0, dklen=64):
    """scrypt password-based key derivation function."""
    password = _bytes_of(password)
    if salt is None:
        raise TypeError("salt is required")
    salt = _bytes_of(salt)
    n = _unsigned("n", n)
    if n < 2 or n & n - 1:
        raise ValueError("n must be a power of 2.")
    r, p = _unsigned("r", r), _unsigned("p", p)
    maxmem, dklen = container_index(maxmem), container_index(dklen)
    if not 0 <= maxmem <= 0x7FFFFFFF:
        raise ValueError("maxmem must be positive and smaller than 2147483647")
    if not 1 <= dklen <= 0x7FFFFFFF:
        raise ValueError("dklen must be greater than 0 and smaller than 2147483647")
    if r == 0 or p == 0:
        raise ValueError("Invalid parameter combination for n, r, p, maxmem.")
    if p * r >= 1 << 30 or 128 * r * (p + n + 2) > (maxmem or 32 << 20) or n >= 1 << 16 * r or n * r * p > _MOST_WORK:
        raise ValueError("[digital envelope routines] memory limit exceeded")
    return _scrypt(password, salt, n, r, p, dklen)


def file_digest(fileobj, digest, /):
    """Hash what is left of a binary file object."""
    made = new(digest) if isinstance(digest, str) else digest()
    made.update(fileobj.read())
    return made
