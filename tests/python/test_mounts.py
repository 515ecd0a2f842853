"""Mounts: folders of the host's, and files that it makes up, in a program's tree."""

import errno
import hashlib
import os
import random
import unittest

import fermata
from fermata import FileInfo, HostFiles, Mount
from mount_support import MountTest


class Reading(MountTest):
    def test_what_is_there(self):
        os.utime(self.folder / "a.txt", ns=(5_000_000_000, 1_234_567_890))
        code = """
import os, glob, pathlib
here = sorted((e.name, e.is_dir(), e.is_file(), e.is_symlink()) for e in os.scandir("/data"))
walked = sorted((at, sorted(folders), sorted(files)) for at, folders, files in os.walk("/data"))
s = os.stat("/data/a.txt")
[here, walked, open("/data/a.txt").read(), open("/data/deep/er/b", "rb").read(), pathlib.Path("/data/deep/../a.txt").read_text(),
 s.st_size, s.st_mtime_ns, s.st_mode & 0o170000 == 0o100000, os.path.ismount("/data"), os.path.exists("/data/none"),
 glob.glob("/data/**/b", recursive=True), os.access("/data/a.txt", os.R_OK), os.access("/data/a.txt", os.W_OK), os.listdir("/").count("data")]
"""
        here = [("a.txt", False, True, False), ("deep", True, False, False)]
        walked = [("/data", ["deep"], ["a.txt"]), ("/data/deep", ["er"], []), ("/data/deep/er", [], ["b"])]
        self.assertEqual(
            self.value(code),
            [here, walked, "A", b"\xff\x00", "A", 1, 1_234_567_890, True, True, False, ["/data/deep/er/b"], True, False, 1],
        )

    def test_large_files(self):
        data = random.Random(1).randbytes(3 << 20)
        (self.folder / "large").write_bytes(data)
        code = "import hashlib\nwith open('/data/large', 'rb') as f: a = f.read()\nhashlib.sha256(a).hexdigest(), len(a)"
        self.assertEqual(self.value(code), (hashlib.sha256(data).hexdigest(), len(data)))

    def test_nothing_is_written(self):
        for code in [
            "open('/data/a.txt', 'w')",
            "open('/data/a.txt', 'r+')",
            "open('/data/new', 'w')",
            "__import__('os').mkdir('/data/new')",
            "__import__('os').remove('/data/a.txt')",
            "__import__('os').rename('/data/a.txt', '/data/c')",
            "__import__('os').symlink('x', '/data/c')",
            "__import__('os').chmod('/data/a.txt', 0)",
            "__import__('os').utime('/data/a.txt')",
        ]:
            with self.subTest(code):
                self.assertEqual(self.error(code), ("OSError", errno.EROFS))
        self.assertEqual(self.error("__import__('os').rmdir('/data')"), ("OSError", errno.EBUSY))
        self.assertEqual(self.error("__import__('os').rename('/data', '/x')"), ("OSError", errno.EBUSY))
        self.assertEqual(self.error("__import__('os').rename('/data/a.txt', '/tmp/x')"), ("OSError", errno.EXDEV))
        self.assertEqual(self.error("__import__('os').link('/data/a.txt', '/tmp/x')"), ("PermissionError", errno.EPERM))
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.txt", "deep"])

    def test_what_a_mount_may_be(self):
        for at in "", "data", "/", "/data/", "/a/../b", "/a//b", "/dev", "/dev/x", "/a\0b":
            with self.subTest(at), self.assertRaises(fermata.UsageError):
                fermata.Program("1").run(mounts=[Mount(self.folder, at)])
        for mounts in [[self.mount(), self.mount()], [self.mount(), Mount(self.folder, "/data/x")], [Mount("/nowhere", "/x")]]:
            for pool in None, self.pool:
                with self.assertRaises(fermata.UsageError):
                    fermata.Program("1", pool=pool).run(mounts=mounts)
        for wrong in [{"mode": "all"}, {"limit": -1}, {"files": 7}, {"at": 7}]:
            with self.assertRaises(fermata.UsageError):
                Mount(**{"files": "/tmp", "at": "/data", **wrong})
        with self.assertRaisesRegex(fermata.UsageError, "mounts must be Mounts"):
            fermata.Program("1").run(mounts=["/tmp"])


