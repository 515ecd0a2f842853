"""fermata inspect, convert, check, tokens, ast, dis, trace, and help."""

import json
import re
import unittest

from command import DONE, PAUSED, RAISED, USAGE, CommandTest

PROGRAM = """\
limit = 50
def pay(amount, *, to):
    note = 'for ' + to
    return approve(amount=amount, note=note)
print('paying')
print('soon')
pay(84.0, to='ada')
"""


class Inspect(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("p.py", PROGRAM)
        self.fermata("start", "p.py", "--function", "approve", "-o", "s.json", code=PAUSED)

    def test_words(self):
        out = self.fermata("inspect", "s.json").out
        for text in (
            "status    paused\n",
            "call 1: approve(amount=84.0, note='for ada'), p.py line 4\n",
            "<module>, p.py line 7\n",
            "> pay(84.0, to='ada')\n",
            "pay, p.py line 4\n",
            "> return approve(amount=amount, note=note)\n",
            "amount = 84.0\n",
            "to = 'ada'\n",
            "note = 'for ada'\n",
            "limit = 50\n",
            "| paying\n",
            "| soon\n",
            " host calls\n",
            " steps\n",
            " ms\n",
            " bytes in the file, ",
        ):
            self.assertIn(text, out)

    def test_json(self):
        report = self.fermata("inspect", "s.json", "--json").report
        self.assertEqual(report["status"], "paused")
        self.assertEqual(report["stdout"], "paying\nsoon\n")
        self.assertEqual(
            report["pending"],
            [
                {
                    "id": 1,
                    "kind": "call",
                    "function": "approve",
                    "args": [],
                    "kwargs": {"amount": 84.0, "note": "for ada"},
                    "file": "p.py",
                    "line": 4,
                }
            ],
        )
        self.assertEqual([(frame["function"], frame["line"]) for frame in report["stack"]], [("<module>", 7), ("pay", 4)])
        self.assertEqual(report["stack"][1]["locals"], {"amount": "84.0", "to": "'ada'", "note": "'for ada'"})
        self.assertEqual(report["globals"]["limit"], "50")
        self.assertEqual(report["limits"]["steps"], 2_000_000_000)
        self.assertEqual(report["spent"]["host_calls"], 1)
        self.assertEqual(report["sizes"]["file_bytes"], len(self.read("s.json")))

    def test_ended(self):
        self.fermata("resume", "s.json", "--result", "[1]", "-o", "d.json")
        out = self.fermata("inspect", "d.json").out
        self.assertIn("status    done\nresult    [1]\n", out)
        self.fermata("resume", "s.json", "--raise", "ValueError: no", "-o", "r.json", code=RAISED)
        self.assertIn("status    raised\nerror     ValueError: no\n", self.fermata("inspect", "r.json").out)
        report = self.fermata("inspect", "r.json", "--json").report
        self.assertEqual((report["status"], report["error"]["type"]), ("raised", "ValueError"))

    def test_words_and_json_count_alike(self):
        self.write("big.py", "names = [str(i) * 50 for i in range(1000)]\nbig = 3 ** 10000\ndeep = [[names] * 10] * 10\nask()")
        self.fermata("start", "big.py", "--function", "ask", "-o", "big.json", code=PAUSED)
        report = self.fermata("inspect", "big.json", "--json").report
        words = re.findall(r"(\d+) of \d+ (steps|bytes of heap|bytes of output|host calls)\n", self.fermata("inspect", "big.json").out)
        spent = report["spent"]
        self.assertEqual(
            [int(number) for number, _ in words], [spent[name] for name in ("steps", "heap_bytes", "output_bytes", "host_calls")]
        )
        self.assertEqual(spent["heap_bytes"], report["sizes"]["heap_bytes"])
        self.assertEqual(spent["steps"], json.loads(self.read("big.json"))["spent"]["steps"])

    def test_inspecting_changes_nothing(self):
        before = self.read("s.json")
        self.fermata("inspect", "s.json")
        self.assertEqual(self.read("s.json"), before)

    def test_convert(self):
        self.fermata("convert", "s.json", "s.fermata")
        self.fermata("convert", "s.fermata", "t.json")
        self.fermata("convert", "t.json", "t.fermata")
        self.assertEqual(self.read("s.json"), self.read("t.json"))
        self.assertEqual(self.read("s.fermata"), self.read("t.fermata"))
        json.loads(self.read("s.json"))
        self.assertLess(len(self.read("s.fermata")), 2048 + len(PROGRAM))
        self.assertEqual(self.fermata("resume", "t.fermata", "--result", "1", "--json", "-o", "x").report["result"], 1)
        self.fermata("convert", "s.json", code=USAGE)


class Check(CommandTest):
    def findings(self, text, *arguments, code=RAISED):
        name = self.write("p.py", text)
        lines = self.fermata("check", name, *arguments, code=code).out.splitlines()
        report = self.fermata("check", name, *arguments, "--json", code=code).report
        self.assertEqual(len(report["findings"]), len(lines))
        for finding, line in zip(report["findings"], lines):
            self.assertTrue(line.startswith(f"{finding['file']}:{finding['line']}:{finding['column']}: "), line)
            self.assertTrue(line.endswith(finding["message"]), line)
        self.assertEqual(report["status"], "done" if code == DONE else "raised")
        return lines

    def test_good(self):
        self.assertEqual(self.findings("import math\nx = math.pi\nprint(x, ask(y))\n", "--function", "ask", "--input", "y", code=DONE), [])

    def test_all_at_once(self):
        lines = self.findings("import fcntl\nprint(nowhere)\ndef f():\n    return elsewhere + ask()\n")
        self.assertEqual([line.split(": ")[0] for line in lines], ["p.py:1:1", "p.py:2:7", "p.py:4:12", "p.py:4:24"])
        self.assertIn("No module named 'fcntl'. The sandbox starts no processes", lines[0])
        self.assertIn("name 'nowhere' is not defined", lines[1])

    def test_the_nearest_name(self):
        lines = self.findings("total = 1\ntotl\nprnt(1)\nrefnd(xyz)\n", "--function", "refund")
        told = ["totl", "prnt", "refnd", "xyz"], ["total", "print", "refund", ""]
        for line, name, meant in zip(lines, *told):
            self.assertIn(f": name '{name}' is not defined" + (f". Did you mean: '{meant}'?" if meant else ""), line)
            self.assertEqual("Did you mean" in line, bool(meant), line)

    def test_modules(self):
        names = self.fermata("check", "--modules").out.split()
        self.assertEqual(names, sorted(names))
        self.assertLessEqual({"json", "asyncio", "urllib.parse"}, set(names))
        self.assertFalse([name for name in names if name.startswith("_")])
        self.assertEqual(json.loads(self.fermata("check", "--modules", "--json").out), names)
        self.fermata("check", "--modules", "p.py", code=USAGE)
        self.fermata("check", code=USAGE)

    def test_syntax(self):
        lines = self.findings("x = 1\ny = = 2\n")
        self.assertEqual(lines, ["p.py:2:5: SyntaxError: invalid syntax"])

    def test_warnings_are_said_and_the_program_is_good(self):
        lines = self.findings("x = 1\nif x is 5:\n    assert (x, 'five')\n", code=DONE)
        self.assertEqual(
            lines,
            [
                'p.py:2:4: SyntaxWarning: "is" with a literal. Did you mean "=="?',
                "p.py:3:5: SyntaxWarning: assertion is always true, perhaps remove parentheses?",
            ],
        )
        self.assertEqual(len(self.findings("x = 1\nif x is 5:\n    print(nowhere)\n")), 2)

    def test_nothing_runs(self):
        self.findings("while True: pass\n1/0\n", code=DONE)

    def test_usage(self):
        self.fermata("check", code=USAGE)
        self.fermata("check", "none.py", code=USAGE)


class Stages(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("p.py", "def f(x):\n    return x + 1\nfor i in range(2):\n    print(f(i))\n")
        self.write("bad.py", "def f(:\n")

    def test_tokens(self):
        out = self.fermata("tokens", "p.py").out
        self.assertTrue(out.splitlines()[0].split() == ["1,0-1,3:", "NAME", "'def'"], out)

    def test_ast(self):
        out = self.fermata("ast", "p.py").out
        self.assertTrue(out.startswith("Module(\n"), out)
        self.assertIn("FunctionDef(", out)
        self.assertIn("lineno=", self.fermata("ast", "--attributes", "p.py").out)

    def test_dis(self):
        out = self.fermata("dis", "p.py").out
        self.assertIn("code <module>", out)
        self.assertIn("code f", out)

    def test_trace(self):
        self.assertEqual(
            self.fermata("trace", "p.py").out,
            "   1 <module>         | def f(x):\n"
            "   3 <module>         | for i in range(2):\n"
            "   4 <module>         |     print(f(i))\n"
            "   2 f                |     return x + 1\n"
            "1\n"
            "   3 <module>         | for i in range(2):\n"
            "   4 <module>         |     print(f(i))\n"
            "   2 f                |     return x + 1\n"
            "2\n"
            "   3 <module>         | for i in range(2):\n",
        )
        out = self.fermata("trace", "--instructions", "p.py").out
        self.assertIn("RETURN", out)

    def test_syntax_errors_as_python_shows_them(self):
        for stage in ("ast", "dis", "trace"):
            ran = self.fermata(stage, "bad.py", code=RAISED)
            self.assertEqual(ran.out, "")
            self.assertIn("SyntaxError: ", ran.err)
            self.assertIn('File "bad.py", line 1', ran.err)

    def test_standard_input(self):
        self.assertIn("Constant(", self.fermata("ast", "-", stdin=b"1").out)


class Help(CommandTest):
    def test_help(self):
        out = self.fermata("--help").out
        for command in ("run", "start", "resume", "inspect", "convert", "check", "tokens", "ast", "dis", "trace"):
            self.assertIn(f"\n  {command} ", out)
            usage = self.fermata(command, "--help").out
            self.assertIn(command, usage.splitlines()[1])
        self.assertIn("Exit codes", out)
        out = self.fermata("run", "--help").out
        for option in ("--input", "--handler", "--function", "--limit-steps", "--limit-int-digits", "--json"):
            self.assertIn(option, out)
        self.assertNotIn("--teleport", out)

    def test_version(self):
        self.assertRegex(self.fermata("--version").out, r"^fermata \d+\.\d+\.\d+\n$")

    def test_unknown_option(self):
        self.fermata("run", "p.py", "--nonsense", code=USAGE)


if __name__ == "__main__":
    unittest.main()
