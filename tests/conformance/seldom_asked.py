# What builtins answer to questions that programs seldom ask.
import copy
import csv
import io
import sys
import time
import traceback
import types


def attempt(action, *args, **kwargs):
    try:
        print(action(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


# None's class is asked for its methods, not None.
kind = type(None)
for name in ("__bool__", "__repr__", "__eq__", "__doc__", "__class__", "__init_subclass__", "__subclasshook__"):
    print(name, repr(getattr(kind, name)).split(" at 0x")[0], repr(getattr(None, name)).split(" at 0x")[0])
print(kind.__bool__(None), kind.__repr__(None), kind.__eq__(None, 1), kind.__ne__(None, None), kind.__hash__(None) == hash(None), None.__bool__())
print(....__reduce__(), NotImplemented.__reduce__(), type(...).__reduce__(...), copy.copy(...), copy.deepcopy([NotImplemented, ...]))

# What has no equality of its own is hashed by identity.
for x in ({1: 2}.values(), iter(range(3)), iter(range(10**30)), iter([]), iter({}), iter({1}), iter(""), enumerate([]), zip(), map(str, []), reversed([])):
    print(type(x).__name__, hash(x) == hash(x), x in {x})
for x in ({}.keys(), {}.items()):
    attempt(hash, x)

# Names that a module with __getattr__ lacks.
for line in ("from sys import nosuch", "from sys import nosuch as other", "from sys import maxsize, nosuch", "import sys.nosuch"):
    attempt(exec, line)
lazy = sys.modules["lazy"] = types.ModuleType("lazy")
lazy.__getattr__ = lambda name: (_ for _ in ()).throw(AttributeError(name)) if name == "absent" else KeyError if name == "key" else f"made {name}"
from lazy import anything, key
print(anything, key)
attempt(exec, "from lazy import absent")

# Source that can't be encoded.
for action in (eval, exec, compile):
    for text in ("\ud800", "'\udfff'", "x = 1 # \ud800"):
        attempt(action, text, *("f", "exec") if action is compile else ())
for optimize in (3, -2, "1", 2.0):
    attempt(compile, "1", "f", "exec", optimize=optimize)
for optimize in (-1, 0, 1, 2):
    print(eval(compile("1", "f", "eval", optimize=optimize)))

# property: None leaves what is there.
p = property(len, id, hash, "text")
for q in (p.getter(None), p.setter(None), p.deleter(None)):
    print(q.fget is len, q.fset is id, q.fdel is hash, q.__doc__, q is p)
print(p.getter(abs).fget, p.getter(abs).fset is id)


class Hex(bytearray):
    def __init__(self, *args):
        print("init", args)
        super().__init__(*args)


print(Hex.fromhex("a0a1"))
print(b"aXb".partition(bytearray(b"X")), b"aXb".rpartition(bytearray(b"X")), bytearray(b"aXb").partition(b"X"), b"ab".partition(bytearray(b"X")))


class Text(str):
    pass


class Shown:
    def __init__(self, text):
        self.text = text

    def __repr__(self):
        return Text(self.text)


print(type(ascii(Shown("a"))).__name__, ascii(Shown("a")), type(ascii(Shown("é"))).__name__, ascii(Shown("é")))

# csv: only the line's own end makes quotes.
for end in ("\r\n", "\n", "!", "!@", "\r"):
    out = io.StringIO()
    csv.writer(out, lineterminator=end).writerows([["a\rb", "c\nd", "e!f", "g@h"], ["\r", "\n", "", None], ["x y"]])
    print(repr(out.getvalue()))


class NoException(Exception):
    def __new__(cls, *args):
        return 3


def waits():
    yield


g = waits()
next(g)
attempt(g.throw, NoException)


def raises():
    raise ValueError("v")


for limit in (None, 0, 1, -1, 1000):
    if limit is not None:
        sys.tracebacklimit = limit
    try:
        raises()
    except ValueError as e:
        print(limit, [line.split(", line")[0].rpartition("/")[2] for line in traceback.format_exception(e)])
        print(["Traceback" in line for line in traceback.format_exception(ExceptionGroup("g", [e]))])

fields = (2024, 1, 2, 3, 4, 5, 6, 7, 0)
print(time.struct_time(fields, {"tm_zone": "UTC", "tm_gmtoff": 60}).tm_zone, time.struct_time(fields, {"tm_gmtoff": 60}).tm_gmtoff, time.struct_time(fields).tm_zone)
print(time.struct_time(fields + ("CET",), {"tm_zone": "UTC"}).tm_zone)
for bad in (None, ["tm_zone", "UTC"], 3):
    attempt(time.struct_time, fields, bad)
print(types.FunctionType.__doc__.splitlines()[0], isinstance(property.__doc__, str), types.GeneratorType.__doc__)

# What a slice of a bytearray can't become.
for value in (object(), None, 3, "ab", 1.5, [300], ["a"], len, type):
    attempt(bytearray(b"ab").__setitem__, slice(0, 1), value)


class Whole:
    def __int__(self):
        return 3


for value in (2j, Whole()):
    attempt(bytearray(b"ab").__setitem__, slice(0, 1), value)
