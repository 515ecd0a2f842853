"""fermata repl: statements from a pipe, and at a terminal."""

import os
import pty
import select
import signal
import time
import unittest

from command import BAD_STATE, DONE, FERMATA, PAUSED, USAGE, CommandTest

ECHO = """/usr/bin/python3 -S -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["args"][0]))'"""


class Repl(CommandTest):
    def repl(self, text, *arguments, code=DONE):
        return self.fermata("repl", *arguments, stdin=text.encode(), code=code)

    def test_shows_values(self):
        self.assertEqual(self.repl("1 + 1\nNone\n'a'\n_ * 2\nx = 3\nx; x + 1\n").out, "2\n'a'\n'aa'\n3\n4\n")
        self.assertEqual(self.repl("").out, "")

    def test_blocks_end_with_a_blank_line(self):
        text = "def f(n):\n    return n\n\nf(5)\nfor i in range(2):\n    i\n\nif 0: 1\nelse: 2\n\nx = (1,\n\n     2)\nx\n'''a\n\nb'''\n"
        self.assertEqual(self.repl(text).out, "5\n0\n1\n2\n(1, 2)\n'a\\n\\nb'\n")

    def test_the_last_block_needs_none(self):
        self.assertEqual(self.repl("for i in range(2):\n    i").out, "0\n1\n")

    def test_errors_leave_names(self):
        ran = self.repl("x = 1\nx / 0\nx = = 2\nif x:\n\n  x\nx\n")
        self.assertEqual(ran.out, "1\n")
        self.assertIn('  File "<input 2>", line 1, in <module>\n    x / 0\n    ~~^~~\nZeroDivisionError: division by zero\n', ran.err)
        self.assertIn("SyntaxError: invalid syntax", ran.err)
        self.assertIn("IndentationError: expected an indented block after 'if' statement on line 1", ran.err)
        self.assertIn("IndentationError: unexpected indent", ran.err)

    def test_tracebacks_show_earlier_lines(self):
        ran = self.repl("def f(n):\n    return 1 / n\n\nf(0)\n")
        self.assertIn(
            '  File "<input 2>", line 1, in <module>\n    f(0)\n  File "<input 1>", line 2, in f\n    return 1 / n\n           ~~^~~\n',
            ran.err,
        )

    def test_exit(self):
        ran = self.repl("1\nexit(3)\n2\n", code=3)
        self.assertEqual(ran.out, "1\n")
        self.assertEqual(self.repl("raise SystemExit('bye')\n", code=1).err, "bye\n")

    def test_save_and_load(self):
        self.repl("def f(): return [n for n in names]\nnames = ['a']\n", "--save", "s.json")
        self.assertEqual(self.repl("names.append('b')\nf()\n1/0\n", "--load", "s.json", "--save", "s.json").out, "['a', 'b']\n")
        ran = self.repl("f()\nf(1)\n", "--load", "s.json")
        self.assertEqual(ran.out, "['a', 'b']\n")
        self.assertNotIn("ZeroDivisionError", ran.err)
        self.fermata("inspect", "s.json")
        self.repl("", "--save", "empty")
        self.assertEqual(self.repl("5", "--load", "empty").out, "5\n")
        self.repl("", "--load", "nowhere", code=BAD_STATE)

    def test_goes_on_with_a_programs_state(self):
        self.write("program.py", "x = [1]\n")
        self.fermata("start", "program.py", "-o", "s")
        self.assertEqual(self.repl("x\n", "--load", "s").out, "[1]\n")

    def test_a_paused_state(self):
        self.write("program.py", "x = ask('?') + 1\n")
        self.fermata("start", "program.py", "--function", "ask", "-o", "s", code=PAUSED)
        self.assertEqual(self.repl("5\nx\n", "--load", "s").out, "6\n")
        self.assertEqual(
            self.repl("", "--load", "s", "--handler", f"ask={ECHO}", "--no-approve", "*").err.splitlines()[-1],
            'TypeError: can only concatenate str (not "int") to str',
        )
        ran = self.repl("", "--load", "s", "--save", "t.json", code=PAUSED)
        self.assertIn("call 1 has no answer: ask('?')", ran.err)
        self.fermata("resume", "t.json", "--result", "1", "-o", "t.json")

    def test_functions(self):
        self.assertEqual(
            self.repl(
                'ask(1)\n[2]\nask(1)\n\nask(1)\nno json\n{"$raise": {"type": "ValueError", "message": "m"}}\n7\n', "--function", "ask"
            ).out,
            "[2]\n7\n",
        )
        self.assertEqual(self.repl("echo('a')\nlist(map(echo, [1, 2]))\n", "--handler", f"echo={ECHO}").out, "'a'\n[1, 2]\n")

    def test_asynchronous_functions_and_timers(self):
        text = (
            "import asyncio\nasync def f(): return await asyncio.gather(ask(1), asyncio.sleep(0.05, 'slept'), echo(2))\n\nasyncio.run(f())\n\"one\"\n"
            "asyncio.run(asyncio.sleep(0.05, 'again'))\n"
        )
        ran = self.repl(text, "--async", "ask", "--async", "echo", "--handler", f"echo={ECHO}")
        self.assertEqual((ran.out, ran.err), ("['one', 'slept', 2]\n'again'\n", ""))

    def test_a_call_without_an_answer_is_saved(self):
        self.repl("y = 1\nx = ask(y)", "--function", "ask", "--save", "s", code=PAUSED)
        self.fermata("resume", "s", "--result", "[1]", "-o", "s")
        self.assertEqual(self.repl("x, y", "--load", "s").out, "([1], 1)\n")

    def test_input_and_open(self):
        self.assertEqual(self.repl("input('name? ')\n\"Ada\"\n", "--function", "input").out, "'Ada'\n")
        self.assertEqual(self.repl("open('a.txt').read()\n", "--handler", "open=echo '\"text\"'").out, "'text'\n")

    def test_limits_are_each_statements(self):
        ran = self.repl("while True: pass\n\nfor i in range(9000): pass\n\ni\n", "--limit-steps", "20000")
        self.assertEqual(ran.out, "8999\n")
        self.assertIn("fermata: stopped: the limit of steps (20000) is used up, at <input 1> line 1\n", ran.err)
        self.assertIn('File "<input 1>", line 1, in <module>\n    while True: pass\n', ran.err)

    def test_inputs_and_eval(self):
        self.assertEqual(self.repl("n + 1\nn = 7\nn", "--input", "n=1").out, "2\n7\n")
        self.assertIn("PermissionError: eval() is switched off here", self.repl("eval('1')", "--no-eval").err)
        self.repl("", "--save", "s", "--no-eval")
        self.assertIn("PermissionError", self.repl("exec('1')", "--load", "s").err)

    def test_wrong_usage(self):
        self.repl("", "file.py", code=USAGE)
        self.repl("", "--input", "1x=1", code=USAGE)

    def test_displayhook_and_stderr(self):
        ran = self.repl("import sys\nprint('to stderr', file=sys.stderr)\nsys.displayhook = print\n'plain'\n")
        self.assertEqual((ran.out, ran.err), ("plain\n", "to stderr\n"))


