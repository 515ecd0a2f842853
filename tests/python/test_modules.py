"""Modules of the host's that a program imports: which names it gets, what their functions are, states, checks, stubs."""

import asyncio
import dataclasses
import datetime
import decimal
import importlib.util
import pathlib
import sys
import tempfile
import types
import unittest

import fermata
from durable_support import StoreCase

CRM = '''"""Customers."""
import os
import json as _json
from pathlib import Path
from os.path import join
from dataclasses import dataclass
from string import digits

RATE = 1.5
LIMITS = {"a": [1, 2], "b": (3,)}
_secret = "no"
LOCK = object()


@dataclass
class Ticket:
    number: int


class NotFound(LookupError):
    pass


class Client:
    pass


def lookup(id: int, deep: bool = False) -> str:
    """Finds a customer."""
    return f"customer {id}"


def ticket(n: int) -> Ticket:
    if n == 0:
        raise NotFound("none")
    return Ticket(n)


async def fetch(n: int) -> int:
    return n + 1


def _hidden():
    return 1
'''


def made(name, text, folder):
    path = pathlib.Path(folder, f"{name}.py")
    path.write_text(text)
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class ModuleCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.crm = made("crm", CRM, folder.name)
        cls.folder = folder.name

    def value(self, code, modules=None, **options):
        return fermata.Program(code, modules={"crm": self.crm} if modules is None else modules, **options).run().value


