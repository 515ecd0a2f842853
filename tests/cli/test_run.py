"""fermata run: like python3 FILE, with inputs, handlers and limits."""

import os
import select
import signal
import subprocess
import time
import unittest

from command import DONE, EXHAUSTED, FERMATA, PAUSED, RAISED, USAGE, CommandTest

ECHO = """/usr/bin/python3 -S -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["args"][0]))'"""


WARNED = """\
x, y = 5, "a"
print("before")
x is 5
if x is not "a" and 5 is x:
    pass
x is (); x is -1; x is None; x is True; x is ...
1 < x is 2
assert (x, "y")
assert x, "y"
def f():
    "a" (1)
    return [[1, 2] (2, 3), (1, 2) ("a"), 5 (6), f"{x}" (1), None (1), {1: 2} (1), {1} (1), ... (1), [i for i in ()] (1),
            (lambda: 1)()]
def g(a="abc" [1.5], *, b=[1] ["a"]):
    return [1] [x, 1], (1, 2) [None], 5 [1], {1} [1], None [1], f"{x}" ["a"], [1] [0], [1] [True], {1: 2} ["a"], "a" [0:1], (i for i in ()) [0]
class C:
    async def h(self, *, k: "a" () = 0):
        return lambda: self is "a"
match x:
    case 5 if x is 5:
        pass
    \
"""


