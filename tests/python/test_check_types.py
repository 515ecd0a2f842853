"""check(…, check_types=…): what type checkers say of programs, and findings as texts."""

import contextlib
import dataclasses
import importlib.util
import json
import os
import stat
import subprocess
import sys
import tempfile
import textwrap
import unittest
from unittest import mock

import fermata


@dataclasses.dataclass
class Order:
    id: str
    total: float


def lookup(order_id: str) -> Order:
    raise NotImplementedError


async def ask(who: str) -> str:
    raise NotImplementedError


GIVEN = {"functions": [lookup, ask, "approve"], "types": [Order], "inputs": {"n": int, "anything": None}}


def told(findings):
    return [(finding.kind, finding.line, finding.column) for finding in findings]


class Checkers:
    """The same for each of them."""

    checker = ""

    def check(self, code, **given):
        return fermata.check(textwrap.dedent(code), **{**GIVEN, **given}, check_types=self.checker)

    def test_calls_attributes_and_inputs(self):
        findings = self.check(
            """\
            order = lookup(17)
            'ä', n + "x"
            order.totl
            approve(order, 5).whatever + anything.any
            """
        )
        self.assertEqual(told(findings)[0], ("type", 1, 16))
        self.assertIn(told(findings)[1], [("type", 2, 6), ("type", 2, 10)])
        self.assertEqual(told(findings)[2:], [("type", 3, 1)])
        self.assertEqual(findings[2].end_column, 11)
        self.assertIn("    order.totl\n    ^^^^^^^^^^\n", findings[2].text)
        self.assertIn("totl", str(findings[2]))

    def test_lines_stay_below_future_imports_and_docstrings(self):
        code = '"""What\nit does"""\nfrom __future__ import annotations\nlookup(1)\n'
        self.assertEqual(told(self.check(code)), [("type", 4, 8)])

    def test_awaits_and_returns_outside_functions(self):
        findings = self.check("from __future__ import annotations\nname = await ask('who')\nif n:\n    return lookup(5)\nname.lowr()\n")
        self.assertEqual(told(findings), [("type", 4, 19), ("type", 5, 1)])

    def test_what_the_package_says_itself_is_said_once(self):
        findings = self.check("import nowhere\nunknown\nlookup()\n")
        self.assertEqual(told(findings), [("unknown-import", 1, 1), ("unknown-name", 2, 1), ("arguments", 3, 1)])

    def test_a_program_that_cant_be_compiled(self):
        self.assertEqual([finding.kind for finding in self.check("lookup(1\n")], ["syntax"])

    def test_names_that_the_program_binds_are_its_own(self):
        self.assertEqual(self.check("def lookup(n: int) -> int:\n    return n\n\nlookup(17) + 1\n"), [])

    def test_a_good_program_has_no_findings(self):
        self.assertEqual(self.check("total = lookup('a').total * 2\nprint(f'{total:.2f}', anything(1)[2])\n"), [])
        self.assertEqual(self.check(""), [])

    def test_settings_in_the_program_or_its_folder_dont_count(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("mypy.ini", "[mypy]\nignore_errors = True\n"), ("ty.toml", "[rules]\nall = 'ignore'\n")):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            with mock.patch.dict(os.environ, {"HOME": folder, "XDG_CONFIG_HOME": folder, "MYPYPATH": folder}):
                before = os.getcwd()
                os.chdir(folder)
                try:
                    self.assertEqual(told(self.check("lookup(1)")), [("type", 1, 8)])
                finally:
                    os.chdir(before)

    def test_a_session_knows_what_it_was_fed(self):
        session = fermata.Session(functions=[lookup], types=[Order])
        session.feed("def double(n: int) -> int:\n    return 2 * n\n\n_own = 5")
        session.feed("import asyncio\nawait asyncio.sleep(0)\nlater = 1")
        findings = session.check("double('x')\n_own.nothing\nlater + 'x'\nasyncio.sleep\nunknown", check_types=self.checker)
        self.assertEqual(told(findings)[:2], [("type", 1, 8), ("type", 2, 1)])
        self.assertEqual(told(findings)[-1], ("unknown-name", 5, 1))
        again = fermata.Session.load(session.save(), functions=[lookup], types=[Order])
        self.assertEqual(told(again.check("double('x')\n_own.nothing\nlookup(1)", check_types=self.checker)), [("type", 3, 8)])


@unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy isn't installed")
class Mypy(Checkers, unittest.TestCase):
    checker = "mypy"

    def test_it_is_taken_when_ty_isnt_there(self):
        with mock.patch("fermata._core.type_checkers._program", return_value=None):
            self.assertIn("[arg-type]", fermata.check("lookup(1)", functions=[lookup], types=True)[0].message)


@unittest.skipUnless(importlib.util.find_spec("ty"), "ty isn't installed")
class Ty(Checkers, unittest.TestCase):
    checker = "ty"

    def test_it_comes_first(self):
        self.assertIn("[invalid-argument-type]", fermata.check("lookup(1)", functions=[lookup], types=True)[0].message)

    def test_names_get_other_types(self):
        session = fermata.Session()
        session.feed("x = 1")
        self.assertEqual(session.check("x = x + 1\nx = 'text'\nx.upper()", check_types="ty"), [])