class Overlay(MountTest):
    def test_what_is_written_stays_in_the_session(self):
        code = """
import os, shutil
open("/data/a.txt", "a").write("+")
open("/data/deep/er/new", "w").write("N")
os.remove("/data/deep/er/b")
os.makedirs("/data/x/y"); open("/data/x/y/z", "w").write("Z")
os.rename("/data/a.txt", "/data/moved")
open("/data/cut", "w").write("12345"); os.truncate("/data/cut", 2); os.remove("/data/cut")
os.chmod("/data/deep", 0o700)
os.chmod("/data/moved", 0o600)
shutil.copytree("/data", "/copy")
walked = sorted((at, sorted(folders), sorted(files)) for at, folders, files in os.walk("/data"))
[walked, open("/data/moved").read(), open("/copy/deep/er/new").read(), os.path.exists("/data/a.txt"), oct(os.stat("/data/moved").st_mode)]
"""
        result = self.run_code(code, "overlay")
        walked = [
            ("/data", ["deep", "x"], ["moved"]),
            ("/data/deep", ["er"], []),
            ("/data/deep/er", [], ["new"]),
            ("/data/x", ["y"], []),
            ("/data/x/y", [], ["z"]),
        ]
        self.assertEqual(result.value, [walked, "A+", "N", False, "0o100600"])
        files = {"/data/deep/er/new": b"N", "/data/moved": b"A+", "/data/x/y/z": b"Z"}
        self.assertEqual({path: data for path, data in result.files.items() if path.startswith("/data")}, files)
        self.assertEqual((self.folder / "a.txt").read_text(), "A")
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.txt", "deep"])
        self.assertEqual(os.listdir(self.folder / "deep/er"), ["b"])

    def test_a_folder_is_one_however_it_was_reached(self):
        code = """
import os
os.rename("/data/deep/er/b", "/data/deep/er/c")
folder = os.open("/data/deep", os.O_RDONLY)
os.mkdir("/data/deep/new")
os.chmod(folder, 0o700)
os.utime(folder, (1, 1))
os.rename("/data/deep/er/c", "/data/deep/d")
[sorted(os.listdir("/data/deep")), os.listdir("/data/deep/er"), open("/data/deep/d", "rb").read()]
"""
        self.assertEqual(self.value(code, "overlay"), [["d", "er", "new"], [], b"\xff\x00"])

    def test_a_file_that_was_open_before_takes_nothing_back(self):
        code = """
import os
out = []
for path in ("/data/a.txt", "/data/deep/er/b"):
    opened = os.open(path, os.O_RDONLY)
    open(path, "w").write("mine")
    os.fchmod(opened, 0o600)
    os.utime(opened, (1, 1))
    out.append(open(path).read())
    os.rename(path, path + "2")
    try:
        os.fchmod(opened, 0o640)
    except FileNotFoundError:
        pass
    out += [os.path.exists(path), open(path + "2").read()]
out
"""
        self.assertEqual(self.value(code, "overlay"), ["mine", False, "mine"] * 2)

    def test_a_large_file_can_be_replaced(self):
        (self.folder / "large").write_bytes(b"x" * 5000)
        code = "open('/data/large', 'wb').write(b'y' * 10)\nopen('/data/large', 'rb').read()"
        self.assertEqual(self.value(code, "overlay", limits=fermata.Limits(file_bytes=1000)), b"y" * 10)

    def test_what_was_removed_can_be_made_again(self):
        code = "import os\nos.remove('/data/a.txt')\ngone = os.path.exists('/data/a.txt')\nopen('/data/a.txt', 'x').write('2')\ngone, open('/data/a.txt').read()"
        self.assertEqual(self.value(code, "overlay"), (False, "2"))
        self.assertEqual(self.error("__import__('os').rmdir('/data/deep')", "overlay"), ("OSError", errno.ENOTEMPTY))
        self.assertEqual(self.value("import shutil, os\nshutil.rmtree('/data/deep')\nos.listdir('/data')", "overlay"), ["a.txt"])
        self.assertEqual(
            self.value("import shutil, os\nshutil.move('/data/deep', '/data/d')\nopen('/data/d/er/b', 'rb').read()", "overlay"), b"\xff\x00"
        )