class Importing(ModuleCase):
    def test_functions_constants_classes(self):
        code = """
import crm
from crm import lookup as find, RATE
assert crm.Ticket is type(crm.ticket(4)) and isinstance(crm.NotFound("x"), LookupError)
try:
    crm.ticket(0)
except crm.NotFound as e:
    said = str(e)
import importlib
[crm.lookup(1), find(2, deep=True), RATE, crm.LIMITS, crm.ticket(3).number, said, crm.__name__, crm.__doc__, await crm.fetch(4),
 importlib.import_module("crm") is crm, repr(crm)]"""
        expected = ["customer 1", "customer 2", 1.5, {"a": [1, 2], "b": (3,)}, 3, "none", "crm", "Customers.", 5, True, "<module 'crm'>"]
        self.assertEqual(self.value(code), expected)
        self.assertEqual(self.value("import crm\ncrm.ticket(7)"), self.crm.Ticket(7))

    def test_constants_are_copies(self):
        self.assertEqual(self.value("import crm\ncrm.LIMITS['a'].append(9)\ncrm.RATE = 2\n[crm.LIMITS['a'], crm.RATE]"), [[1, 2, 9], 2])
        self.assertEqual((self.crm.LIMITS["a"], self.crm.RATE), ([1, 2], 1.5))
        moment = datetime.datetime(2026, 1, 2, tzinfo=datetime.timezone.utc)
        space = {"m": types.SimpleNamespace(at=moment, price=decimal.Decimal("1.50"), t=self.crm.Ticket(1))}
        self.assertEqual(self.value("import m\n[m.at, m.price, m.t]", space), [moment, decimal.Decimal("1.50"), self.crm.Ticket(1)])

    def test_nothing_else(self):
        granted = "the host grants RATE, LIMITS, Ticket, NotFound, lookup\\(\\), ticket\\(\\), fetch\\(\\)"
        for name in ("os", "_json", "Path", "join", "dataclass", "digits", "_secret", "_hidden", "LOCK", "Client", "nope"):
            with self.subTest(name), self.assertRaisesRegex(fermata.RuntimeError, f"module 'crm' has no attribute '{name}': {granted}"):
                self.value(f"import crm\ncrm.{name}")
        with self.assertRaisesRegex(fermata.RuntimeError, "cannot import name 'digits' from 'crm'"):
            self.value("from crm import digits")
        with self.assertRaisesRegex(fermata.RuntimeError, "No module named 'crm.sub'; 'crm' is not a package"):
            self.value("import crm.sub")
        with self.assertRaisesRegex(fermata.RuntimeError, "No module named 'crm'"):
            fermata.Program("import crm").run()
        self.assertEqual(self.value("from crm import *\n[RATE, lookup(1), 'digits' in globals()]"), [1.5, "customer 1", False])

    def test_all_decides(self):
        module = types.ModuleType("m")
        exec("from string import digits\nfrom os.path import join\n_f = lambda: 1\nx = 2\n__all__ = ['join', 'digits', '_f']", vars(module))
        code = "import m\n[m.join('a', 'b'), m.digits, m._f(), hasattr(m, 'x')]"
        self.assertEqual(self.value(code, {"m": module}), ["a/b", "0123456789", 1, False])
        for listed, said in (["nope"], "lists 'nope' in its __all__"), (["s"], "'s' of the host module 'm' can't be given: a socket stays"):
            module.__all__, module.s = listed, type("socket", (), {})()
            with self.subTest(listed), self.assertRaisesRegex(fermata.UsageError, said):
                self.value("1", {"m": module})

    def test_modules_within(self):
        deep = types.SimpleNamespace(g=lambda: "g")
        space = types.SimpleNamespace(f=lambda x: x + 1, deep=deep, N=1)
        code = """
import crm.sub
from crm.sub import f
from crm.sub.deep import g
import crm.sub.deep as d, crm.other
[f(1), g(), d.g(), crm.sub.N, crm.lookup(1), crm.other.h(), crm.sub.deep is d]"""
        given = {"crm": self.crm, "crm.sub": space, "crm.other": {"h": lambda: "h"}}
        self.assertEqual(self.value(code, given), [2, "g", "g", 1, "customer 1", "h", True])
        self.assertEqual(self.value("import a.b.c\na.b.c.f()", {"a.b.c": {"f": lambda: 3}}), 3)
        with self.assertRaisesRegex(fermata.RuntimeError, "No module named 'crm.sub.nope'"):
            self.value("import crm.sub.nope", given)

    def test_dotted_functions(self):
        add = lambda a, b: a + b  # noqa: E731
        for functions in {"tools.add": add}, [fermata.tool(name="tools.add")(lambda a, b: a + b)]:
            program = fermata.Program(
                "x = tools.add(1, 2)\nimport tools\nfrom tools import add\n[x, tools.add(3, 4), add(5, 6)]", functions=functions
            )
            self.assertEqual(program.run().value, [3, 7, 11])
        step = fermata.Program("tools.deep.ask(1)", functions=["tools.deep.ask"]).start()
        self.assertEqual((str(step.call), step.resume(5).value), ("tools.deep.ask(1)", 5))
        self.assertEqual(self.value("import crm\n[crm.lookup(1), crm.extra(2)]", functions={"crm.extra": lambda x: x}), ["customer 1", 2])
        session = fermata.Session(functions={"tools.add": add}, modules={"crm": self.crm})
        self.assertEqual(session.feed("import crm\n[tools.add(1, 1), crm.lookup(1)]").value, [2, "customer 1"])
        self.assertEqual(session.feed("[tools.sub(1), crm.lookup(1)]", functions={"tools.sub": lambda a: -a}).value, [-1, "customer 1"])
        self.assertIsInstance(session.feed("tools.add(1, 1)"), fermata.Raised)
        self.assertEqual(session.feed("[crm.extra(1), crm.lookup(1)]", functions={"crm.extra": lambda a: a}).value, [1, "customer 1"])
        self.assertIsInstance(session.feed("crm.extra(1)", functions=[]), fermata.Raised)

    def test_wrong_ones(self):
        f = lambda: 1  # noqa: E731
        for modules, functions, said in (
            ({"json": {"f": f}}, (), "can't be called 'json'"),
            ({"a b": {"f": f}}, (), "one that a program can import, not 'a b'"),
            ({"class": {}}, (), "not 'class'"),
            ({"m": 7}, (), "must be a module, a types.SimpleNamespace or a mapping"),
            ({"m": {"x y": 1}}, (), "a name that a program can't write"),
            ({"m": {"d": {"f": f}}}, (), "'d' of the host module 'm' can't be given: a dict stays with the host"),
            ({"m": {"C": type("C", (), {})}}, (), "a class that is neither"),
            ({"m": {"f": f}}, {"m.f": f}, "'m.f' is given twice"),
            ({"m": {"f": f}, "m.f": {"g": f}}, (), "'m.f' is a host module, and something else"),
            ({"m": {"f": f}}, {"m": f}, "'m' is a host function and a host module"),
            ({}, {"os.f": f}, "can't be called 'os'"),
            ({}, {"a..f": f}, "identifier"),
            ([self.crm], (), "modules must be a mapping"),
        ):
            with self.subTest(said), self.assertRaisesRegex(fermata.UsageError, said):
                fermata.Program("1", modules=modules, functions=functions)
        for hidden in ("_thread", "_files", "_border"):  # the library's own, which programs aren't told of
            with self.subTest(hidden), self.assertRaisesRegex(fermata.UsageError, "programs have the standard library's"):
                fermata.Program("1", modules={hidden: {"f": f}}).run()
        other = dataclasses.make_dataclass("Ticket", ["x"])
        with self.assertRaisesRegex(fermata.UsageError, "has a class 'Ticket', and there is another one"):
            fermata.Program("1", modules={"crm": self.crm}, types=[other])

    def test_without_eval_and_in_a_pool(self):
        program = fermata.Program("import crm\n[crm.lookup(1), crm.ticket(2).number]", modules={"crm": self.crm})
        self.assertEqual(program.run(allow_eval=False).value, ["customer 1", 2])
        with fermata.Pool(processes=2) as pool:
            self.assertEqual(program.run(pool=pool).value, ["customer 1", 2])
            step = program.start(pool=pool)
            again = fermata.load(step.save(), modules={"crm": self.crm}, pool=pool)
            self.assertEqual(again.call.function, "crm.lookup")

    def test_arguments(self):
        with self.assertRaisesRegex(fermata.RuntimeError, r"lookup\(\) missing 1 required positional argument: 'id'"):
            self.value("import crm\ncrm.lookup()")
        with self.assertRaisesRegex(fermata.RuntimeError, "crm.lookup"):
            self.value("import crm\ncrm.lookup('x')", check_types=True)


