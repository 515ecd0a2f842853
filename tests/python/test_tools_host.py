"""The command's own copy of the package, which its plugin for --tools runs: it needs no package to be installed, and gets in no one's
way."""

import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINDINGS = os.path.join(ROOT, "bindings/python")
# As plugin.cpp begins: the texts, then Tools.
BEGIN = f"""
import sys
sys.path[:0] = [{os.path.join(BINDINGS, "embedding")!r}, {os.path.join(ROOT, "src/tools")!r}]
import embed, sources
paths = sources.sources({BINDINGS!r}, ".py", ["fermata/_errors", "fermata/_describe", "fermata/_offered", "fermata/_values"])
texts = {{embed.module_name(path, "fermata"): embed.text_of({BINDINGS!r} + "/" + path) for path in paths}}
del sys.path[:2]
host = {{}}
exec(compile(embed.text_of({BINDINGS!r} + "/embedding/tools_host.py"), "<host>", "exec"), host)
tools = host["Tools"](sys.argv[1], False, texts)
own = sorted(name for name in sys.modules if name.partition(".")[0] == "fermata")
"""
TOOLS = """
import dataclasses, datetime, enum

@dataclasses.dataclass
class Order:
    id: int
    day: datetime.date

class Colour(enum.Enum):
    RED = 1

def lookup(id: int, colour: Colour = Colour.RED) -> Order:
    return Order(id, datetime.date(2026, 1, 2))

def lost(order: "Unknown", orders: "list[Order]" = ()) -> int:
    return 1
"""


class ToolsHost(unittest.TestCase):
    def run_host(self, code, tools=TOOLS):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "their_tools.py")
            with open(path, "w", encoding="utf-8") as file:
                file.write(textwrap.dedent(tools))
            argv = [sys.executable, "-I", "-S", "-B", "-c", BEGIN + textwrap.dedent(code), path]
            process = subprocess.run(argv, capture_output=True, text=True)
        self.assertEqual(process.returncode, 0, process.stderr)
        return process.stdout.splitlines()

    def test_what_needs_no_values_imports_nothing(self):
        told = self.run_host(
            'print(tools.grants(), own, tools.values.known, "typing" in sys.modules)', "def f(): return 1\ndef g(x: int): return x\n"
        )
        self.assertEqual(told, ["[('f', False), ('g', False)] ['fermata._errors'] None False"])

    def test_classes_of_signatures_cross(self):
        told = self.run_host(
            """
            print(sorted(declaration[1] for declaration in tools.values.declarations()), tools.values.shapes()["Order"].split())
            flat = tools.values.flatten(tools.call(1, "lookup", (3,), {}))
            print(flat, tools.values.flatten(flat[2]["day"]))
            print(tools.values.revive(*flat), own == sorted(name for name in sys.modules if name.startswith("fermata")))
        """
        )
        self.assertEqual(told[0], "['Colour', 'Order'] ['id:', 'int', 'day:', 'date']")
        self.assertEqual(told[1], "(9, 'Order', {'id': 3, 'day': datetime.date(2026, 1, 2)}) (0, 'date', {'iso': '2026-01-02'})")
        self.assertEqual(told[2], "Order(id=3, day=datetime.date(2026, 1, 2)) True")

    def test_what_is_imported_late_is_of_the_copy(self):
        told = self.run_host(
            """
            print(tools.doubt(tools.file.Order("x", None)))
            print(tools.misfit("lookup", (), {}), "|", tools.misfit("lookup", (1,), {}))
            print([finding.message for finding in tools.check("lookup()\\nlost(1, order=2)", "program.py")])
        """
        )
        self.assertEqual(told[0], "Order.id must be int, not str")
        self.assertEqual(told[1], "lookup() missing 1 required positional argument: 'id' | ")
        self.assertEqual(
            told[2], "[\"lookup() missing 1 required positional argument: 'id'\", \"lost() got multiple values for argument 'order'\"]"
        )

    def test_the_engine_finds_its_exceptions(self):
        told = self.run_host(
            """
            errors = __import__("fermata._errors", fromlist=["UsageError"])
            print(errors.UsageError.__mro__[1:3], errors.UsageError is errors.UsageError, hasattr(errors, "Nothing"), "fermata" in
            sys.modules)
        """
        )
        self.assertEqual(told, ["(<class 'fermata._errors.errors.Error'>, <class 'ValueError'>) True False False"])

    def test_the_real_package_may_come_later(self):
        package = os.path.dirname(os.path.dirname(__import__("fermata").__file__))
        told = self.run_host(
            f"""
            copied = sys.modules["fermata._errors"].UsageError
            sys.path.insert(0, {package!r})
            import fermata
            print(fermata.UsageError is copied, sys.modules["fermata._errors"].UsageError is fermata.UsageError, fermata.UsageError)
            print(tools.values.module("fermata._values").Handle is fermata.Handle)
        """
        )
        self.assertEqual(told, ["False True <class 'fermata.UsageError'>", "True"])

    def test_handles_of_the_real_package(self):
        package = os.path.dirname(os.path.dirname(__import__("fermata").__file__))
        told = self.run_host(
            'print(tools.values.handles, [declaration[1] for declaration in tools.values.declarations()], sys.modules["fermata._errors"].UsageError)',
            f"""
            import sys
            sys.path.insert(0, {package!r})
            import fermata
            db = fermata.handle([], "main", methods=["append"], type_name="Database")
            def f(): return 1
            """,
        )
        self.assertEqual(told, ["{'main': <Database 'main'>} ['Database'] <class 'fermata.UsageError'>"])


if __name__ == "__main__":
    unittest.main()
