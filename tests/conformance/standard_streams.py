"""The standard streams are streams: what scripts ask of them first."""
import collections.abc
import contextlib
import io
import sys

for stream in (sys.stdout, sys.stderr, sys.stdin):
    print([isinstance(stream, cls) for cls in (io.IOBase, io.TextIOBase, io.RawIOBase, io.StringIO, collections.abc.Iterable)])
    print([isinstance(stream.buffer, cls) for cls in (io.IOBase, io.TextIOBase)], stream.name, stream.mode, stream.encoding)
sys.stdout.reconfigure(encoding="utf-8", line_buffering=True)
sys.stdout.reconfigure(errors="strict", newline=None)
sys.stderr.reconfigure()
print("hé", sys.stderr.errors)
for options in ({"encoding": 5}, {"unknown": 1}):
    try:
        sys.stdout.reconfigure(**options)
    except TypeError as error:
        print(type(error).__name__)
with contextlib.redirect_stdout(io.StringIO()) as kept:
    print("kept")
print(repr(kept.getvalue()))
