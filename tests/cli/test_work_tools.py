"""`fermata work --tools`: a worker whose tools are Python's."""

import os
import signal
import subprocess
import time
import unittest
import unittest.mock

from command import FERMATA, USAGE, CommandTest, needs_python

PACKAGE = os.path.join(os.path.dirname(FERMATA), "bindings", "python")

TOOLS = """
import asyncio
import dataclasses

@dataclasses.dataclass
class Order:
    id: int
    total: int = 5

class NoOrder(Exception):
    pass

def lookup(id):
    if id < 0:
        raise NoOrder(id, "there is none") from KeyError(id)
    return Order(id)

async def fetch(id):
    await asyncio.sleep(0.001)
    return Order(id, 7)

def refund(order, amount):
    return f"{amount} for {order.id}"
"""


@needs_python
class WorkTools(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("tools.py", TOOLS)

    def test_a_policy_knows_what_the_tools_call_their_arguments(self):
        self.write("policy.py", "def policy(call):\n    return ask('much') if call.arguments['id'] > 5 else allow()\n")
        asked, allowed, named = self.submit("lookup(17)"), self.submit("lookup(1)"), self.submit("lookup(id=17)")
        self.work("--policy", "policy.py")
        self.assertEqual({call["key"].split(":")[0] for call in self.fermata("inbox", "--json").report["calls"]}, {asked, named})
        self.assertEqual(self.fermata("show", allowed, "--json").report["status"], "done")

    def test_a_file_that_declares_tools_offers_these_alone(self):
        self.write(
            "tools.py",
            "def declared(f):\n    f.__fermata_tool__ = None\n    return f\n@declared\ndef pay(n):\n    return note(n)\ndef note(n):\n    return n * 2\n",
        )
        paid, noted = self.submit("pay(2)"), self.submit("note(2)")
        self.work()
        self.assertEqual(self.fermata("show", paid, "--json").report["result"], 4)
        self.assertEqual(self.fermata("show", noted, "--json").report["status"], "waiting")
        self.write(
            "tools.py",
            TOOLS
            + "\nimport sys\nsys.path.insert(0, %r)\nimport fermata\n@fermata.tool(name='double')\ndef twice(n):\n    return n * 2\n"
            % PACKAGE,
        )
        doubled, looked = self.submit("double(2)"), self.submit("lookup(2)")
        self.work()
        self.assertEqual(self.fermata("show", doubled, "--json").report["result"], 4)
        self.assertEqual(self.fermata("show", looked, "--json").report["status"], "waiting")
        self.write("tools.py", "__all__ = ['lookup']\n" + TOOLS)
        looked, refunded = self.submit("lookup(2).id"), self.submit("refund(1, 2)")
        self.work()
        self.assertEqual(self.fermata("show", looked, "--json").report["result"], 2)
        self.assertEqual(self.fermata("show", refunded, "--json").report["status"], "waiting")

    def submit(self, program):
        self.write("agent.py", program)
        return self.fermata("submit", "agent.py").out.strip()

    def work(self, *more, **options):
        return self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", *more, **options)

    def run_of(self, run):
        return self.fermata("show", run, "--json").report

    def test_plain_and_asynchronous_functions(self):
        run = self.submit("import asyncio\na = lookup(1)\nb, c = await asyncio.gather(fetch(2), fetch(3))\n[a.total, b.total, Order(4), c]")
        self.work()
        first, second, made, last = self.run_of(run)["result"]
        self.assertEqual((first, second), (5, 7))
        self.assertEqual([record["$record"]["fields"]["id"] for record in (made, last)], [4, 3])

    def test_in_a_jail(self):
        run = self.submit("lookup(1).total")
        self.fermata("work", "--drain", "--tools", "tools.py")
        self.assertEqual(self.run_of(run)["result"], 5)

    def test_a_tools_exception(self):
        run = self.submit(
            "try:\n    lookup(-1)\nexcept NoOrder as error:\n    told = (error.args, repr(error.__cause__))\nprint(told)\nlookup(1, 2)"
        )
        self.work()
        shown = self.run_of(run)
        self.assertEqual(shown["stdout"], "((-1, 'there is none'), 'KeyError(-1)')\n")
        self.assertEqual(shown["error"]["message"], "lookup() takes 1 positional argument but 2 were given")
        first = shown["attempts"][0]["error"]["traceback"]
        self.assertIn('raise NoOrder(id, "there is none") from KeyError(id)', first)
        self.assertIn("tools.py", first)

    def test_options_say_more_of_a_function(self):
        run = self.submit("refund(lookup(1), 3)")
        self.work("--approve", "refund", "--idempotent", "lookup", "--retry", "lookup=2")
        (asked,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((asked["function"], asked["tool"]), ("refund", "python"))
        self.fermata("approve", asked["key"])
        self.work()
        self.assertEqual(self.run_of(run)["result"], "3 for 1")

    def test_a_handler_comes_first(self):
        run = self.submit("lookup(1)")
        self.work("--handler", "lookup=echo 8")
        self.assertEqual(self.run_of(run)["result"], 8)

    def test_what_the_file_declares(self):
        self.write(
            "tools.py",
            """
import fermata

@fermata.tool(idempotent=True, retries=fermata.Retries(3, pause=0.001))
def fetch():
    told = fermata.context()
    if told.attempt < 3:
        raise ConnectionError(told.attempt)
    return told.run, told.idempotency_key

@fermata.tool(name="pay", approve=True)
def pay_with_money(amount):
    raise fermata.HoldCall("the till is empty")
""",
        )
        run = self.submit("got = fetch()\npay(got)")
        with unittest.mock.patch.dict(os.environ, PYTHONPATH=PACKAGE):
            while not (asked := self.fermata("inbox", "--json").report["calls"]):
                self.work()
        self.assertEqual(asked[0]["args"], [{"$tuple": [run, f"{run}:1:1"]}])
        self.assertEqual([attempt["outcome"] for attempt in self.run_of(run)["attempts"]], ["failed", "failed", "answered"])
        self.fermata("approve", asked[0]["key"])
        with unittest.mock.patch.dict(os.environ, PYTHONPATH=PACKAGE):
            self.assertIn("pay() is held: the till is empty", self.work().err)

    def test_a_handler_that_answers_later(self):
        run = self.submit("render()")
        command = 'echo "$FERMATA_TOKEN $FERMATA_CALLBACK" > told; echo \'{"$later": 60}\''
        self.work("--handler", f"render={command}", "--callback-url", "http://h/")
        with open(self.path("told")) as told:
            token, callback = told.read().split()
        self.assertEqual(callback, f"http://h/v1/answers/{token}")
        self.assertIn("answers later, until 20", self.fermata("inbox").out)
        self.assertIn("give a CALL, or --token", self.fermata("answer", "--result", "1", code=USAGE).err)
        self.assertIn("no call has this token", self.fermata("answer", "--token", "x", "--result", "1", code=USAGE).err)
        self.fermata("answer", "--token", token, "--raise", "ValueError: no film")
        self.work()
        self.assertEqual(self.run_of(run)["error"]["message"], "no film")
        told = self.fermata("log", run).out
        self.assertIn("defer", told)
        self.write("agent.py", "render()")
        self.assertIn(
            "answers later: that takes a run in a store", self.fermata("run", "agent.py", "--handler", f"render={command}", code=1).err
        )

    def test_what_can_not_be_used(self):
        self.submit("1")
        self.assertIn("no-tools.py", self.fermata("work", "--drain", "--tools", "no-tools.py", code=USAGE).err)
        self.assertIn("none of --tools, --handler and --http has a function nobody()", self.work("--approve", "nobody", code=USAGE).err)

    def test_ctrl_c(self):
        self.write("tools.py", "import time\ndef slow():\n    open('begun', 'w').close()\n    time.sleep(0.3)\n    return 1\n")
        run = self.submit("slow()\n'gone on'")
        worker = subprocess.Popen([FERMATA, "work", "--no-jail", "--tools", "tools.py"], cwd=self.folder, stderr=subprocess.PIPE)
        while not os.path.exists(os.path.join(self.folder, "begun")):
            time.sleep(0.01)
        worker.send_signal(signal.SIGINT)
        worker.communicate(timeout=60)
        self.assertEqual(worker.returncode, 0)
        self.assertEqual((self.run_of(run)["status"], self.run_of(run)["calls"][0]["state"]), ("ready", "answered"))


if __name__ == "__main__":
    unittest.main()
