"""What is in __main__ of a program that looks, as CPython has it there."""

import unittest

from command import PYTHON, CommandTest

PROGRAM = """\
import sys

print(list(globals()))
print(dir())
print(sorted(vars()) == sorted(locals()) == sorted(globals()))
print(__builtins__, __spec__, __package__, __annotations__, __cached__)
print(globals()["__builtins__"].len([1]), vars(sys.modules["__main__"]) is globals())
x: int = 3
print(__annotations__, globals()["__annotations__"] is __annotations__)
for name in [name for name in globals() if name.startswith("__") and name not in ("__builtins__", "__name__")]:
    del globals()[name]
del name
print(sorted(globals()))


def inner():
    y = 1
    return dir(), sorted(locals())


print(inner())
print(eval("sorted(globals())", {"z": 1}), eval("dir()", {}, {"a": 1}))
exec("print(sorted(globals()))")
"""


class MainModule(CommandTest):
    def test_it_has_what_cpython_has(self):
        self.write("program.py", PROGRAM)
        expected = self.call([PYTHON, "program.py"]).out
        self.assertEqual(self.fermata("run", "program.py").out, expected)
        self.assertEqual(self.fermata("run", "--teleport", "1", "program.py").out, expected)

    def test_a_session_has_it_when_it_looks(self):
        shown = self.fermata("repl", stdin=b"x = 1\nsorted(globals())\n__spec__ is None\n").out
        for name in ("__annotations__", "__builtins__", "__loader__", "__package__", "__spec__"):
            self.assertIn(f"'{name}'", shown)


if __name__ == "__main__":
    unittest.main()