class Writing(MountTest):
    def test_through(self):
        code = """
import os, shutil
with open("/data/a.txt", "a") as f: f.write("+")
with open("/data/new", "xb") as f: f.write(bytes(range(5))); f.seek(1); f.truncate(2)
os.makedirs("/data/x/y"); open("/data/x/y/z", "w").write("Z")
os.rename("/data/x/y/z", "/data/x/w"); os.rmdir("/data/x/y"); os.remove("/data/deep/er/b")
os.replace("/data/x/w", "/data/w")
os.chmod("/data/w", 0o640); os.utime("/data/w", (1, 2))
shutil.copy("/data/w", "/data/w2")
os.makedirs("/tmp/from/inner"); shutil.copytree("/tmp/from", "/data/tree"); shutil.rmtree("/data/tree")
with open("/data/a.txt", "r+") as f: text = f.read(); f.seek(0); f.write("B")
os.fsync(os.open("/data/w", os.O_RDONLY))
text, os.stat("/data/a.txt").st_size
"""
        for pool in None, self.pool:
            with self.subTest(pool):
                self.setUp()
                result = fermata.Program(code, pool=pool).run(mounts=[self.mount("write")])
                self.assertEqual((result.value, result.files), (("A+", 2), {}))
                self.assertEqual((self.folder / "a.txt").read_text(), "B+")
                self.assertEqual((self.folder / "new").read_bytes(), b"\0\1")
                self.assertEqual(sorted(os.listdir(self.folder)), ["a.txt", "deep", "new", "w", "w2", "x"])
                self.assertEqual((os.listdir(self.folder / "x"), os.listdir(self.folder / "deep/er")), ([], []))
                there = os.stat(self.folder / "w")
                self.assertEqual((there.st_mode & 0o777, there.st_mtime), (0o640, 2))

    def test_the_limit(self):
        code = """
import errno
def attempt(what):
    try: what()
    except OSError as e: return errno.errorcode[e.errno]
f = open("/data/a.txt", "wb", buffering=0)
[attempt(lambda: f.write(bytes(6000))), attempt(lambda: f.write(bytes(6000))), attempt(lambda: open("/data/new", "w")), attempt(lambda: f.truncate(10**15))]
"""
        for pool in None, self.pool:
            result = fermata.Program(code, pool=pool).run(mounts=[self.mount("write", limit=8000)])
            self.assertEqual(result.value, [None, "ENOSPC", "ENOSPC", "ENOSPC"])
            self.assertEqual(os.path.getsize(self.folder / "a.txt"), 6000)

    def test_the_limit_counts_what_is_skipped(self):
        code = """
import errno, os
def attempt(size, at):
    try: return os.pwrite(f, bytes(size), at)
    except OSError as e: return errno.errorcode[e.errno]
f = os.open("/data/new", os.O_CREAT | os.O_RDWR)
[attempt(1, 2**42), attempt(1000, 2000), attempt(1000, 1000), attempt(1000, 0), attempt(1000, 3500), attempt(1000, 3000)]
"""
        for pool in None, self.pool:
            result = fermata.Program(code, pool=pool).run(mounts=[self.mount("write", limit=12_000)])
            self.assertEqual(result.value, ["ENOSPC", 1000, 1000, 1000, 1000, 1000])
            self.assertEqual(os.path.getsize(self.folder / "new"), 4500)
            os.remove(self.folder / "new")

    def test_a_file_without_an_end_uses_up_memory(self):
        class Endless(HostFiles):
            def stat(self, path):
                return FileInfo() if path else FileInfo(folder=True)  # (0 bytes: who knows)

            def read(self, path, position, count):
                return b"12345"

        code = """
try: open("/data/a", "rb").read()
except MemoryError: answer = "MemoryError"
answer"""
        result = fermata.Program(code).run(mounts=[Mount(Endless(), at="/data")], limits=fermata.Limits(heap_bytes=4 << 20))
        self.assertEqual(result.value, "MemoryError")

    def test_a_full_disk(self):
        class Full(HostFiles):
            def stat(self, path):
                return FileInfo(folder=not path)

            def write(self, path, position, data):
                raise OSError(errno.ENOSPC, "full")

            def resize(self, path, size):
                pass

        code = "f = open('/data/a', 'w')\nf.write('x')\nf.close()"
        self.assertEqual(
            self.error(code.replace("\n", "\n    "), "write", mounts=[Mount(Full(), "/data", "write")]), ("OSError", errno.ENOSPC)
        )


