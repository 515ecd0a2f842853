"""The cache of compiled packages: whether it is warm shows in nothing but time."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

import fermata

MODULE = '''
"""Boxes."""
from boxes import parts

class Box:
    def __init__(self, *items, **named):
        self.items = [*items, *named.values()]

    def total(self):
        return sum(x for x in self.items if x > 0) + parts.extra

    def fail(self):
        return [1 / (x - x) for x in self.items]
'''
FILES = {"boxes/__init__.py": "from boxes.box import Box\n", "boxes/box.py": MODULE, "boxes/parts.py": "extra = 1\n"}
FILES["boxes/many.py"] = "".join(f"def f{i}(a, b={i}):\n    return [a + {i}, b, 'text {i}']\n\n" for i in range(400))
FILES["boxes/warned.py"] = "x = 1\ny = x is 1\n"
FILES["boxes/broken.py"] = "x = (\n"
FILES["boxes/latin.py"] = "# -*- coding: latin-1 -*-\nsaid = 'é'\n"

# What a program did, as far as anybody can see but by a clock.
SCRIPT = """
import datetime, json, re, sys
import fermata

folder, code, how = sys.argv[1:4]
options = json.loads(how)
pool = fermata.Pool() if options.pop("pool", False) else None
limits = fermata.Limits(**options.pop("limits", {}))
said = []
granted = {"seed": 1, "clock": datetime.datetime(2026, 11, 28)}
for _ in range(options.pop("times", 1)):
    step = fermata.Program(code, functions=["wait"]).start(packages=[folder], limits=limits, pool=pool, **granted, **options)
    kind, text = type(step).__name__, ""
    if kind == "Done":
        text = repr(step.value)
    elif kind == "Raised":
        text = str(step.error.traceback)
    try:
        state = re.sub('"(time|wall)_ns": *[0-9]+', "", step.save("json"))
    except Exception as error:
        state = str(error)
    said.append([kind, text, [step.spent.steps, step.spent.heap_bytes], step.stdout + step.stderr, state])
print(json.dumps(said))
"""


class CodeCache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.package, self.cache = pathlib.Path(folder.name, "package"), pathlib.Path(folder.name, "cache")
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name, text):
        path = self.package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("latin-1" if "latin-1" in text else "utf-8"))

    def begin(self, code, cache=None, **options):
        env = os.environ | {"FERMATA_CODE_CACHE": str(self.cache if cache is None else cache)}
        command = [sys.executable, "-c", SCRIPT, str(self.package), code, json.dumps(options)]
        return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True)

    def ended(self, process):
        output = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, 0)
        return json.loads(output)

    def run_with(self, code, **options):
        return self.ended(self.begin(code, **options))

    def files(self):
        return sorted(self.cache.iterdir()) if self.cache.exists() else []

    def check_same(self, code, count, **options):
        """Cold, warm from the folder, warm from memory, and without a folder."""
        shutil.rmtree(self.cache, ignore_errors=True)
        cold, again = self.run_with(code, times=2, **options)
        self.assertEqual(len(self.files()), count)
        times = {path: path.stat().st_mtime_ns for path in self.files()}
        warm, without = self.run_with(code, **options)[0], self.run_with(code, cache="", **options)[0]
        self.assertEqual([again, warm, without], [cold] * 3)
        self.assertEqual({path: path.stat().st_mtime_ns for path in self.files()}, times)  # nothing was compiled
        return cold

    def test_nothing_shows_whether_it_is_warm(self):
        paused = "import boxes\nbox = boxes.Box(1, 2, x=3)\nwait(box.total())"
        failing = "import boxes\nboxes.Box(1).fail()"
        warned = "import boxes.warned\nboxes.warned.y"
        broken = "import boxes.broken"
        for more in ({}, {"pool": True}, {"allow_eval": False}):
            with self.subTest(more):
                said = self.check_same(paused, 3, **more)
                self.assertEqual((said[0], said[4][:1]), ("Paused", "{"))
                self.assertIn("1 / (x - x)", self.check_same(failing, 3, **more)[1])
                said = self.check_same(warned, 3, **more)
                self.assertEqual(said[1], "True")
                self.assertEqual("SyntaxWarning" in said[3], "allow_eval" not in more)
                self.assertIn("'(' was never closed", self.check_same(broken, 3, **more)[1])

    def test_limits_hold(self):
        code = "import boxes.many\nboxes.many.f3(1)"
        steps = self.check_same(code, 4)[2][0]
        size = len(FILES["boxes/many.py"])
        for pool in ({}, {"pool": True}):
            for few in (size // 2, steps - 10, steps):
                with self.subTest(pool, steps=few):
                    shutil.rmtree(self.cache, ignore_errors=True)
                    cold = self.run_with(code, limits={"steps": few}, **pool)
                    self.assertEqual(cold[0][0], "Done" if few == steps else "Exhausted")
                    self.assertEqual(self.run_with(code, limits={"steps": few}, **pool), cold)
            for heap in (1_000_000, size * 192, size * 192 + 2_000_000):
                with self.subTest(pool, heap=heap):
                    shutil.rmtree(self.cache, ignore_errors=True)
                    cold = self.run_with(code, limits={"heap_bytes": heap}, **pool)
                    self.assertEqual(cold[0][0] == "Done", heap > size * 192 + 1_000_000)
                    self.assertEqual(self.run_with(code, limits={"heap_bytes": heap}, **pool), cold)

    def test_another_text_is_compiled(self):
        code = "import boxes\nboxes.Box(1).total()"
        self.assertEqual(self.run_with(code)[0][1], "2")
        self.write("boxes/parts.py", "extra = 5\n")
        self.assertEqual(self.run_with(code)[0][1], "6")
        self.assertEqual(len(self.files()), 6)  # its place is another one

    def test_the_text_says_what_its_bytes_mean(self):
        code = "import boxes.latin\nboxes.latin.said"
        self.assertEqual(self.check_same(code, 3)[1], "'é'")
        self.assertEqual(self.run_with(code, allow_eval=False)[0][0], "Raised")

    def test_whose_files_are_kept(self):
        # Neither the program's nor those of mounts that may be something else tomorrow.
        code = """
