# input() over streams of the program: without flush(), with one that raises, and without streams.
import io
import sys


class BB:
    def write(self, t):
        sys.__stdout__.write("W:" + t)


class Bad(BB):
    def flush(self):
        1 / 0


for out in (BB(), Bad()):
    sys.stdin = io.StringIO("one\ntwo\n")
    sys.stdout = out
    try:
        r = input("p? ")
    except Exception as e:
        r = repr(e)
    sys.stdout = sys.__stdout__
    print(r)
del sys.stdout
try:
    input("x")
except RuntimeError as e:
    sys.__stdout__.write(str(e) + "\n")
sys.stdout = None
try:
    input("x")
except RuntimeError as e:
    sys.__stdout__.write(str(e) + "\n")
sys.stdout = sys.__stdout__
sys.stdin = None
try:
    input("x")
except RuntimeError as e:
    sys.__stdout__.write(str(e) + "\n")
del sys.stdin
try:
    input("x")
except RuntimeError as e:
    sys.__stdout__.write(str(e) + "\n")
