"""Nothing but what lies in a mounted folder is reached, whatever is in it and whoever changes it meanwhile."""

import errno
import os
import random
import socket
import threading
import unittest

import fermata
from fermata import Mount
from mount_support import MountTest


class Escapes(MountTest):
    READ = """
def read(path):
    try: return open(path, "rb").read()
    except OSError as e: return e.errno
"""

    def read(self, *paths, mode="read"):
        return self.value(f"{self.READ}\n[read(path) for path in {list(paths)!r}]", mode)

    def test_above_the_folder(self):
        paths = ["/data/../secret", "/data/deep/../../secret", "/data/../data/../../etc/passwd", "/../../etc/passwd", "/data/./../secret"]
        self.assertEqual(self.read(*paths), [errno.ENOENT] * 5)

    def test_links_are_followed_in_the_tree_of_the_program(self):
        (self.folder / "up").symlink_to("../secret")
        (self.folder / "root").symlink_to("/etc/passwd")
        (self.folder / "out").symlink_to(self.outside)
        (self.folder / "in").symlink_to("deep/er")
        (self.folder / "self").symlink_to("self")
        (self.folder / "home").symlink_to("/home/user/mine")
        paths = ["/data/up", "/data/root", "/data/out/secret", "/data/in/b", "/data/self", "/data/home"]
        code = f"{self.READ}\nopen('mine', 'w').write('own')\n[read(path) for path in {paths!r}]"
        self.assertEqual(self.value(code), [2, 2, 2, b"\xff\x00", errno.ELOOP, b"own"])
        self.assertEqual(self.value("import os\nos.readlink('/data/up'), os.path.islink('/data/in')"), ("../secret", True))
        for mode in "overlay", "write":
            self.assertEqual(self.error("open('/data/up', 'w').write('x')", mode), None)  # in the program's root
        self.assertEqual((self.outside / "secret").read_text(), "secret")

    def test_devices_pipes_and_sockets_are_not_there(self):
        os.mkfifo(self.folder / "pipe")
        try:
            os.mknod(self.folder / "null", 0o666 | 0o020000, os.makedev(1, 3))
        except PermissionError:
            pass  # (not root)
        with socket.socket(socket.AF_UNIX) as s:
            s.bind(str(self.folder / "socket"))
            self.assertEqual(self.read("/data/pipe", "/data/null", "/data/socket"), [errno.ENOENT] * 3)
            self.assertEqual(self.value("import os\nsorted(os.listdir('/data'))"), ["a.txt", "deep"])
            self.assertEqual(self.error("open('/data/pipe', 'w')", "write"), ("FileExistsError", errno.EEXIST))

    def test_a_refused_write_leaves_nothing_open(self):
        # The program takes the file's name in the mount away: what is left is somebody else's alone.
        code = """
import os
f = open('/data/hard', 'r+b', buffering=0)
told = []
def attempt(function, *arguments):
    try: function(*arguments)
    except OSError as e: told.append(e.errno)
    else: told.append(None)
attempt(f.write, b'mine')
os.remove('/data/hard')
attempt(f.write, b'mine')
attempt(os.ftruncate, f.fileno(), 1)
mine = open('/data/own', 'x+b', buffering=0)
mine.write(b'1')
os.remove('/data/own')
mine.write(b'2')
mine.seek(0)
told + [mine.read()]"""
        for pool in None, self.pool:
            os.link(self.outside / "secret", self.folder / "hard")
            result = fermata.Program(code, pool=pool).run(mounts=[self.mount("write")])
            self.assertEqual(result.value[0], errno.EPERM)
            self.assertNotIn(None, result.value[:3])
            self.assertEqual(result.value[3], b"12")
            self.assertEqual((self.outside / "secret").read_text(), "secret")

    def test_an_open_file_that_was_moved_away_is_not_written_to(self):
        code = "f = open('/data/a.txt', 'r+b', buffering=0)\nf.write(b'1')\nmove()\ntry: f.write(b'2')\nexcept OSError as e: r = e.errno\nr"

        def move():
            os.rename(self.folder / "a.txt", self.outside / "moved")

        self.assertEqual(fermata.Program(code, functions=[move]).run(mounts=[self.mount("write")]).value, errno.EPERM)
        self.assertEqual((self.outside / "moved").read_bytes(), b"1")

    def test_hard_links_are_not_written_to(self):
        os.link(self.outside / "secret", self.folder / "hard")
        self.assertEqual(self.read("/data/hard"), [b"secret"])
        for code in (
            "open('/data/hard', 'w')",
            "open('/data/hard', 'a', buffering=1).write('x\\n')",
            "__import__('os').chmod('/data/hard', 0)",
        ):
            self.assertEqual(self.error(code, "write"), ("PermissionError", errno.EPERM))
        self.assertEqual(self.error("open('/data/hard', 'w').write('mine')", "overlay"), None)
        self.assertEqual((self.outside / "secret").read_text(), "secret")

    def test_proc(self):
        mounts = [Mount("/proc/self", "/data")]
        for path in "/data/root/etc/passwd", "/data/cwd/x", "/data/exe":
            with self.subTest(path):
                self.assertEqual(self.value(f"{self.READ}\nread({path!r})", mounts=mounts), errno.ENOENT)

    def test_a_folder_that_becomes_a_link_meanwhile(self):
        """A thread swaps a folder of the mount and a link to what is outside."""
        (self.folder / "swap").mkdir()
        (self.folder / "swap/secret").write_text("public")
        (self.folder / "link").symlink_to(self.outside)
        ends = threading.Event()

        def swaps():
            while not ends.is_set():
                for source, target in ("swap", "aside"), ("link", "swap"), ("swap", "link"), ("aside", "swap"):
                    os.rename(self.folder / source, self.folder / target)

        thread = threading.Thread(target=swaps)
        thread.start()
        try:
            code = """
seen, made = set(), 0
for i in range(3000):
    try:
        f = open("/data/swap/secret", "r+")
        seen.add(f.read())
        f.seek(0); f.write("public"); f.close()
    except OSError: pass
    try: open(f"/data/swap/n{i % 7}", "w").close(); made += 1
    except OSError: pass
seen
"""
            seen = fermata.Program(code).run(mounts=[self.mount("write")]).value
        finally:
            ends.set()
            thread.join()
        self.assertLessEqual(seen, {"public", ""})
        self.assertEqual((self.outside / "secret").read_text(), "secret")
        self.assertEqual(sorted(os.listdir(self.outside)), ["mounted", "secret"])

    def test_random_paths_beside_a_model(self):
        """10,000 paths of names, dots, slashes and links: what is read is what lies below the folder, or nothing."""
        chance = random.Random(17)
        (self.folder / "l1").symlink_to("deep")
        (self.folder / "deep/l2").symlink_to("..")
        (self.folder / "deep/l3").symlink_to("../../secret")
        names = ["a.txt", "deep", "er", "b", "..", ".", "", "l1", "l2", "l3", "secret", "data", "mounted", "etc", "proc"]
        paths = ["/data/" + "/".join(chance.choice(names) for _ in range(chance.randint(1, 6))) for _ in range(10_000)]

        def model(path, root="/data"):
            # In a tree where the mount is at its place: as chroot would see it.
            parts, real, links = path.split("/"), [], 0
            parts.reverse()
            while parts:
                name = parts.pop()
                if name in ("", "."):
                    pass
                elif name == "..":
                    real[:] = real[:-1]
                else:
                    real.append(name)
                    if real[0] != "data":
                        return None
                    at = self.folder.joinpath(*real[1:])
                    if at.is_symlink():
                        real.pop()
                        links += 1
                        if links > 40:
                            return None
                        parts += reversed(os.readlink(at).split("/"))
                        continue
                    if not at.exists():
                        return None
                    if at.is_file() and parts:
                        return None
            at = self.folder.joinpath(*real[1:]) if real and real[0] == "data" else None
            return at.read_bytes() if at is not None and at.is_file() else None

        code = f"{self.READ}\n[r if isinstance(r := read(path), bytes) else None for path in paths]"
        found = fermata.Program(code, inputs=["paths"]).run({"paths": paths}, mounts=[self.mount()]).value
        self.assertEqual(found, [model(path) for path in paths])
        self.assertGreater(sum(one is not None for one in found), 100)

    def test_what_a_hostile_program_asks(self):
        """The library's own functions can be reached by who looks for them: the host checks all the same."""
        code = """
import os, sys
mounted = None
for cls in type(os).__mro__: pass
import posix
tree = posix._tree() if hasattr(posix, "_tree") else None
out = []
if tree is not None:
    folder = tree.root.entries["data"]
    folder.path = b"../"
    for path in (b"..", b"../", b"../secret", b"/etc", b"a/../../secret", b"."):
        folder.path = path
        out.append(folder.look("secret") if not isinstance(folder.look("secret"), int) else None)
        out.append(folder.rows() if not isinstance(folder.rows(), int) else None)
    folder.mount.mode = "write"; folder.path = b""
    out.append(folder.put("made", posix._Directory(1, 0o755, 0)) == 30)
set(map(str, out))
"""
        self.assertLessEqual(self.value(code), {"None", "True"})
        self.assertEqual(sorted(os.listdir(self.folder)), ["a.txt", "deep"])


class Changing(MountTest):
    """What the host does to a file that the program has open is seen as on Linux."""

    def test_under_a_read(self):
        steps = {
            "longer": lambda: (self.folder / "a.txt").write_text("longer text"),
            "replaced": lambda: ((self.folder / "new").write_text("another"), os.replace(self.folder / "new", self.folder / "a.txt")),
            "shorter": lambda: (self.folder / "a.txt").write_text("s"),
            "removed": lambda: os.remove(self.folder / "a.txt"),
        }
        code = """
import os
fd = os.open("/data/a.txt", os.O_RDONLY)
seen = [os.pread(fd, 100, 0)]
for step in "longer", "replaced", "shorter", "removed":
    change(step)
    seen.append((os.pread(fd, 100, 0), os.fstat(fd).st_size, os.path.exists("/data/a.txt")))
seen
"""
        for pool in None, self.pool:
            self.setUp()
            program = fermata.Program(code, functions={"change": lambda step: steps[step]() and None}, pool=pool)
            seen = program.run(mounts=[self.mount()]).value
            long = (b"longer text", 11, True)
            self.assertEqual(seen, [b"A", long, long, long, (b"longer text", 11, False)])


if __name__ == "__main__":
    unittest.main()
