# Streams in their midst: their settings, input and steps are in states. (What compressors give may change with their libraries, what is compressed doesn't.)
import bz2
import gzip
import io
import lzma
import zlib

TEXT = b"".join(b"%d squared is %d\n" % (i, i * i) for i in range(200))
PACKED = zlib.compress(TEXT)
inflater = zlib.decompressobj()
out = inflater.decompress(PACKED[:300], 100)
with_dictionary = zlib.decompressobj(-15, b"squared is ")
compressor = zlib.compressobj(wbits=-15, zdict=b"squared is ")
raw = compressor.compress(TEXT) + compressor.flush()
out2 = with_dictionary.decompress(raw[:50])
ended = zlib.decompressobj()
ended.decompress(PACKED + b"more")
broken = zlib.decompressobj()
try:
    broken.decompress(b"junk")
except zlib.error as e:
    print(e)
bunzip, packed_bz2 = bz2.BZ2Decompressor(), bz2.compress(TEXT)
out3 = bunzip.decompress(packed_bz2, 70)
unxz, packed_xz = lzma.LZMADecompressor(), lzma.compress(TEXT, preset=0)
out4 = unxz.decompress(packed_xz[:100])
file = gzip.open(io.BytesIO(gzip.compress(TEXT, mtime=0) * 2), "rb")
first = file.readline()
ask("in the midst")
print(out + inflater.decompress(inflater.unconsumed_tail + PACKED[300:]) == TEXT, inflater.eof)
print(out2 + with_dictionary.decompress(raw[50:]) == TEXT, ended.unused_data, ended.eof)
try:
    broken.decompress(PACKED)
except zlib.error as e:
    print(e)
print(out3 + bunzip.decompress(b"") == TEXT, bunzip.eof, unxz.check, out4 + unxz.decompress(packed_xz[100:]) == TEXT, unxz.eof)
print(first, sum(1 for line in file), file.tell())