open("own.py", "w").write("x = 1")
import own, sys
sys.path.append("/packages/mine")
import theirs
own.x + theirs.x"""
        script = f"""
import fermata
mount = fermata.Mount({{"theirs.py": "x = 2\\n"}}, at="/packages/mine")
print(fermata.Program({code!r}).run(mounts=[mount]).value)"""
        env = os.environ | {"FERMATA_CODE_CACHE": str(self.cache)}
        done = subprocess.run([sys.executable, "-c", script], env=env, stdout=subprocess.PIPE, text=True, check=True)
        self.assertEqual((done.stdout, self.files()), ("3\n", []))

    def test_several_at_once(self):
        code = "import boxes.many\nboxes.many.f3(1)"
        for pool in (False, True):
            shutil.rmtree(self.cache, ignore_errors=True)
            processes = [self.begin(code, times=3, pool=pool) for _ in range(4)]
            said = [one for process in processes for one in self.ended(process)]
            self.assertEqual(said, said[:1] * 12)
            self.assertEqual(len(self.files()), 4)

    def test_a_home_that_cannot_be_written_to(self):
        code = "import boxes\nboxes.Box(1).total()"
        home = self.cache.parent / "home"
        for variables in ({"HOME": "/proc"}, {"HOME": ""}, {"HOME": "/proc", "XDG_CACHE_HOME": "nowhere"}, {"XDG_CACHE_HOME": str(home)}):
            env = {name: value for name, value in os.environ.items() if name not in ("HOME", "XDG_CACHE_HOME", "FERMATA_CODE_CACHE")}
            command = [sys.executable, "-c", SCRIPT, str(self.package), code, "{}"]
            output = subprocess.run(command, env=env | variables, stdout=subprocess.PIPE, check=True).stdout
            self.assertEqual(json.loads(output)[0][1], "2")
        self.assertEqual(len(list(pathlib.Path(home, "fermata").iterdir())), 3)

    def test_forged_files_do_what_programs_do(self):
        # Here the code of another text has its place: as whoever can write to the folder may do, who can write to the package, too.
        code = "import boxes\nboxes.Box(1).total()"
        self.run_with(code)
        first, *others = [path.read_bytes() for path in self.files()]
        for path, content in zip(self.files(), [*others, first]):
            path.write_bytes(content)
        self.assertIn(self.run_with(code)[0][0], ("Done", "Raised"))
        for path in self.files():
            path.write_bytes(os.urandom(1000))
        self.assertEqual(self.run_with(code)[0][1], "2")

    def test_threads_share_it(self):
        said = []

        def run():
            said.append(fermata.Program("import boxes.many\nboxes.many.f3(1)").run(packages=[str(self.package)]).value)

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(said, [[4, 3, "text 3"]] * 4)


if __name__ == "__main__":
    unittest.main()
