import errno
import os
import stat
import threading

r, w = os.pipe()
print(w - r, os.write(w, b"hello world"), os.read(r, 5), os.read(r, 100))
print(stat.S_ISFIFO(os.fstat(r).st_mode), oct(os.fstat(w).st_mode), os.isatty(r), os.get_blocking(r))
for wrong in (lambda: os.write(r, b"x"), lambda: os.read(w, 1), lambda: os.lseek(r, 0, 0), lambda: os.pread(r, 1, 0), lambda: os.pwrite(w, b"x", 0)):
    try:
        print(wrong())
    except OSError as e:
        print(errno.errorcode[e.errno], e)
os.set_blocking(r, False)
try:
    os.read(r, 1)
except BlockingIOError as e:
    print(e, os.get_blocking(r), os.get_blocking(w))
os.write(w, b"left")
os.close(w)
print(os.read(r, 100), os.read(r, 100))
os.close(r)

r, w = os.pipe()
os.close(r)
try:
    os.write(w, b"nobody")
except BrokenPipeError as e:
    print(e)
os.close(w)

# As streams.
r, w = os.pipe()
with os.fdopen(w, "w") as out:
    print("one\ntwo", file=out)
    print(out.writable(), out.seekable())
with open(r) as lines:
    print(lines.seekable(), list(lines))

# Somebody else writes.
r, w = os.pipe()
copy = os.dup(w)


def write():
    for number in range(3):
        os.write(copy, b"%d" % number)
    os.close(w)
    os.close(copy)


thread = threading.Thread(target=write)
thread.start()
found = b""
while piece := os.read(r, 10):
    found += piece
thread.join()
print(found)
os.close(r)

r, w = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
print(os.get_blocking(r), os.get_blocking(w), os.get_inheritable(r))
os.dup2(r, w)
print(os.read(w, 1))
os.close(r)
os.close(w)
