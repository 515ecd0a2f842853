# Modules gzip, zipfile and tarfile over buffers, and the codecs that compress.
import codecs
import gzip
import hashlib
import io
import tarfile
import zipfile
import zlib

TEXT = b"".join(b"line %d of a text, %d\n" % (i, i * i % 97) for i in range(4000))
STAMP = (2020, 1, 2, 3, 4, 6)


def digest(data):
    return len(data), hashlib.md5(data).hexdigest()


def tried(f, *args, **kwargs):
    try:
        result = f(*args, **kwargs)
        print(result if not isinstance(result, bytes) or len(result) < 80 else digest(result))
    except Exception as e:
        print(type(e).__module__, type(e).__name__, e)


packed = gzip.compress(TEXT, mtime=0)
print(digest(packed), gzip.decompress(packed) == TEXT, gzip.decompress(packed * 2) == TEXT * 2, gzip.decompress(packed + bytes(9)) == TEXT, digest(gzip.compress(TEXT, 1, mtime=5)))
for broken in (b"", b"ab", b"abcdef", packed[:20], packed[:-3], packed[:-8] + bytes(8), packed[:-1] + b"x", packed + b"junk", packed[:60] + b"\xff\xff\xff" + packed[63:]):
    tried(gzip.decompress, broken)
    tried(gzip.open(io.BytesIO(broken)).read)
buffer = io.BytesIO()
with gzip.GzipFile("dir/name.gz", "wb", 9, buffer, mtime=123456789) as f:
    print(f.write(TEXT), f.tell(), f.flush(), f.writable(), f.readable(), f.name, f.mode)
print(digest(buffer.getvalue()))
f = gzip.GzipFile(fileobj=io.BytesIO(buffer.getvalue()))
print(f.read(10), f.peek(5)[:5], f.readline(), f.seek(5000), f.read(20), f.seek(3), f.read1(4), f.tell(), f.mtime, sum(1 for line in f))
with gzip.open(io.BytesIO(buffer.getvalue()), "rt") as f:
    print(f.readline(), len(f.read()))
tried(gzip.GzipFile, fileobj=io.BytesIO(), mode="rt")
tried(gzip.GzipFile(fileobj=io.BytesIO(), mode="wb").read)
tried(gzip.GzipFile(fileobj=io.BytesIO(packed)).write, b"x")

for how in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", how, compresslevel=3 if how in (zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2) else None) as z:
        for name, data in (("a.txt", TEXT), ("dir/é.bin", bytes(5000)), ("empty", b"")):
            info = zipfile.ZipInfo(name, STAMP)
            info.compress_type = how
            z.writestr(info, data)
        z.comment = b"a comment"
    print(how, digest(buffer.getvalue()))
    with zipfile.ZipFile(buffer, "a") as z:
        z.writestr(zipfile.ZipInfo("added", STAMP), "text")
    with zipfile.ZipFile(buffer) as z:
        print([(i.filename, i.file_size, i.compress_size, i.CRC, i.date_time) for i in z.infolist()], z.comment, z.testzip())
        print(z.read("a.txt") == TEXT, z.read("added"), z.getinfo("dir/é.bin"))
        with z.open("a.txt") as f:
            print(f.read(7), f.readline(), f.seek(1000), f.read(5), f.tell(), len(f.read()))
        tried(z.read, "missing")
        print([path.at for path in zipfile.Path(z).iterdir()], zipfile.Path(z, "added").read_text())
data = bytearray(buffer.getvalue())
data[200] ^= 255
tried(lambda: zipfile.ZipFile(io.BytesIO(data)).read("a.txt"))
tried(zipfile.ZipFile, io.BytesIO(b"no archive"))
print(zipfile.is_zipfile(buffer), zipfile.is_zipfile(io.BytesIO(b"x")))

for kind in ("", "gz", "bz2", "xz"):
    for mode in (":", "|"):
        buffer = io.BytesIO()
        with tarfile.open(fileobj=buffer, mode="w" + mode + kind) as t:
            for name in ("one", "two"):
                info = tarfile.TarInfo(name)
                info.size = len(TEXT)
                t.addfile(info, io.BytesIO(TEXT))
        for how in ("r:*", "r|*"):
            buffer.seek(0)
            with tarfile.open(fileobj=buffer, mode=how) as t:
                print(kind, mode, how, [(info.name, info.size, digest(t.extractfile(info).read())) for info in t])
tried(tarfile.open, fileobj=io.BytesIO(b"no archive"), mode="r:gz")

for codec in ("zlib", "bz2"):
    packed = codecs.encode(TEXT, codec)
    encoder, decoder = codecs.getincrementalencoder(codec)(), codecs.getincrementaldecoder(codec)()
    pieces = b"".join(encoder.encode(TEXT[i:i + 9000], i + 9000 >= len(TEXT)) for i in range(0, len(TEXT), 9000))
    print(codec, digest(packed), codecs.decode(packed, codec) == TEXT, pieces == packed, b"".join(decoder.decode(packed[i:i + 100]) for i in range(0, len(packed), 100)) == TEXT)
    tried(codecs.decode, b"junk", codec)
    tried(TEXT.decode, codec)
print(zlib.crc32(TEXT), gzip.READ, gzip.BadGzipFile.__mro__)