class Others(unittest.TestCase):
    def stand_in(self, text):
        """A checker that says `text`."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "pyright")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"#!{sys.executable}\n{text}")
        os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
        return mock.patch("fermata._core.type_checkers._program", return_value=[path])

    def test_pyright(self):
        said = """\
        import json, os, sys
        file = sys.argv[-1]
        def told(rule, severity, line, column, end):
            place = {"start": {"line": line, "character": column}, "end": {"line": line, "character": end}}
            return {"file": os.path.abspath(file), "severity": severity, "message": 'Type "x"\\n  is bad', "range": place, "rule": rule}
        found = [told("reportCallIssue", "error", 1, 8, 9), told("reportUndefinedVariable", "error", 1, 0, 5)]
        found += [told("reportOptionalMemberAccess", "warning", 2, 4, 6), told("reportArgumentType", "error", 0, 0, 1)]
        print(json.dumps({"generalDiagnostics": found + [{"file": file, "severity": "error", "message": "no rule"}]}))
        sys.exit(1)
        """
        with self.stand_in(textwrap.dedent(said)):
            findings = fermata.check("lookup(1)\n'𝄐'.upper", functions=[lookup], check_types="pyright")
        self.assertEqual(told(findings), [("type", 1, 9), ("warning", 2, 4)])
        self.assertEqual(findings[0].message, "Type 'x' is bad  [reportCallIssue]")

    def test_failures(self):
        with self.stand_in("import sys\nsys.exit('nothing works here')"), self.assertRaisesRegex(
            fermata.Error, "failed: nothing works here"
        ):
            fermata.check("1", check_types="pyright")
        with self.stand_in("print('{}')"), self.assertRaisesRegex(fermata.Error, "pyright failed: {}"):
            fermata.check("1", check_types="pyright")
        with self.stand_in("import time\ntime.sleep(100)"), mock.patch("fermata._core.type_checkers._SECONDS", 0.2):
            with self.assertRaisesRegex(fermata.Error, "took more than"):
                fermata.check("1", check_types="pyright")

    def test_none_is_there(self):
        gone = mock.patch("fermata._core.type_checkers._program", return_value=None)
        with gone, mock.patch("importlib.util.find_spec", return_value=None):
            with self.assertRaisesRegex(fermata.UsageError, "`pip install ty`"):
                fermata.check("1", types=True)
            with self.assertRaisesRegex(fermata.UsageError, "by mypy, which isn't installed"):
                fermata.check("1", check_types="mypy")
        with self.assertRaisesRegex(fermata.UsageError, "not 'pylint'"):
            fermata.check("1", check_types="pylint")

    def test_sessions_check_without_types(self):
        session = fermata.Session(functions=["approve"])
        self.assertEqual(told(session.check("x")), [("unknown-name", 1, 1)])
        session.feed("x = 1\ndef f(): pass")
        self.assertEqual(session.check("x, f(), approve()"), [])
        with self.assertRaises(fermata.SyntaxError):
            session.feed("y = (")
        self.assertEqual(told(session.check("y")), [("unknown-name", 1, 1)])


TOOLS = """
import dataclasses, enum

class Kind(enum.Enum):
    A = "a"
    B = "b"

@dataclasses.dataclass
class Claim:
    id: str = ""
    kind: Kind = Kind.A

class Refused(Exception):
    pass

def pay(claim: Claim) -> str:
    raise Refused("no")
