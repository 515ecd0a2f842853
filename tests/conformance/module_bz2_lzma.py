# Modules bz2 and lzma: at once, piece by piece, files in memory, errors.
import bz2
import hashlib
import io
import lzma
import pickle

TEXT = b"".join(b"line %d of a text, %d\n" % (i, i * i % 97) for i in range(4000))
x, noise = 12345, bytearray()
for _ in range(70000):
    x = x * 1103515245 + 12345 & 0x7FFFFFFF
    noise.append(x >> 16 & 255)
NOISE = bytes(noise)


def digest(data):
    return len(data), hashlib.md5(data).hexdigest()


def tried(f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
        print(result if not isinstance(result, bytes) or len(result) < 80 else digest(result))
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)


FILTERS = [{"id": lzma.FILTER_DELTA, "dist": 3}, {"id": lzma.FILTER_LZMA2, "preset": 1, "dict_size": 1 << 16}]
RAW = {"format": lzma.FORMAT_RAW, "filters": FILTERS}
for name, data in (("text", TEXT), ("noise", NOISE), ("zeros", bytes(200000)), ("none", b""), ("one", b"x")):
    for level in (1, 9):
        packed = bz2.compress(data, level)
        print(name, level, digest(packed), bz2.decompress(packed * 2) == data * 2)
    for options in ({"preset": 0}, {"preset": 3 | lzma.PRESET_EXTREME}, {"format": lzma.FORMAT_ALONE, "preset": 1}, {"check": lzma.CHECK_SHA256, "preset": 1}, {"filters": FILTERS}, RAW,
                    {"format": lzma.FORMAT_ALONE, "filters": [{"id": lzma.FILTER_LZMA1, "dict_size": 1 << 16, "lc": 1, "lp": 2, "pb": 0, "mode": lzma.MODE_FAST, "mf": lzma.MF_HC3, "nice_len": 20, "depth": 3}]}):
        packed = lzma.compress(data, **options)
        back = lzma.decompress(packed, **RAW) if options is RAW else lzma.decompress(packed)
        print(name, digest(packed), back == data)

# --- decompressors
for module, make, packed in ((bz2, bz2.BZ2Decompressor, bz2.compress(TEXT)), (lzma, lzma.LZMADecompressor, lzma.compress(TEXT, preset=1))):
    for size in (7, 1000, 10**6):
        d = make()
        pieces = []
        rest = packed + b"what follows"
        while rest and not d.eof:
            pieces.append(d.decompress(rest[:size]))
            rest = rest[size:]
        print(b"".join(pieces) == TEXT, d.eof, d.needs_input, d.unused_data)
    for most in (0, 1, 10000):
        d = make()
        got = d.decompress(packed, most)
        print(len(got), d.needs_input, d.eof, len(d.decompress(b"", most)), d.needs_input, len(d.decompress(b"")), d.needs_input, d.eof)
    tried(d.decompress, b"")
    for broken in (b"junk and more junk", packed[:50] + b"\xff\xff" + packed[52:], packed[:-3] + b"xyz"):
        d = make()
        tried(d.decompress, broken)
        print(d.eof)  # what needs_input says then depends on CPython's patch level
    for broken in (packed[:-1], b"", packed + b"junk", b"junk"):
        tried(module.decompress, broken)
    tried(make().decompress, "text")
    tried(make().decompress, b"", 1.5)
    tried(pickle.dumps, d)
    c = (bz2.BZ2Compressor if module is bz2 else lzma.LZMACompressor)()
    tried(c.compress, "text")
    tried(pickle.dumps, c)
    print(digest(c.compress(TEXT[:100]) + c.flush()))
    tried(c.compress, b"")
    tried(c.flush)
d = lzma.LZMADecompressor()
packed = lzma.compress(b"text", preset=0)
print(d.check, d.decompress(packed[:10]), d.check, d.decompress(packed[10:]), d.check, d.eof)
tried(lzma.LZMADecompressor(memlimit=1000).decompress, packed)
tried(bz2.BZ2Compressor, 0)
tried(bz2.BZ2Compressor, 10)
tried(bz2.BZ2Compressor, "1")

# --- lzma's options
for options in ({"format": 9}, {"format": 0}, {"check": 99}, {"preset": 99}, {"preset": "a"}, {"preset": -1}, {"preset": 2**32}, {"preset": 3, "filters": []}, {"filters": []},
                {"filters": [{}]}, {"filters": [3]}, {"filters": [{"id": 99}]}, {"filters": [{"id": "x"}]}, {"filters": [{"id": 33}] * 5}, {"filters": [{"id": 33, "foo": 1}]},
                {"filters": [{"id": 33, "lc": -1}]}, {"filters": [{"id": 33, "lc": 9}]}, {"filters": [{"id": 33, "lc": 2**40}]}, {"filters": [{"id": 33, "preset": 99}]},
                {"format": 2, "check": 1}, {"format": 2, "filters": [{"id": 33}]}, {"format": 2, "filters": []}, {"format": 3}, {"format": 3, "check": 4, "filters": [{"id": 33}]},
                {"filters": [{"id": 3, "dist": 0}, {"id": 33}]}, {"filters": [{"id": 3, "x": 0}, {"id": 33}]}, {"filters": [{"id": 4, "x": 0}, {"id": 33}]}, {"filters": [{"id": 33, "mf": 9}]}):
    print(options, end=" ")
    tried(lzma.LZMACompressor, **options)
for options in ({"format": 9}, {"memlimit": -1}, {"memlimit": 2**64}, {"memlimit": "a"}, {"format": 3}, {"format": 3, "memlimit": 1}, {"filters": []}, {"format": 3, "filters": []}):
    print(options, end=" ")
    tried(lzma.LZMADecompressor, **options)
print([lzma.is_check_supported(n) for n in (-1, 0, 1, 4, 10, 15, 16, 99)])
tried(lzma.is_check_supported, "a")
for spec in ({"id": 33}, {"id": 33, "dict_size": 65536}, {"id": 3, "dist": 5}, {"id": 4}, {"id": 4, "start_offset": 16}, {"id": lzma.FILTER_LZMA1, "lc": 1}, {"id": 99}, {}, 3, {"id": 3, "dist": 900}):
    tried(lzma._encode_filter_properties, spec)
for id, properties in ((33, b"\x16"), (3, b"\x04"), (4, b"\x10\0\0\0"), (lzma.FILTER_LZMA1, b"\x5d\0\0\1\0"), (99, b""), (33, b"")):
    tried(lzma._decode_filter_properties, id, properties)

# --- files in memory
for module in (bz2, lzma):
    buffer = io.BytesIO()
    with module.open(buffer, "wt", encoding="utf-8", newline="") as f:
        f.write("first\nsecond é\n")
        f.writelines(["third\n"] * 1000)
    with module.open(io.BytesIO(buffer.getvalue() * 2), "rt", encoding="utf-8") as f:
        print(f.readline(), len(f.readlines()))
    with (bz2.BZ2File if module is bz2 else lzma.LZMAFile)(io.BytesIO(buffer.getvalue())) as f:
        print(f.peek(3)[:3], f.read(5), f.seek(6), f.readline(), f.tell(), f.seekable(), f.readable(), f.writable(), f.seek(-6, 2), f.read())
    tried(module.open(io.BytesIO(b"junk"), "rb").read)
    tried(module.open(io.BytesIO(buffer.getvalue()[:-5]), "rb").read)
    tried(module.open, io.BytesIO(), "rx")
