"""fermata.code_interpreter: texts that are run one after the other, files, pausing, timeouts."""

import asyncio
import json
import pickle
import tempfile
import threading
import unittest

import fermata
from fermata.code_interpreter import AsyncSandbox, NotFoundException, Sandbox, TimeoutException


def lookup(order):
    return {"total": 249, "order": order}


class Texts(unittest.TestCase):
    def sandbox(self, **options):
        sandbox = Sandbox.create(**options)
        self.addCleanup(sandbox.kill)
        return sandbox

    def test_results_logs_and_names(self):
        sandbox = self.sandbox(functions=[lookup], envs={"KEY": "value"})
        first = sandbox.run_code("import os, sys\ntotal = lookup('ord-17')['total']\nprint('asked')\nprint('!', file=sys.stderr)")
        self.assertEqual((first.results, first.error, first.text, first.execution_count), ([], None, None, 1))
        self.assertEqual(("".join(first.logs.stdout), "".join(first.logs.stderr)), ("asked\n", "!\n"))
        second = sandbox.run_code("total * 2, os.environ['KEY']")
        self.assertEqual((second.text, second.results[0].value, second.execution_count), ("(498, 'value')", (498, "value"), 2))
        self.assertEqual((second.results[0].is_main_result, second.results[0].formats()), (True, ["text"]))
        self.assertIsNone(second.results[0].png)
        self.assertEqual((second.logs.stdout, first.logs.stdout), ([], ["asked\n"]))
        told = json.loads(second.to_json())
        self.assertEqual(told["results"], [{"text": "(498, 'value')", "is_main_result": True}])

    def test_what_a_text_shows(self):
        execution = self.sandbox().run_code("import fermata_charts as charts\ndisplay(1, [{'a': 2}])\ncharts.line([1, 2])")
        self.assertEqual([result.formats() for result in execution.results], [["text"], ["text", "html", "markdown"], ["text", "svg"]])
        self.assertEqual([result.is_main_result for result in execution.results], [False, False, True])
        self.assertEqual(execution.text, "<line chart of 2 points>")
        picture = "from fermata_display import Image\ndisplay(Image(b'GIF89a'), {'image/png': b'\\x89PNG'})\ndisplay({'image/png': b'\\x89PNG'}, raw=True)\n1 / 0"
        execution = self.sandbox().run_code(picture)
        self.assertEqual((execution.results[2].png, execution.error.name), ("iVBORw==", "ZeroDivisionError"))

    def test_errors_leave_the_names(self):
        sandbox = self.sandbox(functions=["nobody"], limits=fermata.Limits(steps=100_000))
        error = sandbox.run_code("x = 5\nx.y").error
        self.assertEqual((error.name, error.value), ("AttributeError", "'int' object has no attribute 'y'"))
        self.assertIn("line 2, in <module>", error.traceback)
        error = sandbox.run_code("x = (").error
        self.assertEqual((error.name, error.value), ("SyntaxError", "'(' was never closed"))
        self.assertEqual(sandbox.run_code("while True: x += 1").error.name, "LimitError")
        self.assertIn("nobody answers nobody(5)", sandbox.run_code("nobody(5)").error.value)
        self.assertGreater(sandbox.run_code("x").results[0].value, 5)

    def test_callbacks(self):
        seen = []
        sandbox = self.sandbox()
        sandbox.run_code(
            "import sys\nprint('a')\nprint('b', file=sys.stderr)\n5",
            on_stdout=lambda message: seen.append(("out", str(message), message.error)),
            on_stderr=lambda message: seen.append(("err", str(message), message.error)),
            on_result=lambda result: seen.append(result.text),
        )
        sandbox.run_code("1 / 0", on_error=lambda error: seen.append(error.name))
        self.assertEqual(seen, [("out", "a\n", False), ("err", "b\n", True), "5", "ZeroDivisionError"])

        def fails(message):
            raise ValueError("the host's")

        with self.assertRaisesRegex(ValueError, "the host's"):
            sandbox.run_code("y = 1\nprint(1)\nwhile True: pass", on_stdout=fails)
        self.assertEqual(sandbox.run_code("y").text, "1")

    def test_timeouts(self):
        sandbox = self.sandbox()
        with self.assertRaises(TimeoutException) as caught:
            sandbox.run_code("print('begun')\nn = 1\nwhile True: n += 1", timeout=0.2)
        self.assertEqual("".join(caught.exception.execution.logs.stdout), "begun\n")
        self.assertEqual(caught.exception.execution.error.name, "TimeoutError")
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).execution, caught.exception.execution)
        with self.assertRaises(TimeoutException):
            sandbox.run_code("import time\ntime.sleep(1000)", timeout=0.2)
        self.assertEqual(sandbox.run_code("n > 1").text, "True")

    def test_killing(self):
        sandbox = self.sandbox()
        threading.Timer(0.2, sandbox.kill).start()
        sandbox.run_code("while True: pass")
        self.assertFalse(sandbox.is_running())
        for use in (lambda: sandbox.run_code("1"), lambda: sandbox.files.list(), sandbox.pause):
            with self.assertRaises(fermata.UsageError):
                use()
        with self.sandbox(timeout=0.1) as sandbox:
            sandbox._ends.join(30)
            self.assertFalse(sandbox.is_running())
            for use in (lambda: sandbox.run_code("1"), lambda: sandbox.files.list(), sandbox.pause):
                with self.assertRaisesRegex(TimeoutException, r"timeout of 0.1 s is over") as caught:
                    use()
            self.assertEqual(str(pickle.loads(pickle.dumps(caught.exception))), str(caught.exception))
        with self.sandbox(timeout=0.3) as sandbox, self.assertRaisesRegex(TimeoutException, "timeout of 0.3 s is over"):
            sandbox.run_code("while True: pass")

    def test_pausing(self):
        sandbox = self.sandbox(functions=[lookup])
        sandbox.run_code("def double(n): return 2 * n\nopen('kept', 'w').write('text')")
        state = sandbox.pause()
        self.assertFalse(sandbox.is_running())
        other = Sandbox.resume(state, functions=[lookup])
        self.addCleanup(other.kill)
        self.assertEqual(other.run_code("double(lookup(1)['total']), open('kept').read()").text, "(498, 'text')")
        with tempfile.TemporaryDirectory() as folder:
            id = other.pause(folder)
            self.assertEqual(id, other.sandbox_id)
            with Sandbox.resume(id, folder=folder) as third:
                self.assertEqual((third.sandbox_id, third.run_code("double(4)").text), (id, "8"))
            for wrong in ("nowhere", "../secret", "", 5):
                with self.assertRaises(fermata.UsageError):
                    Sandbox.resume(wrong, folder=folder)
            with self.assertRaises(fermata.UsageError):
                Sandbox.resume(id)
        with self.assertRaises(fermata.StateError):
            Sandbox.resume(b"no state")

    def test_files(self):
        sandbox = self.sandbox(files={"there.txt": "ä"})
        self.assertEqual(sandbox.files.read("there.txt"), "ä")
        entry = sandbox.files.write("deep/er/data.bin", b"\xff\x00")
        self.assertEqual((entry.name, entry.type, entry.path, entry.size), ("data.bin", "file", "/home/user/deep/er/data.bin", 2))
        self.assertEqual(sandbox.files.read("deep/er/data.bin", format="bytes"), b"\xff\x00")
        self.assertEqual(sandbox.files.read("deep/er/data.bin"), "\ufffd\x00")
        self.assertEqual(sandbox.run_code("open('deep/er/data.bin', 'rb').read()[0]").text, "255")
        self.assertEqual([(each.name, each.type) for each in sandbox.files.list()], [("deep", "dir"), ("there.txt", "file")])
        sandbox.files.rename("there.txt", "here.txt")
        self.assertEqual((sandbox.files.exists("there.txt"), sandbox.files.exists("here.txt")), (False, True))
        self.assertEqual((sandbox.files.make_dir("new"), sandbox.files.make_dir("new")), (True, False))
        sandbox.files.remove("deep")
        sandbox.files.remove("here.txt")
        self.assertEqual([each.path for each in sandbox.files.list("/home/user")], ["/home/user/new"])
        with self.assertRaises(FileNotFoundError):
            sandbox.files.read("here.txt")
        with self.assertRaises(IsADirectoryError):
            sandbox.files.read("new")
        self.assertEqual(len(sandbox.files.write_files([{"path": "a", "data": "1"}, {"path": "b", "data": "2"}])), 2)
        self.assertEqual(sandbox.run_code("sorted(name for name in globals() if 'fermata' in name)").text, "[]")

    def test_a_program_that_meddles_with_its_files(self):
        sandbox = self.sandbox()
        sandbox.run_code(
            "import os\nos.listdir = lambda path: 1 / 0\nos.lstat = lambda path: None\nimport builtins\nbuiltins.open = lambda *a: 5"
        )
        with self.assertRaises(fermata.Error):
            sandbox.files.list()
        with self.assertRaises(fermata.Error):
            sandbox.files.write("a", "b")
        with self.assertRaises(fermata.Error):
            sandbox.files.read("a")
        sandbox.run_code("class open:\n def __init__(s, *a): raise KeyboardInterrupt\nbuiltins.open = open")
        with self.assertRaises(fermata.RuntimeError):
            sandbox.files.read("a")

    def test_names_of_the_program_are_its_own(self):
        sandbox = self.sandbox()
        sandbox.run_code("open = sorted = globals = os = stat = path = [1]")
        sandbox.files.write("a/b.csv", "1")
        self.assertEqual(sandbox.files.read("a/b.csv"), "1")
        self.assertEqual([each.path for each in sandbox.files.list("./a/..")], ["/home/user/a"])
        self.assertEqual(sandbox.run_code("open, globals, path").text, "([1], [1], [1])")

    def test_a_missing_file_has_its_name(self):
        sandbox = self.sandbox()
        with self.assertRaises(NotFoundException) as caught:
            sandbox.files.read("zz/a.txt")
        self.assertEqual((str(caught.exception)), "[Errno 2] No such file or directory: '/home/user/zz/a.txt'")
        self.assertIsInstance(caught.exception, FileNotFoundError)

    def test_what_programs_for_e2b_give(self):
        with Sandbox.create(metadata={"user": "x"}, timeout=60, envs={"A": "1"}, api_key="k", allow_internet_access=False) as sandbox:
            self.assertEqual((sandbox.get_info().sandbox_id, sandbox.get_info().metadata), (sandbox.sandbox_id, {"user": "x"}))
            self.assertEqual(
                sandbox.run_code("import os\nos.environ['A'], os.environ['B']", language="python", envs={"B": "2"}).text, "('1', '2')"
            )
            self.assertEqual(sandbox.run_code("1 / 0", envs={"A": "3"}).error.name, "ZeroDivisionError")
            self.assertEqual(sandbox.run_code("os.environ['A'], os.environ.get('B')").text, "('1', None)")
            self.assertEqual(sandbox.run_code("sorted(name for name in globals() if 'fermata' in name)").text, "[]")
            self.assertEqual(
                [each.name for each in sandbox.files.write([{"path": "a", "data": "1"}, {"path": "b", "data": b"2"}])], ["a", "b"]
            )
            for wrong in ({"language": "r"}, {"context": "c"}):
                with self.assertRaises(fermata.UsageError):
                    sandbox.run_code("1", **wrong)
            with self.assertRaisesRegex(AttributeError, "no shell"):
                sandbox.commands.run("ls")
            with self.assertRaisesRegex(AttributeError, "^'Sandbox' object has no attribute 'comands'$"):
                sandbox.comands
            with self.assertRaises(fermata.UsageError):
                sandbox.files.write("a", 5)
        for wrong, why in (
            ({"template": "base"}, "no templates"),
            ({"colour": 1}, "no option 'colour'"),
            ({"allow_internet_access": True}, "no network"),
        ):
            with self.assertRaisesRegex(fermata.UsageError, why):
                Sandbox.create(**wrong)

    def test_where_it_runs(self):
        with Sandbox.create() as jailed, Sandbox.create(pool=False) as here:
            self.assertGreater(jailed._session._native.process(), 0)
            self.assertEqual(here._session._native.process(), 0)


