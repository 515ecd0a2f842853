"""What the tests of mounts have in common: a folder, and runs that see it, also in a jail."""

import pathlib
import tempfile
import unittest

import fermata
from fermata import Mount


class MountTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pool = fermata.Pool()
        cls.addClassCleanup(cls.pool.close)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.outside = pathlib.Path(folder.name)
        self.folder = self.outside / "mounted"
        self.folder.mkdir()
        (self.outside / "secret").write_text("secret")
        (self.folder / "a.txt").write_text("A")
        (self.folder / "deep/er").mkdir(parents=True)
        (self.folder / "deep/er/b").write_bytes(b"\xff\x00")

    def mount(self, mode="read", **options):
        return Mount(self.folder, "/data", mode, **options)

    def run_code(self, code, mode="read", mounts=None, **options):
        """The value, which is the same in a jail, if that changes nothing of the host's."""
        mounts = [self.mount(mode)] if mounts is None else mounts
        result = fermata.Program(code).run(mounts=mounts, **options)
        if mode != "write":
            jailed = fermata.Program(code, pool=self.pool).run(mounts=mounts, **options)
            self.assertEqual((jailed.value, jailed.files), (result.value, result.files))
        return result

    def value(self, code, mode="read", **options):
        return self.run_code(code, mode, **options).value

    def error(self, code, mode="read", **options):
        """(class, errno) of what a statement raises."""
        return self.value(
            f"try:\n    {code}\nexcept Exception as e: r = (type(e).__name__, getattr(e, 'errno', None))\nelse: r = None\nr",
            mode,
            **options,
        )
