"""Python packages that the host gives: installed ones, wheels and folders; nothing of them is executed by the host."""

import base64
import hashlib
import importlib
import os
import pathlib
import random
import sys
import tempfile
import unittest
import unittest.mock
import zipfile

import fermata

FILES = {
    "boxes/__init__.py": b"from .part import double\nVERSION = '1.5'\n",
    "boxes/part.py": b"import os\n\n\ndef double(x):\n    return ask(x) * 2\n\n\nask = lambda x: x\n",
    "boxes/data.txt": b"data",
    "boxes/broken.py": b"x = (\n",
    "boxes/_fast.cpython-311-x86_64-linux-gnu.so": b"\x7fELF",
    "boxes-1.5.dist-info/METADATA": b"Metadata-Version: 2.1\nName: boxes\nVersion: 1.5\n",
}


def wheel(folder, files=None, changed=()):
    files = FILES if files is None else files
    path = os.path.join(folder, "boxes-1.5-py3-none-any.whl")
    with zipfile.ZipFile(path, "w") as file:
        rows = []
        for name, content in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            rows.append(f"{name},sha256={digest},{len(content)}\n")
            file.writestr(name, b"changed = True\n" if name in changed else content)
        rows += ["boxes-1.5.dist-info/RECORD,,\n", "../../bin/boxes,sha256=AAAA,3\n"]
        file.writestr("boxes-1.5.dist-info/RECORD", "".join(rows))
    return path


