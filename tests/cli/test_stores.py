"""The commands over a store: submit, work, runs, show, log, inbox, approve, deny, answer, cancel, retry."""

import os
import subprocess
import sys
import unittest
import unittest.mock

from command import BAD_STATE, DONE, FERMATA, RAISED, ROOT, USAGE, CommandTest

sys.path.append(os.path.join(ROOT, "tests", "support"))
from postgres_server import NoPostgres, PostgresServer

PROGRAM = "x = lookup(order)\nprint('found', x)\ny = refund(x, amount=200)\nask(y)\n"
KEY = 'cat > /dev/null; echo "\\"$FERMATA_IDEMPOTENCY_KEY\\""'


class Stores(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("agent.py", PROGRAM)

    def submit(self, *more, file="agent.py"):
        return self.fermata("submit", file, *more).out.strip()

    def work(self, *more):
        handlers = ["--handler", "lookup=echo 5", "--handler", f"refund={KEY}", "--approve", "refund", "--function", "ask"]
        return self.fermata("work", "--drain", "--no-jail", *handlers, *more)

    def run_of(self, run):
        return self.fermata("show", run, "--json").report

    def to_approval(self):
        run = self.submit("--input", "order=17")
        self.work()
        return run

    def test_a_run_with_an_approval_and_an_answer(self):
        run = self.to_approval()
        self.assertEqual(self.run_of(run)["status"], "waiting")
        (asked,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((asked["function"], asked["args"], asked["kwargs"]), ("refund", [5], {"amount": 200}))
        self.assertIn("refund(5, amount=200)", self.fermata("inbox").out)
        self.fermata("approve", asked["key"], "--shown", asked["shown"], "--args", "[6]", "--by", "ada")
        self.work()
        shown = self.run_of(run)
        self.assertEqual(shown["stack"][0]["locals"]["y"], repr(asked["key"]))
        self.assertEqual(shown["stdout"], "found 5\n")
        self.assertEqual([call["function"] for call in shown["calls"]], ["ask"])
        self.fermata("answer", run[:12], "--result", '{"good": true}')
        self.work()
        self.assertEqual(self.run_of(run)["result"], {"good": True})
        log = self.fermata("log", run, "--verify", "--json").report
        self.assertEqual(log["violations"], [])
        self.assertEqual(log["events"][0]["kind"], "submit")
        self.assertEqual(self.run_of(run + "@1")["at"], 1)

    def test_what_it_says_to_standard_error(self):
        self.write("agent.py", "import sys\nprint('out')\nprint('careful', file=sys.stderr)\n")
        run = self.fermata("submit", "agent.py").out.strip()
        self.fermata("work", "--drain", "--no-jail")
        self.assertIn("\nprinted to standard error:\n  careful\n", self.fermata("show", run).out)
        self.assertEqual(self.fermata("show", run, "--json").report["stderr"], "careful\n")

    def test_a_denied_call_raises(self):
        run = self.to_approval()
        self.fermata("deny", run, "--reason", "too much", "--by", "ada")
        self.work()
        error = self.run_of(run)["error"]
        self.assertEqual((error["type"], error["message"]), ("PermissionError", "refund() was denied by ada: too much"))

    def test_the_last_argument_is_shown_too(self):
        self.write("agent.py", "ask('" + "x" * 300 + "', 'last')")
        run = self.submit()
        self.fermata("work", "--drain", "--no-jail", "--approve", "ask", "--handler", "ask=echo 1")
        self.assertIn("xx', 'last')", self.fermata("inbox").out)
        told = self.fermata("approve", run, "--set", '1="other"', "--by", "ada").out
        self.assertIn("xx', 'other'), instead of ask('xx", told)

    def test_what_a_program_awaits_is_shown_without_the_librarys_frames(self):
        self.write(
            "agent.py",
            "import asyncio\ntotal = 5\nasync def part(n):\n    return await receive(f'c{n}')\nawait asyncio.gather(part(1), part(2))\n",
        )
        run = self.fermata("submit", "agent.py").out.strip()
        self.fermata("work", "--drain", "--no-jail")
        shown = self.fermata("show", run).out
        self.assertIn("line 5, in <module>", shown)
        self.assertIn("line 4, in part\n    n = 2", shown)
        self.assertNotIn("/usr/lib", shown)
        self.assertEqual(len(self.fermata("show", run, "--json").report["tasks"]), 3)

    def test_what_has_changed_since_it_was_shown_is_not_approved(self):
        run = self.to_approval()
        told = self.fermata("approve", run, "--shown", "0" * 64, code=USAGE).err
        self.assertIn("isn't what was shown any more", told)
        self.fermata("approve", run)
        self.assertIn("no call of run", self.fermata("approve", run, code=USAGE).err)

    def test_a_key_is_submitted_once(self):
        first = self.submit("--key", "order-17", "--input", "order=1")
        again = ("submit", "agent.py", "--key", "order-17", "--input", "order=1")
        self.assertEqual(self.fermata(*again, "--json").report, {"run": first, "new": False})
        for other, differs in (
            (("--input", "order=2"), "another value for its input 'order'"),
            ((), "an input 'order'"),
            (("--input", "order=1", "--input", "x=1"), "no input 'x'"),
        ):
            told = self.fermata("submit", "agent.py", "--key", "order-17", *other, code=USAGE).err
            self.assertIn(f"is that of run {first}, which has {differs}", told)
        self.assertEqual(len(self.fermata("runs", "--json").report["runs"]), 1)
        self.write("other.py", "1")
        self.assertIn("whose program is another one", self.fermata("submit", "other.py", "--key", "order-17", code=USAGE).err)

    def test_files(self):
        self.write("copy.py", "import os\nlookup()\nopen('out', 'w').write(open('data.csv').read() + input())\nprint(os.environ['A'])")
        self.write("in.csv", "x,")
        given = ("--file", "data.csv=in.csv", "--env", "A=b", "--stdin")
        run = self.fermata("submit", *given, "copy.py", stdin=b"y\n").out.strip()
        self.work()
        self.assertEqual(self.run_of(run)["stdout"], "b\n")
        self.fermata("show", run, "--files-out", "results")
        with open(self.path("results/out")) as file:
            self.assertEqual(file.read(), "x,y")
        self.fermata("show", run + "@1", "--files-out", "before")
        self.assertEqual(os.listdir(self.path("before")), [])
        self.assertIn("nowhere.csv", self.fermata("submit", "--file", "nowhere.csv", "copy.py", code=USAGE).err)
        self.assertIn("standard input", self.fermata("submit", "-", "--stdin", stdin=b"1", code=USAGE).err)

    def test_the_zone_of_a_run(self):
        child = "import time\ntime.tzname"
        self.write("zone.py", f"import time, datetime\nchild = spawn({child!r})\n[time.tzname[0], list(await child)[0]]")
        for given, zone in ((), "UTC"), (("--zone", "Asia/Tokyo"), "JST"):
            run = self.fermata("submit", "zone.py", *given).out.strip()
            self.fermata("work", "--drain", "--no-jail")
            self.assertEqual(self.run_of(run)["result"], [zone, zone])
        self.assertIn("Nowhere", self.fermata("submit", "zone.py", "--zone", "Nowhere", code=USAGE).err)

    def test_the_zone_goes_where_the_run_goes(self):
        now = "import datetime, time\nask()\n"
        now += "[time.tzname[0], time.localtime(0).tm_hour, (datetime.datetime.now() - datetime.datetime.utcnow()).seconds // 60]"
        self.write("now.py", now)
        run = self.fermata("submit", "now.py", "--zone", "Asia/Tokyo").out.strip()
        self.work()  # it waits, and its state is loaded later
        fork = self.fermata("fork", run).out.strip()
        self.fermata("export", run, "run.json")
        for one, store in ((run, ()), (fork, ()), (run, ("--store", "other.db"))):
            if store:
                self.fermata("import", "run.json", *store)
                self.fermata("retry", run, *store)
            self.fermata("answer", one, "--result", "1", *store)
            self.work(*store)
            name, hour, minutes = self.fermata("show", one, "--json", *store).report["result"]
            self.assertEqual((name, hour), ("JST", 9))
            self.assertIn(minutes, (539, 540))

    def test_what_programs_say_does_not_reach_the_terminal_raw(self):
        evil = "\x1b]0;owned\x07\x1b[2J"
        self.write("evil.py", f"def f():\n    raise ValueError({evil!r})\nf()\n")
        run = self.submit(file="evil.py")
        self.fermata("work", "--drain", "--no-jail")
        for command in ("show", run), ("log", run), ("runs",):
            shown = self.fermata(*command)
            self.assertNotIn("\x1b", shown.out + shown.err)
            self.assertNotIn("\x07", shown.out + shown.err)
        self.assertIn("owned", self.fermata("show", run).err)

    def test_output_that_is_lost_is_told(self):
        run = self.submit()
        for command in ("export", run, "-"), ("runs", "--json"), ("stats",):
            with open("/dev/full", "w") as full:
                ended = subprocess.run([FERMATA, *command], cwd=self.folder, stdout=full, stderr=subprocess.PIPE, text=True)
            self.assertEqual((ended.returncode, "No space left on device" in ended.stderr), (1, True), command)

    def test_what_is_decided_is_told(self):
        run = self.to_approval()
        told = self.fermata("approve", run, "--kwargs", '{"amount": 50}').out
        self.assertIn("approve: refund(5, amount=50), instead of refund(5, amount=200)", told)
        self.assertEqual(self.fermata("inbox").out, "")
        self.work()
        (asked,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual(asked["function"], "ask")  # which no tool answers
        self.assertIn("fermata answer " + asked["key"], self.fermata("inbox").out)

    def test_a_handler_that_is_not_there_holds_the_call(self):
        self.write("agent.py", "lookup(1)\n")
        run = self.submit()
        told = self.fermata("work", "--drain", "--no-jail", "--handler", "lookup=no-such-command").err
        self.assertIn("lookup() is held: the handler of lookup() isn't there", told)
        self.assertIn("nothing is left to do here: 1 call is held (fermata inbox)", told)
        (held,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((held["state"], held["function"]), ("held", "lookup"))
        self.assertIn("exit code 127", held["reason"])
        self.assertIn("fermata retry " + held["key"], self.fermata("inbox").out)
        self.assertIn("held: ", self.fermata("show", run).out)
        (attempt,) = self.run_of(run)["attempts"]
        self.assertEqual(attempt["outcome"], "failed")
        self.assertIn("no-such-command", attempt["error"]["traceback"])  # what the shell said
        self.fermata("retry", held["key"])
        self.work()
        self.assertEqual(self.run_of(run)["result"], 5)
        self.assertIn("only a held one can be retried", self.fermata("retry", held["key"], code=USAGE).err)

    def test_a_function_that_was_forgotten_holds_the_call(self):
        run = self.submit("--input", "order=17")
        told = self.fermata("work", "--drain", "--no-jail", "--handler", "lookup=echo 5").err
        self.assertIn("waits: no tool here answers refund()", told)
        self.assertIn("1 call waits for an answer (fermata inbox)", told)
        self.assertIn("start one with --handler refund=COMMAND", self.fermata("inbox").out)
        self.work()
        self.assertEqual([call["state"] for call in self.run_of(run)["calls"]], ["awaiting_approval"])

    def test_what_fails_is_tried_again(self):
        self.write("agent.py", "fetch(1)\n")
        run = self.submit()
        command = 'echo "attempt $FERMATA_ATTEMPT" >&2; test $FERMATA_ATTEMPT = 3 && echo 7'
        retry = [
            "--idempotent",
            "fetch",
            "--retry",
            "fetch=3",
            "--pause",
            "fetch=0.01,0.02",
            "--timeout",
            "fetch=60",
            "--at-once",
            "fetch=1",
        ]
        for _ in range(500):
            self.fermata("work", "--drain", "--no-jail", "--handler", "fetch=" + command, *retry, "--rate", "fetch=100/1")
            if self.run_of(run)["status"] == "done":
                break
        attempts = self.run_of(run)["attempts"]
        self.assertEqual([attempt["outcome"] for attempt in attempts], ["failed", "failed", "answered"])
        self.assertEqual(attempts[1]["error"]["traceback"], "attempt 2\n")
        self.assertEqual(self.run_of(run)["result"], 7)

    def test_a_handler_that_takes_too_long_is_ended(self):
        self.write("agent.py", "charge(1)\n")
        run = self.submit()
        handler = ["--handler", "charge=sleep 60", "--timeout", "charge=0.05"]
        told = self.fermata("work", "--drain", "--no-jail", *handler).err
        self.assertIn("charge() is in doubt", told)
        self.assertIn("1 call is in doubt (fermata inbox)", told)
        self.assertIn("took longer than 50 ms", self.fermata("inbox").out)
        self.assertIn("--not-made", self.fermata("retry", self.run_of(run)["calls"][0]["key"], code=USAGE).err)
        self.fermata("answer", run, "--not-made")
        self.assertEqual(self.run_of(run)["status"], "ready")
        self.fermata("work", "--drain", "--no-jail", *handler, "--idempotent", "charge", "--hold", "charge")
        self.assertIn("1 call is held", self.fermata("work", "--drain", "--no-jail", *handler).err)

    def test_a_message(self):
        self.write("agent.py", "x = await receive('go', timeout=3600)\nx + 1\n")
        run = self.submit()
        self.assertIn("receive() waits for a message on 'go'", self.work().err)
        self.assertEqual(self.fermata("inbox").out, "")
        for _ in range(2):
            self.fermata("send", run, "go", "41", "--key", "one")
        self.work()
        self.assertEqual(self.run_of(run)["result"], 42)
        self.assertIn("has ended", self.fermata("send", run, "go", "1", code=USAGE).err)
        self.assertIn("VALUE: 'x' isn't JSON: ", self.fermata("send", run, "go", "x", code=USAGE).err)

    def test_children(self):
        self.write("agent.py", "child = spawn('child.py', order=17)\nask(1)\n[await child, await spawn('order + 1', order=1)]\n")
        self.write("child.py", "await receive('go') + order\n")
        run = self.submit()
        self.work("--program", "child.py")
        shown = self.run_of(run)
        (child,) = shown["children"]
        self.assertEqual(self.run_of(child)["parent"], run)
        self.assertEqual(self.run_of(child)["root"], run)
        self.assertIn(f"child     {child}", self.fermata("show", run).out)
        self.assertIn(f"child.py (child of {run})", self.fermata("runs").out)
        self.fermata("answer", run, "--result", "null")
        self.assertIn(f"waits: run {child}, its child, hasn't ended", self.work().err)
        self.assertEqual(self.run_of(run)["calls"][0]["child"], child)
        self.assertEqual(self.fermata("inbox").out, "")
        self.fermata("send", child, "go", "3")
        self.work()
        self.assertEqual(self.run_of(run)["result"], [20, 2])
        self.assertEqual(self.fermata("log", run, "--verify", "--json").report["violations"], [])
        self.assertIn("two have the name", self.fermata("work", "--program", "child.py", "--program", "./child.py", code=USAGE).err)

    def test_a_program_that_is_not_there_is_not_spawned(self):
        self.write("child.py", "7")
        self.write("agent.py", "try:\n    spawn('kid.py')\nexcept LookupError as error:\n    told = str(error)\ntold")
        for more, there in (((), "there are none"), (("--program", "child.py"), "there are: child.py")):
            run = self.submit()
            self.fermata("work", "--drain", "--no-jail", *more)
            self.assertEqual(self.run_of(run)["result"], "spawn(): there is no program kid.py here; " + there)

    def test_a_list_of_runs(self):
        self.assertEqual(self.fermata("submit", "agent.py", "--by", "ada", "--tenant", "acme").code, 0)
        titles, line = self.fermata("runs").out.splitlines()
        self.assertEqual(titles.split(), ["RUN", "STATUS", "CREATED", "TENANT", "BY", "PROGRAM"])
        self.assertEqual(line.split()[3:6], ["acme", "ada", "agent.py:"])
        self.assertTrue(line.endswith(": no worker that takes runs of queue 'default' is there"), line)
        self.assertEqual([line.index("acme"), line.index("ada")], [titles.index("TENANT"), titles.index("BY")])
        (run,) = self.fermata("runs", "--json").report["runs"]
        self.assertEqual((run["tenant"], run["by"]), ("acme", "ada"))

    def test_a_store_is_its_owners(self):
        before = os.umask(0)
        self.addCleanup(os.umask, before)
        self.submit("--store", "mine.db")
        self.assertEqual(oct(os.stat(self.path("mine.db")).st_mode & 0o777), "0o600")

    def test_what_cannot_be_compiled_is_not_kept(self):
        self.write("bad.py", "def\n")
        self.assertIn("SyntaxError", self.fermata("submit", "bad.py", code=RAISED).err)
        self.assertFalse(os.path.exists(self.path("fermata.db")))

    def test_a_limit_and_more_of_it(self):
        self.write("long.py", "for i in range(100000): pass\n'done'\n")
        run = self.submit("--limit-steps", "1000", file="long.py")
        self.assertIn("fermata retry " + run, self.work().err)
        self.assertEqual(self.run_of(run)["reason"], "the limit of steps is used up")
        advice = "fermata retry " + run + " --limit-steps N"
        self.assertIn(advice, self.fermata("runs").out)
        self.assertIn("used up its limit of steps", self.fermata("retry", run, code=USAGE).err)
        self.fermata("retry", run, "--limit-steps", "1000000")
        self.work()
        self.assertEqual(self.run_of(run)["result"], "done")
        self.assertIn("only a dead one", self.fermata("retry", run, code=USAGE).err)

    def test_cancelling_and_listing(self):
        run = self.submit("--queue", "slow", "--tag", "team=a", "--priority", "2")
        self.work()
        self.assertEqual(self.run_of(run)["status"], "ready")
        self.fermata("cancel", run, "--reason", "not needed")
        self.assertEqual(self.run_of(run)["reason"], "not needed")
        self.assertEqual(self.run_of(run)["tags"], {"team": "a"})
        self.assertEqual(self.fermata("runs", "--status", "ready", "--json").report, {"runs": []})
        self.assertIn("cancelled", self.fermata("runs", "--queue", "slow").out)
        self.assertIn("has ended", self.fermata("cancel", run, code=USAGE).err)

    def test_sealed_states(self):
        self.fermata("keygen", "keys")
        run = self.submit("--input", "order=17", "--seal-keys", "keys")
        self.work("--seal-keys", "keys")
        self.assertIn("found 5", self.fermata("show", run, "--seal-keys", "keys").out)
        self.assertIn("its keys are needed", self.fermata("show", run, code=BAD_STATE).err)
        self.assertIn("is sealed, and there are no keys", self.fermata("show", run, "--without-keys", code=BAD_STATE).err)
        self.fermata("approve", run, "--seal-keys", "keys")

    def test_wrong_options(self):
        run = self.submit()
        for arguments in (
            ("runs", "--status", "lost"),
            ("show", "nothing"),
            ("show", run + "@9"),
            ("show", run + "@x"),
            ("answer", run),
            ("answer", run + ":1", "--result", "1"),
            ("work", "--drain", "--approve", "pay"),
            ("work", "--drain", "--idempotent", "pay"),
            ("work", "--drain", "--handler", "pay=true", "--retry", "pay=3"),
            ("work", "--drain", "--handler", "pay=true", "--timeout", "pay"),
            ("work", "--drain", "--handler", "pay=true", "--timeout", "pay=-1"),
            ("work", "--drain", "--handler", "pay=true", "--rate", "pay=5"),
            ("work", "--drain", "--handler", "pay=true", "--at-once", "pay=0"),
            ("work", "--drain", "--handler", "pay=true", "--hold", "refund"),
            ("submit", "agent.py", "--input", "x=y"),
        ):
            self.assertTrue(self.fermata(*arguments, code=USAGE).err, arguments)
        for arguments, told in (
            (("--handler", "pay=true", "--retry", "pay=x"), "--retry: 'x' is not a whole number, 1 or more"),
            (("--queue", ""), "a queue has 1 to 200 bytes"),
        ):
            self.assertIn(told, self.fermata("work", "--drain", *arguments, code=USAGE).err)

    def test_no_frame_hides_behind_a_name(self):
        text = "def pay():\n    hidden = 41 + 1\n    refund(hidden)\npay()"
        compiled = "exec(compile({text!r}, {name!r}, 'exec'))\n"
        replaced = "code = compile({text!r}, 'a', 'exec')\nexec(code.replace(co_filename={name!r}, co_consts=tuple(\n"
        replaced += "    one.replace(co_filename={name!r}) if hasattr(one, 'co_code') else one for one in code.co_consts)))\n"
        for program in compiled, replaced:
            for name in "<frozen os>", "/usr/lib/python3.11/os.py", "forged.py":
                self.write("forged.py", program.format(text=text, name=name))
                run = self.submit(file="forged.py")
                self.work()
                shown = self.fermata("show", run).out
                self.assertIn(f"compiled as {name} line 3, in pay", shown)
                self.assertIn("hidden = 42", shown)
                call = self.fermata("show", run, "--json").report["calls"][0]
                self.assertEqual((call["file"], call["line"]), (f"compiled as {name}", 3))

    def test_the_library_is_left_out(self):
        self.write("sorted.py", "import functools, bisect\nbisect.insort([2, 3], 1, key=functools.partial(refund, 7))\n")
        run = self.submit(file="sorted.py")
        self.work()
        shown = self.fermata("show", run).out
        self.assertIn("sorted.py line 2, in <module>", shown)
        self.assertNotIn("/usr/lib", shown)

    def test_a_jail_is_the_default(self):
        run = self.submit("--input", "order=17")
        self.fermata("work", "--drain", "--handler", "lookup=echo 5", "--function", "refund", "--function", "ask", code=DONE)
        self.assertEqual(self.run_of(run)["status"], "waiting")


class StoresOnPostgres(Stores):
    """The same, each test with a schema of its own."""

    @classmethod
    def setUpClass(cls):
        try:
            cls.server = PostgresServer()
        except NoPostgres as error:
            raise unittest.SkipTest(str(error))
        cls.addClassCleanup(cls.server.stop)
        cls.schemas = 0

    def setUp(self):
        super().setUp()
        type(self).schemas += 1
        store = unittest.mock.patch.dict(os.environ, FERMATA_STORE=self.server.url(f"t{self.schemas}"))
        store.start()
        self.addCleanup(store.stop)


class Places(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("agent.py", PROGRAM)

    def test_where_the_store_is(self):
        told = self.fermata("runs", code=USAGE).err
        self.assertIn("there is no store 'fermata.db'", told)
        self.fermata("submit", "agent.py", "--store", "sqlite:///" + self.path("other.db"))
        self.assertEqual(len(self.fermata("runs", "--store", "other.db", "--json").report["runs"]), 1)
        self.write("text", "x" * 5000)
        self.assertIn("can't open the store", self.fermata("runs", "--store", "text", code=BAD_STATE).err)
        told = self.fermata("runs", "--store", "postgresql://ada:secret@/runs?host=/nonexistent", code=BAD_STATE).err
        self.assertIn("can't open the store", told)
        self.assertNotIn("secret", told)
        self.assertIn("not 'mysql://x'", self.fermata("runs", "--store", "mysql://x", code=BAD_STATE).err)


if __name__ == "__main__":
    unittest.main()
