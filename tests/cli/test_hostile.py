"""The programs of tests/attacks: each ends soon, in one of the ways a program may end, within its memory."""

import concurrent.futures
import glob
import os
import resource
import signal
import subprocess
import tempfile
import threading
import unittest

from command import FERMATA, QUICK, ROOT, CommandTest

SANITIZED = "sanitize" in FERMATA
SECONDS = 120 if SANITIZED else 30  # 5 on an idle machine
MEMORY = 1 << 30  # of address space: the default heap limit is a quarter of it
# kB: that limit, and what a process itself may take.
RESIDENT = (256 + 40) << 10


def programs():
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "attacks", "*.txt"))):
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip() and not line.startswith("#"):
                    yield f"{os.path.basename(path)}:{number}", line.rstrip("\n").replace("\\n", "\n")


def limit_memory():
    if not SANITIZED:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def problem_of(program):
    """What is wrong with how it ended, or None."""
    argv = [FERMATA, "run", "-", "--json", "--function", "ask", "--limit-time-ms", "3000"]
    with tempfile.TemporaryFile() as source, tempfile.TemporaryFile() as err:
        source.write(program.encode())
        source.seek(0)
        process = subprocess.Popen(argv, stdin=source, stdout=subprocess.DEVNULL, stderr=err, preexec_fn=limit_memory)
        timer = threading.Timer(SECONDS, process.kill)
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        err.seek(0)
        said = err.read().decode(errors="replace")[-500:]
    if process.returncode == -signal.SIGKILL:
        return f"no end after {SECONDS} s"
    if process.returncode not in (0, 1, 3, 4):
        return f"exit code {process.returncode}: {said}"
    if not SANITIZED and usage.ru_maxrss > RESIDENT:
        return f"{usage.ru_maxrss >> 10} MB resident"
    return None


class Hostile(CommandTest):
    def test_each_ends(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            named = list(programs())[:: 50 if QUICK else 1]
            for (name, program), problem in zip(named, pool.map(problem_of, [program for _, program in named])):
                with self.subTest(name):
                    self.assertIsNone(problem, program)

    def test_inspect_shows_no_control_characters(self):
        program = (
            "globals()['\\x1b[2J'] = '\\x1b[31m'\n"
            "class A:\n    pass\n"
            "A.__name__ = A.__qualname__ = '\\x1b]0;pwn\\x07'\n"
            "def f(x):\n    print('\\x1b[2J\\x9b')\n    ask('\\u202e\\x1b[0m', **{'\\x1b': 1})\n"
            "f(A())\n"
        )
        self.write("p.py", program)
        ran = self.fermata("start", "p.py", "--function", "ask", "-o", "s.json", code=3)
        inspected = self.fermata("inspect", "s.json")
        for text in (ran.err, inspected.out):
            for character in "\x1b\x07\x9b\u202e":
                self.assertNotIn(character, text)
        for character in "\x1b\x07\x9b":
            self.assertNotIn(character, self.fermata("inspect", "s.json", "--json").out)

    def test_traceback_on_a_terminal_is_escaped(self):
        self.write("p.py", r"raise type('\x1b]0;pwn\x07', (Exception,), {})('\x1b[2J')")
        master, slave = os.openpty()
        process = subprocess.Popen([FERMATA, "run", "p.py"], cwd=self.folder, stderr=slave, env={**os.environ, "NO_COLOR": "1"})
        os.close(slave)
        text = b""
        try:
            while chunk := os.read(master, 4096):
                text += chunk
        except OSError:
            pass  # the other end is closed
        self.assertEqual(process.wait(20), 1)
        os.close(master)
        self.assertIn(rb"\x1b]0;pwn\x07: \x1b[2J", text)
        self.assertNotIn(b"\x1b", text)


if __name__ == "__main__":
    unittest.main()
