"""What the tests of durable runs share: a store in a folder of its own, and processes that work on it."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

import fermata


class StoreCase(unittest.TestCase):
    """`self.store` in a new folder; after each test all of the laws must hold there."""

    options = {}

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.where = self.new_where()
        self.store = fermata.Store(self.where, **self.options)
        self.addCleanup(self.store.close)

    def new_where(self):
        return os.path.join(self.folder, "runs.db")

    def tearDown(self):
        try:
            self.assertEqual(self.store.check(), [])
        except fermata.UsageError:  # the test closed it
            pass

    def drain(self, *tools, **options):
        """A worker without a jail, which takes long to make."""
        fermata.Worker(self.store, tools, **{"jail": False, "poll_ms": 20, **options}).drain()

    def outcome(self, run, timeout=60):
        """Its result, or the error."""
        try:
            return run.result(timeout)
        except fermata.Error as error:
            return error

    def process(self, code, *arguments, **options):
        """Another Python, which runs the code with `where` and the arguments in sys.argv[1:]."""
        code = "import os, sys, time\nimport fermata\nwhere = sys.argv[1]\n" + textwrap.dedent(code)
        return subprocess.Popen(
            [sys.executable, "-c", code, self.where, *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            **options,
        )
