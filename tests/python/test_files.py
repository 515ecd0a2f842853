"""The tree of files that each session has: nobody else's, saved with it, bounded by its limits. (What a program can do with it is compared
with CPython by tests/conformance/files_*.py.)"""

import textwrap
import unittest

import fermata
from fermata import Limits, Program, Session


class Files(unittest.TestCase):
    def test_an_open_file_goes_on_elsewhere(self):
        code = """
            import os
            with open("a.txt", "w") as f:
                f.write("one\\n")
                fd = os.open("b", os.O_RDWR | os.O_CREAT)
                os.write(fd, b"abc")
                ask()
                f.write("two")
            lines = iter(open("a.txt"))
            first = next(lines)
            ask()
            os.lseek(fd, 1, 0), os.read(fd, 9), first, next(lines), sorted(os.listdir("."))
        """
        for encoding in ("msgpack", "json"):
            step = Program(textwrap.dedent(code), functions=["ask"]).start()
            for _ in range(2):
                step = fermata.load(step.save(encoding), functions=["ask"]).resume(None)
            self.assertEqual(step.value, (1, b"bc", "one\n", "two", ["a.txt", "b"]))

    def test_each_session_has_its_own(self):
        one, two = Session(), Session()
        self.assertEqual(one.feed("open('a', 'w').write('mine'); open('/tmp/b', 'w').close()").status, "done")
        self.assertEqual(two.feed("import os; os.listdir('.'), os.listdir('/tmp')").value, ([], []))
        self.assertEqual(one.feed("open('a').read()").value, "mine")

    def test_nothing_of_the_host_s_is_there(self):
        looks = """
            import os, pathlib
            found = [p for p in ("/etc/passwd", "/proc/self/environ", "/usr", "/root", "../../../etc/passwd", "/dev/sda") if os.path.exists(p)]
            for way in ("/etc/passwd", "/proc/self/mem", "../" * 50 + "etc/shadow", "/dev/../etc/hosts", pathlib.Path("/bin/sh")):
                try:
                    found.append(open(way).read())
                except FileNotFoundError:
                    pass
            os.symlink("/etc/passwd", "link")
            found, os.path.exists("link"), sorted(os.listdir("/")), os.environ.copy()
        """
        self.assertEqual(Session().feed(textwrap.dedent(looks)).value, ([], False, ["dev", "home", "tmp"], {}))

    def test_its_limits_hold(self):
        def ended(code, **limits):
            return Session(limits=Limits(**limits)).feed(code)

        fills = "f = open('a', 'wb')\nwhile True: f.write(b'x' * 100_000)"
        cut, sought = "import os\nopen('a', 'w').close()\nos.truncate('a', 10**15)", "f = open('a', 'wb')\nf.seek(10**15)\nf.write(b'x')"
        for code in (fills, cut, sought):
            with self.subTest(code):
                self.assertEqual(ended(code, heap_bytes=8_000_000).error.type, "MemoryError")
        self.assertEqual(ended("n = 0\nwhile True:\n    open(f'{n}', 'w').close()\n    n += 1", steps=1_000_000).limit, "steps")
        deep = "import os\nfor i in range(300):\n    os.mkdir('d')\n    os.chdir('d')\nlen(os.getcwd()), len(list(os.walk('/home')))"
        self.assertEqual(ended(deep).value, (10 + 2 * 300, 302))

    def test_a_function_of_the_host_s_comes_first(self):
        asked = []

        def open(path, mode, data=None):
            asked.append((path, mode))
            return "the host's"

        self.assertEqual(Session(functions=[open]).feed("open('/etc/x').read()").value, "the host's")
        self.assertEqual(asked, [("/etc/x", "r")])


if __name__ == "__main__":
    unittest.main()
