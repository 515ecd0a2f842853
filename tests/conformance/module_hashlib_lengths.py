# SHAKE, whose digests are as long as one asks for, and RIPEMD-160.
import hashlib
import hmac


def show(f):
    try:
        return repr(f())
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for name in ("shake_128", "shake_256"):
    make = getattr(hashlib, name)
    h = hashlib.new(name, b"abc")
    g = h.copy()
    h.update(b"d" * 500)
    print(name, h.name, h.digest_size, h.block_size, h.hexdigest(20), g.digest(0), g.hexdigest(500), repr(h).split(" @")[0], type(h).__mro__)
    print(show(lambda: h.digest(-1)), show(lambda: h.digest("a")), show(lambda: h.digest(length=3)))
    print(show(lambda: h.digest(1.5)), show(lambda: h.digest(1 << 70)), show(lambda: h.digest(True)), show(lambda: make("text")))
    print(make().hexdigest(8), make(string=b"x").hexdigest(8), name in hashlib.algorithms_guaranteed, name in hashlib.algorithms_available)
    for n in (0, 1, 135, 136, 137, 167, 168, 169, 400):
        print(make(b"q" * n).hexdigest(5), make(b"q" * n).digest(n)[-5:], end=" ")
    print(show(lambda: hashlib.new(name.replace("_", "-")).name), name in hashlib.__all__)

h = hashlib.new("ripemd160", b"abc")
print(h.name, h.digest_size, h.block_size, h.hexdigest(), hashlib.new("RIPEMD160").hexdigest(), hasattr(hashlib, "ripemd160"))
print("ripemd160" in hashlib.algorithms_guaranteed, "ripemd160" in hashlib.algorithms_available, hashlib.new("ripemd160", b"y" * 1000).hexdigest())
print(hmac.new(b"k", b"m", "ripemd160").hexdigest(), hashlib.pbkdf2_hmac("ripemd160", b"p", b"s", 3).hex())
