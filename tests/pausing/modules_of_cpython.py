"""Calls in the middle of modules that the session has made for itself, from CPython's files."""
import configparser
import doctest
import io
import os
import pathlib
import pickle
import threading
import unittest
import warnings
from unittest import mock


class Kept:
    def __init__(self, value):
        self.value = value

    def __reduce__(self):
        return Kept, (ask(self.value) + 1,)


class Restored:
    def __getstate__(self):
        return {"a": ask(1)}

    def __setstate__(self, state):
        self.a = state["a"] + ask(2)


print([k.value for k in pickle.loads(pickle.dumps([Kept(1), Kept(5)]))], pickle.loads(pickle.dumps(Restored())).a)


class Finding(pickle.Unpickler):
    def find_class(self, module, name):
        return super().find_class(ask(module), name)


print(Finding(io.BytesIO(pickle.dumps(Restored))).load() is Restored)


def asks(n):
    """
    >>> asks(2)
    2
    >>> asks([3])
    [3]
    """
    return ask(n)


print(doctest.testmod().failed)


class Case(unittest.TestCase):
    def setUp(self):
        self.before = ask("before")

    def test(self):
        with mock.patch("os.getcwd", side_effect=lambda: ask("/there")):
            self.assertEqual(os.getcwd(), "/there")
        for n in range(2):
            with self.subTest(n=n):
                self.assertEqual(ask(n), n)


print(unittest.TextTestRunner(stream=io.StringIO()).run(unittest.defaultTestLoader.loadTestsFromTestCase(Case)))


class Place:
    def __fspath__(self):
        return ask("a/b")


print(os.path.join(Place(), "c"), pathlib.PurePath(Place()) / "c")
parser = configparser.ConfigParser(converters={"asked": lambda text: ask(text)})
parser.read_string("[s]\nx = 1\n")
print(parser["s"].getasked("x"))
condition = threading.Condition()
with threading.RLock(), condition:
    print(condition.wait_for(lambda: ask(True)))

with warnings.catch_warnings():
    warnings.simplefilter("always")
    warnings.showwarning = lambda message, category, *place: print(ask(str(message)), category.__name__)
    warnings.warn(ask("first"))
    with warnings.catch_warnings(record=True) as log:
        warnings.warn(ask("second"), DeprecationWarning)
    print([str(each.message) for each in log])
