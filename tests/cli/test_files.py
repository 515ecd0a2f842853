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

    def test_mounts(self):
        os.makedirs(self.path("reports"))
        os.makedirs(self.path("out"))
        self.write("reports/june", "J")
        program = """
import os
print(open("/data/june").read(), os.path.exists("/data/../reports"))
open("/data/july", "w").write("X")
open("/out/made", "w").write("M")
try: open("/in/june", "w")
except OSError as e: print(e)
"""
        for jail in [], ["--jail"]:
            with self.subTest(jail):
                mounts = ["--mount", f"{self.path('reports')}:/data:overlay", "--mount", "out:/out:write", "--mount", "reports:/in"]
                ran = self.ran(*jail, *mounts, "--files-out", "kept" + "".join(jail), program=program)
                self.assertEqual(ran.out, "J False\n[Errno 30] Read-only file system: '/in/june'\n")
                self.assertEqual(self.read(f"kept{''.join(jail)}/data/july"), b"X")
                self.assertEqual(self.read("out/made"), b"M")
                os.remove(self.path("out/made"))
                self.assertEqual(os.listdir(self.path("reports")), ["june"])
        for wrong in ["reports", "reports:data", ":/data", "nowhere:/data", "reports:/dev", "reports:/data:all"]:
            with self.subTest(wrong):
                self.ran("--mount", wrong, code=USAGE, program="1")

    def test_mounts_after_a_pause(self):
        os.makedirs(self.path("reports"))
        self.write("reports/june", "one\ntwo\n")
        self.write("p.py", "f = open('/data/june')\nprint(f.readline())\nask(1)\nprint(f.readline())")
        start = [FERMATA, "start", "p.py", "--function", "ask", "--mount", "reports:/data", "-o", "state"]
        self.assertEqual(self.call(start).code, 3)
        ran = self.call([FERMATA, "resume", "state", "--result", "1", "--mount", "reports:/data", "-o", "after"])
        self.assertEqual((ran.code, ran.out), (DONE, "two\n\n"))

    def test_one_place_for_two(self):
        program = "import os\nos.makedirs('tmp')\nfor name in 'tmp/x', '/tmp/x': open(name, 'w').write('x')"
        self.assertIn("/tmp/x", self.ran("--files-out", "out", code=USAGE, program=program).err)


if __name__ == "__main__":
    unittest.main()
