"""fermata start and resume: pauses, answers, limits, and the files between."""

import glob
import json
import os
import random
import signal
import subprocess
import time
import unittest

from command import BAD_STATE, DONE, EXHAUSTED, FERMATA, PAUSED, RAISED, USAGE, CommandTest

PROGRAM = """\
print('one')
def twice(x):
    return ask(x, kind='n') * 2
values = [twice(i) for i in (1, 2)]
print('two', values)
values
"""

# Finds all that a program can hold of the library; after a pause it finds the same classes and natives again.
WALK = """\
import sys

def same_twice(get, *arguments):
    try:
        one, other = get(*arguments), get(*arguments)
    except Exception:
        return []
    return [one] if one is other else []

def walk(todo):
    found, seen = {}, {}
    while todo:
        path, o = todo.pop()
        if type(o) in (int, float, str, bytes) or seen.get(id(o)) is o:
            continue
        assert seen.setdefault(id(o), o) is o, ('one id of two objects', path, o)
        found[path] = o
        todo.append((path + '|type', type(o)))
        if hasattr(o, '__dict__'):
            todo += [(f'{path}|{name}', value) for name, value in [*vars(o).items()]]
        for name in ('__self__', '__func__', '__wrapped__', 'fget', 'fset', '__base__', '__objclass__'):
            todo += [(f'{path}.{name}', value) for value in same_twice(getattr, o, name)]
        if isinstance(o, type):
            todo += [(f'{path}<{type.__repr__(c)}', c) for c in type.__subclasses__(o)]
    return found

def all_there_is():
    return walk([('ask', ask), ('type(ask)', type(ask)), ('object', object), *((name, sys.modules[name]) for name in names)])

names = []
for name in sorted(sys.stdlib_module_names):
    try:
        __import__(name)
    except Exception:
        continue
    names.append(name)
before = all_there_is()
ask(len(before))
after = all_there_is()
kinds = (type, type(len), type(str.join), type(str.__len__), type(type.__dict__['__name__']))
[path for path, o in before.items() if isinstance(o, kinds) and after.get(path) is not o]
"""


