# Compressors and decompressors are saved in the middle of their streams, and what comes out is what would have come.
import bz2
import gzip
import hashlib
import io
import lzma
import tarfile
import zipfile
import zlib

DATA = b"".join(b"%d: %d, %d\n" % (i, i * i, i * i % 1013) for i in range(3000))
STAMP = (2020, 1, 2, 3, 4, 6)


def seen(data):
    return len(data), hashlib.md5(data).hexdigest()


# --- compressors
c = zlib.compressobj(9, zdict=DATA[:100])
out = c.compress(DATA[:10])
ask("begun")
out += c.compress(DATA[10:20000])
ask("full of data")
out += c.flush(zlib.Z_SYNC_FLUSH)
ask("flushed")
clone = c.copy()
out += c.compress(DATA[20000:])
rest = clone.compress(DATA[20000:])
ask("copied")
print(seen(out + c.flush()), seen(rest + clone.flush()))
stored = zlib.compressobj(0)
out = stored.compress(DATA * 3)
ask("stored")
print(seen(out + stored.compress(DATA) + stored.flush()))
for make in (bz2.BZ2Compressor, lambda: lzma.LZMACompressor(preset=0), lambda: lzma.LZMACompressor(lzma.FORMAT_RAW, filters=[{"id": lzma.FILTER_DELTA, "dist": 4}, {"id": lzma.FILTER_LZMA2, "dict_size": 65536, "preset": 1}])):
    c = make()
    ask("made")
    out = c.compress(DATA[:30000])
    ask("begun")
    out += c.compress(DATA[30000:])
    ask("full of data")
    print(seen(out + c.flush()))

# --- decompressors
packed = zlib.compress(DATA)
d = zlib.decompressobj()
out = d.decompress(packed[:100])
ask("begun")
out += d.decompress(packed[100:], 5000)
ask("with a tail")
clone = d.copy()
out += d.decompress(d.unconsumed_tail + b"more")
ask("at its end")
print(out == DATA, d.eof, d.unused_data, seen(clone.flush()))
broken = zlib.decompressobj()
for part in (packed[:50], b"\xff" * 20, b""):
    try:
        print(seen(broken.decompress(part)))
    except zlib.error as e:
        print(e)
    ask("broken")
for module, d in ((bz2, bz2.BZ2Decompressor()), (lzma, lzma.LZMADecompressor())):
    packed = module.compress(DATA)
    out = d.decompress(packed[:200])
    ask("begun")
    out += d.decompress(packed[200:] + b"more", 3000)
    print(d.needs_input, d.eof)
    ask("full")
    while not d.eof:
        out += d.decompress(b"", 10000)
        ask("more")
    print(out == DATA, d.unused_data)

# --- files
buffer = io.BytesIO()
with gzip.GzipFile("name", "wb", 6, buffer, mtime=7) as f:
    for i in range(3):
        f.write(DATA[i * 9000:i * 9000 + 9000])
        ask("writing")
print(seen(buffer.getvalue()))
buffer.seek(0)
with gzip.open(buffer, "rt") as f:
    for number, line in enumerate(f):
        if number % 600 == 0:
            print(line.strip(), ask("reading"))
print(number)
for how in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA, zipfile.ZIP_STORED):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how) as z:
        with z.open(zipfile.ZipInfo("a.txt", STAMP), "w") as f:
            f.write(DATA[:20000])
            ask("writing")
            f.write(DATA[20000:])
        info = zipfile.ZipInfo("b", STAMP)
        info.compress_type = how
        z.writestr(info, b"short")
        ask("between")
    print(seen(buffer.getvalue()))
    with zipfile.ZipFile(buffer) as z:
        ask("open")
        print(z.namelist(), z.testzip())
        with z.open("a.txt") as f:
            first = f.read(1000)
            ask("reading")
            print(first + f.read() == DATA, z.read("b"))
for kind in ("gz", "bz2", "xz"):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:" + kind) as t:
        for name in ("one", "two"):
            info = tarfile.TarInfo(name)
            info.size = len(DATA)
            t.addfile(info, io.BytesIO(DATA))
            ask("adding")
    buffer.seek(0)
    with tarfile.open(fileobj=buffer) as t:
        print(t.getnames(), ask("names"))
        print(t.extractfile("two").read() == DATA)
