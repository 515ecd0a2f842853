"""open() and its streams: modes, positions, buffers, what is refused and how it is said."""

import io
import os
import tempfile

os.chdir(tempfile.mkdtemp())


def told(call, *args, **kwargs):
    try:
        return call(*args, **kwargs)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


with open("a.txt", "w") as f:
    print(f, f.buffer, f.buffer.raw, f.name, f.mode, f.encoding, f.errors, f.newlines, f.line_buffering, f.write_through)
    print(f.write("one\ntwo\n"), f.writelines(["three\n", "four"]), f.tell(), f.closed, f.isatty(), f.seekable())
    print("five", 6, sep="-", file=f)
    for call in (f.read, f.readline, f.readlines, lambda: next(f), lambda: f.write(b"x"), lambda: f.write(3), lambda: f.seek(-1)):
        print(told(call))
print(f.closed, told(f.read), told(f.write, "x"), told(f.tell), told(f.__enter__), told(lambda: next(f)), told(f.flush), f.close())
print(f, f.buffer, f.buffer.raw)

with open("a.txt") as f:
    print(f, f.readable(), f.writable(), told(f.write, "x"), told(f.truncate))
    print(repr(f.read(3)), f.tell(), repr(f.readline()), repr(next(f)), told(f.tell), f.readlines(), repr(f.read()))
    print(f.seek(4), repr(f.readline(2)), f.seek(0, 2), told(f.seek, 1, 1), told(f.seek, -1, 2), f.seek(0))
    print([line for line in f], told(next, f), list(f))

with open("a.txt", "r+") as f:
    print(f.read(4), f.write("TWO!"), f.seek(0), f.read(), f.truncate(5), f.seek(0), repr(f.read()))
with open("a.txt", "a+") as f:
    print(f.tell(), f.write("more"), f.tell(), f.seek(0), repr(f.read()))
with open("a.txt", "w+") as f:
    print(f.write("äöü€\U0001f600\n") and f.seek(0), repr(f.read()), f.tell(), f.seek(0), f.read(2), f.tell(), f.seek(4), f.read())
print(told(open, "a.txt", "x"), told(open, "new.txt", "x").close(), os.listdir(".") and sorted(os.listdir(".")))

print(told(open, "missing"), told(open, "."), told(open, ".", "w"), told(open, "a.txt/b"), told(open, "no/b", "w"), told(open, ""))
print(told(open, "x\0y"), told(open, 5.0), told(open, None), told(open, -1), told(open, 99), told(open, "a", closefd=False))
for mode in ("", "z", "rw", "rwx", "rr", "r+w", "+", "U", "rt b", "tb", "r++", "wab", 3):
    print(mode, told(open, "a.txt", mode))
print(told(open, "a.txt", "rb", encoding="utf-8"), told(open, "a.txt", "rb", errors="strict"), told(open, "a.txt", "rb", newline=""))
print(told(open, "a.txt", newline="x"), told(open, "a.txt", encoding="klingon"), told(open, "a.txt", "r", 0), told(open, "a.txt", buffering=-5))
print(told(open, "a.txt", encoding=3), told(open, "a.txt", newline=3))

with open("b.bin", "wb") as f:
    print(f, f.mode, f.raw, f.write(b"0123456789"), f.write(bytearray(b"ab")), f.write(memoryview(b"cd")), told(f.write, "x"), f.tell(), told(f.read))
with open("b.bin", "rb") as f:
    buffer = bytearray(4)
    print(f, f.read(2), f.peek(3)[:3], f.read1(2), f.readinto(buffer), buffer, f.seek(-2, 2), f.read(), f.read(), f.seek(1), f.seek(2, 1), f.tell())
    print(told(f.write, b"x"), f.readlines(), f.fileno() > 2)
with open("b.bin", "rb+") as f:
    print(f, f.read(2), f.write(b"XY"), f.read(2), f.seek(0), f.read(), f.truncate(3), f.seek(0), f.read(), f.seek(6), f.write(b"!"), f.seek(0), f.read())
with open("b.bin", "rb", buffering=0) as f:
    print(f, f.mode, f.read(2), f.readall(), f.read(), told(f.seek, -1), f.seek(1), f.readline(), told(f.write, b"x"))
with open("b.bin", "ab", 0) as f:
    print(f.tell(), f.write(b"end"), f.seek(0), f.write(b"."), f.tell(), told(f.read))
print(open("b.bin", "rb").read(), io.FileIO("b.bin"), io.FileIO("b.bin", "r+").mode, told(io.FileIO, "b.bin", "q"))

with open("n.txt", "wb") as f:
    f.write(b"a\r\nb\rc\nd")
for newline in (None, "", "\n", "\r", "\r\n"):
    with open("n.txt", newline=newline) as f:
        print(repr(newline), f.readlines(), f.newlines)
for newline in (None, "", "\n", "\r", "\r\n"):
    with open("m.txt", "w", newline=newline) as f:
        f.write("a\nb\r\n")
    print(repr(newline), open("m.txt", "rb").read())
with open("l.txt", "w", encoding="latin-1", errors="replace") as f:
    print(f.encoding, f.errors, f.write("ä€"))
print(open("l.txt", "rb").read(), told(open("l.txt", encoding="utf-8").read), repr(open("l.txt", errors="ignore").read()))
with open("u.txt", "w", encoding="utf-16") as f:
    f.write("hi")
with open("u.txt", "a", encoding="utf-16") as f:
    f.write("!")
print(open("u.txt", "rb").read(), open("u.txt", encoding="utf-16").read())
with open("s.txt", "w", encoding="utf-8-sig") as f:
    f.write("x")
print(open("s.txt", "rb").read(), open("s.txt", encoding="utf-8-sig").read())
f = open("a.txt", "w", buffering=1)
print(f.line_buffering, f.reconfigure(line_buffering=False), f.line_buffering, f.reconfigure(encoding="ascii"), told(f.write, "ä"), f.close())

# What is open twice, and what is gone while it is open.
with open("t.txt", "w") as one, open("t.txt", "r") as two:
    one.write("abc")
    one.flush()
    print(two.read())
    one.seek(0)
    one.write("X")
    one.flush()
    two.seek(0)
    os.remove("t.txt")
    print(two.read(), os.path.exists("t.txt"))
fd = os.open("fd.txt", os.O_RDWR | os.O_CREAT)
with os.fdopen(fd, "w+", closefd=True) as f:
    print(f.name == fd, f.write("by number"), f.seek(0), f.read())
print(told(os.close, fd), told(os.read, fd, 1))
with open("a.txt", "w", opener=lambda path, flags: os.open(path, flags, 0o600)) as f:
    print(f.write("x"), oct(os.stat("a.txt").st_mode))

# Buffers over streams of one's own.
raw = io.BytesIO(b"line\nother\n")
print(io.TextIOWrapper(raw, "ascii").readlines(), io.BufferedReader(io.BytesIO(b"abc")).peek(), isinstance(open("a.txt"), io.TextIOBase))
print(isinstance(open("a.txt", "rb"), io.BufferedIOBase), isinstance(open("a.txt", "rb", 0), io.RawIOBase), isinstance(open("a.txt"), io.IOBase))
print([type(open("a.txt", mode)).__name__ for mode in ("r", "rb", "r+b", "wb")], type(open("a.txt")).__module__, io.open is open)
with open(os.devnull, "w") as f:
    print(f.write("gone"), open(os.devnull).read() == "")