class StartResume(CommandTest):
    def start(self, text=PROGRAM, state="a.json", *arguments, code=PAUSED):
        self.write("p.py", text)
        return self.fermata("start", "p.py", "--function", "ask", "-o", state, *arguments, code=code)

    def test_round(self):
        for first, second in (("a.json", "b.fermata"), ("a.fermata", "b.json"), ("a.json", "a.json"), ("a.bin", "b.bin")):
            with self.subTest(first=first, second=second):
                report = self.start(PROGRAM, first, "--json").report
                self.assertEqual((report["status"], report["stdout"]), ("paused", "one\n"))
                call = report["pending"][0]
                self.assertEqual(
                    call,
                    {"id": call["id"], "kind": "call", "function": "ask", "args": [1], "kwargs": {"kind": "n"}, "file": "p.py", "line": 3},
                )
                report = self.fermata(
                    "resume", first, "--result", "10", "--call", str(call["id"]), "--json", "-o", second, code=PAUSED
                ).report
                self.assertNotEqual(report["pending"][0]["id"], call["id"])
                report = self.fermata("resume", second, "--result", "2.5", "--json", "-o", first).report
                self.assertEqual((report["status"], report["result"], report["stdout"]), ("done", [20, 5.0], "one\ntwo [20, 5.0]\n"))

    def test_words(self):
        ran = self.start()
        self.assertEqual(ran.out, "one\n")
        self.assertEqual(ran.err, "paused: call 1: ask(1, kind='n'), p.py line 3\n")
        ran = self.fermata("resume", "a.json", "--result", "-1", "-o", "a.json", code=PAUSED)
        self.assertEqual(ran.out, "")
        ran = self.fermata("resume", "a.json", "--result", "0", "-o", "a.json")
        self.assertEqual((ran.out, ran.err), ("two [-2, 0]\n", "done: [-2, 0]\n"))

    def test_ends_at_once(self):
        report = self.start("1 + 1", "a.json", "--json", code=DONE).report
        self.assertEqual((report["status"], report["result"]), ("done", 2))
        self.assertIn("ended", self.fermata("resume", "a.json", "--result", "1", "-o", "b.json", code=USAGE).err)
        self.assertFalse(os.path.exists(self.path("b.json")))

    def test_raise(self):
        text = "try:\n    ask()\nexcept ValueError as e:\n    print(repr(e))\ntry:\n    ask()\nexcept KeyError as e:\n    print(repr(e))\nask()\n"
        self.start(text)
        self.fermata("resume", "a.json", "--raise", "ValueError: so: it is", "-o", "a.json", code=PAUSED)
        self.fermata("resume", "a.json", "--raise", "KeyError", "-o", "a.json", code=PAUSED)
        ran = self.fermata("resume", "a.json", "--raise", "ApprovalDenied: by ada", "--json", "-o", "a.json", code=RAISED)
        self.assertEqual(ran.report["stdout"], "ValueError('so: it is')\nKeyError()\n")
        self.assertEqual((ran.report["error"]["type"], ran.report["error"]["message"]), ("ApprovalDenied", "by ada"))

    def test_results_of_all_types(self):
        for json_text, python in (
            ("null", "None"),
            ("true", "True"),
            ("-0.0", "-0.0"),
            ("[1, [2]]", "[1, [2]]"),
            ('"\\ud800"', "'\\ud800'"),
            ('{"a": 1}', "{'a': 1}"),
            ('{"$float": "inf"}', "inf"),
            ('{"$bytes": "AP8="}', "b'\\x00\\xff'"),
            ('{"$dict": [[{"$tuple": [1]}, 2]]}', "{(1,): 2}"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
        ):
            with self.subTest(json_text):
                self.start("print(ascii(ask()))")
                self.assertEqual(self.fermata("resume", "a.json", "--result", json_text, "-o", "b.json").out, python + "\n")

    def test_usage(self):
        self.start()
        before = self.read("a.json")
        for arguments in (
            [],
            ["--call", "1"],
            ["--result", "1", "--raise", "ValueError: x"],
            ["--result", "nonsense"],
            ["--result", ""],
            ["--raise", ""],
            ["--raise", "no type: x"],
            ["--result", "1", "--call", "99"],
            ["--result", "1", "--call", "x"],
        ):
            with self.subTest(arguments):
                ran = self.fermata("resume", "a.json", *arguments, "-o", "b.json", code=USAGE)
                self.assertTrue(ran.err)
                self.assertFalse(os.path.exists(self.path("b.json")))
        self.fermata("resume", "a.json", "--result", "1", code=USAGE)  # without -o
        self.fermata("start", "p.py", code=USAGE)
        self.fermata("start", "p.py", "-o", "no/such/folder/a.json", code=USAGE)
        self.fermata("start", "none.py", "-o", "b.json", code=USAGE)
        self.fermata(code=USAGE)
        self.fermata("dance", code=USAGE)
        self.assertEqual(self.read("a.json"), before)

    def test_answered_twice_changes_nothing(self):
        self.start()
        self.fermata("resume", "a.json", "--result", "1", "--call", "1", "-o", "b.json", code=PAUSED)
        self.fermata("resume", "b.json", "--result", "1", "--call", "1", "-o", "b.json", code=USAGE)
        self.assertEqual(self.fermata("resume", "b.json", "--result", "1", "-o", "b.json").code, DONE)

    def test_exhausted_goes_on(self):
        self.write("p.py", "n = 0\nfor i in range(1000):\n    n += i\nprint(n)\nn")
        report = self.fermata("start", "p.py", "-o", "a.json", "--limit-steps", "100", "--json", code=EXHAUSTED).report
        self.assertEqual((report["status"], report["limit"]), ("exhausted", "steps"))
        self.fermata("resume", "a.json", "-o", "a.fermata", "--limit-steps", "500", code=EXHAUSTED)
        self.fermata("resume", "a.fermata", "-o", "b.json", code=USAGE)  # given nothing
        self.fermata("resume", "a.fermata", "-o", "b.json", "--result", "1", code=USAGE)
        self.assertEqual(self.fermata("resume", "a.fermata", "-o", "b.json", "--limit-steps", "0", "--json").report["result"], 499500)

    def test_loading_keeps_to_the_heap_limit(self):
        self.start("x = [[str(i)] for i in range(200_000)]\nask()\nlen(x)", "a.bin")
        refused = self.fermata("resume", "a.bin", "--result", "1", "--limit-heap-bytes", str(8 << 20), "-o", "b.bin", code=BAD_STATE)
        self.assertIn("heap limit", refused.err)
        self.assertEqual(self.fermata("resume", "a.bin", "--result", "1", "--json", "-o", "b.bin").report["result"], 200_000)

    def test_functions_may_be_refused(self):
        self.write("p.py", "try:\n    ask(1)\n    pay(2)\nexcept PermissionError as e:\n    print('no')\n")
        self.fermata("start", "p.py", "--function", "ask", "--function", "pay", "-o", "a.json", code=PAUSED)
        refused = self.fermata("resume", "a.json", "--result", "1", "--function", "pay", "-o", "b.json", code=BAD_STATE)
        self.assertIn("not granted: it waits for the function 'ask'", refused.err)
        self.assertEqual(self.fermata("resume", "a.json", "--result", "1", "--function", "ask", "-o", "b.json").out, "no\n")
        self.start("ask(1)\nask(2)\n")
        self.fermata("resume", "a.json", "--result", "1", "--function", "ask", "-o", "b.json", code=PAUSED)

    def test_inputs_and_seed(self):
        self.write("p.py", "import random\nprint(x, random.random())")
        first = self.fermata("start", "p.py", "--input", "x=[1]", "--seed", "1", "-o", "a.json").out
        self.assertEqual(first, self.fermata("start", "p.py", "--input", "x=[1]", "--seed", "1", "-o", "a.json").out)
        self.assertNotEqual(first, self.fermata("start", "p.py", "--input", "x=[1]", "--seed", "2", "-o", "a.json").out)

    def test_same_state_same_bytes(self):
        self.start(PROGRAM, "a.json")
        self.start(PROGRAM, "b.json")
        a, b = json.loads(self.read("a.json")), json.loads(self.read("b.json"))
        self.assertEqual(a.keys(), b.keys())

    def test_unreadable(self):
        self.start(PROGRAM, "a.fermata")
        good = self.read("a.fermata")
        for name, content in (
            ("empty", b""),
            ("text", b"hello"),
            ("cut", good[:-10]),
            ("half", good[: len(good) // 2]),
            ("more", good + b"\0"),
            ("json.json", b"{}"),
            ("list.json", b"[1, 2]"),
            ("open.json", b'{"a": '),
        ):
            with self.subTest(name):
                self.write(name, content)
                for command in (["resume", name, "--result", "1", "-o", "out"], ["inspect", name], ["convert", name, "out"]):
                    ran = self.fermata(*command, code=BAD_STATE)
                    self.assertTrue(ran.err.startswith("fermata: "), ran.err)
                self.assertFalse(os.path.exists(self.path("out")))
        self.fermata("inspect", "nowhere.json", code=BAD_STATE)
        self.fermata("inspect", ".", code=BAD_STATE)

    def test_all_that_a_program_can_hold_has_a_name(self):
        report = self.start(WALK, "a.json", "--json").report
        self.assertGreater(report["pending"][0]["args"][0], 10_000)
        self.assertEqual(self.fermata("resume", "a.json", "--result", "1", "--json", "-o", "b.json").report["result"], [])

    def test_a_host_functions_own_class(self):
        text = "import types\nheld = [ask.__call__, ask.__repr__, type(ask), type(ask).__hash__, type(ask).__get__, type(ask).__dict__]\n"
        text += "held[0](1)\n[type(ask) is held[2], type(ask).__get__ is held[4], held[2] is types.FunctionType, held[1]() == repr(ask)]"
        self.start(text)
        report = self.fermata("resume", "a.json", "--result", "1", "--json", "-o", "b.json").report
        self.assertEqual(report["result"], [True, True, False, True])


class StateFiles(CommandTest):
    def test_symbolic_link_and_mode_are_kept(self):
        self.write("p.py", "ask()")
        self.write("real.json", "old")
        os.chmod(self.path("real.json"), 0o640)
        os.symlink("real.json", self.path("link.json"))
        self.fermata("start", "p.py", "--function", "ask", "-o", "link.json", code=PAUSED)
        self.assertTrue(os.path.islink(self.path("link.json")))
        self.assertEqual(os.stat(self.path("real.json")).st_mode & 0o777, 0o640)
        self.fermata("inspect", "real.json")

    def test_standard_output(self):
        self.write("p.py", "ask()")
        ran = self.fermata("start", "p.py", "--function", "ask", "-o", "/dev/stdout", code=PAUSED)
        self.write("copy", ran.out)
        self.fermata("start", "p.py", "--function", "ask", "-o", "/dev/null", code=PAUSED)

    def test_failure_leaves_the_old_file(self):
        self.write("p.py", "ask()")
        os.mkdir(self.path("folder"))
        self.fermata("start", "p.py", "--function", "ask", "-o", "folder", code=USAGE)
        self.assertEqual(glob.glob(self.path(".fermata*")), [])

    def test_two_at_once_lose_nothing(self):
        """The later one has the file, and says where the other's is."""
        self.write("p.py", "a = ask(1)\nslow()\nb = ask(2)\n[a, b]")
        self.fermata("start", "p.py", "--function", "ask", "--function", "slow", "-o", "s.fermata", code=PAUSED)
        common = ["resume", "s.fermata", "-o", "s.fermata", "--no-approve", "slow"]
        first = subprocess.Popen(
            [FERMATA, *common, "--result", "10", "--handler", "slow=echo 0 >&2; sleep 1.5"],
            cwd=self.folder,
            stderr=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            text=True,
        )
        self.assertEqual(first.stderr.readline(), "0\n")
        self.assertNotIn("another process", self.fermata(*common, "--result", "20", "--handler", "slow=true", code=PAUSED).err)
        self.assertIn("another process has written", first.communicate(timeout=20)[1])
        for state, result in (("s.fermata", [10, 3]), ("s.fermata.1", [20, 3])):
            ran = self.fermata("resume", state, "--result", "3", "-o", state, "--json")
            self.assertEqual(ran.report["result"], result)
            self.assertNotIn("another process", ran.err)
        self.assertEqual(sorted(os.listdir(self.folder)), ["p.py", "s.fermata", "s.fermata.1"])

    def test_killed_at_any_moment(self):
        """A state file is whole whenever the process dies: the old one, or the new one."""
        self.write("p.py", "data = [str(i) * 10 for i in range(20000)]\nfor i in range(1000):\n    ask(i)\n")
        self.fermata("start", "p.py", "--function", "ask", "-o", "state.fermata", code=PAUSED)
        started = time.monotonic()
        self.fermata("resume", "state.fermata", "--result", "null", "-o", "copy.fermata", code=PAUSED)
        usual = time.monotonic() - started
        chance = random.Random(7)
        for _ in range(25):
            process = subprocess.Popen(
                [FERMATA, "resume", "state.fermata", "--result", "null", "-o", "state.fermata"],
                cwd=self.folder,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            time.sleep(chance.uniform(0, 1.2) * usual)
            process.send_signal(signal.SIGKILL)
            process.wait()
            self.fermata("inspect", "state.fermata")
        # Those that were killed just before the old one was taken away: few, unless the machine has much else to do.
        self.assertLess(len(glob.glob(self.path(".fermata*"))), 10)


if __name__ == "__main__":
    unittest.main()
