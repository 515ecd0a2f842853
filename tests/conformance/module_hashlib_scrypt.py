# hashlib.scrypt: keys, and what it refuses.
import hashlib


def show(*args, **options):
    try:
        print(hashlib.scrypt(*args, **options).hex())
    except Exception as error:
        print(type(error).__name__, error)


# RFC 7914, section 12
show(b"", salt=b"", n=16, r=1, p=1, dklen=64)
show(b"password", salt=b"NaCl", n=1024, r=8, p=16, dklen=64)
show(b"pleaseletmein", salt=b"SodiumChloride", n=16384, r=8, p=1, dklen=64)
show(password=bytearray(b"p"), salt=memoryview(b"salt"), n=2, r=1, p=3, dklen=5)
show(b"p", salt=b"s", n=32768, r=8, p=1, maxmem=2**27, dklen=20)
show(b"p", salt=b"s", n=True + 1, r=1, p=1, dklen=7)

show(b"p")
show(b"p", salt=b"s")
for n in (0, 1, 3, -2, 2**70, "x", 16.0):
    show(b"p", salt=b"s", n=n, r=8, p=1)
for r, p in ((0, 1), (1, 0), (-1, 1), (1, 2**30), ("x", 1)):
    show(b"p", salt=b"s", n=2, r=r, p=p)
show(b"p", salt=b"s", n=32768, r=8, p=1)  # more memory than maxmem
show(b"p", salt=b"s", n=65536, r=1, p=1)
show(b"p", salt=b"s", n=2, r=1, p=1, dklen=0)
show(b"p", salt=b"s", n=2, r=1, p=1, dklen=2**31)
show(b"p", salt=b"s", n=2, r=1, p=1, maxmem=-1)
show(b"p", salt="s", n=2, r=1, p=1)
show("p", salt=b"s", n=2, r=1, p=1)
show(None, salt=b"s", n=2, r=1, p=1)