class Saving(MountTest):
    CODE = """
import os
f = open("/data/lines")
one = f.readline()
w = open("/data/out", "w"); w.write("before ")
ask(1)
two = f.readline()
w.write("after"); w.close()
[one, two, f.tell(), sorted(os.listdir("/data"))]
"""

    def setUp(self):
        super().setUp()
        (self.folder / "lines").write_text("one\ntwo\nthree\n")

    def test_open_files_go_on_elsewhere(self):
        for mode in "overlay", "write":
            for pool in None, self.pool:
                with self.subTest(mode=mode, pool=pool):
                    step = fermata.Program(self.CODE, functions=["ask"], pool=pool).start(mounts=[self.mount(mode)])
                    state = step.save()
                    self.assertNotIn(str(self.folder).encode(), state)
                    done = fermata.load(state, mounts=[self.mount(mode)], pool=pool).resume(None)
                    self.assertEqual(done.value, ["one\n", "two\n", 8, ["a.txt", "deep", "lines", "out"]])
                    written = b"before after"
                    self.assertEqual(done.files, {"/data/out": written} if mode == "overlay" else {})
                    if mode == "write":
                        self.assertEqual((self.folder / "out").read_bytes(), written)
                        os.remove(self.folder / "out")

    def test_without_the_mount(self):
        step = fermata.Program("f = open('/data/lines', 'rb', buffering=0)\nask(1)\nf.read()", functions=["ask"]).start(
            mounts=[self.mount()]
        )
        loaded = fermata.load(step.save())
        with self.assertRaisesRegex(fermata.RuntimeError, "no files are mounted: the host .* must give a mount at '/data'") as caught:
            loaded.resume(None).value
        self.assertEqual(caught.exception.type, "OSError")

    def test_whoever_loads_may_narrow_but_not_widen(self):
        code = "ask(1)\ntry: open('/data/new', 'w').close()\nexcept OSError as e: r = e.errno\nelse: r = 0\nr"
        program = fermata.Program(code, functions=["ask"])
        for before, after, expected in [
            ("write", "read", errno.EROFS),
            ("read", "write", errno.EROFS),
            ("write", "write", 0),
            ("overlay", "read", 0),
        ]:
            with self.subTest(before=before, after=after):
                (self.folder / "new").unlink(missing_ok=True)
                state = program.start(mounts=[self.mount(before)]).save()
                self.assertEqual(fermata.load(state, mounts=[self.mount(after)]).resume(None).value, expected)
                self.assertEqual((self.folder / "new").exists(), before == after == "write")

    def test_others_files_in_its_place(self):
        other = self.outside / "other"
        other.mkdir()
        (other / "lines").write_text("uno\ndos\ntres\n")
        program = fermata.Program("f = open('/data/lines')\none = f.read(4)\nask(1)\none, open('/data/lines').read()", functions=["ask"])
        step = program.start(mounts=[self.mount()])
        self.assertEqual(fermata.load(step.save(), mounts=[Mount(other, "/data")]).resume(None).value, ("one\n", "uno\ndos\ntres\n"))


