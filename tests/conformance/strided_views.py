# Views whose bytes aren't in a row: what takes them, and what wants a buffer in one piece.
import array
import base64
import binascii
import bz2
import codecs
import gzip
import hashlib
import hmac
import io
import lzma
import marshal
import os
import pickle
import sqlite3
import struct
import tempfile
import xml.parsers.expat
import zlib

STRIDED = memoryview(b"abcdef" * 4)[::2]
WRITABLE = memoryview(bytearray(b"abcdef" * 4))[::2]
RELEASED = memoryview(b"x")
RELEASED.release()


def t(name, f):
    for view in (STRIDED, WRITABLE, RELEASED):
        try:
            text = repr(f(view))[:70]
        except Exception as e:
            text = f"{type(e).__name__}: {e}"
        if " object at 0x" in text:
            text = "an object"
        print(name, text)


def changed(f):
    def g(view):
        data = bytearray(b"abc")
        f(data, view)
        return data

    return g


for name in "crc32 adler32 compress decompress".split():
    t(name, getattr(zlib, name))
t("compressobj", lambda m: zlib.compressobj().compress(m))
t("zdict", lambda m: zlib.compressobj(zdict=m))
t("decompressobj", lambda m: zlib.decompressobj().decompress(m))
for name in "crc32 hexlify b2a_hex b2a_base64 b2a_uu b2a_qp a2b_base64 a2b_hex unhexlify a2b_uu a2b_qp".split():
    t("binascii." + name, getattr(binascii, name))
t("crc_hqx", lambda m: binascii.crc_hqx(m, 0))
for module in (bz2, lzma, gzip):
    t(module.__name__, lambda m: len(module.compress(m)))
    t(module.__name__, lambda m: module.decompress(m))
for name in "b64encode b64decode b32encode b16encode b85encode a85encode encodebytes decodebytes".split():
    t("base64." + name, getattr(base64, name))
for name in sorted(hashlib.algorithms_guaranteed):
    t("hashlib." + name, lambda m: getattr(hashlib, name)(m))
    t("hashlib.new " + name, lambda m: hashlib.new(name, m))
    t("hashlib.update " + name, lambda m: getattr(hashlib, name)().update(m))
t("blake2 key", lambda m: hashlib.blake2b(b"", key=m))
t("hmac", lambda m: hmac.new(b"k", m, "sha256"))
t("hmac", lambda m: hmac.new(m, b"", "sha256"))
t("hmac", lambda m: hmac.compare_digest(m, b"ace"))
t("unpack", lambda m: struct.unpack("12s", m))
t("unpack_from", lambda m: struct.unpack_from("1s", m))
t("iter_unpack", lambda m: struct.iter_unpack("12s", m))
t("from_bytes", lambda m: int.from_bytes(m, "big"))
t("int", int)
t("float", float)
t("bytes", bytes)
t("bytearray", bytearray)
t("str", lambda m: str(m, "ascii"))
t("list", list)
t("join", lambda m: b"-".join([m, m]))
for kind in (bytes, bytearray):
    b = kind(b"abcabcx")
    for name in (
        "find rfind index rindex count startswith endswith split rsplit partition rpartition strip lstrip rstrip removeprefix removesuffix"
    ).split():
        t(name, getattr(b, name))
    t("startswith", lambda m: b.startswith((m,)))
    t("replace", lambda m: b.replace(m, b"x"))
    t("replace", lambda m: b.replace(b"a", m))
    t("translate", lambda m: b.translate(m))
    t("maketrans", lambda m: kind.maketrans(m, m))
    t("+", lambda m: b + m)
    t("in", lambda m: m in b)
    t("==", lambda m: b == m)
    t("%s", lambda m: kind(b"<%s>") % m)
    t("%b", lambda m: kind(b"<%b>") % (m,))
t("extend", changed(lambda b, m: b.extend(m)))
t("+=", changed(lambda b, m: b.__iadd__(m)))
t("slice", changed(lambda b, m: b.__setitem__(slice(1, 2), m)))
t("copy", lambda m: memoryview(bytearray(12)).__setitem__(slice(None), m))
t("tobytes", lambda m: m.tobytes())
t("BytesIO", lambda m: io.BytesIO(m).getvalue())
t("write", lambda m: io.BytesIO().write(m))
t("writelines", lambda m: io.BytesIO().writelines([m]))
t("BufferedWriter", lambda m: io.BufferedWriter(io.BytesIO()).write(m))
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/f", "wb") as file:
        t("file", file.write)
    with open(folder + "/f", "wb", buffering=0) as file:
        t("file", file.write)
        t("os.write", lambda m: os.write(file.fileno(), m))
t("frombytes", lambda m: array.array("B").frombytes(m))
for name in "ascii utf-8 latin-1 utf-16 utf-32 utf-7 cp1252 hex base64 zlib unicode_escape".split():
    t(name, codecs.getincrementaldecoder(name)().decode)
    t(name, codecs.lookup(name).decode)
for name in "utf_8_decode ascii_decode latin_1_decode utf_16_decode escape_decode charmap_decode readbuffer_encode".split():
    t(name, getattr(codecs, name))
t("pickle", pickle.loads)
t("marshal", lambda m: marshal.loads(m) if m is not RELEASED else None)
for name, f in ("eval", eval), ("exec", exec), ("compile", lambda m: compile(m, "x", "exec")):
    t(name, lambda m: f(m) if m is not RELEASED else None)
t("UnicodeDecodeError", lambda m: UnicodeDecodeError("x", m, 0, 1, "r"))
t("expat", lambda m: xml.parsers.expat.ParserCreate().Parse(m))
t("sqlite3", lambda m: sqlite3.connect(":memory:").execute("select ?", (m,)).fetchone())
