"""What sessions share is not to be changed: one session tries everything on all that it reaches of each module, in a process of its own.

Every attempt ends in an exception or changes what is the session's alone. The pages of what is shared are read-only, so a check that is
missing ends the process; and a session that comes after finds everything as it was."""

import os
import re
import subprocess
import sys
import tempfile
import textwrap
import unittest

WALK = os.path.join(os.path.dirname(os.path.abspath(__file__)), "shared_image_walk.py")
MODULES = os.path.join(os.path.dirname(WALK), "../../src/library/modules.def")
# Attempts on one module are as many as it has objects, so some modules are tried here, others by hand: SHARED_IMAGE="json os" or all.
USUAL = ["contextvars"] if "FERMATA_QUICK" in os.environ else "abc contextvars enum functools itertools re weakref".split()

CHILD = """
    import mmap, sys
    import fermata

    name, path, current = sys.argv[1], sys.argv[2], sys.argv[3]
    walk = open(path).read()
    with open(current, "r+b") as file:
        at = mmap.mmap(file.fileno(), 0)  # what is being tried: it is there when the process has ended

    def doing(label):
        text = label.encode("utf-8", "replace")[:1000]
        at[:len(text) + 1] = text + b"\\0"

    def go(end, skip=()):
        return fermata.Program(walk + "\\n" + end, inputs=["name", "skip"], functions={"doing": doing}).start({"name": name, "skip": set(skip)}, limits=LIMITS, pause_at=())

    LIMITS = fermata.Limits(steps=300_000_000, time_ms=0, heap_bytes=2_000_000_000, output_bytes=0, host_calls=0)
    before = go("described()").value
    skip = []
    for _ in range(40):
        step = go("tried()", skip)
        if isinstance(step, fermata.Done):
            break
        if not isinstance(step, fermata.Exhausted):
            raise SystemExit(step)
        skip.append(at[:at.find(b"\\0")].decode())
    else:
        raise SystemExit(f"too many attempts don't end: {skip}")
    assert go("described()").value == before, "another session sees changes"
    print(*step.value, *skip, sep="\\n")
"""


def all_modules():
    with open(MODULES) as file:
        return re.findall(r"^(?:PYTHON_)?MODULE\(([\w.]+), (?:kPrograms|kShared)\)", file.read(), re.M)


class SharedImage(unittest.TestCase):
    def walk(self, name):
        with tempfile.NamedTemporaryFile() as current:
            current.write(bytes(4096))
            current.flush()
            ran = subprocess.run(
                [sys.executable, "-c", textwrap.dedent(CHILD), name, WALK, current.name], capture_output=True, text=True, timeout=600
            )
            current.seek(0)
            last = current.read().split(b"\0")[0].decode()
        self.assertEqual(ran.returncode, 0, f"{name}, last attempt: {last}\n{ran.stderr[-3000:]}")
        return ran.stdout.split("\n")

    def test_nothing_can_be_changed(self):
        names = os.environ.get("SHARED_IMAGE", "").split() or USUAL
        for name in all_modules() if names == ["all"] else names:
            with self.subTest(name):
                objects, attempts, *_ = self.walk(name)
                self.assertGreater(int(objects), 5)
                self.assertGreater(int(attempts), 100)


if __name__ == "__main__":
    unittest.main()