class LikePython(CommandTest):
    def same_as_python(self, text, stdin=b""):
        name = self.write("program.py", text)
        expected, actual = self.python(name), self.call([FERMATA, "run", name])
        self.assertEqual((actual.out, actual.err, actual.code), (expected.out, expected.err, expected.code))

    def test_prints(self):
        self.same_as_python("print('a', 1, 2.5)\nprint('é', end='')\nprint('no line end', end='')")

    def test_empty(self):
        self.same_as_python("")

    def test_no_result_is_printed(self):
        self.same_as_python("1 + 1")

    def test_traceback(self):
        self.same_as_python("def f(x):\n    return 1 / x\nprint('before')\nf(0)\n")

    def test_traceback_names_the_file_as_python_does(self):
        self.write("program.py", "1/0")
        self.assertEqual(self.fermata("run", "./program.py", code=RAISED).err, self.python("./program.py").err)
        self.assertEqual(self.fermata("run", self.path("program.py"), code=RAISED).err, self.python(self.path("program.py")).err)

    def test_the_program_knows_its_file(self):
        self.same_as_python(
            "import argparse, sys\nprint(len(sys.argv), sys.argv[0].endswith('program.py'))\nargparse.ArgumentParser().parse_args(['-x'])"
        )
        self.write("program.py", "import sys\nprint(sys.argv, __file__)")
        for name in ("program.py", "./program.py", self.path("program.py")):
            self.assertEqual(self.fermata("run", name, "a").out, self.python(name, "a").out)

    def test_traceback_is_bytes_as_python_prints_them(self):
        self.same_as_python(r"raise type('\x1b]0;pwn\x07', (Exception,), {})('\x1b[2J')")

    def test_lone_surrogate_in_traceback(self):
        self.same_as_python(r"raise ValueError('a\udc80b')")

    def test_syntax_error(self):
        self.same_as_python("x = 1\ny = = 2\n")

    def test_warnings_of_what_is_surely_not_meant(self):
        self.same_as_python(WARNED)

    def test_standard_input(self):
        self.assertEqual(self.fermata("run", "-", stdin=b"print(7)").out, "7\n")
        ran = self.fermata("run", "-", stdin=b"1/0", code=RAISED)
        self.assertEqual(ran.err.splitlines()[:2], self.python("-", stdin=b"1/0").err.splitlines()[:2])  # ours shows the line, too

    def test_exit_codes(self):
        for argument in ("", "None", "0", "3", "255", "256", "-1", "True", "False", "'text'", "2.5", "(1, 2)"):
            with self.subTest(argument):
                self.same_as_python(f"print(1)\nraise SystemExit({argument})\n")

    def test_arguments(self):
        self.write(
            "program.py", "import sys\nprint(sys.argv[1:], sys.argv[0].rpartition('/')[2])\nask() if 'ask' in sys.argv else 0\nsys.argv"
        )
        self.assertEqual(self.fermata("run", "program.py", "a", "b c").out, "['a', 'b c'] program.py\n")
        self.assertEqual(self.fermata("run", "program.py").out, "[] program.py\n")
        self.assertEqual(self.fermata("run", "program.py", "--", "--name", "x", "-v", "ä").out, "['--name', 'x', '-v', 'ä'] program.py\n")
        self.assertEqual(self.fermata("run", "--json", "program.py", "a").report["result"][1:], ["a"])
        self.fermata("start", "program.py", "ask", "--function", "ask", "-o", "s.json", code=PAUSED)
        self.assertEqual(
            self.fermata("resume", "s.json", "--result", "1", "-o", "s.json", "--json").report["result"], ["program.py", "ask"]
        )
        self.write(
            "parsed.py", "import argparse\np = argparse.ArgumentParser()\np.add_argument('--n', type=int)\nprint(p.parse_args().n + 1)"
        )
        self.assertEqual(self.fermata("run", "parsed.py", "--", "--n", "4").out, "5\n")

    def test_commands_that_are_not_there(self):
        self.write("program.py", "1")
        self.assertEqual(
            self.fermata("program.py", code=USAGE).err, "fermata: there is no command 'program.py'; did you mean: fermata run program.py\n"
        )
        self.assertEqual(self.fermata("resum", code=USAGE).err, "fermata: there is no command 'resum'; did you mean: fermata resume\n")
        self.assertIn("did you mean: fermata submit", self.fermata("sumbit", code=USAGE).err)
        self.assertIn("did you mean --queue?", self.fermata("runs", "--quee", "x", code=USAGE).err)
        self.assertIn("FILE is required; - is standard input", self.fermata("run", code=USAGE, stdin=b"1").err)
        self.assertIn("is the program's with --stdin", self.fermata("run", "-c", "input()", code=RAISED, stdin=b"1").err)
        self.assertEqual(self.fermata("xyzzy", code=USAGE).err, "fermata: there is no command 'xyzzy'; fermata --help lists them\n")

    def test_exit_in_states(self):
        self.write("program.py", "import sys\nask()\nresult = 5\nsys.exit(0)")
        self.fermata("start", "program.py", "--function", "ask", "-o", "s.json", code=PAUSED)
        ran = self.fermata("resume", "s.json", "--result", "1", "-o", "s.json", "--json")
        self.assertEqual((ran.report["status"], ran.report["result"], ran.report["error"]), ("done", 5, None))
        shown = self.fermata("inspect", "s.json").out
        self.assertIn("status    done\n", shown)
        self.assertNotIn("SystemExit", shown)

    def test_missing_file(self):
        ran = self.fermata("run", "nowhere.py", code=USAGE)
        self.assertEqual(ran.err, f"fermata: can't open file '{self.path('nowhere.py')}': [Errno 2] No such file or directory\n")
        self.fermata("run", ".", code=USAGE)

    def test_output_is_live(self):
        self.write("program.py", "print('part', end='')\nwhile True: pass")
        for arguments in (["run", "program.py"], ["run", "program.py", "-o", "state", "--handler", "f=true"]):
            with subprocess.Popen(
                [FERMATA, *arguments, "--limit-time-ms", "0", "--limit-steps", "0"], cwd=self.folder, stdout=subprocess.PIPE
            ) as process:
                self.assertEqual(process.stdout.read(4), b"part")
                process.kill()

    def test_closed_pipe_ends_it(self):
        self.write("program.py", "while True: print('x' * 1000)")
        process = subprocess.Popen([FERMATA, "run", "program.py", "--limit-output-bytes", "0"], cwd=self.folder, stdout=subprocess.PIPE)
        process.stdout.read(10)
        process.stdout.close()
        self.assertEqual(process.wait(20), -signal.SIGPIPE)

    def test_prints_appear_as_they_happen(self):
        self.write("program.py", "print('first')\nask()\nprint('second')\n")
        os.mkfifo(self.path("gate"))
        process = subprocess.Popen(
            [FERMATA, "run", "program.py", "--handler", "ask=read line < gate"], cwd=self.folder, stdout=subprocess.PIPE
        )
        ready, _, _ = select.select([process.stdout], [], [], 20)
        self.assertTrue(ready)
        self.assertEqual(os.read(process.stdout.fileno(), 100), b"first\n")
        with open(self.path("gate"), "w") as gate:
            gate.write("go\n")
        self.assertEqual(process.stdout.read(), b"second\n")
        self.assertEqual(process.wait(20), 0)
        process.stdout.close()


