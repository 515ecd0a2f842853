"""What classes below io's get from it, bytes on the standard output, and what else programs ask of queues and dates."""
import io
import queue
import sys
import time


class Bytes(io.RawIOBase):
    def __init__(self, data):
        self.data = data

    def readable(self):
        return True

    def readinto(self, buffer):
        n = min(len(buffer), len(self.data), 3)
        buffer[:n], self.data = self.data[:n], self.data[n:]
        return n


stream = Bytes(b"one\ntwo\nthree")
print(stream.closed, stream.read(2), stream.readline(), stream.readline(1), stream.read(), stream.read(4), list(Bytes(b"a\nb\n")), Bytes(b"ab\ncd").readlines())
stream.close()
stream.close()
print(stream.closed)
for use in stream.flush, stream.readline, stream.__enter__:
    try:
        print(use())
    except ValueError as e:
        print("ValueError", str(e)[:9])


class Kept(io.TextIOBase):
    flushed = 0

    def flush(self):
        self.flushed += 1


kept = Kept()
with kept:
    print(kept.closed)
print(kept.closed, kept.flushed)

sys.stdout.flush()
for piece in b"caf\xc3", b"\xa9 ", bytearray(b"\xe2\x82"), memoryview(b"\xac\n"):
    print(sys.stdout.buffer.write(piece), file=sys.stderr)
sys.stdout.buffer.writelines([b"a", b"b\n"])
sys.stdout.buffer.flush()

q = queue.Queue()
q.put(1)
with q.mutex:
    q.queue.clear()
with q.not_empty:
    q.not_empty.notify()
print(q.empty(), q.mutex is q.mutex, q.mutex.locked(), hasattr(q, "nothing"), hasattr(queue.LifoQueue(), "all_tasks_done"))
print(time.strptime("20 02/09", "%j %m/%d")[:3], time.strptime("2001 033", "%Y %j")[:3])

import signal

print(signal.getsignal(signal.SIGINT) is signal.default_int_handler, signal.signal(signal.SIGTERM, signal.SIG_IGN), signal.getsignal(signal.SIGTERM))
print(signal.signal(signal.SIGUSR1, lambda number, frame: print("got", number)), signal.raise_signal(signal.SIGUSR1), signal.raise_signal(signal.SIGTERM))
print(signal.signal(signal.SIGINT, signal.SIG_IGN) is signal.default_int_handler, signal.getsignal(signal.SIGINT), signal.raise_signal(signal.SIGINT))
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    signal.raise_signal(signal.SIGINT)
except KeyboardInterrupt as e:
    print(repr(e))
try:
    signal.signal(signal.SIGKILL, signal.SIG_IGN)
except OSError as e:
    print(e)