class Loops(unittest.IsolatedAsyncioTestCase):
    async def test_it_all(self):
        async def fetch(n):
            await asyncio.sleep(0)
            return n + 1

        async with await AsyncSandbox.create(functions=[fetch]) as sandbox:
            execution = await sandbox.run_code("print('x')\nimport asyncio\nawait asyncio.gather(fetch(1), fetch(2))")
            self.assertEqual((execution.text, execution.logs.stdout), ("[2, 3]", ["x\n"]))
            self.assertEqual((await sandbox.run_code("1 / 0")).error.name, "ZeroDivisionError")
            self.assertEqual((await sandbox.run_code("(")).error.name, "SyntaxError")
            with self.assertRaises(TimeoutException):
                await sandbox.run_code("while True: pass", timeout=0.2)
            async with await AsyncSandbox.create(timeout=0.3) as other:
                with self.assertRaisesRegex(TimeoutException, "timeout of 0.3 s is over"):
                    await other.run_code("while True: pass")
            await sandbox.files.write("a", "text")
            self.assertEqual([each.name for each in await sandbox.files.list()], ["a"])
            self.assertEqual((await sandbox.files.read("a"), await sandbox.files.exists("b")), ("text", False))
            state = await sandbox.pause()
        async with await AsyncSandbox.resume(state, functions=[fetch]) as sandbox:
            self.assertEqual((await sandbox.run_code("await fetch(5), open('a').read()")).text, "(6, 'text')")
            task = asyncio.create_task(sandbox.run_code("while True: await asyncio.sleep(0.01)"))
            await asyncio.sleep(0.1)
            task.cancel()
            with self.assertRaises(asyncio.CancelledError):
                await task
            self.assertEqual((await sandbox.run_code("5")).text, "5")


if __name__ == "__main__":
    unittest.main()
