import hashlib
import hmac
import secrets
import uuid


def show(f):
    try:
        return repr(f())
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for name in ["md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512"]:
    h = hashlib.new(name)
    h.update(b"hello ")
    other = h.copy()
    h.update(bytearray(b"world"))
    print(name, h.name, h.digest_size, h.block_size, h.hexdigest(), other.hexdigest() == getattr(hashlib, name)(b"hello ").hexdigest())
    print(getattr(hashlib, name)().hexdigest(), getattr(hashlib, name)(b"x" * 1000).digest()[:4])
print(show(lambda: hashlib.md5("text")), show(lambda: hashlib.sha256(5)), show(lambda: hashlib.sha256().update("a")), show(lambda: hashlib.new("nope")))
print(repr(hashlib.sha256(b"a")).split(" object")[0], "sha256" in hashlib.algorithms_guaranteed, hashlib.new("SHA256", b"a").hexdigest()[:8])
print(hashlib.pbkdf2_hmac("sha256", b"password", b"salt", 10).hex(), hashlib.pbkdf2_hmac("sha1", b"p", b"s", 2, 30).hex())
print(hmac.new(b"key", b"message", hashlib.sha256).hexdigest(), hmac.new(b"k" * 200, b"m", "md5").hexdigest(), hmac.digest(b"k", b"m", "sha1").hex())
print(hmac.compare_digest("a", "a"), hmac.compare_digest(b"a", b"b"), show(lambda: hmac.new(b"k", b"m")), show(lambda: hmac.new("k", b"m", "md5")))
u = uuid.UUID("12345678-1234-5678-1234-567812345678")
print(u, repr(u), u.hex, u.int, u.bytes, u.fields, u.version, u.variant, u.urn, uuid.UUID(int=5), uuid.UUID(bytes=u.bytes) == u, hash(u) == hash(u.int))
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_URL, "https://example.com"), u < uuid.UUID(int=5), uuid.UUID("{12345678123456781234567812345678}"))
print(show(lambda: uuid.UUID("x")), show(lambda: uuid.UUID()), show(lambda: uuid.UUID(int=-1)), show(lambda: setattr(u, "int", 1)))
a, b = uuid.uuid4(), uuid.uuid4()
print(a != b, a.version, a.variant, len(str(a)), len({uuid.uuid4() for _ in range(50)}))
print(len(secrets.token_hex(8)), len(secrets.token_bytes(5)), len(secrets.token_urlsafe(16)), secrets.choice([7]), 0 <= secrets.randbelow(10) < 10, secrets.token_hex() != secrets.token_hex())
print(show(lambda: secrets.randbelow(0)), secrets.randbits(8) < 256, secrets.compare_digest("x", "x"))
for make, sizes in ((hashlib.blake2b, (1, 20, 64)), (hashlib.blake2s, (1, 20, 32))):
    for size in sizes:
        for data in (b"", b"abc", b"x" * 64, b"y" * 128, b"z" * 129, b"w" * 1000):
            print(make(data, digest_size=size).hexdigest(), make(data, key=b"key", digest_size=size).hexdigest()[:16])
    h = make(b"a", salt=b"salt", person=b"me")
    g = h.copy()
    h.update(b"b")
    print(h.name, h.digest_size, h.block_size, h.hexdigest(), g.hexdigest(), make().hexdigest() == hashlib.new(make().name).hexdigest(), type(h), make.SALT_SIZE)
    print(show(lambda: make("a")), show(lambda: make(digest_size=0)), show(lambda: make(digest_size=65)), show(lambda: make(key=b"k" * 65)), show(lambda: make(salt=b"s" * 17)))
