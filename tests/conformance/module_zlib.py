# Module zlib: compressing and decompressing, at once and piece by piece; what comes out is CPython's, byte for byte.
# teleport: no, it takes minutes, as streams begin anew at each load; compression_in_the_midst.py is about that
import copy
import hashlib
import pickle
import zlib

TEXT = b"".join(b"line %d of a text, %d\n" % (i, i * i % 97) for i in range(4000))
x, noise = 12345, bytearray()
for _ in range(60000):
    x = x * 1103515245 + 12345 & 0x7FFFFFFF
    noise.append(x >> 16 & 255)
NOISE = bytes(noise)
ZEROS = bytes(300000)


def digest(data):
    return len(data), hashlib.md5(data).hexdigest()


def tried(f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
        print(result if not isinstance(result, bytes) or len(result) < 80 else digest(result))
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)


# --- at once
for name, data in (("text", TEXT), ("noise", NOISE), ("zeros", ZEROS), ("none", b""), ("one", b"x"), ("both", TEXT + NOISE + TEXT)):
    for level in (-1, 0, 1, 5, 9):
        for wbits in (15, 9, -15, 31):
            packed = zlib.compress(data, level, wbits)
            print(name, level, wbits, digest(packed), zlib.decompress(packed, wbits) == data)
print(digest(zlib.compress(NOISE * 30, 0)), digest(zlib.compress(ZEROS * 10, 0)))
print(zlib.decompress(zlib.compress(TEXT), 47) == zlib.decompress(zlib.compress(TEXT, wbits=25), bufsize=1, wbits=47) == TEXT)
for wrong in ("text", None, 5):
    tried(zlib.compress, wrong)
    tried(zlib.decompress, wrong)
tried(zlib.compress, b"a", 10)
tried(zlib.compress, b"a", 1, 3)
tried(zlib.compress, b"a", "1")
tried(zlib.compress, b"a", 2**40)
packed = zlib.compress(TEXT)
for broken in (b"", b"abc", packed[:-1], packed[:100], packed[:-1] + b"x", packed[:50] + b"\xff\xff" + packed[52:], packed + b"more", b"\x1f\x8b\x08\x00", bytes(10)):
    for wbits in (15, -15, 47):
        tried(zlib.decompress, broken, wbits)
tried(zlib.decompress, packed, 99)
tried(zlib.decompress, packed, 15, -1)
tried(zlib.decompress, packed, 15, 0)

# --- compressors
for options in ({}, {"level": 0}, {"level": 1}, {"level": 9, "wbits": -9, "memLevel": 1}, {"strategy": zlib.Z_HUFFMAN_ONLY}, {"strategy": zlib.Z_RLE, "wbits": 31},
                {"strategy": zlib.Z_FIXED}, {"strategy": zlib.Z_FILTERED, "level": 3}, {"zdict": TEXT[:500]}, {"memLevel": 9, "level": 0}):
    for size in (1000, 70000, 200000):
        c = zlib.compressobj(**options)
        out = [c.compress((TEXT + NOISE)[i:i + size]) for i in range(0, 150000, size)]
        out.append(c.flush())
        print(options.keys(), size, [len(part) for part in out][-3:], digest(b"".join(out)))
c = zlib.compressobj()
out = b""
for mode in (zlib.Z_SYNC_FLUSH, zlib.Z_FULL_FLUSH, zlib.Z_PARTIAL_FLUSH, zlib.Z_BLOCK, zlib.Z_NO_FLUSH):
    out += c.compress(TEXT[:5000])
    part = c.flush(mode)
    print(mode, digest(part))
    out += part
tried(c.flush, 99)
tried(c.flush, -1)
tried(c.flush, "x")
clones = c.copy(), copy.copy(c), copy.deepcopy(c)
c.compress(b"other")
print({digest(clone.compress(NOISE) + clone.flush()) for clone in clones})
out += c.flush()
print(zlib.decompress(out) == TEXT[:5000] * 5 + b"other")
for method, args in (("compress", (b"a",)), ("flush", ()), ("flush", (0,)), ("copy", ())):
    tried(getattr(c, method), *args)
tried(zlib.compressobj().compress, "text")
for options in ({"level": 10}, {"method": 9}, {"wbits": 99}, {"wbits": 8 - 16}, {"memLevel": 0}, {"strategy": 99}, {"zdict": "x"}, {"zdict": None}, {"zdict": b"x", "wbits": 31}):
    try:
        print(digest(zlib.compressobj(**options).flush()))
    except Exception as e:
        print(options, type(e).__name__, e)

# --- decompressors
packed = zlib.compress(TEXT) + b"what follows"
for size in (1, 7, 1000, 10**6):
    d = zlib.decompressobj()
    pieces = [d.decompress(packed[i:i + size]) for i in range(0, len(packed), size)]
    print(size, b"".join(pieces) == TEXT, d.eof, d.unused_data, d.unconsumed_tail)
for most in (1, 1000, 70000):
    d = zlib.decompressobj()
    rest, got = packed, b""
    turns = 0
    while not d.eof and turns < 500:
        piece = d.decompress(rest, most)
        assert len(piece) <= most
        got += piece
        rest = d.unconsumed_tail
        turns += 1
    print(most, turns, len(got), TEXT.startswith(got), len(rest), d.eof, d.unused_data)
d = zlib.decompressobj()
print(digest(d.decompress(packed, 10)), digest(d.unconsumed_tail), digest(d.flush()), d.unconsumed_tail, d.eof, d.unused_data)
tried(d.decompress, b" and more")
print(d.unused_data, d.flush())
tried(d.copy)
d = zlib.decompressobj()
first = d.decompress(packed[:500])
clones = d.copy(), copy.copy(d), copy.deepcopy(d)
print({first + clone.decompress(packed[500:]) == TEXT for clone in clones}, first + d.decompress(packed[500:]) == TEXT)
d = zlib.decompressobj()
for data in (packed[:200], b"\xff" * 50, b"x"):
    tried(d.decompress, data)
    print(d.unconsumed_tail, d.unused_data, d.eof)
print(d.flush())
c = zlib.compressobj(zdict=TEXT[:300])
packed = c.compress(TEXT[:1000]) + c.flush()
for options in ({}, {"zdict": b"another"}, {"zdict": b""}, {"zdict": TEXT[:300]}):
    tried(zlib.decompressobj(**options).decompress, packed)
tried(zlib.decompress, packed)
c = zlib.compressobj(wbits=-15, zdict=b"abc")
print(zlib.decompressobj(-15, b"abc").decompress(c.compress(b"abcabc") + c.flush()))
for method, args in (("flush", (0,)), ("flush", (-1,)), ("decompress", (b"", -1)), ("decompress", ("x",)), ("decompress", (b"", 1.5)), ("decompress", (b"", 2**70))):
    tried(getattr(zlib.decompressobj(), method), *args)
tried(zlib.decompressobj, 99)
tried(zlib.decompressobj, zdict="x")

# --- the classes
for thing in (zlib.compressobj(), zlib.decompressobj()):
    print(type(thing), repr(thing).split(" at ")[0], [name for name in dir(thing) if name not in dir(object) and not (name[0] == "_" and name[1] != "_")])
    tried(type(thing))
    tried(pickle.dumps, thing)
    tried(lambda: type("Derived", (type(thing),), {}))
print(zlib.ZLIB_VERSION == zlib.ZLIB_RUNTIME_VERSION, zlib.MAX_WBITS, zlib.DEF_BUF_SIZE, zlib.DEF_MEM_LEVEL, zlib.DEFLATED, zlib.__version__, zlib.error, zlib.error.__mro__)