class States(ModuleCase):
    CODE = "import crm\nx = crm.lookup(1)\ny = crm.lookup(2)\n[x, y, crm.RATE]"

    def test_calls_pause_under_their_names(self):
        step = fermata.Program(self.CODE, modules={"crm": self.crm}).start()
        self.assertEqual((step.call.function, step.call.arguments), ("crm.lookup", {"id": 1}))
        step = fermata.Program(self.CODE, modules={"crm": self.crm}).start(pause_at=["crm.ticket"])
        self.assertEqual(step.value, ["customer 1", "customer 2", 1.5])
        with self.assertRaisesRegex(fermata.UsageError, "did you mean 'crm.lookup'"):
            fermata.Program(self.CODE, modules={"crm": self.crm}).start(pause_at=["crm.lookupp"])

    def test_bound_again_by_name(self):
        state = fermata.Program(self.CODE, modules={"crm": self.crm}).start().save()
        other = types.SimpleNamespace(lookup=lambda id: f"other {id}", RATE=9.0)
        for encoding in (state, fermata.load(state).save("json")):
            step = fermata.load(encoding, modules={"crm": other}, pause_at=[]).resume("first")
            self.assertEqual(step.value, ["first", "other 2", 1.5])
        with self.assertRaisesRegex(fermata.StateError, "no function was given for crm.lookup"):
            fermata.load(state, modules={"crm": {"ticket": lambda n: n}})
        with self.assertRaisesRegex(fermata.StateError, "it waits for the function 'crm.lookup'"):
            fermata.load(state, modules={"crm": other}, allow=[])
        step = fermata.load(state, functions={"crm.lookup": other.lookup}, pause_at=[])
        self.assertEqual(step.resume("a").value, ["a", "other 2", 1.5])
        self.assertEqual(fermata.load(state).resume("a").call.function, "crm.lookup")

    def test_what_is_new_is_added(self):
        state = (
            fermata.Program(
                "import crm\nx = crm.f()\nimport crm.late\n[x, crm.g(), crm.late.h(), crm.N]", modules={"crm": {"f": lambda: 0}}
            )
            .start()
            .save()
        )
        now = {"crm": {"f": lambda: 1, "g": lambda: 2, "N": 3}, "crm.late": {"h": lambda: 4}}
        self.assertEqual(fermata.load(state, modules=now, pause_at=[]).resume(1).value, [1, 2, 4, 3])
        refused = fermata.load(state, modules=now, allow=["crm.f"], pause_at=[]).resume(1)
        self.assertIsInstance(refused, fermata.Raised)

    def test_a_state_is_no_larger_without(self):
        plain = fermata.Program("x = 1\nask()", functions=["ask"]).start().save()
        self.assertNotIn(b"module crm", plain)


