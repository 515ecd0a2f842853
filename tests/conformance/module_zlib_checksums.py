# Module zlib: its checksums.
import zlib

for data in (b"", b"a", b"hello world", bytes(range(256)) * 40, bytearray(b"xyz"), memoryview(b"abc"), b"\xff" * 10000):
    print(zlib.crc32(data), zlib.adler32(data), zlib.crc32(data, 12345), zlib.adler32(data, 0x12345678))
print(zlib.adler32(b"world", zlib.adler32(b"hello ")) == zlib.adler32(b"hello world"), zlib.crc32(b"world", zlib.crc32(b"hello ")))
for wrong in ("text", None, 3):
    try:
        zlib.adler32(wrong)
    except TypeError as e:
        print(e)