class Packages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_with(self, code, packages, **options):
        return fermata.Program(code).run(packages=packages, **options).value

    def test_a_wheel(self):
        code = """
import boxes, importlib.metadata, importlib.resources
[boxes.double(4), boxes.VERSION, importlib.metadata.version("boxes"), importlib.resources.files(boxes).joinpath("data.txt").read_text(),
 boxes.__file__.startswith("/packages/boxes-1.5-"), boxes.part.__name__]"""
        self.assertEqual(self.run_with(code, [wheel(self.folder)]), [8, "1.5", "1.5", "data", True, "boxes.part"])
        self.assertEqual(self.run_with(code, [pathlib.Path(wheel(self.folder))])[0], 8)

    def test_a_folder(self):
        for name, content in FILES.items():
            path = pathlib.Path(self.folder, "src", name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.assertEqual(self.run_with("import boxes\nboxes.double(4)", [pathlib.Path(self.folder, "src")]), 8)

    def test_an_installed_one_and_requirements(self):
        requirements = pathlib.Path(self.folder, "requirements.txt")
        requirements.write_text("# what is needed\npip  # always there\n\n")
        for packages in (["pip"], [str(requirements)]):
            self.assertEqual(self.run_with("import importlib.metadata as m\nm.metadata('pip')['Name']", packages), "pip")

    def test_requirements_as_pip_has_them(self):
        self.install("boxes", "1.5", "needed>=0.1; python_version >= '3'", "unwanted; extra == 'more'", "absent")
        self.install("needed", "0.2", "boxes")
        self.install("unwanted", "3")
        code = "import importlib.metadata as m\nsorted(d.metadata['Name'] for d in m.distributions())"
        for wanted, there in (
            ("boxes", ["boxes", "needed"]),
            ("boxes>=1,<2", ["boxes", "needed"]),
            ("boxes ~= 1.4", ["boxes", "needed"]),
            ("boxes[more]==1.5", ["boxes", "needed", "unwanted"]),
            ("needed", ["boxes", "needed"]),
            ("boxes; python_version < '3'", []),
        ):
            with self.subTest(wanted):
                self.assertEqual(self.run_with(code, [wanted]), there)

    def install(self, name, version, *requires):
        """A distribution in a folder of sys.path."""
        folder = pathlib.Path(self.folder, "site")
        info = folder / f"{name}-{version}.dist-info"
        info.mkdir(parents=True)
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" + "".join(f"Requires-Dist: {one}\n" for one in requires)
        files = {f"{name}.py": b"here = True\n", f"{info.name}/METADATA": metadata.encode()}
        rows = []
        for path, content in files.items():
            (folder / path).write_bytes(content)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
            rows.append(f"{path},sha256={digest},{len(content)}\n")
        (info / "RECORD").write_text("".join(rows))
        if str(folder) not in sys.path:
            sys.path.insert(0, str(folder))
            self.addCleanup(sys.path.remove, str(folder))
        importlib.invalidate_caches()

    def test_no_eval_is_needed(self):
        code = """
import boxes
said = [boxes.double(4)]
open("own.py", "w").write("x = 1")
for do in (lambda: __import__("own"), lambda: eval("1"), lambda: boxes.__loader__.get_code("boxes"), lambda: __import__("evals")):
    try:
        said.append(do())
    except PermissionError as e:
        said.append(str(e).partition(" ")[0])
said"""
        files = FILES | {"evals.py": b"x = eval('1')\n"}
        for mount, first in (("read", [8, "'/home/user/own.py'", "eval()", "compile()", "eval()"]), ("overlay", None)):
            with self.subTest(mount):
                if first is not None:
                    self.assertEqual(self.run_with(code, [wheel(self.folder, files)], allow_eval=False), first)
                    continue
                # What the program may change isn't the host's text.
                given = fermata.Mount({"mine/boxes.py": "x = 1\n"}, at="/packages/mine", mode="overlay")
                with self.assertRaisesRegex(fermata.RuntimeError, "only packages of the host's can"):
                    fermata.Program("import sys\nsys.path.append('/packages/mine/mine')\nimport boxes").run(
                        mounts=[given], allow_eval=False
                    )

    def test_only_the_hosts_text_runs_without_eval(self):
        shown = "print('escaped')\n"
        codec = f"""
import codecs, sys, types
evil = types.ModuleType("tokenize")
evil.detect_encoding = lambda lines: ("evil", [])
sys.modules["tokenize"] = evil
made = lambda data, errors="strict": ({shown!r}, len(data))
codecs.register(lambda name: codecs.CodecInfo(encode=None, decode=made, name=name) if name == "evil" else None)
import boxes, marked
"""
        loader = """
import importlib._bootstrap_external as external, boxes
class Self:
    path = boxes.__file__
    def get_filename(self, name): return Path(self.path)
    def get_data(self, path): return b"print('escaped')"
class Path(str):
    def __str__(self): return "/home/user/own.py"
    __fspath__ = __str__
class Module:
    __name__ = "boxes"
open("own.py", "w").write("print('escaped')")
external.SourceFileLoader.exec_module(Self(), Module())
"""
        tree = """
import posix
open("own.py", "w").write("print('escaped')")
node = posix._tree().there("/home/user/own.py")
class Mount:
    refuses, at, mode = True, "/packages/x", "read"
class Forged(type(node)):
    mount = Mount()
posix._tree().there("/home/user").entries["forged.py"] = Forged(node.number, 0o644, 0, b"print('escaped')")
import forged
"""
        link = """
import os, sys
open("own.py", "w").write("print('escaped')")
os.makedirs("/packages/y", exist_ok=True)
os.symlink("/home/user/own.py", "/packages/y/linked.py")
sys.path.append("/packages/y")
import linked
"""
        files = FILES | {"marked.py": b"# coding: evil\nx = 1\n"}
        for code in (codec, loader, tree, link):
            with self.subTest(code[:60]):
                said = []
                try:
                    fermata.Program(code).run(
                        packages=[wheel(self.folder, files)], allow_eval=False, on_output=lambda _, text: said.append(text)
                    )
                except fermata.RuntimeError as error:
                    self.assertIn(error.type, ("PermissionError", "AttributeError", "TypeError"))
                self.assertEqual(said, [])

    def test_check_knows_them(self):
        code = "import boxes.part, boxen\nboxes.double(1)"
        for found in (
            fermata.check(code, packages=[wheel(self.folder)]),
            fermata.Program(code).check(packages=[wheel(self.folder)]),
        ):
            self.assertEqual([finding.message.partition(";")[0] for finding in found], ["No module named 'boxen'"])

    def test_a_worker_has_them(self):
        store = fermata.Store(os.path.join(self.folder, "runs.db"))
        self.addCleanup(store.close)
        run = store.submit("import boxes\n[boxes.double(4), ask(1), open('/data/a').read()]")
        given = {"packages": [wheel(self.folder)], "mounts": [fermata.Mount({"a": "text"}, at="/data")]}
        for tools in ((), [fermata.tool(name="ask")(lambda x: x + 1)]):
            fermata.Worker(store, tools, jail=False, poll_ms=20, **given).drain()
        self.assertEqual(run.result(5), [8, 2, "text"])
        with self.assertRaisesRegex(fermata.UsageError, "can't be written to"):
            fermata.Worker(store, mounts=[fermata.Mount(self.folder, at="/data", mode="write")]).drain()

    def test_nobody_else_has_it(self):
        with self.assertRaisesRegex(fermata.RuntimeError, "No module named 'boxes'"):
            fermata.Program("import boxes").run()

    def test_compiled_code_says_so(self):
        code = """
try:
    import boxes._fast
except ImportError as e:
    said = str(e), e.name
said"""
        self.assertEqual(self.run_with(code, [wheel(self.folder)]), ("boxes._fast is compiled code, which can't run here", "boxes._fast"))

    def test_errors_name_the_file(self):
        with self.assertRaisesRegex(fermata.RuntimeError, r"broken\.py"):
            self.run_with("import boxes.broken", [wheel(self.folder)])

    def test_nothing_can_be_written(self):
        code = """
import boxes, os
said = []
for do in (lambda: open(boxes.__file__, "a"), lambda: os.remove(boxes.__file__), lambda: open("/packages/x", "w").close() or "made"):
    try:
        said.append(do())
    except OSError as e:
        said.append(e.errno)
said"""
        self.assertEqual(self.run_with(code, [wheel(self.folder)]), [30, 30, "made"])

    def test_what_its_record_does_not_say_is_not_read(self):
        with self.assertRaisesRegex(fermata.RuntimeError, "OSError"):
            self.run_with("import boxes.part", [wheel(self.folder, changed=["boxes/part.py"])])

    def test_a_state_names_it_by_what_is_in_it(self):
        packages = [wheel(self.folder)]
        run = fermata.Program("import boxes\nx = ask(1)\nfrom boxes import part\nimport boxes.late\nboxes.late.y + x", functions=["ask"])
        files = {**FILES, "boxes/late.py": b"y = 40\n"}
        packages = [wheel(self.folder, files)]
        step = run.start(packages=packages)
        state = step.save()
        self.assertNotIn(b"y = 40", state)
        self.assertEqual(fermata.load(state, functions=["ask"], packages=packages).resume(2).value, 42)
        other = [wheel(self.folder, {**files, "boxes/late.py": b"y = 41\n"})]
        for given in ([], other):
            with self.subTest(given=given), self.assertRaisesRegex(fermata.RuntimeError, "/packages/boxes-1.5-"):
                fermata.load(state, functions=["ask"], packages=given).resume(2).value

    def test_a_folder_has_what_is_in_it(self):
        # Links lead elsewhere, hidden files are nobody's business, and a pipe would have everybody wait.
        folder = pathlib.Path(self.folder, "src")
        folder.mkdir()
        pathlib.Path(self.folder, "secret.py").write_text("x = 1")
        pathlib.Path(self.folder, "more").mkdir()
        (folder / "m.py").write_text("X = 1")
        (folder / ".env").write_text("KEY=1")
        (folder / "link.py").symlink_to("../secret.py")
        (folder / "above").symlink_to("../more")
        (folder / "environ.txt").symlink_to("/proc/self/environ")
        os.mkfifo(folder / "pipe.py")
        code = "import os, m\nos.listdir(os.path.dirname(m.__file__))"
        self.assertEqual(self.run_with(code, [folder]), ["m.py"])

    def hostile_wheel(self, record, entries=()):
        path = os.path.join(self.folder, "bad-1-py3-none-any.whl")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            for name, content in entries:
                file.writestr(name, content)
            file.writestr("bad-1.dist-info/RECORD", record)
        return path

    def test_hostile_wheels(self):
        long = "a/" * 20000 + "b.py,sha256=AA,1\n"
        self.assertEqual(self.run_with("1", [self.hostile_wheel(long)]), 1)  # no file has such a name
        for record in "a" * 200_000 + ".py,sha256=AA,1\n", "a.py,sha256=A,1\n", "a.py,sha256=\u00e9,1\n", "x,,\n" * 100_001:
            with self.subTest(record[:30]), self.assertRaisesRegex(fermata.UsageError, "package 'bad'"):
                self.run_with("1", [self.hostile_wheel(record)])
        # It is read no further than it says to go.
        read = []

        class Counted(zipfile.ZipExtFile):
            def read(self, n=-1):
                data = super().read(n)
                read.append(len(data))
                return data

        path = self.hostile_wheel("x.py,sha256=AA,10\n", [("x.py", b" " * 10**7)])
        with unittest.mock.patch("zipfile.ZipExtFile", Counted), self.assertRaisesRegex(fermata.Error, "Errno 5"):
            self.run_with("import x", [path])
        self.assertLess(sum(read), 1000)

    def test_damaged_wheels(self):
        body = bytes(range(256)) * 20
        digest = base64.urlsafe_b64encode(hashlib.sha256(body).digest()).decode().rstrip("=")
        path = self.hostile_wheel(f"a.py,sha256={digest},{len(body)}\n", [("a.py", body)])
        whole = pathlib.Path(path).read_bytes()
        chance = random.Random(1)
        for _ in range(300):
            damaged = bytearray(whole)
            for _ in range(chance.randrange(1, 4)):
                damaged[chance.randrange(len(damaged))] ^= 1 << chance.randrange(8)
            pathlib.Path(path).write_bytes(damaged)
            try:
                self.run_with("try: import a\nexcept (OSError, SyntaxError, ImportError, ValueError): pass", [path])
            except fermata.UsageError:
                pass  # (any other exception fails)

    def test_a_session_has_it(self):
        session = fermata.Session(packages=[wheel(self.folder)])
        session.feed("import boxes")
        self.assertEqual(session.feed("boxes.double(3)").value, 6)

    def test_what_is_no_package(self):
        bad_zip, no_record = pathlib.Path(self.folder, "bad.whl"), pathlib.Path(self.folder, "none.whl")
        bad_zip.write_bytes(b"no zip")
        zipfile.ZipFile(no_record, "w").close()
        requirements = pathlib.Path(self.folder, "requirements.txt")
        requirements.write_text("pip\n-e .\n")
        fetched = pathlib.Path(self.folder, "fetched.txt")
        fetched.write_text("pip @ https://example.org/pip.whl\n")
        for packages, why in (
            ([fetched], "fetched.txt:1: .*nothing is fetched from 'https://example.org/pip.whl'"),
            (["no-such-distribution-at-all"], "isn't installed"),
            (["pip==0.0.1"], "is installed as"),
            (["pip>=99"], "is installed as .*, not >=99"),
            (["pip>="], "must be a requirement, as jinja2 or jinja2>=3, not 'pip>='"),
            ([bad_zip], "can't be read"),
            ([no_record], "has no RECORD"),
            ([requirements], "requirements.txt:2"),
            ([pathlib.Path(self.folder, "none")], "neither a wheel nor a folder"),
            ([5], "must be a distribution's name or a path"),
            ("pip", "must be a list"),
        ):
            with self.subTest(packages=packages), self.assertRaisesRegex(fermata.UsageError, why):
                fermata.Program("1").run(packages=packages)


if __name__ == "__main__":
    unittest.main()