class Inputs(CommandTest):
    def test_values(self):
        name = self.write("program.py", "print(a, b, c, sorted(d), e, f, g)")
        ran = self.fermata(
            "run",
            name,
            "--input",
            "a=1",
            "--input",
            'b={"x": [1.0, null]}',
            "--input",
            "c=-5",
            "--input",
            'd={"$set": [2, 1]}',
            "--input",
            'e={"$tuple": [true]}',
            "--input",
            'f={"$int": "123456789012345678901234567890"}',
            "--input=g=[1,2]",
        )
        self.assertEqual(ran.out, "1 {'x': [1.0, None]} -5 [1, 2] (True,) 123456789012345678901234567890 [1, 2]\n")

    def test_bad(self):
        name = self.write("program.py", "")
        for wrong in ("a", "=1", "a b=1", "1a=1", "a=", "a=nul", "a={", 'a={"$foo": 1}'):
            with self.subTest(wrong):
                ran = self.fermata("run", name, "--input", wrong, code=USAGE)
                self.assertTrue(ran.err.startswith("fermata: --input"), ran.err)
                self.assertEqual(ran.out, "")


class Handlers(CommandTest):
    def handled(self, text, command, code=DONE):
        return self.fermata("run", self.write("program.py", text), "--handler", f"ask={command}", code=code)

    def test_question_and_answer(self):
        ran = self.handled("print(ask(1, 'é', x=[2.0, (3,)]))", "cat > question; echo '[1, 2.0]'")
        self.assertEqual(ran.out, "[1, 2.0]\n")
        self.assertEqual(self.read("question").decode(), '{"args": [1, "é"], "kwargs": {"x": [2.0, {"$tuple": [3]}]}}\n')

    def test_values_survive(self):
        values = "[1, -0.0, 1e300, float('nan'), float('-inf'), 2**70, -2**63, True, None, 'a\\ud800b', '\\ud83d\\ude00', b'\\x00\\xff', (1, (2,)), {1: 2}, {'$a': 1}, {}, [], frozenset([1]), {3}]"
        ran = self.handled(f"for v in {values}: print(ascii(v), ascii(ask([v])))", ECHO)
        for line in ran.out.splitlines():
            first, second = line[: (len(line) - 3) // 2], line[(len(line) - 3) // 2 + 1 :]
            self.assertEqual(second, f"[{first}]")

    def test_huge_ints_survive(self):
        ran = self.handled("for v in (1 << 10**6, -(1 << 10**6) - 1): print(ask([v]) == [v])", ECHO)
        self.assertEqual(ran.out, "True\nTrue\n")

    def test_many_calls(self):
        self.assertEqual(self.handled("print(sum(ask(i) for i in range(50)))", "cat >/dev/null; echo 1").out, "50\n")

    def test_no_output_is_none(self):
        self.assertEqual(self.handled("print(ask())", "true").out, "None\n")

    def test_question_not_read(self):
        self.assertEqual(self.handled("print(ask('x' * 10**6))", "echo 1").out, "1\n")

    def test_large_both_ways(self):
        self.assertEqual(self.handled("print(len(ask('x' * 3 * 10**6)))", ECHO).out, "3000000\n")

    def test_its_standard_error_is_seen(self):
        self.assertIn("working", self.handled("ask()", "echo working >&2").err)

    def test_failures_raise(self):
        for command, message in (
            ("exit 7", "the handler of ask() failed with exit code 7"),
            ("kill -9 $$", "the handler of ask() was ended by signal 9"),
            ("echo nonsense", "the handler of ask() answered with something that isn't a value: line 1 column 1: expected a value"),
            ("echo '[1'", "the handler of ask() answered with something that isn't a value: line 2 column 1: expected ',' or ']'"),
        ):
            with self.subTest(command):
                ran = self.handled("try:\n    ask()\nexcept RuntimeError as e:\n    print(e)", command)
                self.assertEqual(ran.out, message + "\n")

    def test_raise(self):
        answer = """echo '{"$raise": {"type": "KeyError", "message": "gone"}}'"""
        self.assertEqual(self.handled("try:\n    ask()\nexcept KeyError as e:\n    print(repr(e))", answer).out, "KeyError('gone')\n")
        ran = self.handled("ask()", answer, code=RAISED)
        self.assertTrue(ran.err.endswith("KeyError: 'gone'\n"), ran.err)

    def test_bad(self):
        name = self.write("program.py", "")
        for wrong in ("ask", "=true", "a-b=true"):
            self.fermata("run", name, "--handler", wrong, code=USAGE)

    def test_unknown_function_is_a_name_error(self):
        ran = self.fermata("run", self.write("program.py", "ask(1)"), code=RAISED)
        self.assertIn("NameError: name 'ask' is not defined", ran.err)

    def test_no_handler_pauses(self):
        name = self.write("program.py", "print('before')\nx = ask(1, k='v')\nprint('got', x)\n")
        ran = self.fermata("run", name, "--function", "ask", code=PAUSED)
        self.assertEqual(ran.out, "before\n")
        self.assertIn("ask(1, k='v')", ran.err)
        self.assertIn("--handler ask=COMMAND", ran.err)
        self.fermata("run", name, "--function", "ask", "-o", "state.json", code=PAUSED)
        self.assertEqual(self.fermata("resume", "state.json", "--result", "5", "-o", "state.json").out, "got 5\n")


class LimitFlags(CommandTest):
    def exhausted(self, text, limit, *flags):
        name = self.write("program.py", text)
        ran = self.fermata("run", name, *flags, "--json", code=EXHAUSTED)
        self.assertEqual((ran.report["status"], ran.report["limit"], ran.report["error"]), ("exhausted", limit, None))
        ran = self.fermata("run", name, *flags, code=EXHAUSTED)
        self.assertIn(f"--limit-{limit.replace('_', '-')} N", ran.err)

    def test_steps(self):
        self.exhausted("while True: pass", "steps", "--limit-steps", "1000")

    def test_the_line_is_told(self):
        name = self.write("program.py", "def spin():\n    while True: pass\n\nspin()")
        report = self.fermata("run", name, "--json", "--limit-steps", "1000", code=EXHAUSTED).report
        self.assertEqual(
            [(f["function"], f["line"], f["source"]) for f in report["frames"]],
            [("<module>", 4, "spin()"), ("spin", 2, "    while True: pass")],
        )
        self.assertIn(f"{self.path(name)} line 2; ", self.fermata("run", name, "--limit-steps", "1000", code=EXHAUSTED).err)

    def test_time(self):
        started = time.monotonic()
        self.exhausted("while True: pass", "time_ms", "--limit-time-ms", "50")
        self.assertLess(time.monotonic() - started, 10)

    def test_heap(self):
        self.exhausted("x = []\nwhile True: x.append(str(len(x)))", "heap_bytes", "--limit-heap-bytes", "1000000")

    def test_output(self):
        self.exhausted("while True: print('x')", "output_bytes", "--limit-output-bytes", "1000")

    def test_host_calls(self):
        self.exhausted("while True: ask()", "host_calls", "--limit-host-calls", "3", "--handler", "ask=true")

    def test_it_cannot_be_caught(self):
        self.exhausted(
            "while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass", "steps", "--limit-steps", "500"
        )

    def test_int_digits(self):
        ran = self.fermata("run", self.write("program.py", "str(10**500)"), "--limit-int-digits", "640")
        ran = self.fermata("run", self.write("program.py", "str(10**700)"), "--limit-int-digits", "640", code=RAISED)
        self.assertIn("ValueError: Exceeds the limit (640 digits) for integer string conversion", ran.err)

    def test_bad(self):
        name = self.write("program.py", "")
        self.fermata("run", name, "--limit-steps", "many", code=USAGE)
        self.fermata("run", name, "--limit-steps", "-1", code=USAGE)
        self.fermata("run", name, "--limit-patience", "1", code=USAGE)


class Json(CommandTest):
    KEYS = ["status", "result", "stdout", "stderr", "error", "limit", "pending", "spent"]

    def report(self, text, *arguments, code=DONE):
        ran = self.fermata("run", self.write("program.py", text), *arguments, "--json", code=code)
        self.assertEqual(len(ran.out.splitlines()), 1)
        report = ran.report
        self.assertEqual(list(report)[:8], self.KEYS)
        self.assertEqual(list(report["spent"]), ["steps", "time_ns", "heap_bytes", "output_bytes", "host_calls", "wall_ns"])
        return report

    def test_done(self):
        report = self.report("print('a')\nprint('b')\n{'x': (1, 2.0)}")
        self.assertEqual([report[k] for k in self.KEYS[:7]], ["done", {"x": {"$tuple": [1, 2.0]}}, "a\nb\n", "", None, None, []])
        self.assertEqual(report["spent"]["output_bytes"], 4)

    def test_results(self):
        self.assertEqual(self.report("result = 5\nx = 6")["result"], 5)
        self.assertEqual(self.report("x = 6")["result"], None)
        self.assertEqual(self.report("result = 5\n7")["result"], 7)

    def test_result_that_cannot_cross(self):
        report = self.report("class A:\n    pass\nA")
        told = {"$instance": {"type": "type", "module": "builtins", "repr": "<class '__main__.A'>", "attributes": None}}
        self.assertEqual((report["result"], report["result_is_repr"]), (told, True))

    def test_result_too_large_to_cross(self):
        report = self.report("[chr(97 + i % 26) * (10**6 + i) for i in range(70)]")
        self.assertTrue(report["result_is_repr"])
        told = report["result"]["$instance"]
        self.assertEqual((told["type"], told["attributes"]), ("list", None))
        self.assertLess(len(told["repr"]), 10**6)
        self.assertRegex(told["repr"][:9] + told["repr"][-80:], r"^\['aaa.*\[.* not shown\]$")

    def test_what_is_shared_is_written_once(self):
        report = self.report("x = 'a' * 10**6\ny = [x] * 70\n[y, y]")
        self.assertNotIn("result_is_repr", report)
        shared = {"$share": [2, "a" * 10**6]}
        self.assertEqual(report["result"], [{"$share": [1, [shared] + [{"$ref": 2}] * 69]}, {"$ref": 1}])
        small = self.report("x = [1]\n[x, x]")
        self.assertEqual(small["result"], [[1], [1]])

    def test_huge_ints_are_hexadecimal(self):
        self.assertEqual(self.report("-(1 << 10**6)")["result"], {"$int": "-0x1" + "0" * 250000})
        self.assertEqual(self.report("10 ** 18000")["result"], {"$int": "1" + "0" * 18000})

    def test_traceback_is_cut_off(self):
        ran = self.fermata(
            "run", self.write("p.py", "e = ValueError('b' * 10**7); e.add_note('c' * 10**7); e.add_note('d'); raise e"), code=RAISED
        )
        lines = ran.err.splitlines()
        self.assertEqual(lines[0], "Traceback (most recent call last):")
        self.assertRegex(
            lines[-2][:14] + lines[-2][-60:],
            r"^ValueError: b+\.\.\. \[5805696 more bytes are not shown\](\.\.\. \[the rest is not shown\])?$",
        )
        self.assertEqual(lines[-1], "[2 more notes are not shown]")
        chain = (
            "e = None\nfor i in range(100):\n    try: raise ValueError(str(i) * 10**5) from e\n    except ValueError as x: e = x\nraise e"
        )
        lines = self.fermata("run", self.write("p.py", chain), code=RAISED).err.splitlines()
        self.assertRegex(lines[0], r"^\[\d+ earlier exceptions are not shown\]$")
        self.assertTrue(lines[-1] == "ValueError: " + "99" * 10**5)
        loop = "class E(Exception):\n    def __str__(self):\n        print('once')\n        return 'text'\nraise E"
        ran = self.fermata("run", self.write("p.py", loop), code=RAISED)
        self.assertEqual((ran.out, ran.err.splitlines()[-1]), ("once\n", "E: text"))

    def test_raised(self):
        report = self.report("print(1)\nclass Oops(ValueError): pass\nraise Oops('so', 2)", code=RAISED)
        self.assertEqual((report["status"], report["stdout"]), ("raised", "1\n"))
        self.assertEqual((report["error"]["type"], report["error"]["message"]), ("Oops", "('so', 2)"))
        python = self.python("program.py").err.splitlines()
        traceback = report["error"]["traceback"].splitlines()
        self.assertEqual(traceback[:-1], python[:-1])
        self.assertEqual(traceback[-1], python[-1])

    def test_where_it_raised(self):
        error = self.report("total = 1\nprint(1, totl)", code=RAISED)["error"]
        self.assertEqual(error["hint"], "Did you mean: 'total'?")
        self.assertEqual([(f["line"], f["column"], f["end_column"], f["source"]) for f in error["frames"]], [(2, 10, 14, "print(1, totl)")])

    def test_a_missing_module(self):
        for line, hint in (
            ("import jsom", "Did you mean: 'json'?"),
            ("import numpy as np", "Packages with compiled parts are not here: "),
            ("import collections.abd", "Did you mean: 'collections.abc'?"),
            ("import frobnicate", ""),
        ):
            report = self.report(line, code=RAISED)["error"]
            self.assertTrue(report["hint"].startswith(hint) and bool(hint) == bool(report["hint"]), report)
            last = report["traceback"].splitlines()[4:]
            self.assertEqual(last, [*filter(None, [report["hint"]]), 'help("modules") lists the modules that are here.'])
            self.assertLess(len(report["traceback"]), 400)
        listed = self.fermata("run", self.write("p.py", "help('modules')")).out
        self.assertEqual(listed, ", ".join(self.fermata("check", "--modules").out.split()) + "\n")

    def test_syntax_error(self):
        report = self.report("x = = 1", code=RAISED)
        self.assertEqual(
            (report["status"], report["error"]["type"], report["error"]["message"]), ("raised", "SyntaxError", "invalid syntax")
        )

    def test_system_exit(self):
        self.assertEqual(self.report("print(1)\nraise SystemExit")["status"], "done")
        report = self.report("raise SystemExit(7)", code=7)
        self.assertEqual((report["status"], report["error"]["type"]), ("raised", "SystemExit"))
        code = "import enum, sys\nclass Code(enum.IntEnum):\n    OK = 0\n    BAD = 3\nsys.exit(Code.{})"
        self.assertEqual(self.report(code.format("OK"))["status"], "done")
        self.assertEqual(self.report(code.format("BAD"), code=3)["status"], "raised")

    def test_paused(self):
        report = self.report("ask(1, [2], k=3)", "--function", "ask", code=PAUSED)
        self.assertEqual(report["status"], "paused")
        call = report["pending"][0]
        self.assertEqual(list(call), ["id", "kind", "function", "args", "kwargs", "file", "line"])
        self.assertEqual([call[k] for k in ("function", "args", "kwargs", "line")], ["ask", [1, [2]], {"k": 3}, 1])


class TimeAndChance(CommandTest):
    def out(self, text, *options):
        return self.fermata("run", self.write("p.py", text), *options).out

    def test_clock_and_zone(self):
        text = "import datetime, time\nprint(datetime.datetime.now(), time.tzname[0])"
        noon = ["--clock", "2026-11-22T12:00:00Z"]
        self.assertEqual(self.out(text, *noon), "2026-11-22 12:00:00 UTC\n")
        self.assertEqual(self.out(text, *noon, "--zone", "Europe/Berlin"), "2026-11-22 13:00:00 CET\n")
        self.assertEqual(self.out(text, "--clock", "2026-11-22 12:00:00.25+02:00"), "2026-11-22 10:00:00.250000 UTC\n")
        text = "import time\na = time.time()\nprint(time.time() - a, time.time() - a)"
        self.assertEqual(self.out(text, "--clock", "2026-11-22,0.5"), "0.5 1.0\n")
        self.assertEqual(self.out("import time\nprint(time.time() > 1.7e9)", "--clock", "system"), "True\n")
        name = self.write("p.py", "1")
        for wrong in ("noon", "2026-13-01", "2026-11-22T25:00", "2026-11-22,", "2026-11-22,-1", "2026-11-22,x", "2026-11-22T12:00:00X"):
            self.assertIn("--clock takes", self.fermata("run", name, "--clock", wrong, code=USAGE).err)
        self.assertIn("no time zone", self.fermata("run", name, "--zone", "Nowhere", code=USAGE).err)

    def test_a_state_keeps_its_zone_and_its_seed(self):
        name = self.write("p.py", "import secrets, time\nask()\nprint(time.strftime('%H:%M %Z'), secrets.token_hex())")
        self.fermata("start", name, "--function", "ask", "--zone", "Asia/Tokyo", "--seed", "7", "-o", "s.json", code=PAUSED)
        outs = {self.fermata("resume", "s.json", "--result", "1", "--clock", "2026-11-22T00:30:00Z", "-o", "t.json").out for _ in range(2)}
        self.assertEqual(len(outs), 1)
        self.assertEqual(outs.pop()[:9], "09:30 JST")

    def test_named_tuples_need_no_eval(self):
        text = (
            "import collections\n"
            "print(collections.namedtuple('P', 'x y')(1, y=2), collections.namedtuple('E', ())())\n"
            "class Evil(str):\n"
            "    __getitem__ = lambda self, key: 'a'\n"
            "    find = lambda *args: 1\n"
            "    __ne__ = lambda *args: False\n"
            "for text in Evil('print(1)'), '1', 'lambda _cls, : _tuple_new(_cls, (), print(1))', 'lambda _cls, x=(1): _tuple_new(_cls, (x=(1)))':\n"
            "    try: print(collections.eval(text, {}))\n"
            "    except ValueError as e: print(e)\n"
            "try: eval('1')\n"
            "except PermissionError as e: print('PermissionError')\n"
        )
        self.assertEqual(
            self.out(text, "--no-eval"), "P(x=1, y=2) E()\n" + 4 * "this isn't the source text of a named tuple\n" + "PermissionError\n"
        )

    def test_chance(self):
        text = "import uuid, random, secrets\nprint(uuid.uuid4(), random.random(), secrets.token_hex())"
        self.assertNotEqual(self.out(text), self.out(text))
        self.assertEqual(self.out(text, "--seed", "3"), self.out(text, "--seed", "3"))
        text += "\nfor i in range(1000): pass\nprint(random.Random().random(), secrets.token_hex())"
        self.assertEqual(self.out(text, "--seed", "3", "--teleport", "1"), self.out(text, "--seed", "3"))

    def test_sleep(self):
        text = "import time\na = time.monotonic()\ntime.sleep(0.05)\nprint(time.monotonic() - a >= 0.049)"
        self.assertEqual(self.out(text), "True\n")
        self.assertEqual(self.out(text, "--clock", "2026-11-22"), "False\n")
        name = self.write("p.py", "import time\ntime.sleep(1000)\nprint('slept')")
        report = self.fermata("start", name, "--clock", "2026-11-22", "-o", "s.json", "--json", code=PAUSED).report
        self.assertEqual(report["pending"][0]["kind"], "timer")
        self.fermata("resume", "s.json", "--clock", "2026-11-22T00:16:39", "-o", "s.json", code=USAGE)
        self.assertEqual(self.fermata("resume", "s.json", "--clock", "2026-11-22T00:16:40", "-o", "s.json").out, "slept\n")

    def test_a_limit_that_is_used_up_says_so(self):
        name = self.write("p.py", "for i in range(10_000): pass\nprint('end')")
        self.fermata("run", name, "--limit-steps", "500", "-o", "s.json", code=EXHAUSTED)
        self.assertRegex(
            self.fermata("resume", "s.json", "-o", "s.json", code=USAGE).err,
            r"the limit of steps is used up: \d+ of 500 are spent; give a higher one",
        )
        self.assertEqual(self.fermata("resume", "s.json", "--limit-steps", "100000", "-o", "s.json").out, "end\n")

    def test_coroutines_that_nobody_awaited(self):
        text = "async def f(): pass\nf()\nsend(1)\nprint('sent')"
        ran = self.fermata("run", self.write("p.py", text), "--async", "send")
        path = self.path("p.py")
        self.assertEqual(
            (ran.out, ran.err),
            (
                "sent\n",
                f"{path}:2: RuntimeWarning: coroutine 'f' was never awaited\n  f()\n"
                f"{path}:3: RuntimeWarning: coroutine 'send' was never awaited\n  send(1)\n",
            ),
        )
        report = self.fermata("run", "p.py", "--async", "send", "--json").report
        self.assertEqual(
            report["warnings"], ["RuntimeWarning: coroutine 'f' was never awaited", "RuntimeWarning: coroutine 'send' was never awaited"]
        )
        for mode in (["--teleport", "1"], ["--gc-stress"]):
            self.assertEqual(self.fermata("run", "p.py", "--async", "send", *mode).err, ran.err)
        self.assertEqual(
            self.fermata("check", "p.py", "--async", "send").out,
            "p.py:2:1: RuntimeWarning: coroutine 'f' was never awaited\np.py:3:1: RuntimeWarning: coroutine 'send' was never awaited\n",
        )


class Modes(CommandTest):
    def test_teleport(self):
        text = "def f(n):\n    return ask(n) + n\nprint([f(i) for i in range(5)], sorted([3, 1, 2], key=ask))\n"
        for n in ("1", "7", "1000"):
            ran = self.fermata("run", self.write("program.py", text), "--teleport", n, "--handler", f"ask={ECHO}")
            self.assertEqual(ran.out, "[0, 2, 4, 6, 8] [1, 2, 3]\n")

    def test_teleport_keeps_limits(self):
        name = self.write("program.py", "while True: pass")
        self.fermata("run", name, "--teleport", "10", "--limit-steps", "200", code=EXHAUSTED)

    def test_gc_stress(self):
        name = self.write("program.py", "print(len([str(i) for i in range(100)]))")
        self.assertEqual(self.fermata("run", name, "--gc-stress").out, "100\n")

    def test_an_own_class_named_system_exit(self):
        name = self.write("program.py", "class SystemExit(Exception): pass\nraise SystemExit(7)")
        self.assertIn("\nSystemExit: 7\n", self.fermata("run", name, code=RAISED).err)

    def test_interrupt(self):
        name = self.write("program.py", "print('on')\nn = 0\nwhile True: n += 1")
        process = subprocess.Popen(
            [FERMATA, "run", name, "-o", "state.json", "--limit-steps", "0"],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(20), EXHAUSTED)
        process.stdout.close()
        self.assertIn("interrupted", self.fermata("inspect", "state.json").out)


class EncodingTest(CommandTest):
    """PEP 263: what a file says about its encoding, and why it is refused, in python3's words."""

    def both(self, data):
        path = self.path("program.py")
        with open(path, "wb") as file:
            file.write(data)
        reference = subprocess.run(["/usr/bin/python3", path], capture_output=True, env={**os.environ, "PYTHONIOENCODING": "utf-8"})
        done = subprocess.run([FERMATA, "run", path], capture_output=True)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (reference.returncode, reference.stdout, reference.stderr), data)

    def test_alike(self):
        for data in (
            b"# coding: foo\nprint(1)\n",
            b"\xef\xbb\xbf# coding: latin-1\nprint(1)\n",
            b'# -*- coding: latin-1 -*-\nprint("\xe9")\n',
            b'#!/x\n# vim: set fileencoding=cp1252 :\nprint("\x80", 1/0)\n',
            b'print("\xe9")\n',
            b'\n\n\nx = 1\nprint("ab\xe9")\n',
            b'# coding: ascii\nprint("\xe9")\n',
            b"\xef\xbb\xbfprint(1)\n",
            b'# coding: utf-8-sig\nprint("\xc3\xa9")\n',
            b"# coding: utf-16\nprint(1)\n",
            b'# coding: utf8\nprint("\xe9")\n',
            b'x=1\n# coding: foo\nprint("\xc3\xa9")\n',
            b'# coding: iso-8859-15\nprint("\xa4") +\n',
            b"# coding: rot13\nprint(1)\n",
            b'# coding: cp1252\nprint("\x81")\n',
            b'"""x\ncoding: foo"""\nprint(1)\n',
            b'# coding: latin-1-dos\nprint("\xe9")\n',
            b'# encoding=koi8-r\nprint("\xc1")\n',
            b"  # coding=foo\nprint(1)\n",
            b"\x0c# coding:foo\r\nprint(1)\r\n",
            b'# coding: UTF-8\nprint("\xc3\xa9")\n',
        ):
            with self.subTest(data):
                self.both(data)


if __name__ == "__main__":
    unittest.main()
