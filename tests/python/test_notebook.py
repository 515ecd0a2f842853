"""%%fermata in a notebook, with a stand-in for IPython's shell; and what rich shows."""

import contextlib
import io
import unittest

import fermata


class Shell:
    """What of IPython's shell the magics use."""

    def __init__(self, **names):
        self.user_ns = names
        self.magics = {}
        self.published = []
        self.display_pub = self

    def publish(self, data):
        self.published.append(data)

    def register_magic_function(self, function, magic_kind, magic_name):
        self.magics[magic_kind, magic_name] = function


def lookup(order):
    return {"total": 249, "order": order}


async def fetch(n):
    return n + 1


class Magic(unittest.TestCase):
    def test_what_a_cell_shows(self):
        value, _, _ = self.run_cell("from fermata_display import HTML\ndisplay(5)\nHTML('<script>')")
        (data,) = self.shell.published
        self.assertEqual((data["text/plain"], repr(value)), ("5", "<HTML object>"))
        self.assertIn("<iframe sandbox srcdoc=", data["text/html"])
        self.assertNotIn("<script>", data["text/html"])
        self.fails("display(6)\n1 / 0")
        self.assertEqual(self.shell.published[-1]["text/plain"], "6")
        self.run_cell("7")
        self.assertEqual(len(self.shell.published), 2)

    def setUp(self):
        self.shell = Shell(lookup=lookup, fetch=fetch, order="ord-17")
        fermata.load_ipython_extension(self.shell)
        self.addCleanup(self.run_line, "reset")

    def run_cell(self, cell, line=""):
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            value = self.shell.magics["cell", "fermata"](line, cell)
        return value, out.getvalue(), err.getvalue()

    def fails(self, cell, line=""):
        """What is printed, by a cell that fails."""
        err = io.StringIO()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(err), self.assertRaises(fermata.Error) as raised:
            self.shell.magics["cell", "fermata"](line, cell)
        for text in raised.exception._render_traceback_():
            err.write(text)
        return err.getvalue()

    def run_line(self, line):
        self.shell.magics["line", "fermata"](line)

    def test_cells_share_their_names(self):
        self.assertEqual(self.run_cell("import sys\nx = 5\nprint('a')\nprint('b', file=sys.stderr)"), (None, "a\n", "b\n"))
        self.assertEqual(self.run_cell("x * 2"), (10, "", ""))
        self.run_line("reset")
        self.assertIn("NameError: name 'x' is not defined", self.fails("x"))

    def test_functions_inputs_and_outputs(self):
        value, _, _ = self.run_cell(
            "total = lookup(order)['total']\nhalf = total / 2\ntotal", "--functions lookup --inputs order --out total,half"
        )
        self.assertEqual((value, self.shell.user_ns["total"], self.shell.user_ns["half"]), (249, 249, 124.5))
        self.assertEqual(self.run_cell("lookup(1)['order']")[0], 1)
        for line in ("--functions nothing", "--inputs nothing", "--nonsense", "more", "--inputs 'order", "--out"):
            self.assertEqual(self.fails("1", line).count("\n"), 0, line)
        self.assertIn("isn't the name of a variable", self.fails("x = 1", "--out x.__class__"))
        with self.assertRaises(fermata.UsageError):
            self.run_line("rest")

    def test_several_names(self):
        for line in (
            "--functions lookup,fetch --inputs order", "--functions lookup fetch --inputs order", "--functions lookup, fetch --inputs order",
            "--functions lookup --functions fetch --inputs order",
        ):  # fmt: skip
            with self.subTest(line):
                self.run_line("reset")
                self.assertEqual(self.run_cell("await fetch(1), lookup(order)['order']", line)[0], (2, "ord-17"))

    def test_asynchronous_functions(self):
        self.assertEqual(self.run_cell("await fetch(1), lookup(2)['order']", "--functions fetch,lookup")[0], (2, 2))

    def test_what_goes_wrong(self):
        told = self.fails("kept = 1\n1 / 0")
        self.assertEqual((told.count("ZeroDivisionError"), told.count("Traceback")), (1, 1))
        self.assertNotIn("notebook.py", told)
        self.assertIn("'(' was never closed", self.fails("x = ("))
        self.run_cell("def forever():\n    while True: pass")
        session = self.shell.magics["cell", "fermata"].__self__.session
        session.interrupt()
        self.assertIn("interrupted", self.fails("forever()"))
        self.assertEqual(self.run_cell("kept")[0], 1)

    def test_where_it_runs(self):
        self.run_cell("1")
        magic = self.shell.magics["cell", "fermata"].__self__
        self.assertGreater(magic.session._native.process(), 0)
        self.run_line("reset")
        self.run_cell("1", "--here")
        self.assertEqual(magic.session._native.process(), 0)


class Rich(unittest.TestCase):
    def test_steps_and_results(self):
        step = fermata.Program("print('x')\nask(1)", functions=["ask"]).start()
        self.assertEqual(list(step.__rich_repr__())[:3], ["ask(1)", ("line", 2), ("stdout", "x\n", "")])
        done = step.resume(5)
        self.assertEqual([*done.__rich_repr__()][:2], [5, ("warnings", [], [])])
        raised = fermata.Program("1 / 0").start()
        self.assertEqual(next(raised.__rich_repr__()), "ZeroDivisionError: division by zero (program.py, line 1)")
        exhausted = fermata.Program("\nwhile True: pass").start(limits=fermata.Limits(steps=100))
        self.assertEqual([*exhausted.__rich_repr__()][:2], ["steps", ("line", 2, 0)])
        result = fermata.Program("[1]").run()
        self.assertEqual(next(result.__rich_repr__()), [1])
        self.assertEqual(list(result.__rich_repr__())[-1], ("steps", result.spent.steps))

    def test_runs(self):
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            store = fermata.Store(f"{folder}/runs.db")
            run = store.submit("1", name="one.py")
            self.assertEqual(list(run.__rich_repr__())[:3], [run.id, ("status", "ready"), ("name", "one.py")])
            store.close()


if __name__ == "__main__":
    unittest.main()
