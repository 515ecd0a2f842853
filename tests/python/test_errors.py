"""What an error says: its line, Python's hint, its frames, and texts for a model, a log and the host."""

from __future__ import annotations

import pickle
import subprocess
import sys
import textwrap
import traceback
import unittest

import fermata


def failed(code: str, **options: object) -> fermata.Error:
    try:
        fermata.Program(code, **{key: options.pop(key) for key in ("functions",) if key in options}).run(**options)
    except fermata.Error as error:
        return error
    raise AssertionError("it ran")


NESTED = "def total(order):\n    return sum(  order['lines'])\n\ndef main():\n    ä = 1; total({'id': 1})\nmain()"
SLOW = "def spin(n):\n    kept = n\n    while True:\n        n += 1\nspin(1)"
STEPS = fermata.Limits(steps=1000)


class Text(unittest.TestCase):
    def test_the_line_is_told_as_python_words_it(self) -> None:
        self.assertEqual(str(failed("x = 1\n\nint('x')")), "ValueError: invalid literal for int() with base 10: 'x' (program.py, line 3)")
        self.assertEqual(str(failed("raise ValueError")), "ValueError (program.py, line 1)")
        self.assertEqual(str(failed(NESTED)), "KeyError: 'lines' (program.py, line 2)")

    def test_so_is_the_hint(self) -> None:
        error = failed("total = 1\nprint(totl)")
        self.assertEqual(str(error), "NameError: name 'totl' is not defined. Did you mean: 'total'? (program.py, line 2)")
        self.assertEqual((error.message, error.hint), ("name 'totl' is not defined", "Did you mean: 'total'?"))
        self.assertEqual(failed("''.uper()").hint, "Did you mean: 'upper'?")
        self.assertEqual(failed("json.dumps(1)").hint, "Did you forget to import 'json'?")
        self.assertEqual(
            failed("ast = 1\nasr = 1\nabc").display().splitlines()[-1],
            "NameError: name 'abc' is not defined. Did you mean: 'abs'? Or did you forget to import 'abc'?",
        )
        for code in ("async def f(): pass\nf() * 2", "async def f(): pass\nf().total"):
            self.assertEqual(failed(code).hint, "Is an `await` missing?")
        self.assertEqual(failed("1 / 0").hint, "")

    def test_a_missing_module_says_what_is_near_and_how_to_list_the_rest(self) -> None:
        error = failed("import jsom")
        self.assertEqual(str(error), "ModuleNotFoundError: No module named 'jsom'. Did you mean: 'json'? (program.py, line 1)")
        self.assertTrue(error.display().endswith('help("modules") lists the modules that are here.'))
        self.assertIn("json", fermata.modules())

    def test_an_error_within_the_library_is_told_at_the_programs_own_line(self) -> None:
        error = failed("import json\n\njson.loads('{')")
        self.assertTrue(str(error).endswith("(program.py, line 3)"), str(error))

    def test_a_limit_tells_the_line(self) -> None:
        error = failed(SLOW, limits=STEPS)
        self.assertRegex(str(error), r"^the limit of steps \(1000\) is used up \(program\.py, line [34]\)$")
        self.assertRegex(repr(error.step), r"^<Exhausted steps \(program\.py, line [34]\)>$")
        error = failed("x = [0] * 10\nprint('a' * 1000)", limits=fermata.Limits(output_bytes=10))
        self.assertEqual(str(error), "the limit of output_bytes (10) is used up (program.py, line 2)")
        loaded = fermata.load(error.step.save())
        self.assertEqual(loaded.frames, error.frames)

    def test_a_limit_in_a_task_tells_the_tasks_line(self) -> None:
        error = failed(
            "import asyncio\nasync def spin():\n    while True: pass\nawait asyncio.gather(spin())", limits=fermata.Limits(steps=100_000)
        )
        self.assertEqual(str(error), "the limit of steps (100000) is used up (program.py, line 3)")


