"""Everything that modules and builtin classes offer, beside CPython's own answers, which /usr/bin/python3 gives while the test runs."""

import os
import re
import unittest

from command import PYTHON, ROOT, CommandTest

SUPPORT = os.path.join(ROOT, "tests", "support")


class Builtins(CommandTest):
    def modules(self):
        """The names of all modules that programs can import."""
        self.write("none.py", "import no_such_module")
        message = self.fermata("run", "none.py", code=1).err
        return re.search(r"has these modules: (.*)", message).group(1).split(", ")

    def program(self, name, **settings):
        with open(os.path.join(SUPPORT, name), encoding="utf-8") as file:
            text = file.read()
        return self.write(name, "".join(f"{key} = {value!r}\n" for key, value in settings.items()) + text)

    def both(self, program):
        """What CPython prints, and what Fermata does."""
        cpython = self.python(program)
        self.assertEqual(cpython.code, 0, cpython.err)
        return cpython.out.splitlines(), self.fermata("run", program, "--limit-time-ms", "0").out.splitlines()

    def test_functions_as_attributes_of_classes_bind_as_cpythons_do(self):
        program = self.program("functions_as_attributes.py", MODULES=self.modules())
        cpython, fermata = ({tuple(line.split()[:2]): line.split()[2:] for line in lines} for lines in self.both(program))
        common = cpython.keys() & fermata.keys()
        self.assertGreater(len(common), 1000)
        self.assertEqual([(*name, *cpython[name], *fermata[name]) for name in sorted(common) if cpython[name][1] != fermata[name][1]], [])
        functions = [name for name in sorted(common) if cpython[name][0] == "builtin_function_or_method"]
        self.assertEqual([(*name, *fermata[name]) for name in functions if fermata[name][0] != "builtin_function_or_method"], [])


if __name__ == "__main__":
    unittest.main()
