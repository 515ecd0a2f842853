"""Host functions in Python: --tools FILE, with --approve and --perform, for run, start, resume, check and repl."""

import os
import signal
import subprocess
import time
import unittest

from command import DONE, FERMATA, PAUSED, PYTHON, RAISED, USAGE, CommandTest, needs_python


TOOLS = '''\
import asyncio
import os
import threading
import time
from os.path import join

paid = []

def lookup(order, *, full=False):
    """An order."""
    return {"order": order, "full": full, "parts": (1, b"x")}

def pay(amount):
    paid.append(amount)
    return len(paid)

async def fetch(n, wait=0.0):
    await asyncio.sleep(wait)
    if n < 0:
        raise ValueError(f"no {n}")
    return n * 10

class OutOfStock(Exception):
    pass

def fail(how):
    raise {"key": KeyError("k"), "own": OutOfStock("none left"), "exit": SystemExit(7)}[how]

def thing():
    return object()

def say(text):
    print(text)

async def forever():
    say("begun")
    try:
        await asyncio.sleep(60)
    finally:
        say("given up")

def sleep():
    say("begun")
    time.sleep(60)

def thread():
    return threading.current_thread() is threading.main_thread()

def _hidden():
    pass

class Public:
    pass
'''


@needs_python
class Tools(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("tools.py", TOOLS)

    def run_(self, program, *arguments, code=DONE):
        self.write("p.py", program)
        return self.fermata("run", "p.py", "--tools", "tools.py", *arguments, code=code)

    def result(self, program, *arguments):
        return self.run_(program, "--json", *arguments).report["result"]

    def interrupted(self, program, *arguments):
        """Runs until a tool says that it has begun, then interrupts. Gives the exit code, standard output and standard error."""
        self.write("p.py", program)
        process = subprocess.Popen(
            [FERMATA, "run", "p.py", "--tools", "tools.py", *arguments], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.addCleanup(process.kill)
        self.assertEqual(process.stderr.readline(), b"begun\n")
        time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
        return process.returncode, out.decode(), err.decode()

    def test_values_cross(self):
        self.assertEqual(
            self.run_("print(lookup('o', full=True), lookup(1)['full'])").out, "{'order': 'o', 'full': True, 'parts': (1, b'x')} False\n"
        )

    def test_which_functions_are_offered(self):
        names = "lookup pay fetch fail thing say forever sleep thread".split()
        self.assertEqual(
            self.result(f"[name for name in {names + ['_hidden', 'Public', 'join', 'paid', 'asyncio']} if name in globals()]"), names
        )
        self.write("all.py", TOOLS + "__all__ = ['_hidden', 'pay', 'join', 'Public']\n")
        self.write("p.py", "[n for n in ['_hidden', 'pay', 'join', 'Public', 'lookup'] if n in globals()], join('a', 'b')")
        self.assertEqual(
            self.fermata("run", "p.py", "--tools", "all.py", "--json").report["result"], {"$tuple": [["_hidden", "pay", "join"], "a/b"]}
        )

    def test_decorated_functions_and_callable_objects(self):
        self.write(
            "tools.py",
            """\
import functools
@functools.lru_cache
def cached(n): return n
def twice(f):
    @functools.wraps(f)
    def both(*args): return f(*args), f(*args)
    return both
@twice
def plain(n): return n
@twice
async def asynchronous(n): return n
class Call:
    async def __call__(self, n): return n + 1
awaited = Call()
__all__ = ["cached", "plain", "awaited"]
""",
        )
        self.assertEqual(self.run_("print(cached(1), plain(2), await awaited(3))").out, "1 (2, 2) 4\n")

    def test_errors_cross(self):
        self.assertEqual(
            self.result(
                """
def kind(f, *args):
    try:
        return f(*args)
    except BaseException as e:
        return type(e).__name__, str(e)
[kind(fail, 'key'), kind(fail, 'own'), kind(fail, 'exit'), kind(thing), kind(lookup), kind(pay, object)]
"""
            ),
            [
                {"$tuple": pair}
                for pair in [
                    ["KeyError", "'k'"],
                    ["OutOfStock", "none left"],
                    ["SystemExit", "7"],
                    [
                        "TypeError",
                        "a value of type 'object' can't enter the sandbox; give plain values in its place, a dataclass, or a handle of it (fermata.handle)",
                    ],
                    ["TypeError", "lookup() missing 1 required positional argument: 'order'"],
                    ["TypeError", "argument 1 of host function 'pay' holds a value of type 'type', which can't leave the sandbox"],
                ]
            ],
        )

    def test_classes_that_signatures_have(self):
        self.write(
            "models.py",
            "import dataclasses, enum\nclass Size(enum.Enum):\n    BIG = 1\n@dataclasses.dataclass\nclass Item:\n    size: Size\n"
            "@dataclasses.dataclass\nclass Ticket:\n    id: int\n    items: list[Item]\n@dataclasses.dataclass\nclass Other:\n    x: int\n",
        )
        for future in ("", "from __future__ import annotations\n"):
            for listed in ("", "__all__ = ['file_ticket']\n"):
                self.write(
                    "ticketing.py",
                    future + listed + "import typing\nfrom models import Item, Other, Size, Ticket\n"
                    "def file_ticket(ticket: typing.Optional[Ticket]) -> str:\n    return f'{type(ticket).__module__} {ticket.items[0].size.name}'\n",
                )
                self.write("p.py", "[file_ticket(Ticket(1, [Item(Size.BIG)])), 'Other' in globals()]")
                with self.subTest(future=future, listed=listed):
                    self.fermata("check", "p.py", "--tools", "ticketing.py")
                    report = self.fermata("run", "p.py", "--tools", "ticketing.py", "--json").report
                    self.assertEqual(report["result"], ["models BIG", False])

    def test_annotations_that_name_nothing(self):
        self.write("tools.py", "def lookup(order: 'Gone', *, orders: 'list[Gone]' = ()) -> int: return order + 1\n")
        self.assertEqual(self.run_("print(lookup(1))").out, "2\n")
        self.write("p.py", "lookup()")
        found = self.fermata("check", "p.py", "--tools", "tools.py", code=RAISED).out
        self.assertEqual(found, "p.py:1:1: lookup() missing 1 required positional argument: 'order'\n")

    def test_values_of_classes(self):
        self.write(
            "tools.py",
            """\
import dataclasses, datetime, decimal, enum, typing
class Tier(enum.Enum):
    FREE = 1
    PRO = 2
class Point(typing.NamedTuple):
    x: int
    y: int = 0
@dataclasses.dataclass
class Order:
    id: str
    total: decimal.Decimal
    tier: Tier = Tier.FREE
def lookup(id): return Order(id, decimal.Decimal("1.50"), Tier.PRO)
def total(*orders): return sum(order.total for order in orders)
def day(order, at): return [type(order) is Order, type(at) is Point, datetime.date(2026, 11, 21)]
""",
        )
        program = "order = lookup('a')\nprint(order, order.tier is Tier.PRO, total(order, Order('b', order.total)), *day(order, Point(1)))"
        self.assertEqual(
            self.run_(program).out, "Order(id='a', total=Decimal('1.50'), tier=<Tier.PRO: 2>) True 3.00 True True 2026-11-21\n"
        )
        self.fermata("check", "p.py", "--tools", "tools.py")
        self.fermata("start", "p.py", "--tools", "tools.py", "-o", "s.json", code=PAUSED)
        ran = self.fermata("resume", "s.json", "--tools", "tools.py", "--no-approve", "*", "-o", "s.json")
        self.assertIn("True 3.00 True True 2026-11-21\n", ran.out)

    def test_exception_classes_that_are_imported(self):
        self.write(
            "models.py", "class PolicyViolation(Exception): pass\nclass Hidden(Exception): pass\nclass TimeoutError(OSError): pass\n"
        )
        text = (
            "from json import JSONDecodeError\nfrom models import PolicyViolation, TimeoutError, Hidden as _Hidden\n"
            "def refuse(): raise PolicyViolation('no')\ndef parse(): raise JSONDecodeError('x', 'y', 0)\n"
        )
        self.write(
            "p.py",
            "import json\nr = [n for n in ('PolicyViolation', 'JSONDecodeError', 'Hidden') if n in globals()] + [TimeoutError.__mro__[1].__name__]\n"
            "try: refuse()\nexcept PolicyViolation as e: r.append(str(e))\ntry: parse()\nexcept json.JSONDecodeError as e: r.append(e.msg)\nr",
        )
        self.write("tools.py", text)
        self.assertEqual(
            self.fermata("run", "p.py", "--tools", "tools.py", "--json").report["result"], ["PolicyViolation", "OSError", "no", "x"]
        )
        self.fermata("check", "p.py", "--tools", "tools.py")
        self.write("tools.py", text + "__all__ = ['refuse', 'parse', 'PolicyViolation']\n")
        self.assertEqual(
            self.fermata("run", "p.py", "--tools", "tools.py", "--json").report["result"], ["PolicyViolation", "OSError", "no", "x"]
        )
        self.write("q.py", "raise PolicyViolation(code=1)")
        self.assertIn("PolicyViolation() takes no keyword arguments", self.fermata("check", "q.py", "--tools", "tools.py", code=RAISED).out)

    def test_fields_that_are_not_shown(self):
        self.write(
            "tools.py",
            """\
import dataclasses
@dataclasses.dataclass
class Card:
    holder: str
    number: str = dataclasses.field(repr=False)
def card(): return Card("Ada", "SECRET")
def pay(card, amount): return card.number == "SECRET"
""",
        )
        self.write("p.py", "c = card()\nprint(c)\nx = pay([c], 5)\nc")
        paused = self.fermata("run", "p.py", "--tools", "tools.py", "--approve", "pay", "-o", "s.json", code=PAUSED)
        self.assertIn(
            "pay([Card(holder='Ada', number=…)], 5)", paused.err
        )  # (that there is something is told: the program has a say in it)
        shown = self.fermata("inspect", "s.json").out
        self.assertIn("c = Card(holder='Ada')", shown)
        done = self.fermata("resume", "s.json", "--result", "1", "-o", "s.json")
        for text in (paused.out + paused.err, shown, done.out + done.err, self.fermata("inspect", "s.json").out):
            self.assertNotIn("SECRET", text)

    def test_handles(self):
        package = os.path.join(os.path.dirname(FERMATA), "bindings/python")
        self.write(
            "tools.py",
            f"""\
import sys
sys.path.append({package!r})
import fermata
class Database:
    version = 3
    def query(self, text): return text.upper()
Type = fermata.HandleType("Database", methods=["query"], attributes=["version"])
main = Type(Database(), "main")
def connect(): return main
""",
        )
        self.assertEqual(self.result("db = connect()\n[db.query('a'), db.version]"), ["A", 3])
        self.run_("db = connect()\n[db.query('a'), db.version]", "--approve", "Database.query", "-o", "s.json", code=PAUSED)
        resume = ["resume", "s.json", "--tools", "tools.py", "--perform", "-o", "s.json", "--json"]
        self.assertEqual(self.fermata(*resume).report["result"], ["A", 3])

    def test_inputs_of_the_file(self):
        package = os.path.join(os.path.dirname(FERMATA), "bindings/python")
        self.write(
            "tools.py",
            f"""\
import sys
sys.path.append({package!r})
import fermata
from decimal import Decimal
class Database:
    def query(self, text): return text.upper()
db = fermata.handle(Database(), "main", methods=["query"])
rate = Decimal("0.19")
def ask(): return 1
nothing = object()
""",
        )
        program = "ask()\n[db.query('a'), str(rate), n]"
        inputs = ["--input", "db", "--input", "rate", "--input", "n=5"]
        self.assertEqual(self.run_(program, *inputs, "--json").report["result"], ["A", "0.19", 5])
        self.fermata("check", "p.py", "--tools", "tools.py", *inputs)
        self.run_(program, *inputs, "--approve", "ask", "-o", "s.json", code=PAUSED)
        resume = ["resume", "s.json", "--tools", "tools.py", "--perform", "-o", "s.json", "--json"]
        self.assertEqual(self.fermata(*resume).report["result"], ["A", "0.19", 5])
        self.assertIn("--input other: 'tools.py' has no 'other'", self.run_("1", "--input", "other", code=USAGE).err)
        self.assertIn("--input nothing: a value of type 'object' can't enter", self.run_("1", "--input", "nothing", code=USAGE).err)
        self.assertIn("with --tools, NAME alone", self.fermata("run", "p.py", "--input", "db", code=USAGE).err)

    def test_tracebacks_are_for_verbose(self):
        program = "try: fail('own')\nexcept OutOfStock: pass"
        self.assertEqual(self.run_(program).err, "")
        err = self.run_(program, "--verbose").err
        self.assertRegex(
            err, r'(?s)^fermata: fail\(\) raised\nTraceback .*\n  File ".*/tools.py", line \d+, in fail\n.*\ntools.OutOfStock: none left\n$'
        )
        self.assertNotIn("embedding", err)
        self.assertNotIn("--tools", err)

    def test_what_tools_print(self):
        ran = self.run_("print('program')\nsay('tool')")
        self.assertEqual((ran.out, ran.err), ("program\n", "tool\n"))
        self.assertEqual(self.run_("say('tool')", "--json").report["stderr"], "")

    def test_asynchronous_ones_run_together(self):
        program = """
import asyncio
order = []
async def one(n, wait):
    order.append(await fetch(n, wait=wait))
await asyncio.gather(one(1, 0.9), one(2, 0.3), one(3, 0.6))
try:
    await fetch(-1)
except ValueError as e:
    order.append(str(e))
order
"""
        self.assertEqual(self.result(program), [20, 30, 10, "no -1"])

    def test_they_go_on_while_the_program_computes(self):
        self.write(
            "tools.py",
            TOOLS
            + """
started = []
async def two_steps():
    await asyncio.sleep(0)
    started.append(1)
    await asyncio.sleep(0.02)
    started.append(2)
def seen():
    return started
""",
        )
        self.assertEqual(
            self.result(
                """
import asyncio
async def compute():
    await asyncio.sleep(0)
    for i in range(20_000_000): pass
    return seen()
(await asyncio.gather(two_steps(), compute()))[1]
"""
            ),
            [1, 2],
        )

    def test_timers_between(self):
        self.assertEqual(
            self.result(
                """
import asyncio
order = []
async def nap(s):
    await asyncio.sleep(s)
    order.append(s)
async def get(s):
    await fetch(1, wait=s)
    order.append(s)
await asyncio.gather(get(1.2), nap(0.9), nap(0.3), get(0.6))
order
"""
            ),
            [0.3, 0.6, 0.9, 1.2],
        )

    def test_cancelled_calls_are_given_up(self):
        ran = self.run_(
            """
import asyncio
try:
    await asyncio.wait_for(forever(), 0.5)
except TimeoutError:
    print(await fetch(2, wait=0.1))
"""
        )
        self.assertEqual((ran.out, ran.err), ("20\n", "begun\ngiven up\n"))

    def test_what_still_runs_at_the_end_is_given_up(self):
        ran = self.run_("import asyncio\nt = asyncio.create_task(forever())\nawait asyncio.sleep(0.5)\n1/0", code=RAISED)
        self.assertIn("begun\n", ran.err)
        self.assertIn("given up\n", ran.err)

    def test_a_plain_function_may_be_asynchronous_for_the_program(self):
        self.assertEqual(self.result("await thread()", "--async", "thread"), False)
        self.assertEqual(self.result("thread()"), True)

    def test_a_call_of_a_state_that_is_not_asynchronous(self):
        self.write("p.py", "fetch(4)")
        self.fermata("start", "p.py", "--function", "fetch", "-o", "s.json", code=PAUSED)
        self.assertEqual(
            self.fermata("resume", "s.json", "--tools", "tools.py", "--perform", "-o", "s.json", "--json").report["result"], 40
        )

    def test_start_calls_nothing(self):
        self.write("p.py", "import asyncio\npay(1), await asyncio.gather(fetch(1), fetch(2))")
        report = self.fermata("start", "p.py", "--tools", "tools.py", "-o", "s.json", "--json", code=PAUSED).report
        self.assertEqual([c["function"] for c in report["pending"]], ["pay"])
        report = self.fermata("resume", "s.json", "--result", "9", "-o", "s.json", "--json", code=PAUSED).report
        self.assertEqual([c["kind"] for c in report["pending"]], ["async", "async"])
        both = ["--call", "2", "--call", "3"]
        report = self.fermata("resume", "s.json", "--tools", "tools.py", "--perform", *both, "-o", "s.json", "--json").report
        self.assertEqual(report["result"], {"$tuple": [9, [10, 20]]})

    def test_where_a_run_pauses_is_kept_in_its_state(self):
        program = "[pay(1), pay(2), lookup('a')['order']]"
        self.run_(program, "--approve", "pay", "-o", "s.state", code=PAUSED)
        resume = ["resume", "s.state", "--tools", "tools.py"]
        report = self.fermata(*resume, "--perform", "--json", "-o", "t.state", code=PAUSED).report
        self.assertEqual([c["args"] for c in report["pending"]], [[2]])  # --approve need not be said again
        resume[1] = "t.state"
        self.assertEqual(self.fermata(*resume, "--perform", "--json", "-o", "u.state").report["result"], [1, 1, "a"])
        report = self.fermata(*resume, "--approve", "lookup", "--perform", "--json", "-o", "u.state", code=PAUSED).report
        self.assertEqual([c["function"] for c in report["pending"]], ["lookup"])
        self.assertIn("--perform", self.fermata(*resume, "--no-approve", "lookup", "-o", "u.state", code=USAGE).err)
        for free in ("pay", "*"):
            self.assertEqual(self.fermata(*resume, "--no-approve", free, "--json", "-o", "u.state").report["result"], [1, 1, "a"])

    def test_a_state_of_start_pauses_at_every_call(self):
        self.write("p.py", "[pay(1), pay(2), lookup('a')['order']]")
        self.fermata("start", "p.py", "--tools", "tools.py", "-o", "s.state", code=PAUSED)
        resume = ["resume", "s.state", "--tools", "tools.py", "-o", "t.state", "--json"]
        self.assertEqual(self.fermata(*resume, "--perform", code=PAUSED).report["pending"][0]["args"], [2])
        report = self.fermata(*resume, "--no-approve", "pay", code=PAUSED).report
        self.assertEqual([c["function"] for c in report["pending"]], ["lookup"])
        self.assertEqual(self.fermata("repl", "--load", "s.state", "--tools", "tools.py", stdin=b"y\nn\n").err.count("not approved"), 1)

    def test_approval(self):
        program = "import asyncio\ntotal = sum(await asyncio.gather(fetch(1), fetch(2)))\npay(total), pay(1)"
        self.run_(program, "--approve", "pay", code=USAGE)  # nowhere to save the state in
        ran = self.run_(program, "--approve", "pay", "-o", "s.state", code=PAUSED)
        self.assertEqual(
            ran.err,
            "paused: call 3: pay(30), " + self.path("p.py") + " line 3\n"
            "fermata: approve it with: fermata resume s.state --tools tools.py --perform -o s.state\n",
        )
        resume = ["resume", "s.state", "--tools", "tools.py", "-o", "s.state"]
        self.assertIn("--perform", self.fermata(*resume, code=USAGE).err)
        self.assertIn("call 4: pay(1)", self.fermata(*resume, "--perform", code=PAUSED).err)
        self.assertEqual(self.fermata(*resume, "--result", "5", "--json").report["result"], {"$tuple": [1, 5]})
        self.assertIn("has ended", self.fermata(*resume, "--perform", code=USAGE).err)

    def test_a_context_as_workers_give_it(self):
        self.write(
            "keyed.py",
            "import asyncio, fermata\n\ndef key() -> str:\n    return fermata.context().idempotency_key\n\n"
            "async def akey() -> str:\n    await asyncio.sleep(0.01)\n    return await asyncio.to_thread(key)\n",
        )
        self.write("p.py", "import asyncio\n[key(), key(), *await asyncio.gather(akey(), akey())]")
        keys = self.fermata("run", "p.py", "--tools", "keyed.py", "--json").report["result"]
        self.assertEqual([key.partition(":")[2] for key in keys], ["1", "2", "3", "4"])
        self.assertEqual(len(set(keys)), 4)
        self.write("k.py", "key()")
        self.fermata("start", "k.py", "--tools", "keyed.py", "-o", "k.state", code=PAUSED)
        resumed = self.fermata("resume", "k.state", "--tools", "keyed.py", "--perform", "--json", "-o", "l.state")
        self.assertRegex(resumed.report["result"], "^[0-9a-f]{16}:1$")

    def test_a_tool_that_asks_before_each_call(self):
        self.write(
            "asks.py",
            "import fermata\n\n@fermata.tool(approve=True)\ndef pay(n: int) -> int:\n    return n\n\n@fermata.tool\ndef add(n: int) -> int:\n    return n\n",
        )
        self.write("p.py", "pay(add(5))")
        self.write("q.py", "add(5)")
        self.fermata("run", "q.py", "--tools", "asks.py")
        ran = self.fermata("run", "p.py", "--tools", "asks.py", code=PAUSED)
        self.assertIn("pay() isn't called before somebody has approved: -o STATE keeps the program until then", ran.err)
        self.fermata("run", "p.py", "--tools", "asks.py", "--no-approve", "pay")
        self.write("partial.py", "from functools import partial\nfrom asks import pay\nonce = partial(partial(pay))\n__all__ = ['once']\n")
        self.write("o.py", "once(5)")
        self.fermata("run", "o.py", "--tools", "partial.py", code=PAUSED)
        ran = self.fermata("run", "p.py", "--tools", "asks.py", "-o", "s.state", code=PAUSED)
        self.assertIn("approve it with: fermata resume s.state --tools asks.py --perform", ran.err)
        report = self.fermata("resume", "s.state", "--tools", "asks.py", "--perform", "--json", "-o", "t.state").report
        self.assertEqual(report["result"], 5)

    def test_approval_of_one_of_several(self):
        program = "import asyncio\nawait asyncio.gather(fetch(1), fetch(2), forever())"
        report = self.run_(program, "--approve", "fetch", "--approve", "forever", "-o", "s.state", "--json", code=PAUSED).report
        self.assertEqual(len(report["pending"]), 3)
        resume = ["resume", "s.state", "--tools", "tools.py", "-o", "s.state", "--json"]
        report = self.fermata(*resume, "--perform", "--call", "2", code=PAUSED).report
        self.assertEqual([c["id"] for c in report["pending"]], [1, 3])
        self.fermata(*resume, "--perform", "--call", "2", code=USAGE)
        self.assertEqual(self.fermata(*resume, "--answer", "1=1", "--answer", "3=3").report["result"], [1, 20, 3])

    def test_nothing_is_approved_without_being_named(self):
        self.write(
            "paying.py", "import sys\nasync def charge(order, amount):\n    print('charged', order, file=sys.stderr)\n    return amount\n"
        )
        self.write("p.py", "import asyncio\nawait asyncio.gather(charge('a', 1), asyncio.wait_for(charge('b', 99), 1000))")
        ran = self.fermata("run", "p.py", "--tools", "paying.py", "--approve", "charge", "-o", "s.state", code=PAUSED)
        self.assertTrue(
            ran.err.endswith("fermata: approve call 1 with: fermata resume s.state --tools paying.py --perform --call 1 -o s.state\n"),
            ran.err,
        )
        resume = ["resume", "s.state", "--tools", "paying.py", "--perform", "-o", "s.state"]
        refused = self.fermata(*resume, code=USAGE).err
        self.assertTrue(refused.startswith("fermata: several calls are pending; name one with --call:\n  1: charge('a', 1)\n"), refused)
        self.assertIn("2 is a timer", self.fermata(*resume, "--call", "1", "--call", "2", code=USAGE).err)
        self.assertIn(
            "answer one call", self.fermata(*resume[:4], "-o", "s.state", "--result", "1", "--call", "1", "--call", "3", code=USAGE).err
        )
        self.assertEqual(self.fermata(*resume, "--call", "3", code=PAUSED).err.split("paused")[0], "charged b\n")
        self.fermata(*resume, "--call", "1", "--call", "3", code=USAGE)
        self.assertEqual(self.fermata(*resume).err.count("charged"), 1)

    def test_what_runs_is_waited_for_before_a_pause(self):
        report = self.run_(
            "import asyncio\nt = asyncio.create_task(fetch(1, wait=0.2))\nawait asyncio.sleep(0)\npay(1), await t",
            "--approve",
            "pay",
            "-o",
            "s.state",
            "--json",
            code=PAUSED,
        ).report
        self.assertEqual([c["function"] for c in report["pending"]], ["pay"])
        self.assertEqual(
            self.fermata("resume", "s.state", "--result", "0", "-o", "s.state", "--json").report["result"], {"$tuple": [0, 10]}
        )

    def test_a_handler_needs_approval_too(self):
        self.write("p.py", "ask(1)")
        self.fermata("run", "p.py", "--handler", "ask=echo 5", "--approve", "ask", "-o", "s.state", code=PAUSED)
        self.assertEqual(
            self.fermata("resume", "s.state", "--handler", "ask=echo 5", "--perform", "-o", "s.state", "--json").report["result"], 5
        )

    def test_wrong_usage(self):
        self.assertIn("--approve: neither", self.run_("1", "--approve", "nobody", "-o", "s", code=USAGE).err)
        self.fermata("start", "p.py", "--tools", "tools.py", "-o", "s.state")
        resume = ["resume", "s.state", "--tools", "tools.py", "-o", "s.state"]
        self.assertIn("--no-approve: neither", self.fermata(*resume, "--no-approve", "nobody", code=USAGE).err)
        self.assertIn("both name pay", self.fermata(*resume, "--approve", "pay", "--no-approve", "pay", code=USAGE).err)
        self.write("q.py", "other()")
        self.fermata("start", "q.py", "--function", "other", "-o", "s.state", code=PAUSED)
        self.assertIn("other()", self.fermata("resume", "s.state", "--tools", "tools.py", "--perform", "-o", "s.state", code=USAGE).err)
        self.assertIn("other()", self.fermata("resume", "s.state", "--tools", "tools.py", "-o", "s.state", code=USAGE).err)

    def test_files_that_cannot_be_imported(self):
        self.write("p.py", "1")
        for name, text, said in [
            ("raises.py", "import json\njson.loads('')\n", 'raises.py", line 2, in <module>\n'),
            ("wrong.py", "def f(:\n", 'wrong.py", line 1\n    def f(:\n'),
            ("exits.py", "raise SystemExit(3)\n", "SystemExit: 3"),
            ("missing.py", "__all__ = ['nothing']\n", "has no attribute 'nothing'"),
            ("empty.py", "x = 1\n", "no public function"),
            ("text.txt", "def f(): pass\n", "should end with .py"),
            (
                "ours.py",
                "raise ModuleNotFoundError('No module', name='fermata')\n",
                "'ours.py' can't be imported: it needs the Python package, too",
            ),
        ]:
            with self.subTest(name=name):
                self.write(name, text)
                ran = self.fermata("run", "p.py", "--tools", name, code=USAGE)
                self.assertIn(said, ran.err)
                self.assertNotIn("importlib", ran.err)
                self.assertIn(f"fermata: --tools: '{name}'", ran.err)
        self.assertIn("No such file", self.fermata("run", "p.py", "--tools", "nowhere.py", code=USAGE).err)

    def test_modules_beside_the_file(self):
        os.mkdir(self.path("deep"))
        self.write("deep/helper.py", "def given(): return __name__\n")
        self.write(
            "deep/my_tools.py",
            "import helper, sys\ndef where(): return [helper.given(), __name__, __file__, sys.argv, __name__ in sys.modules]\n",
        )
        self.write("p.py", "where()")
        path = self.path("deep/my_tools.py")
        self.assertEqual(
            self.fermata("run", "p.py", "--tools", "deep/my_tools.py", "--json").report["result"],
            ["helper", "my_tools", path, [path], True],
        )

    def test_check_knows_the_names(self):
        self.write("p.py", "pay(lookup(1)); other()")
        self.assertEqual(
            self.fermata("check", "p.py", "--tools", "tools.py", code=RAISED).out,
            "p.py:1:17: name 'other' is not defined. Did you mean: 'iter'?\n",
        )

    def test_check_knows_the_arguments(self):
        self.write("tools.py", "def pay(amount, *, to): pass\nasync def fetch(url): pass\n")
        self.write("p.py", "pay(1)\nawait fetch()\nother()\npay(2, to='a')\n")
        ran = self.fermata("check", "p.py", "--tools", "tools.py", code=RAISED)
        missing = [
            "p.py:1:1: pay() missing 1 required keyword-only argument: 'to'",
            "p.py:2:7: fetch() missing 1 required positional argument: 'url'",
        ]
        self.assertEqual(ran.out.splitlines(), [*missing, "p.py:3:1: name 'other' is not defined. Did you mean: 'iter'?"])
        report = self.fermata("check", "p.py", "--tools", "tools.py", "--json", code=RAISED).report
        self.assertEqual([finding["kind"] for finding in report["findings"]], ["arguments", "arguments", "unknown-name"])

    def test_ctrl_c_in_a_tool(self):
        program = "try:\n    sleep()\nfinally:\n    print('not now')"
        code, out, err = self.interrupted(program, "-o", "s.state")
        self.assertEqual((code, out), (PAUSED, ""), err)
        self.assertIn("interrupted", err)
        self.assertNotIn("Traceback", err)
        self.assertEqual(self.fermata("resume", "s.state", "--result", "1", "-o", "s.state").out, "not now\n")

    def test_ctrl_c_while_tools_are_awaited(self):
        code, out, err = self.interrupted("import asyncio\nawait asyncio.gather(forever(), asyncio.sleep(60))", "-o", "s.state")
        self.assertEqual((code, out), (PAUSED, ""), err)
        self.assertTrue(err.endswith("given up\n"), err)
        self.assertIn("call 1: forever()", self.fermata("inspect", "s.state").out)

    def test_python_ends_as_it_should(self):
        self.write(
            "tools.py",
            """\
import atexit, threading, time
atexit.register(lambda: print("at exit"))
def later():
    def work():
        time.sleep(0.2)
        print("thread done")
    threading.Thread(target=work).start()
""",
        )
        self.assertEqual(self.run_("later()").err, "thread done\nat exit\n")

    def test_virtual_environment(self):
        self.call([PYTHON, "-m", "venv", "--without-pip", self.path("env")])
        (site,) = [os.path.join(at, d) for at, ds, _ in os.walk(self.path("env")) for d in ds if d == "site-packages"]
        self.write(os.path.join(site, "only_there.py"), "value = 5\n")
        self.write("tools.py", "import only_there, sys\ndef given(): return [only_there.value, sys.prefix]\n")
        self.write("p.py", "given()")
        os.environ["VIRTUAL_ENV"] = self.path("env")
        self.addCleanup(os.environ.pop, "VIRTUAL_ENV")
        ran = self.fermata("run", "p.py", "--tools", "tools.py", "--json")
        self.assertEqual((ran.report["result"], ran.err), ([5, self.path("env")], ""))
        os.environ["VIRTUAL_ENV"] = self.folder
        self.write("tools.py", "def f(): pass\n")
        self.assertIn("is not made for", self.fermata("check", "p.py", "--tools", "tools.py", code=RAISED).err)

    def test_repl(self):
        text = "lookup(1)['order']\nsum([await fetch(1), await fetch(2)])\npay(5)\ny\npay(6)\nn\npay(7)\n70\nthing()\n"
        ran = self.fermata("repl", "--tools", "tools.py", "--approve", "pay", stdin=text.encode())
        self.assertEqual(ran.out, "1\n30\n1\n70\n")
        self.assertIn("PermissionError: pay() is not approved", ran.err)
        self.assertIn("TypeError: a value of type 'object'", ran.err)

    def test_teleport(self):
        self.assertEqual(
            self.result("import asyncio\n[lookup(1)['order'], *await asyncio.gather(fetch(1, wait=0.1), fetch(2))]", "--teleport", "50"),
            [1, 10, 20],
        )

    def test_without_the_plugin(self):
        lonely = self.path("fermata")
        with open(FERMATA, "rb") as source, open(lonely, "wb") as target:
            target.write(source.read())
        os.chmod(lonely, 0o755)
        self.write("p.py", "print(1)")
        self.assertEqual(self.call([lonely, "run", "p.py"]).out, "1\n")
        ran = self.call([lonely, "run", "p.py", "--tools", "tools.py"])
        self.assertEqual(ran.code, USAGE)
        self.assertIn("was built without Python", ran.err)


if __name__ == "__main__":
    unittest.main()