class Terminal(CommandTest):
    """At a pseudo terminal."""

    def start(self, *arguments):
        pid, fd = pty.fork()
        if pid == 0:
            os.chdir(self.folder)
            os.environ.update(TERM="xterm", NO_COLOR="1", FERMATA_HISTORY=self.path("state/history"))
            os.execv(FERMATA, [FERMATA, "repl", *arguments])
        self.addCleanup(os.close, fd)
        self.pid, self.fd, self.seen = pid, fd, ""

    def expect(self, text):
        end = time.monotonic() + 20
        while text not in self.seen:
            self.assertLess(time.monotonic(), end, f"no {text!r} in {self.seen!r}")
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.fd, 65536).decode().replace("\r\n", "\n")
                except OSError:
                    self.fail(f"it ended: {self.seen!r}")
        self.seen = self.seen[self.seen.index(text) + len(text) :]

    def type(self, text):
        time.sleep(0.2)  # libedit shows the prompt before it takes the terminal over: nobody types that quickly
        os.write(self.fd, text.encode())

    def end(self, code):
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            if select.select([self.fd], [], [], 0.05)[0]:
                try:
                    os.read(self.fd, 65536)
                except OSError:
                    pass
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.assertEqual(os.waitstatus_to_exitcode(status), code)
                return
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        self.fail("it doesn't end")

    def test_prompts(self):
        self.start()
        self.expect(">>> ")
        self.type("1 + 1\n")
        self.expect("\n2\n>>> ")
        self.type("for i in range(2):\n")
        self.expect("... ")
        self.type("    i\n")
        self.expect("... ")
        self.type("\n")
        self.expect("0\n1\n>>> ")
        self.type("\x04")
        self.end(0)

    def test_control_c(self):
        self.start("--save", "s", "--limit-time-ms", "0")
        self.expect(">>> ")
        self.type("x = 5 +")
        self.type("\x03")
        self.expect("KeyboardInterrupt\n>>> ")
        self.type("while not print('runs'):\n")
        self.expect("... ")
        self.type("    while True: pass\n")
        self.expect("... ")
        self.type("\n")
        self.expect("\nruns\n")
        self.type("\x03")
        self.expect("while True: pass\nKeyboardInterrupt\n>>> ")
        self.type("try:\n    print('ru' + 'ns')\n    while True: pass\nexcept KeyboardInterrupt:\n    x = 'caught'\n\n")
        self.expect("\nruns\n")
        self.type("\x03")
        self.expect(">>> ")
        self.type("x\n")
        self.expect("'caught'\n>>> ")
        self.type("exit(4)\n")
        self.end(4)
        self.assertEqual(self.fermata("repl", "--load", "s", stdin=b"x").out, "'caught'\n")

    def test_history(self):
        self.start()
        self.expect(">>> ")
        self.type("'fírst'.upper() + ' 𝄐'\n")
        self.expect("'FÍRST 𝄐'\n>>> ")
        self.type("\x04")
        self.end(0)
        self.start()
        self.expect(">>> ")
        self.type("\x1b[A\n")
        self.expect("'FÍRST 𝄐'\n>>> ")
        self.type("\x04")
        self.end(0)

    def test_calls_are_answered_there(self):
        self.start("--function", "ask")
        self.expect(">>> ")
        self.type("ask('why', n=1)\n")
        self.expect("ask('why', n=1) = ")
        self.type("[1, null]\n")
        self.expect("[1, None]\n>>> ")
        self.type("\x04")
        self.end(0)


if __name__ == "__main__":
    unittest.main()