"""


class StoreNames(unittest.TestCase):
    """check(durable=True)"""

    def test_the_names_are_there_in_a_store(self):
        code = "[f.__name__ for f in (ask, receive, run_id, spawn)], type(spawn('1')).__name__"
        self.assertEqual(fermata.check(code, durable=True), [])
        self.assertEqual(len(fermata.check(code)), 5)
        with tempfile.TemporaryDirectory() as folder, contextlib.closing(fermata.Store(os.path.join(folder, "runs.db"))) as store:
            run = store.submit(code)
            fermata.Worker(store, jail=False).drain()
            self.assertEqual(run.result(), (["ask", "receive", "run_id", "spawn"], "ChildRun"))

    def test_a_tool_of_that_name_comes_first(self):
        def ask(x: int, y: int) -> int:
            return x

        found = fermata.check("ask(1)", functions=[ask], durable=True)
        self.assertEqual([finding.message for finding in found], ["ask() missing 1 required positional argument: 'y'"])

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy isn't installed")
    def test_types(self):
        code = "child = spawn('1', n=1)\nx = await child\nn: int = child.id\nchild.stop()\nawait receive('x', 'y')"
        self.assertEqual([f.line for f in fermata.check(code, durable=True, check_types="mypy")], [3, 4, 5])


class Command(unittest.TestCase):
    """python -m fermata check"""

    def check(self, code, *options, tools="def lookup(order: str) -> int:\n    return 1\n"):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("program.py", code), ("tools.py", tools)):
                with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                    file.write(text)
            argv = [sys.executable, "-m", "fermata", "check", *options]
            done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, input=code)
        return done.returncode, done.stdout, done.stderr

    def test_findings(self):
        found = (1, "program.py:1:1: TypeError: lookup() missing 1 required positional argument: 'order'\n", "")
        self.assertEqual(self.check("lookup()", "program.py", "--tools", "tools.py"), found)
        self.assertEqual(
            self.check("lookup(n, approve())", "-", "--function", "approve", "--function", "lookup", "--input", "n"), (0, "", "")
        )
        code, out, _ = self.check("x is 5\n", "-", "--format", "github", "--input", "x:int")
        self.assertEqual((code, out[:29]), (0, "::warning file=<stdin>,line=1"))
        self.assertEqual(
            json.loads(self.check("x", "program.py", "--format", "sarif")[1])["runs"][0]["results"][0]["ruleId"], "unknown-name"
        )

    def test_classes_of_a_file_of_tools(self):
        code = "try:\n    pay(Claim('c', Kind.B))\nexcept Refused as e:\n    print(e)\nClaim()\nOther()\n"
        told = self.check(code, "program.py", "--tools", "tools.py", tools=TOOLS)
        self.assertEqual(told, (1, "program.py:6:1: NameError: name 'Other' is not defined. Did you mean: 'iter'?\n", ""))

    def test_a_program_for_a_store(self):
        code = "child = spawn('1', n=1)\nawait child, await receive('x', timeout=3), ask('Why?', {'type': 'object'}, roles=['a']), run_id()"
        self.assertEqual(self.check(code, "program.py", "--durable"), (0, "", ""))
        self.assertEqual(
            self.check("spawn('1')", "program.py"),
            (1, "program.py:1:1: NameError: name 'spawn' is not defined: in a store's runs it is, say --durable\n", ""),
        )
        self.assertIn("run_id() takes 0", self.check("run_id(1)\nreceive('x')", "program.py", "--durable")[1])

    def test_wrong_options(self):
        for options in (
            ["nowhere.py"],
            ["program.py", "--tools", "nowhere.py"],
            ["program.py", "--input", "1x"],
            ["program.py", "--types", "x"],
        ):
            with self.subTest(options):
                code, out, err = self.check("1", *options)
                self.assertEqual((code, out), (2, ""))
                self.assertTrue(err.startswith("fermata check: "), err)

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy isn't installed")
    def test_types(self):
        code, out, _ = self.check("lookup(n)", "program.py", "--tools", "tools.py", "--input", "n: int", "--types", "mypy")
        self.assertEqual(
            (code, out.partition("  [")[0]), (1, "program.py:1:8: Argument 1 to 'lookup' has incompatible type 'int'; expected 'str'")
        )


class Reports(unittest.TestCase):
    def setUp(self):
        self.findings = fermata.check("x = totl\nlookup(\n  )\nx is 5", functions=[lookup])
        self.assertEqual([finding.kind for finding in self.findings], ["unknown-name", "arguments", "warning"])

    def test_full_and_short(self):
        self.assertEqual(fermata.report(self.findings), "".join(finding.text for finding in self.findings))
        self.assertEqual(
            fermata.report(self.findings, "short", name="a.py").splitlines()[0], "a.py:1:5: NameError: name 'totl' is not defined"
        )
        self.assertEqual((fermata.report([]), fermata.report([], "short"), fermata.report([], "github")), ("", "", ""))

    def test_json(self):
        self.assertEqual([fermata.Finding(**row) for row in json.loads(fermata.report(self.findings, "json"))], self.findings)
        self.assertEqual(json.loads(fermata.report([], "json")), [])

    def test_sarif(self):
        log = json.loads(fermata.report(self.findings, "sarif", name="a folder/a.py"))
        self.assertEqual(log["version"], "2.1.0")
        (run,) = log["runs"]
        self.assertEqual([result["level"] for result in run["results"]], ["error", "error", "warning"])
        place = run["results"][1]["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"], {"uri": "a%20folder/a.py"})
        self.assertEqual(place["region"], {"startLine": 2, "startColumn": 1, "endLine": 3, "endColumn": 4})
        self.assertEqual({rule["id"] for rule in run["tool"]["driver"]["rules"]}, {result["ruleId"] for result in run["results"]})

    def test_github(self):
        lines = fermata.report(self.findings, "github", name="a,b:c.py").splitlines()
        place = "line=1,endLine=1,col=5,endColumn=9"
        self.assertEqual(lines[0], f"::error file=a%2Cb%3Ac.py,{place},title=unknown-name::NameError: name 'totl' is not defined")
        self.assertTrue(lines[2].startswith("::warning "))
        finding = self.findings[0]._replace(message="100%\n::error::forged")
        self.assertIn("100%25%0A::error::forged", fermata.report([finding], "github"))
        self.assertEqual(len(fermata.report([finding], "github").splitlines()), 1)

    def test_other_forms(self):
        with self.assertRaises(fermata.UsageError):
            fermata.report([], "xml")


if __name__ == "__main__":
    unittest.main()