class Callbacks(MountTest):
    def test_files_that_functions_make(self):
        calls = []

        def live():
            calls.append(1)
            return f"seen {len(calls)}"

        mounts = [Mount({"live.txt": live, "a/b": b"\x00", "a/c": "text"}, "/data")]
        code = "import os\n[open('/data/a/b', 'rb').read(), open('/data/a/c').read(), os.listdir('/data'), os.listdir('/data/a'), open('/data/live.txt').read()[:4]]"
        self.assertEqual(self.value(code, mounts=mounts), [b"\0", "text", ["live.txt", "a"], ["b", "c"], "seen"])
        self.assertGreater(len(calls), 1)
        for files in {"": "x"}, {"a/": "x"}, {"../a": "x"}, {"a": "x", "a/b": "x"}, {"a": 1}:
            with self.assertRaises(fermata.UsageError):
                fermata.Program("1").run(mounts=[Mount(files, "/data")])

    def test_files_of_your_own(self):
        class Memory(HostFiles):
            def __init__(self):
                self.files = {"a": b"A"}

            def stat(self, path):
                if not path:
                    return FileInfo(folder=True)
                if path not in self.files:
                    raise FileNotFoundError(errno.ENOENT, path)
                return FileInfo(len(self.files[path]), modified=12.5)

            def list(self, path):
                return [*self.files, "gone"]

            def read(self, path, position, count):
                return self.files[path][position : position + count]

            def write(self, path, position, data):
                self.files[path] = self.files[path][:position] + data + self.files[path][position + len(data) :]
                return len(data)

            def resize(self, path, size):
                self.files[path] = self.files[path][:size]

            def make_file(self, path):
                self.files[path] = b""

            def remove_file(self, path):
                del self.files[path]

            def rename(self, path, new_path):
                self.files[new_path] = self.files.pop(path)

        code = """
import os
open("/data/a", "a").write("+")
open("/data/b", "w").write("B")
os.rename("/data/b", "/data/c")
open("/data/d", "w").close(); os.remove("/data/d")
[sorted(os.listdir("/data")), open("/data/a").read(), os.stat("/data/a").st_mtime]
"""
        for pool in None, self.pool:
            files = Memory()
            value = fermata.Program(code, pool=pool).run(mounts=[Mount(files, "/data", "write")]).value
            self.assertEqual((value, files.files), ([["a", "c"], "A+", 12.5], {"a": b"A+", "c": b"B"}))
        self.assertEqual(
            self.error("__import__('os').mkdir('/data/d')", "write", mounts=[Mount(Memory(), "/data", "write")])[1], errno.EROFS
        )

    def test_answers_that_can_not_be(self):
        class Files(HostFiles):
            def __init__(self, **methods):
                self.__dict__.update(methods)

            def stat(self, path):
                return FileInfo(10, folder=not path)

        def raising(error):
            def method(*arguments):
                raise error

            return method

        for methods, code in (
            ({"stat": lambda path: FileInfo(2**64)}, "__import__('os').stat('/data/a')"),
            ({"stat": lambda path: FileInfo(-1)}, "__import__('os').stat('/data/a')"),
            ({"stat": lambda path: FileInfo(1, modified=-1e12)}, "__import__('os').stat('/data/a')"),
            ({"stat": lambda path: FileInfo(1, modified=float("nan"))}, "__import__('os').stat('/data/a')"),
            ({"write": lambda *arguments: -1}, "open('/data/a', 'r+b', buffering=0).write(b'x')"),
            ({"write": lambda *arguments: 2**70}, "open('/data/a', 'r+b', buffering=0).write(b'x')"),
            ({"read": lambda *arguments: 5}, "open('/data/a').read()"),
            ({"read": lambda *arguments: None}, "open('/data/a').read()"),
            ({"read": lambda *arguments: b"0123456789"}, "open('/data/a').read()"),  # the whole file, wherever
            ({"read": lambda *arguments: b"x" * 10_000_000}, "open('/data/a').read()"),
            ({"list": lambda path: [5]}, "__import__('os').listdir('/data')"),
            ({"list": lambda path: "abc"}, "__import__('os').listdir('/data')"),
        ):
            for pool in None, self.pool:
                with self.subTest(code, methods=list(methods)), self.assertRaisesRegex(fermata.UsageError, "of HostFiles must give"):
                    fermata.Program(code, pool=pool).run(mounts=[Mount(Files(**methods), "/data", "write")])
        for error in OSError("a", "b"), OSError(2**40, "b"), OSError(-1, "b"):
            mounts = [Mount(Files(read=raising(error)), "/data")]
            self.assertEqual(self.error("open('/data/a').read()", mounts=mounts)[1], errno.EIO)
        # Names that lead elsewhere aren't there.
        mounts = [Mount(Files(list=lambda path: ["..", ".", "", "a/b", "a\0b", "c"]), "/data")]
        self.assertEqual(self.value("__import__('os').listdir('/data')", mounts=mounts), ["c"])

    def test_what_they_raise_leaves_the_run(self):
        def broken():
            raise KeyError("mine")

        for pool in None, self.pool:
            with self.assertRaisesRegex(KeyError, "mine"):
                fermata.Program("open('/data/x').read()", pool=pool).run(mounts=[Mount({"x": broken}, "/data")])
            with self.assertRaisesRegex(fermata.UsageError, "must be text or bytes"):
                fermata.Program("open('/data/x').read()", pool=pool).run(mounts=[Mount({"x": lambda: 1}, "/data")])


class Feeding(MountTest):
    def test_a_session_has_them(self):
        session = fermata.Session(mounts=[self.mount("overlay")])
        session.feed("open('/data/x', 'w').write('1')")
        self.assertEqual(session.feed("open('/data/x').read() + open('/data/a.txt').read()").value, "1A")


if __name__ == "__main__":
    unittest.main()
