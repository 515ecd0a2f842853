"""sys.stdout and sys.stderr as streams: what they can, what they refuse, what remains when they are closed."""

import codecs
import contextlib
import io
import pickle
import sys


def tried(function, *arguments):
    try:
        value = function(*arguments)
    except Exception as e:
        return type(e).__module__, type(e).__name__, str(e)
    return type(value).__name__ if isinstance(value, io.IOBase) else value


for stream in (sys.stdout, sys.stderr):
    kind = type(stream)
    print(kind, kind.__qualname__, isinstance(stream, io.TextIOWrapper), isinstance(stream, io.TextIOBase), isinstance(stream, io.IOBase))
    print(isinstance(stream.buffer, io.BufferedWriter), isinstance(stream.buffer, io.BufferedIOBase), isinstance(stream, io.RawIOBase))
    print(type(stream.buffer), stream.buffer, stream, stream.name, stream.mode, stream.newlines, stream.encoding)
    for name, *arguments in (
        ("read",),
        ("read", 0),
        ("readline",),
        ("readlines",),
        ("__next__",),
        ("write", b""),
        ("write", 1),
        ("write", ""),
        ("writelines", ["", ""]),
        ("flush",),
        ("fileno",),
        ("isatty",),
        ("readable",),
        ("writable",),
        ("seekable",),
        ("tell",),
        ("seek", 0),
        ("seek", 0, 2),
        ("__iter__",),
        ("__enter__",),
        ("nothing",),
    ):
        print("  ", name, tried(lambda: getattr(stream, name)(*arguments)))
    for name, *arguments in (
        ("read",),
        ("read1",),
        ("readinto", bytearray(3)),
        ("readline",),
        ("readlines",),
        ("__next__",),
        ("write", ""),
        ("write", 1),
        ("write", b""),
        ("write", memoryview(b"abcd")[:0]),
        ("readable",),
        ("writable",),
        ("seekable",),
        ("tell",),
        ("__enter__",),
    ):
        print("  ", name, tried(getattr(stream.buffer, name), *arguments))
    print(stream.closed, stream.buffer.closed, tried(pickle.dumps, stream), tried(lambda: stream << 1))

sys.stdout.flush()
own = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", line_buffering=True)
own.write("é, wrapped\n")
print(own.seekable(), own.writable(), own.readable(), flush=True)
own.detach()
codecs.getwriter("utf-8")(sys.stdout.buffer).write("ü, by a codec\n")
sys.stdout.buffer.flush()

# Closed, nothing is written any more; what comes from here on goes through stderr's place.
lines = []
original, sys.stdout = sys.stdout, io.StringIO()
with contextlib.redirect_stderr(sys.stdout):
    sys.stderr.write("redirected\n")
lines.append(sys.stdout.getvalue())
sys.stdout = original
sys.stderr.close()
lines += [tried(sys.stderr.write, "x"), tried(sys.stderr.flush), tried(print, "x"), sys.stderr.closed, sys.stderr.buffer.closed]
lines += [tried(lambda: print("x", file=sys.stderr)), tried(sys.stderr.fileno), tried(sys.stderr.__enter__), sys.stdout.closed]
lines += [tried(sys.stderr.buffer.write, b"x"), tried(sys.stderr.close)]
print(*lines, sep="\n")
