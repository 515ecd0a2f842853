"""What the command puts into a program's files and takes out of them."""

import os
import unittest

from command import DONE, FERMATA, USAGE, CommandTest

PROGRAM = """
import os, sys
print(open("data").read(), os.getenv("A"), sys.argv[1:], input())
os.makedirs("deep/er", exist_ok=True)
open("deep/er/out", "w").write("out")
open("/tmp/other", "wb").write(b"\\xff")
"""


class Files(CommandTest):
    def ran(self, *options, code=DONE, program=PROGRAM, stdin=b"typed\n"):
        self.write("p.py", program)
        ran = self.call([FERMATA, "run", *options, "p.py"], stdin)
        self.assertEqual(ran.code, code, ran.err)
        return ran

    def test_in_and_out(self):
        self.write("data", "D")
        for jail in [], ["--jail"]:
            with self.subTest(jail):
                ran = self.ran(*jail, "--file", "data", "--stdin", "--env", "A=b=c", "--files-out", "out" + "".join(jail))
                self.assertEqual(ran.out, "D b=c [] typed\n")
                self.assertEqual(self.read(f"out{''.join(jail)}/deep/er/out"), b"out")
                self.assertEqual(self.read(f"out{''.join(jail)}/tmp/other"), b"\xff")
                self.assertFalse(os.path.exists(self.path(f"out{''.join(jail)}/data")))

    def test_under_another_name(self):
        self.write("ours", "O")
        ran = self.ran("--file", "/srv/theirs=ours", program="print(open('/srv/theirs').read())")
        self.assertEqual(ran.out, "O\n")

    def test_what_cannot_be_given(self):
        self.write("data", "D")
        for options in [["--file", "nowhere"], ["--file", "a/=data"], ["--file", "../../../x=data"], ["--env", "A"], ["--env", "=x"]]:
            with self.subTest(options):
                self.ran(*options, code=USAGE, program="1")

    def test_nothing_is_written_through_links(self):
        os.mkdir(self.path("out"))
        os.mkdir(self.path("elsewhere"))
        os.symlink(self.path("elsewhere"), self.path("out/deep"))
        self.ran("--files-out", "out", code=USAGE, program="import os; os.mkdir('deep'); open('deep/x', 'w').write('x')")
        os.symlink(self.path("victim"), self.path("out/link"))
        self.write("victim", "whole")
        os.link(self.path("victim"), self.path("out/hard"))
        os.mkfifo(self.path("out/pipe"))
        for name in "link", "hard", "pipe":
            with self.subTest(name):
                self.ran("--files-out", "out", code=USAGE, program=f"open({name!r}, 'w').write('x')")
        self.assertEqual(self.read("victim"), b"whole")
        self.assertEqual(os.listdir(self.path("elsewhere")), [])

    def test_one_place_for_two(self):
        program = "import os\nos.makedirs('tmp')\nfor name in 'tmp/x', '/tmp/x': open(name, 'w').write('x')"
        self.assertIn("/tmp/x", self.ran("--files-out", "out", code=USAGE, program=program).err)


if __name__ == "__main__":
    unittest.main()
