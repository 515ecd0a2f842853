"""What the command shows besides a program's output: display(), -c, --progress, colours on a terminal."""

import os
import subprocess
import unittest

from command import DONE, FERMATA, RAISED, USAGE, CommandTest


class Shown(CommandTest):
    def at_terminal(self, *arguments, env=()):
        """What comes to a terminal that is standard error; and the exit code."""
        master, slave = os.openpty()
        environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm"} | dict(env)
        process = subprocess.Popen([FERMATA, *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=slave, env=environment)
        os.close(slave)
        text = b""
        while True:
            try:
                piece = os.read(master, 4096)
            except OSError:  # the other end is closed
                break
            if not piece:
                break
            text += piece
        out = process.communicate(timeout=60)[0]
        os.close(master)
        return text.decode(), out.decode(), process.returncode

    def test_display(self):
        code = "from fermata_display import HTML\nprint('a')\ndisplay(5, [1], HTML('<b>'))\nHTML('<i>')"
        self.assertEqual(self.fermata("run", "-c", code).out, "a\n5\n[1]\n<HTML object>\n")
        shown = self.fermata("run", "--json", "-c", code).report["display"]
        self.assertEqual(
            [list(forms) for forms in shown][2:], [["text/plain", "text/html"], ["text/plain", "text/html", "x-fermata/result"]]
        )
        self.assertNotIn("display", self.fermata("run", "--json", "-c", "5").report)
        picture = self.fermata("run", "--json", "-c", "display({'image/png': b'\\x89P'}, raw=True)").report["display"]
        self.assertEqual(picture, [{"image/png": {"$bytes": "iVA="}}])
        self.assertEqual(self.fermata("repl", stdin=b"display(5)\n6\n").out, "5\n6\n")

    def test_code_on_the_command_line(self):
        self.assertEqual(self.fermata("run", "-c", "print(1)").out, "1\n")
        self.assertEqual(self.fermata("-c", "import sys\nprint(sys.argv)", "a", "b").out, "['-c', 'a', 'b']\n")
        ran = self.fermata("-c", "1 / 0", code=RAISED)
        self.assertIn('File "<string>", line 1, in <module>\n    1 / 0\n', ran.err)
        self.assertEqual(self.fermata("-c", "x = (", code=RAISED).err, self.python("-c", "x = (").err)
        self.assertIn("1 <module>", self.fermata("trace", "-c", "x = 1").out)
        self.assertIn("FILE is required", self.fermata("run", code=USAGE).err)
        self.assertEqual(self.fermata("start", "-c", "ask(1)", "--function", "ask", "-o", "state", code=3).code, 3)

    def test_colours(self):
        text, _, code = self.at_terminal("-c", "def f():\n    return 1 / 0\nf()")
        self.assertEqual(code, RAISED)
        self.assertIn("\x1b[1;31mZeroDivisionError\x1b[0m: division by zero", text)
        self.assertIn('  \x1b[35mFile "<string>", line 2, in f\x1b[0m', text)
        for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
            self.assertNotIn("\x1b", self.at_terminal("-c", "1 / 0", env=env)[0])
        self.assertNotIn("\x1b", self.fermata("-c", "1 / 0", code=RAISED).err)
        # What the program made up drives no terminal.
        self.assertIn("\x1b[1;31mValueError\x1b[0m: \\x1b[2J", self.at_terminal("-c", "raise ValueError('\\x1b[2J')")[0])

    def test_progress(self):
        code = "import time\nend = time.monotonic() + 1\nwhile time.monotonic() < end:\n    pass\nprint('over')"
        text, out, ended = self.at_terminal("run", "--progress", "-c", code)
        self.assertEqual((out, ended), ("over\n", DONE))
        self.assertRegex(text, r"\r\x1b\[K\d+[kM]? steps, \d+\.\d s, \d+\.\d MB, 0 calls, line [34]: ")
        self.assertTrue(text.endswith("\r\x1b[K"))
        self.assertEqual(self.fermata("run", "--progress", "-c", code).err, "")


if __name__ == "__main__":
    unittest.main()
