"""`--package`: packages in pure Python for programs, in run, resume, check and work; and mounts of workers."""

import os
import unittest
import zipfile

from command import PAUSED, RAISED, USAGE, CommandTest, needs_python

FILES = {
    "boxes/__init__.py": "from .part import double\n",
    "boxes/part.py": "from typing import Optional\n\n\ndef double(x: Optional['Box']):\n    return ask(x) * 2\n\n\nask = None\n",
}
PROGRAM = "import boxes\nboxes.part.ask = lookup\nprint(boxes.double(4))\n"


@needs_python
class Packages(CommandTest):
    def setUp(self):
        super().setUp()
        os.makedirs(self.path("vendor/boxes"))
        for name, text in FILES.items():
            self.write(f"vendor/{name}", text)
        self.write("agent.py", PROGRAM)

    def test_run_and_resume(self):
        for more in ((), ("--jail",), ("--no-eval",)):
            ran = self.fermata("run", "--package", "vendor/", "--handler", "lookup=echo 21", *more, "agent.py")
            self.assertEqual((ran.out, ran.err), ("42\n", ""))
        self.fermata("run", "--package", "./vendor", "--function", "lookup", "-o", "a.state", "agent.py", code=PAUSED)
        self.assertEqual(self.fermata("resume", "a.state", "--package", "vendor/", "--result", "4", "-o", "b.state").out[:2], "8\n")

    def test_a_wheel_and_requirements(self):
        with zipfile.ZipFile(self.path("boxes-1-py3-none-any.whl"), "w") as file:
            for name, text in FILES.items():
                file.writestr(name, text)
            file.writestr("boxes-1.dist-info/RECORD", "".join(f"{name},sha256=AAAA,3\n" for name in FILES))
        ran = self.fermata("run", "--package", "boxes-1-py3-none-any.whl", "agent.py", code=RAISED)
        self.assertIn("OSError: [Errno 5]", ran.err)  # it isn't what the RECORD says
        self.write("needed.txt", "no-such-distribution\n")
        ran = self.fermata("run", "--package", "needed.txt", "agent.py", code=USAGE)
        self.assertIn("--package: needed.txt:1: the package 'no-such-distribution' isn't installed", ran.err)
        self.assertIn("neither a wheel nor a folder", self.fermata("run", "--package", "./none", "agent.py", code=USAGE).err)

    def test_tools_and_packages(self):
        self.write("tools.py", "def lookup(x):\n    return x + 1\n")
        self.assertEqual(self.fermata("run", "--package", "vendor/", "--tools", "tools.py", "agent.py").out, "10\n")

    def test_check(self):
        self.assertEqual(self.fermata("check", "agent.py", "--function", "lookup", "--package", "vendor/").out, "")
        self.write("tools.py", "def lookup(x):\n    return x + 1\n")
        self.assertEqual(self.fermata("check", "agent.py", "--tools", "tools.py", "--package", "vendor/").out, "")
        self.write("other.py", "import boxes.part, boxed, boxe\n")
        told = self.fermata("check", "other.py", "--package", "vendor/", code=RAISED).out
        self.assertEqual([line.split(": ")[1] for line in told.splitlines()], ["No module named 'boxed'", "No module named 'boxe'"])

    def test_work(self):
        self.write("vendor/data.txt", "17")
        self.write("agent.py", PROGRAM + "open('/data/new.txt', 'w').write('x')\nint(open('/data/data.txt').read()) + boxes.double(1)\n")
        run = self.fermata("submit", "agent.py").out.strip()
        given = ["--package", "vendor/", "--mount", f"{self.path('vendor')}:/data:overlay", "--handler", "lookup=echo 2"]
        self.fermata("work", "--drain", *given)
        report = self.fermata("show", run, "--json").report
        self.assertEqual((report["status"], report["result"]), ("done", 21))
        self.assertFalse(os.path.exists(self.path("vendor/new.txt")))
        ran = self.fermata("work", "--drain", "--mount", f"{self.path('vendor')}:/data:write", code=USAGE)
        self.assertIn("a worker's mounts can't be written to", ran.err)


if __name__ == "__main__":
    unittest.main()