class Looking(ModuleCase):
    def findings(self, code, **options):
        found = fermata.check(code, modules={"crm": self.crm, "crm.sub": {"f": lambda x: x}}, **options)
        return [(finding.kind, finding.line, finding.message) for finding in found]

    def test_check(self):
        good = "import crm, crm.sub as s\nfrom crm import lookup, sub\nimport crm as c\n[crm.lookup(1), s.f(1), sub.f(2), c.RATE, crm.__name__]"
        self.assertEqual(self.findings(good), [])
        self.assertEqual(
            self.findings("import crm\nfrom crm import digits, looukp\ncrm.nope(1)\ncrm.lookup()\ncrm.sub.g\nimport crm.more"),
            [
                (
                    "unknown-import",
                    2,
                    "cannot import name 'digits' from 'crm': the module imports it, or its text doesn't define it: list it in __all__",
                ),
                ("unknown-import", 2, "cannot import name 'looukp' from 'crm'"),
                ("unknown-name", 3, "module 'crm' has no attribute 'nope'"),
                ("arguments", 4, "crm.lookup() missing 1 required positional argument: 'id'"),
                ("unknown-name", 5, "module 'crm.sub' has no attribute 'g'"),
                ("unknown-import", 6, "No module named 'crm.more'"),
            ],
        )
        self.assertEqual(self.findings("import crm\ntry:\n    crm.nope\nexcept AttributeError:\n    pass\ncrm.mine = 1\ncrm.mine"), [])
        self.assertEqual(self.findings("crm = input\nimport crm\ncrm.nope"), [])
        program = fermata.Program("import crm\ntools.add(1)", modules={"crm": self.crm}, functions={"tools.add": lambda a, b: 1})
        self.assertEqual([f.message for f in program.check()], ["tools.add() missing 1 required positional argument: 'b'"])
        session = fermata.Session(modules={"crm": self.crm})
        self.assertEqual([f.message for f in session.check("import crm\ncrm.nope")], ["module 'crm' has no attribute 'nope'"])

    def test_describe(self):
        text = fermata.describe(modules={"crm": self.crm, "crm.sub": {"f": lambda x: x}}, functions={"tools.add": lambda a, b: 1})
        compile(text, "stub", "exec")
        for line in (
            "# --- module: import crm ---",
            '"""Customers."""',
            "# crm.Ticket, crm.NotFound: the classes above",
            "RATE: float = 1.5",
            "def lookup(id: int, deep: bool = False) -> str:",
            "async def fetch(n: int) -> int: ...",
            "# --- module: import crm.sub ---",
            "# --- module: tools, which needs no import ---",
            "def add(a, b): ...",
            "class Ticket:",
        ):
            self.assertIn(f"{line}\n", text)
        self.assertNotIn("digits", text)
        names = [tool["name"] for tool in fermata.describe(["plain"], "json", modules={"crm": self.crm})]
        self.assertEqual(names, ["plain", "crm.lookup", "crm.ticket", "crm.fetch"])
        self.assertEqual(fermata.describe(fermata.Program("1", modules={"crm": self.crm}).functions).count("def lookup"), 1)
        for form, name in (("openai", lambda tool: tool["function"]["name"]), ("anthropic", lambda tool: tool["name"])):
            self.assertIn("crm__lookup", [name(tool) for tool in fermata.describe(["plain"], form, modules={"crm": self.crm})])
            with self.assertRaisesRegex(fermata.UsageError, "two functions are called 'a__b'"):
                fermata.describe(["a.b", "a__b"], form)

    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy isn't installed")
    def test_types(self):
        self.assertEqual(self.findings("import crm\nx: str = crm.lookup(1)\nt = crm.ticket(1).number + 1", check_types="mypy"), [])
        found = self.findings("import crm\nx: int = crm.lookup('a')\ncrm.RATE.nope", check_types="mypy")
        self.assertEqual([(kind, line) for kind, line, _ in found], [("type", 2), ("type", 2), ("type", 3)])


class Durable(StoreCase, ModuleCase):
    def test_a_worker_has_modules(self):
        run = self.store.submit("import crm\n[crm.lookup(1), await crm.fetch(1), crm.RATE, tools.add(1, 2)]")
        asked = []
        worker = fermata.Worker(
            self.store,
            {"tools.add": lambda a, b: a + b},
            modules={"crm": self.crm},
            policy=lambda call: asked.append(call.function) or fermata.Allow(),
            jail=False,
        )
        worker.drain()
        self.assertEqual(run.result(), ["customer 1", 2, 1.5, 3])
        self.assertEqual(set(asked), {"crm.lookup", "crm.fetch", "tools.add"})

    def test_an_approval_and_another_worker(self):
        run = self.store.submit("import crm\nx = crm.lookup(7)\n[x, crm.lookup(8), crm.ticket(3).number]")
        policy = lambda call: fermata.Ask() if call.args == (7,) else fermata.Allow()  # noqa: E731
        fermata.Worker(self.store, modules={"crm": self.crm}, policy=policy, jail=False).drain()
        (approval,) = self.store.approvals()
        self.assertEqual((approval.function, approval.args), ("crm.lookup", (7,)))
        approval.approve(by="ada")
        fermata.Worker(self.store, modules={"crm": self.crm}, jail=True).drain()
        self.assertEqual(run.result(), ["customer 7", "customer 8", 3])

    def test_a_worker_without_them(self):
        run = self.store.submit("import crm\nx = crm.lookup(7)\n[x, crm.lookup(8)]")
        fermata.Worker(self.store, ["crm.lookup"], modules={}, jail=False).drain()
        (call,) = self.store.calls_pending()
        self.assertEqual(call.function, "crm.lookup")
        fermata.Worker(self.store, modules={"crm": self.crm}, jail=False).drain()
        self.assertEqual(run.result(), ["customer 7", "customer 8"])


class Asynchronous(ModuleCase):
    def test_at_the_same_time(self):
        program = fermata.Program("import crm, asyncio\nawait asyncio.gather(crm.fetch(1), crm.fetch(2))", modules={"crm": self.crm})
        self.assertEqual(asyncio.run(program.run_async()).value, [2, 3])
        self.assertEqual({call.function for call in program.start().calls_pending}, {"crm.fetch"})


if __name__ == "__main__":
    unittest.main()
