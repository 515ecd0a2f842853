"""States that slept while the file of --tools changed: `check STATE --tools`, `resume`, `repl --load`."""

import os
import unittest

from command import BAD_STATE, DONE, PAUSED, RAISED, USAGE, CommandTest, needs_python


TOOLS = """\
import dataclasses, enum

@dataclasses.dataclass
class Order:
    id: int
    total: int

class Color(enum.Enum):
    RED = 1
    BLUE = 2

def refund(order, reason=""):
    return order.total

def lookup(number):
    return Order(number, number * 10)
"""

PROGRAM = """\
kept = [Order(5, 6), Color.BLUE]
refund(Order(1, 2), reason="late")
(lookup(3), kept)
"""


@needs_python
class ChangedTools(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("tools.py", TOOLS)
        self.write("p.py", PROGRAM)
        for state in ("s.json", "s.msgpack"):
            self.fermata("start", "p.py", "--tools", "tools.py", "-o", state, code=PAUSED)

    def change(self, *changes):
        text = TOOLS
        for before, after in changes:
            self.assertIn(before, text)
            text = text.replace(before, after)
        self.write("tools.py", text)

    def check(self, code, *lines):
        """What `check` says about the state, in both encodings; each line without its beginning."""
        for state in ("s.json", "s.msgpack"):
            told = self.fermata("check", state, "--tools", "tools.py", code=code).out.splitlines()
            self.assertEqual(told, [f"{state}: {line}" for line in lines])

    def resume(self, code, *options):
        return self.fermata("resume", "s.msgpack", "--tools", "tools.py", *options, "-o", "new.json", code=code)

    def test_what_fits(self):
        self.check(DONE)
        self.change(
            ("total: int", "total: int\n    vat: int = 7"),
            ("BLUE = 2", "BLUE = 2\n    GREEN = 3"),
            ('reason=""', 'reason="", urgent=False'),
        )
        self.check(DONE)
        self.resume(PAUSED, "--perform")
        self.fermata("resume", "new.json", "--tools", "tools.py", "--perform", "-o", "end.json")
        self.assertIn(
            "Order(id=3, total=30, vat=7), [Order(id=5, total=6, vat=7), <Color.BLUE: 2>]", self.fermata("inspect", "end.json").out
        )

    def test_all_that_does_not_is_listed(self):
        self.change(("    total: int", "    amount: int"), ("class Color", "class Colour"), ("reason=", "why="), ("def lookup", "def find"))
        call = "refund(Order(id=1, total=2), reason='late'), which waits (p.py line 2): "
        self.check(
            RAISED,
            "there is no class Color any more, but the program has it",
            "Order has no field 'total' any more, but the state's has it",
            "Order has a new field 'amount' without a default, which the state's lacks",
            call
            + "the program's Order isn't the host's: its fields are id, total; the host's has no total, and there is no value for amount; "
            "refund() got an unexpected keyword argument 'reason'",
            "Warning: the program may call lookup(), which isn't there any more",
        )
        report = self.fermata("check", "s.json", "--tools", "tools.py", "--json", code=RAISED).report
        self.assertEqual([(f["kind"], f["line"]) for f in report["findings"]], [("misfit", 0)] * 3 + [("misfit", 2), ("warning", 0)])
        self.assertEqual(
            (report["status"], report["error"]["message"]), ("raised", "there is no class Color any more, but the program has it")
        )

    def test_a_function_that_waits_is_gone(self):
        self.change(("def refund", "def pay_back"))
        self.check(RAISED, "refund(Order(id=1, total=2), reason='late'), which waits (p.py line 2): there is no function refund() any more")
        self.assertIn("give the answer with --result or --raise", self.resume(USAGE).err)
        for approved in (["--perform"], []):
            told = self.resume(USAGE, *approved).err
            self.assertIn("neither --tools nor --handler has a function", told)
            self.assertIn("1: refund(", told)
        self.resume(PAUSED, "--result", "1")
        self.assertEqual(self.fermata("check", "s.json", "--function", "refund", "--function", "lookup").out, "")
        self.assertIn("no function refund()", self.fermata("check", "s.json", "--function", "lookup", code=RAISED).out)

    def test_calls_that_are_still_to_come(self):
        self.change(("def lookup(number)", "def lookup(number, year)"))
        self.check(DONE, "Warning: p.py line 3, if the program comes there: lookup() missing 1 required positional argument: 'year'")
        self.change(("def lookup(number)", "def lookup(id)"))
        self.check(DONE)

    def test_a_function_takes_less(self):
        self.change(('order, reason=""', "order"))
        self.check(
            RAISED,
            "refund(Order(id=1, total=2), reason='late'), which waits (p.py line 2): refund() got an unexpected keyword argument 'reason'",
        )
        for options in ((), ("--perform",)):
            told = self.resume(BAD_STATE, *options).err
            self.assertIn("s.msgpack doesn't fit tools.py: call 1: refund() got an unexpected keyword argument 'reason'", told)
            self.assertIn("fermata check s.msgpack --tools tools.py", told)
        self.assertFalse(os.path.exists(self.path("new.json")))
        self.resume(PAUSED, "--result", "1")  # a person answers it: the function isn't needed

    def test_a_call_that_never_fitted_is_an_error_at_the_call(self):
        self.write("p.py", "try: refund(1, 2, 3)\nexcept TypeError as error: print(error)\nrefund(Order(1, 2))")
        self.assertEqual(
            self.fermata("start", "p.py", "--tools", "tools.py", "-o", "s.json", code=PAUSED).out.splitlines()[0],
            "refund() takes from 1 to 2 positional arguments but 3 were given",
        )
        ran = self.fermata("run", "p.py", "--tools", "tools.py", "--approve", "refund", "-o", "s.json", code=PAUSED)
        self.assertEqual(ran.out.splitlines()[0], "refund() takes from 1 to 2 positional arguments but 3 were given")
        self.assertEqual(len(self.fermata("inspect", "s.json", "--json").report["pending"]), 1)

    def test_a_class_that_does_not_fit_is_found_when_it_is_resumed(self):
        self.change(("    total: int", "    amount: int"))
        for options in ((), ("--perform",), ("--result", "1")):
            self.assertIn("changed type: Order has no field 'total' any more", self.resume(BAD_STATE, *options).err)
        self.change(("class Color", "class Colour"))
        self.assertIn("there is no class Color any more", self.resume(BAD_STATE, "--perform").err)
        told = self.fermata("repl", "--tools", "tools.py", "--load", "s.json", stdin=b"", code=BAD_STATE).err
        self.assertIn("there is no class Color any more", told)

    def test_migrate(self):
        change = (("    total: int", "    amount: int"), ("order.total", "order.amount"), ("RED = 1", "SCARLET = 10"))
        self.change(
            *change,
            ("def lookup", "def __migrate__(name, fields):\n    return {'id': fields['id'], 'amount': fields['total']}\n\ndef lookup"),
        )
        self.check(RAISED, "migrate() raised KeyError for Color(name='RED', value=1): 'id'")
        migrate = "def __migrate__(name, fields):\n    return Color.SCARLET if name == 'Color' else {'id': fields['id'], 'amount': fields['total']}\n\ndef lookup"
        self.change(*change, ("def lookup", migrate))
        self.check(DONE)
        self.resume(PAUSED, "--perform")
        ran = self.fermata("resume", "new.json", "--tools", "tools.py", "--perform", "-o", "end.json", "--json")
        self.assertEqual(ran.report["result"]["$tuple"][0], {"$record": {"type": "Order", "fields": {"id": 3, "amount": 30}}})

    def test_workers_migrate(self):
        run = self.fermata("submit", "p.py", "--tools", "tools.py").out.strip()
        self.fermata("work", "--drain", "--tools", "tools.py", "--approve", "refund")
        self.fermata("approve", run, "--by", "ada")
        change = (("    total: int", "    amount: int"), ("order.total", "order.amount"))
        self.change(*change)
        self.assertIn("left to others", self.fermata("work", "--drain", "--tools", "tools.py").err)
        self.change(
            *change,
            (
                "def lookup",
                "def __migrate__(name, fields):\n    return {'id': fields['id'], 'amount': fields['total']} if name == 'Order' else fields\n\n"
                "def __migrate_back__(name, fields):\n    return {'id': fields['id'], 'total': fields['amount']} if name == 'Order' else fields\n\n"
                "def lookup",
            ),
        )
        self.assertIn("0 of them", self.fermata("doctor", "--store", "fermata.db", "--tools", "tools.py").out)
        self.fermata("work", "--drain", "--tools", "tools.py")
        shown = self.fermata("show", run, "--json").report
        self.assertEqual((shown["status"], shown["error"]), ("done", None))

    def test_migrate_fields_of_the_same_names(self):
        ways = "def __migrate__(name, fields):\n    return {**fields, 'total': str(fields['total'])} if name == 'Order' else fields\n\n"
        back = "def __migrate_back__(name, fields):\n    return {**fields, 'total': int(fields['total'])}\n\n"
        self.change(("total: int", "total: str"), ("number * 10", "'7'"), ("def lookup", ways + "def lookup"))
        self.check(DONE)
        self.resume(PAUSED, "--perform")
        self.assertIn(
            "give migrate_back", self.fermata("resume", "new.json", "--tools", "tools.py", "--perform", "-o", "end.json", code=RAISED).err
        )
        self.change(("total: int", "total: str"), ("number * 10", "'7'"), ("def lookup", ways + back + "def lookup"))
        self.resume(PAUSED, "--perform")
        ran = self.fermata("resume", "new.json", "--tools", "tools.py", "--perform", "-o", "end.json", "--json")
        self.assertEqual(ran.report["result"]["$tuple"][0], {"$record": {"type": "Order", "fields": {"id": 3, "total": 7}}})

    def test_a_field_of_another_type_is_worth_a_warning(self):
        self.change(("total: int", "total: str"))
        self.check(DONE, "Warning: Order.total must be str, not int")
        self.resume(PAUSED, "--perform")

    def test_a_state_alone(self):
        self.assertEqual(self.fermata("check", "s.msgpack").out, "")
        self.write("s.json", '{"fermata": 3, "status": "paused"}')
        self.assertIn("is not a state that can be loaded", self.fermata("check", "s.json", code=BAD_STATE).err)
        self.assertIn("a state has its inputs", self.fermata("check", "s.msgpack", "--input", "x", code=USAGE).err)


if __name__ == "__main__":
    unittest.main()
