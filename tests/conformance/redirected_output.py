# print goes where sys.stdout says; what a program sets in a module is its own
import contextlib
import io
import math
import sys

real = sys.stdout
buffer = io.StringIO()
with contextlib.redirect_stdout(buffer):
    print("one", 2, sep="-")
    with contextlib.redirect_stdout(io.StringIO()) as inner:
        print("inner")
    print("three", end="!")
print(repr(buffer.getvalue()), repr(inner.getvalue()), sys.stdout is real)


class Tee:
    def __init__(self, *files):
        self.files = files

    def write(self, text):
        for file in self.files:
            file.write(text.upper())
        return len(text)

    def flush(self):
        pass


for _ in range(2):
    log = io.StringIO()
    sys.stdout = Tee(log, real)
    print("teed", [1])
    sys.stdout = real
    print(repr(log.getvalue()))
sys.stdout = None
print("nowhere")
sys.stdout = sys.__stdout__
print("back")

errors = io.StringIO()
with contextlib.redirect_stderr(errors):
    print("to stderr", file=sys.stderr)
print(repr(errors.getvalue()))

print(math.floor(2.5))
math.floor = lambda x: "patched"
from math import floor
print(math.floor(2.5), floor(1), "floor" in dir(math), math.ceil(2.5))
math.answer = 42
print(math.answer, hasattr(math, "nothing"))
