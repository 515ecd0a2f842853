"""Everything that modules and builtin classes offer, compared with CPython's answers, which /usr/bin/python3 gives while the test runs."""

import concurrent.futures
import os
import re
import unittest

from command import FERMATA, PYTHON, ROOT, SHORT, CommandTest, some

# What waits, prints for people, ends the process, or isn't a module of CPython's.
NOT_CALLED = {
    "asyncio.sandbox",
    "builtins.breakpoint",
    "builtins.help",
    "builtins.input",
    "builtins.exit",
    "builtins.quit",
    "time.sleep",
    "sys.breakpointhook",
    "sys.setrecursionlimit",
    "sys.settrace",
    "sys.setprofile",
    "sys.exit",
    "asyncio.run",
    "logging.shutdown",
}
# What reaches the machine in CPython: with odd arguments it could end any process, or take files away.
REACHES_OUT = {"posix", "socket", "pdb", "importlib", "pkgutil", "_io", "_locale", "_pickle", "_signal", "_thread"}
SUPPORT = os.path.join(ROOT, "tests", "support")


class Builtins(CommandTest):
    def modules(self):
        """The names of all modules that programs can import."""
        self.write("modules.py", "help('modules')")
        return [name for name in self.fermata("run", "modules.py").out.strip().split(", ") if name != "this"]  # which prints

    def program(self, name, as_name=None, **settings):
        with open(os.path.join(SUPPORT, name), encoding="utf-8") as file:
            text = file.read()
        return self.write(as_name or name, "".join(f"{key} = {value!r}\n" for key, value in settings.items()) + text)

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

    def calls(self, text, owner, cpython_names=None):
        """What odd_arguments.py prints for `owner`: {function: [how its calls ended]}; of Fermata, which calls these names alone, or of
        CPython."""
        settings = {"OWNER": owner, "TEXT": text, "NAMES": cpython_names, "IN_CHILDREN": cpython_names is None}
        program = self.program("odd_arguments.py", as_name=f"{text}_{cpython_names is None}.py", **settings)
        if cpython_names is None:
            out = self.call([PYTHON, program], timeout=600).out
        else:
            ran = self.call(
                [FERMATA, "run", program, "--limit-time-ms", "300000", "--limit-steps", "0", "--limit-output-bytes", "0"], timeout=600
            )
            self.assertEqual(ran.code, 0, f"{text}: {ran.err}\n{ran.out[-300:]}")
            out = ran.out
        return {name: ends.split() for name, ends in re.findall(r"^@@ (\S+): (.*)$", out, re.M)}

    def test_odd_arguments(self):
        # (What is CPython's own file needs no comparing, and some of these reach out, too.)
        with open(os.path.join(ROOT, "src", "library", "modules.def"), encoding="utf-8") as file:
            ours = set(re.findall(r"^MODULE\(([\w.]+),", file.read(), re.M))
        owners = [(name, f"__import__({name!r}, None, None, ['x'])") for name in self.modules() if name in ours - NOT_CALLED - REACHES_OUT]
        with open(os.path.join(SUPPORT, "instances.txt"), encoding="utf-8") as file:
            owners += [tuple(line.rstrip("\n").split(": ", 1)) for line in file if not line.startswith("#")]

        def broken(text, owner):
            """How many calls there were, and the functions that ended one in a way of the engine's own."""
            names = [name for name in self.calls(text, owner) if f"{text}.{name}" not in NOT_CALLED]
            calls = self.calls(text, owner, names) if names else {}
            return sum(map(len, calls.values())), [f"{text}.{name}" for name, ends in calls.items() if "SystemError" in ends]

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda pair: broken(*pair), some(owners)))
        self.assertEqual([name for _, names in results for name in names], [])
        self.assertGreater(sum(number for number, _ in results), 10_000 if SHORT else 100_000)


if __name__ == "__main__":
    unittest.main()
