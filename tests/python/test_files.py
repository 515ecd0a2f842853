"""Files of a program's own: what it is given, what it gives back; standard input, environment and arguments."""

import datetime
import pathlib
import tempfile
import unittest

import fermata


def run(code, **options):
    return fermata.Program(code).run(**options)


class Files(unittest.TestCase):
    def test_text_bytes_and_paths(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "there.bin")
            path.write_bytes(b"\x00\xff")
            files = {"a.csv": "x,y\n1,ü\n", "deep/er/b": b"\xfe", "/srv/c": path, pathlib.PurePath("d"): "", "../user/../e": "e"}
            result = run(
                "import os\n[open('a.csv', encoding='utf-8').read(), open('deep/er/b', 'rb').read(), open('/srv/c', 'rb').read(), "
                "os.path.getsize('d'), open('/home/e').read(), sorted(os.listdir()), os.getcwd(), os.stat('d').st_mtime > 1e9]",
                files=files,
            )
        self.assertEqual(result.value, ["x,y\n1,ü\n", b"\xfe", b"\x00\xff", 0, "e", ["a.csv", "d", "deep"], "/home/user", True])
        self.assertEqual(result.files, {})

    def test_a_folder_is_a_package(self):
        result = run("import space.part\n[type(space.__path__).__name__, space.part.x]", files={"space/part.py": "x = 1"})
        self.assertEqual(result.value, ["_NamespacePath", 1])

    def test_a_module_is_found_at_once_even_if_no_time_passes(self):
        code = """
import os
found = []
for i in range(20):
    open(f"m{i}.py", "w").write(f"x = {i}")
    found.append(__import__(f"m{i}").x)
os.utime(".", (5e9, 5e9))
open("last.py", "w").close()
[found == list(range(20)), os.stat(".").st_mtime]"""
        noon = datetime.datetime(2026, 1, 1, 12, tzinfo=datetime.timezone.utc)
        self.assertEqual(run(code, clock=noon).value, [True, noon.timestamp()])

    def test_what_was_made_or_changed_comes_back(self):
        code = """
import os, shutil
open("made", "w").write("1")
open("changed", "a").write("more")
open("read").read()
os.rename("moved", "/tmp/to")
os.remove("gone")
os.makedirs("x/y"); open("x/y/z", "wb").write(bytes(range(4)))
os.symlink("made", "link"); os.link("made", "twice")
open(b"\\xff", "w").close()
open("ü", "w").write("ü")
"""
        result = run(code, files={"changed": "some", "read": "r", "moved": "m", "gone": "g"})
        self.assertEqual(
            result.files,
            {
                "/home/user/made": b"1",
                "/home/user/twice": b"1",
                "/home/user/changed": b"somemore",
                "/tmp/to": b"m",
                "/home/user/x/y/z": bytes(range(4)),
                "/home/user/\udcff": b"",
                "/home/user/ü": "ü".encode(),
            },
        )
        self.assertEqual(run("1").files, {})

    def test_impossible_files(self):
        for files in [
            {"": "x"},
            {"a/": "x"},
            {"a\0b": "x"},
            {"../../../a": "x"},
            {"a": "1", "./a": "2"},
            {"a": "1", "a/b": "2"},
            {"/dev/null": "x"},
            {"/tmp": "x"},
            {"x" * 256: "x"},
            {"x/" * 3000 + "y": "x"},
            {"a": 5},
            {5: "a"},
        ]:
            with self.subTest(files), self.assertRaises(fermata.UsageError):
                run("1", files=files)
        with self.assertRaises(FileNotFoundError):
            run("1", files={"a": pathlib.Path("/nowhere/at/all")})
        with self.assertRaises(fermata.UsageError):
            run("1", files={"a": bytes(10_000_000)}, limits=fermata.Limits(heap_bytes=5_000_000))

    def test_they_go_with_the_state(self):
        step = fermata.Program("text = open('a').read()\nask(text)\nopen('b', 'w').write(open('a').read() * 2)", functions=["ask"]).start(
            files={"a": "A"}
        )
        self.assertEqual((step.call.args, step.files), (("A",), {}))
        step = fermata.load(step.save()).resume(None)
        self.assertEqual(step.files, {"/home/user/b": b"AA"})
        unread = fermata.Program("ask(1)\nopen('a').read()", functions=["ask"]).start(files={"a": "A"})
        self.assertEqual(fermata.load(unread.save()).resume(None).value, "A")

    def test_a_session(self):
        session = fermata.Session(files={"a": "1"}, stdin="x\ny\n", environ={"HOME": "/home/user"}, argv=["-v"])
        self.assertEqual(session.feed("open('a').read()").value, "1")
        step = session.feed("open('b', 'w').write(input())")
        self.assertEqual(step.files, {"/home/user/b": b"x"})
        self.assertEqual(session.feed("import sys, os\n[input(), os.environ['HOME'], sys.argv[1:]]").value, ["y", "/home/user", ["-v"]])

    def test_one_file_with_many_names_is_bounded(self):
        code = "import os\nopen('a', 'w').write('x' * 1_000_000)\nfor i in range(100): os.link('a', str(i))"
        with self.assertRaises(fermata.UsageError):
            run(code, limits=fermata.Limits(heap_bytes=50_000_000)).files


class Input(unittest.TestCase):
    def test_input_and_stdin(self):
        code = """
import os, sys
print(repr(input("name? ")), repr(sys.stdin.readline()), repr(sys.stdin.read(3)))
print(repr(next(iter(sys.stdin))), [line for line in sys.stdin], repr(sys.stdin.read()))
try:
    input("more? ")
except EOFError as e:
    print(e)
"""
        out = run(code, stdin="Ada\nsecond\nthird one\nü\nlast").stdout
        self.assertEqual(out, "name? 'Ada' 'second\\n' 'thi'\n'rd one\\n' ['ü\\n', 'last'] ''\nmore? EOF when reading a line\n")
        self.assertEqual(run("import sys\nsys.stdin.buffer.read()", stdin=b"\xff\x00").value, b"\xff\x00")
        self.assertEqual(run("import os\nos.read(0, 2)", stdin="abc").value, b"ab")
        with self.assertRaises(fermata.RuntimeError) as caught:
            run("input()", stdin="")
        self.assertEqual(caught.exception.type, "EOFError")
        with self.assertRaises(fermata.RuntimeError) as caught:
            run("input()")
        self.assertEqual(caught.exception.type, "PermissionError")

    def test_half_read_it_goes_on_elsewhere(self):
        step = fermata.Program("a = input()\nask(a)\nb = input()\n[a, b]", functions=["ask"]).start(stdin="1\n2\n3\n")
        self.assertEqual(fermata.load(step.save()).resume(None).value, ["1", "2"])

    def test_environment_and_arguments(self):
        code = "import os, sys\n[dict(os.environ), os.getenv('B'), sys.argv]"
        result = fermata.Program(code, name="p.py").run(environ={"A": "1", "B": "ü"}, argv=["x", "-y"])
        self.assertEqual(result.value, [{"A": "1", "B": "ü"}, "ü", ["p.py", "x", "-y"]])
        for environ in [{"": "x"}, {"A=B": "x"}, {"A": "\0"}, {"A": 1}]:
            with self.subTest(environ), self.assertRaises(fermata.UsageError):
                run("1", environ=environ)


if __name__ == "__main__":
    unittest.main()