class Frames(unittest.TestCase):
    def test_frames_have_lines_columns_functions_and_source(self) -> None:
        frames = failed(NESTED).frames
        self.assertEqual(
            [(f.function, f.file, f.line) for f in frames],
            [("<module>", "program.py", 6), ("main", "program.py", 5), ("total", "program.py", 2)],
        )
        self.assertEqual(frames[1].source_line, "    ä = 1; total({'id': 1})")
        self.assertEqual((frames[1].column, frames[1].end_line, frames[1].end_column), (12, 5, 28))
        self.assertEqual((frames[2].column, frames[2].end_column), (18, 32))
        self.assertEqual(frames[2].locals, {})

    def test_a_stack_has_columns_too(self) -> None:
        step = fermata.Program("x = ask(\n  1)", functions=["ask"]).start()
        frame = step.stack[0]
        self.assertEqual((frame.line, frame.column, frame.end_line, frame.end_column, frame.source_line), (1, 5, 2, 5, "x = ask("))

    def test_of_a_deep_recursion_the_innermost_are_there(self) -> None:
        error = failed("import sys\nsys.setrecursionlimit(5000)\ndef f(n):\n    return f(n + 1)\nf(0)")
        self.assertEqual((len(error.frames), error.frames[-1].function), (1000, "f"))
        exhausted = failed(
            "import sys\nsys.setrecursionlimit(50000)\ndef f(n):\n    return f(n + 1)\nf(0)", limits=fermata.Limits(steps=20_000)
        )
        self.assertEqual({f.line for f in exhausted.frames}, {4})
        self.assertEqual(len(exhausted.frames), 1000)

    def test_long_lines_are_cut(self) -> None:
        code = "def f(n): return f(n + 1) if n else 0" + " " * 100_000 + "\nf(1)"
        error = failed(code, limits=STEPS)
        self.assertLess(max(len(f.source_line) for f in error.frames), 2100)

    def test_a_raised_step_tells_them_as_plain_values(self) -> None:
        told = fermata.Program(NESTED).start().to_dict()
        self.assertEqual([f["line"] for f in told["frames"]], [6, 5, 2])
        self.assertEqual(told["hint"], "")

    def test_the_files_of_an_oserror_are_those_of_the_exception(self) -> None:
        error = failed("open('zz')")
        assert isinstance(error, fermata.RuntimeError) and isinstance(error.exception, FileNotFoundError)
        self.assertEqual(
            (str(error.exception), error.arguments), ("[Errno 2] No such file or directory: 'zz'", (2, "No such file or directory"))
        )
        self.assertEqual(str(pickle.loads(pickle.dumps(error)).exception), str(error.exception))
        moved = failed("import os\nos.rename('zz', 'yy')")
        assert isinstance(moved, fermata.RuntimeError)
        self.assertEqual(str(moved.exception), "[Errno 2] No such file or directory: 'zz' -> 'yy'")

    def test_errors_without_a_program_have_none(self) -> None:
        for make in (lambda: fermata.load(b""), lambda: fermata.Limits(steps=-1), lambda: fermata.Program("x =")):
            with self.assertRaises(fermata.Error) as caught:
                make()
            self.assertEqual(caught.exception.frames, [])
            self.assertTrue(caught.exception.display("message"))

    def test_they_are_pickled(self) -> None:
        for error in (failed(NESTED), failed(SLOW, limits=STEPS)):
            again = pickle.loads(pickle.dumps(error))
            self.assertEqual(
                (str(again), again.frames, again.display(), again.__notes__), (str(error), error.frames, error.display(), error.__notes__)
            )


class Display(unittest.TestCase):
    def test_message_and_traceback(self) -> None:
        error = failed("def f():\n    return {}['k']\nf()")
        self.assertEqual(error.display("message"), str(error))
        self.assertEqual(error.display("traceback"), error.traceback.rstrip())
        self.assertEqual(error.display(), error.display("traceback"))
        with self.assertRaises(fermata.UsageError):
            error.display("html")  # type: ignore[arg-type]

    def test_a_limits_traceback_is_where_the_program_stood(self) -> None:
        error = failed("def spin():\n    while True: pass\nspin()", limits=STEPS)
        self.assertEqual(
            error.display(),
            'Traceback (most recent call last):\n  File "program.py", line 3, in <module>\n    spin()\n'
            '  File "program.py", line 2, in spin\n    while True: pass\nLimitError: the limit of steps (1000) is used up',
        )

    def test_full_has_the_variables_at_a_limit(self) -> None:
        self.assertIn("      kept = 1\n", failed(SLOW, limits=STEPS).display("full"))
        self.assertNotIn("kept = 1\n", failed(SLOW, limits=STEPS).display("traceback"))

    def test_full_has_the_hosts_traceback(self) -> None:
        error = failed("1 / 0")
        try:
            raise error from KeyError("the host's")
        except fermata.Error:
            pass
        self.assertTrue(error.display("full").endswith('KeyError: "the host\'s"'))
        self.assertNotIn("the host's", error.display("traceback"))

    def test_wrong_code(self) -> None:
        error = failed("x = (")
        self.assertIn('  File "program.py", line 1', error.display("traceback"))
        self.assertEqual(error.display("message"), "SyntaxError: '(' was never closed (line 1)")


class Uncaught(unittest.TestCase):
    def test_python_prints_the_programs_traceback(self) -> None:
        text = "".join(traceback.format_exception(failed(NESTED)))
        self.assertIn(
            "fermata.RuntimeError: KeyError: 'lines' (program.py, line 2)\nIn the program:\nTraceback (most recent call last):", text
        )
        self.assertIn("  File \"program.py\", line 2, in total\n    return sum(  order['lines'])", text)
        text = "".join(traceback.format_exception(failed(SLOW, limits=STEPS)))
        self.assertIn("in spin\n", text)

    def test_in_a_process_of_its_own(self) -> None:
        script = textwrap.dedent(
            """
            import fermata
            fermata.Program("x = 1\\nx.real.y", name="agent.py").run()
        """
        )
        ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
        self.assertIn('File "agent.py", line 2, in <module>', ran.stderr)


if __name__ == "__main__":
    unittest.main()
