"""%%fermata in IPython itself."""

import contextlib
import io
import unittest

from support import needs

needs("IPython", "rich")

from IPython.core.interactiveshell import InteractiveShell  # noqa: E402
from rich.pretty import pretty_repr  # noqa: E402

import fermata  # noqa: E402


class Notebook(unittest.TestCase):
    def test_a_cell(self):
        shell = InteractiveShell.instance()
        self.addCleanup(InteractiveShell.clear_instance)
        self.assertTrue(shell.run_line_magic("load_ext", "fermata") in (None, "already loaded"))
        shell.user_ns["lookup"] = lambda order: order * 2
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            ran = shell.run_cell("%%fermata --functions lookup --out total\ntotal = lookup(4)\nprint('hello')\ntotal + 1")
        self.assertEqual((ran.result, shell.user_ns["total"]), (9, 8))
        self.assertIn("hello\n", out.getvalue())
        for cell, told in (("1 / 0", "ZeroDivisionError"), ("x = (", "never closed"), ("exit(3)", "SystemExit")):
            with contextlib.redirect_stdout(shown := io.StringIO()), contextlib.redirect_stderr(shown):
                ran = shell.run_cell(f"%%fermata\n{cell}")
            self.assertIsInstance(ran.error_in_exec, fermata.Error)
            self.assertEqual(shown.getvalue().count(told), 1, shown.getvalue())
            self.assertNotIn("notebook.py", shown.getvalue())
        with contextlib.redirect_stdout(shown := io.StringIO()):
            ran = shell.run_cell("%%fermata --functions\n1")
        self.assertIsInstance(ran.error_in_exec, fermata.UsageError)
        self.assertEqual(len(shown.getvalue().strip().splitlines()), 1, shown.getvalue())
        with contextlib.redirect_stdout(out):
            shell.run_cell("%fermata reset")

    def test_rich(self):
        self.assertEqual(
            pretty_repr(fermata.Program("ask(1)", functions=["ask"]).start()).partition(", steps")[0], "Paused('ask(1)', line=1"
        )


if __name__ == "__main__":
    unittest.main()
