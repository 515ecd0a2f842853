# input() reads the stream that the program has put into sys.stdin, and except takes tuples of any class.
import collections
import io
import sys
from unittest import mock

sys.stdin = io.StringIO("3\n4\nlast")
print(int(input()) + int(input("more? ")), repr(input()))
try:
    input("gone? ")
except EOFError as e:
    print(e)
with mock.patch("sys.stdin", io.StringIO("patched\n")), mock.patch("sys.stdout", io.StringIO()) as out:
    line = input("prompt")
print(line, out.getvalue())


class Odd:
    def readline(self):
        return 5


for own in (Odd(), None):
    sys.stdin = own
    try:
        input()
    except Exception as e:
        print(type(e).__name__, e)

Pair = collections.namedtuple("Pair", "a b")
try:
    raise KeyError(1)
except Pair(KeyError, ValueError) as e:
    print("caught", e)
try:
    try:
        raise KeyError(1)
    except Pair(KeyError, 5) as e:
        print("caught", e)
    except Pair(5, KeyError):
        print("never")
except TypeError as e:
    print(e)
