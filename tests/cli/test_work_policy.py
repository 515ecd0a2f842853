"""`fermata work --policy`: who is asked before a call, by a program of Fermata's."""

import time
import unittest

from command import USAGE, CommandTest

POLICY = """
def policy(call):
    amount = call.arguments.get("amount", 0)
    if call.function != "refund" or amount <= 10:
        return allow()
    if amount > 1000:
        return deny("more than anybody may")
    if amount > 500:
        return ask("much", roles=["finance"], quorum=2, escalate=["boss"])
    if amount > 200:
        return ask("soon", deadline=0.2, on_deadline="approve")
    return ask("more than 10")
"""


class Policy(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("policy.py", POLICY)

    def submit(self, amount, *more):
        self.write("agent.py", f"try:\n    x = refund(17, amount={amount})\nexcept PermissionError as error:\n    x = str(error)\nx\n")
        return self.fermata("submit", "agent.py", *more).out.strip()

    def work(self, **options):
        return self.fermata("work", "--drain", "--no-jail", "--handler", "refund=echo 1", "--policy", "policy.py", **options)

    def result(self, run):
        return self.fermata("show", run, "--json").report["result"]

    def test_what_it_says(self):
        allowed, denied, asked = self.submit(5), self.submit(5000), self.submit(50)
        self.work()
        self.assertEqual((self.result(allowed), self.result(denied)), (1, "refund() was denied: more than anybody may"))
        (call,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((call["key"], call["policy"]), (f"{asked}:1:1", "more than 10"))

    def test_other_arguments_take_the_people_that_the_policy_asks_for_these(self):
        run = self.submit(50)
        self.work()
        self.fermata("approve", run, "--by", "mia", "--set", "amount=600")  # the policy asks two of finance about so much
        told = self.work().err
        self.assertIn("the policy asks 2 people of finance about refund(17, amount=600): much", told)
        (call,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((call["kwargs"], call["quorum"], call["roles"]), ({"amount": 50}, 2, ["finance"]))
        self.assertIn("about refund(17, amount=600): much", call["reason"])
        self.fermata("approve", run, "--by", "mia", "--set", "amount=600", code=USAGE)  # she isn't of finance
        self.fermata("approve", run, "--by", "ann", "--as", "finance", "--set", "amount=600")
        self.work()
        self.assertEqual(self.fermata("show", run, "--json").report["status"], "waiting")
        self.fermata("approve", run, "--by", "bo", "--as", "finance")
        self.work()
        self.assertEqual(self.result(run), 1)
        self.assertEqual(self.fermata("log", run, "--verify").out.splitlines()[-1].split(":")[0], "verified")
        less = self.submit(50)
        self.work()
        self.fermata("approve", less, "--by", "mia", "--set", "amount=40")
        self.work()
        self.assertEqual(self.result(less), 1)

    def test_a_deadline_approves_only_what_the_policy_asks_the_same_about(self):
        self.write(
            "policy.py",
            "def policy(call):\n"
            "    if call.arguments['amount'] > 500:\n"
            "        return ask('much', roles=['boss'], deadline=3600)\n"
            "    return ask('some', quorum=2, deadline=0.3, on_deadline='approve')\n",
        )
        for amount, waits in ((600, True), (400, False)):
            run = self.submit(50)
            self.work()
            self.fermata("approve", run, "--by", "mia", "--set", f"amount={amount}")
            time.sleep(0.4)
            self.work()
            shown = self.fermata("show", run, "--json").report
            self.assertEqual(shown["status"], "waiting" if waits else "done")
            if waits:
                (call,) = self.fermata("inbox", "--json").report["calls"]
                self.assertEqual((call["kwargs"], call["roles"], call["quorum"]), ({"amount": 50}, ["boss"], 1))
            else:
                self.assertEqual(shown["calls"][0]["kwargs"] if shown.get("calls") else {"amount": 400}, {"amount": 400})

    def test_what_a_tool_does_not_take_no_policy_sees(self):
        self.write("tools.py", "import fermata\n\n\n@fermata.tool(idempotent=True)\ndef pay(to: str, amount: int) -> str:\n    return to\n")
        self.write("policy.py", 'def policy(call):\n    return ask("why", roles=["boss"]) if call.arguments["amount"] else allow()\n')
        wrong = ["pay('a', 1, x=2)", "pay()", "pay('a')"]
        runs = [self.submit_text(f"try:\n    r = {call}\nexcept TypeError as e:\n    r = str(e)\nr") for call in wrong]
        of_type = self.submit_text("try:\n    r = pay('a', 'b')\nexcept TypeError as e:\n    r = str(e)\nr")
        work = ["work", "--drain", "--no-jail", "--tools", "tools.py", "--policy", "policy.py"]
        self.fermata(*work, "--check-types")
        for run in runs:
            self.assertIn("pay()", self.result(run))
        self.assertIn("amount", self.result(of_type))
        asked = self.submit_text("pay('a', 1)")
        self.fermata(*work)
        (call,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual(call["key"], f"{asked}:1:1")

    def submit_text(self, text):
        self.write("agent.py", text)
        return self.fermata("submit", "agent.py").out.strip()

    def test_a_name_that_was_not_used_is_not_missing(self):
        # refund(17, 5000): what a handler calls its arguments isn't known, so the policy can't find an amount, and must not see 0.
        positional = self.submit_text("refund(17, 5000)")
        named = self.submit_text("refund(order=17)")
        self.work()
        self.assertEqual(self.result(named), 1)
        shown = self.fermata("show", positional, "--json").report
        self.assertNotEqual(shown["status"], "done")
        self.assertEqual(self.fermata("log", positional, "--json").report["events"][-1]["kind"] == "answer", False)
        self.write(
            "policy.py", "def policy(call):\n    return ask('much') if call.args[1] > 100 or '1' not in call.arguments else allow()\n"
        )
        self.pass_time_and_work()
        (call,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((call["key"], call["policy"]), (f"{positional}:1:1", "much"))

    def pass_time_and_work(self):
        for _ in range(50):
            self.work()
            if self.fermata("inbox", "--json").report["calls"]:
                break
            time.sleep(0.2)

    def test_a_name_that_may_mean_two_arguments(self):
        self.write(
            "tools.py", "def pay(amount=9000, /, **note):\n    return amount\n\ndef pays(*amounts, **note):\n    return sum(amounts)\n"
        )
        policy = "def policy(call):\n    total = call.arguments['{}']\n    total = total if isinstance(total, int) else sum(total)\n"
        policy += "    return allow() if total <= 10 else ask('much')\n"
        for name, call in (
            ("0", "refund(5000, **{'0': 1})"),
            ("amount", "pay(5000, amount=1)"),
            ("amount", "pay(amount=1)"),
            ("amounts", "pays(5000, amounts=1)"),
            ("amounts", "pays(amounts=1)"),
        ):
            with self.subTest(call):
                self.write("policy.py", policy.format(name))
                run = self.submit_text(call)
                self.work()
                self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--policy", "policy.py")
                shown = self.fermata("show", run, "--json").report
                self.assertIn(f"'{name}' may mean two arguments", shown["problem"])
                self.assertIn(shown["status"], ("sleeping", "waiting"))
                self.fermata("cancel", run)
        self.write("policy.py", policy.format("amounts"))
        run = self.submit_text("pays(5, 3, note=1)")
        self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--policy", "policy.py")
        self.assertEqual(self.result(run), 8)

    def test_a_return_that_is_missing_allows_nothing(self):
        self.write("policy.py", "def policy(call):\n    if call.arguments['amount'] > 10: ask('much')\n    else: return allow()\n")
        asked, allowed = self.submit(50), self.submit(5)
        told = self.work().err
        self.assertIn("is a return missing?", told)
        self.assertEqual(self.result(allowed), 1)
        self.assertNotEqual(self.fermata("show", asked, "--json").report["status"], "done")

    def test_several_people_of_a_role(self):
        run = self.submit(600, "--by", "ada")
        self.work()
        self.assertIn("decided by finance; 0 of 2 people have approved", self.fermata("inbox").out)
        self.fermata("approve", run, "--by", "ada", "--as", "finance", code=USAGE)
        self.fermata("approve", run, "--by", "bo", code=USAGE)
        self.assertIn("others have to approve, too", self.fermata("approve", run, "--by", "bo", "--as", "finance").out)
        self.assertIn("1 of 2 people have approved: bo", self.fermata("inbox").out)
        self.assertIn("bo has approved call", self.fermata("approve", run, "--by", "bo", "--as", "finance", code=USAGE).err)
        self.fermata("escalate", run, "--by", "cy", "--as", "finance")
        self.fermata("approve", run, "--by", "di", "--as", "boss")
        self.fermata("approve", run, "--by", "ed", "--as", "boss")
        self.work()
        self.assertEqual(self.result(run), 1)
        self.assertEqual(self.fermata("log", run, "--verify", "--json").report["violations"], [])

    def test_who_asks(self):
        self.write(
            "policy.py",
            "def policy(call):\n    run = call.run\n"
            "    if run.decisions and run.decisions[-1].verdict == 'deny': return deny(f'{run.decisions[-1].who} said {run.decisions[-1].reason}')\n"
            "    if 'intern' in run.roles and run.inputs['limit'] < call.arguments['amount']:\n"
            "        return ask(f'{run.submitted_by} {run.tenant} {run.queue} {run.name} {run.tags} {call.attempt} {call.asked} {call.is_due}')\n"
            "    return allow()\n",
        )
        more = ("--by", "ida", "--as", "intern", "--tag", "for=test", "--tenant", "acme", "--input", "limit=10")
        self.write(
            "agent.py",
            "found = []\nfor amount in (5, 50, 5):\n    try: found.append(refund(amount=amount))\n    except PermissionError as e: found.append(str(e))\nfound",
        )
        run = self.fermata("submit", "agent.py", *more).out.strip()
        self.work()
        (call,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual(call["policy"], "ida acme default agent.py {'for': 'test'} 1 None False")
        self.fermata("deny", run, "--by", "bo", "--reason", "no")
        self.work()
        self.assertEqual(self.result(run), [1, "refund() was denied by bo: no", "refund() was denied: bo said no"])

    def test_a_part_of_a_run_that_is_not_there(self):
        self.write("policy.py", "def policy(call):\n    return allow() if call.run.tenants else ask('x')\n")
        self.submit(5)
        self.assertIn("a policy's run has no 'tenants'; it has id, tenant, queue, name, program, submitted_by", self.work().err)

    def test_a_deadline(self):
        run = self.submit(300)
        self.work()
        time.sleep(0.3)
        self.assertIn("nobody decides on it any more", self.fermata("deny", run, code=USAGE).err)
        self.work()
        self.assertEqual(self.result(run), 1)
        kinds = [event["kind"] for event in self.fermata("log", run, "--json").report["events"]]
        self.assertEqual(kinds.count("lapse"), 1)

    def test_nobody_approves_what_it_denies(self):
        run = self.submit(50)
        self.work()
        self.fermata("approve", run, "--kwargs", '{"amount": 5000}')
        self.work()
        self.assertEqual(self.result(run), "refund() was denied: more than anybody may")

    def test_what_does_not_work(self):
        for text, said in (("x = 1", "it has no function policy(call)"), ("def policy(", "SyntaxError"), ("1 / 0", "ZeroDivisionError")):
            self.write("policy.py", text)
            self.assertIn(said, self.work(code=USAGE).err)
        run = self.submit(50)
        for body, said in (
            (
                "return ask('x', roles='finance')",
                "the policy raised TypeError: roles must be a list of names, not 'finance' (policy.py line 2)",
            ),
            ("return ask('x', quorum=0)", "the policy raised ValueError"),
            ("return 5", "the policy must give allow(), deny(reason) or ask(…) (policy.py)"),
            ("return open('/etc/passwd').read()", "the policy raised"),
        ):
            self.write("policy.py", f"def policy(call):\n    {body}\n")
            self.assertIn(said, self.work().err)
            self.assertEqual(self.fermata("inbox").out, "")
            self.assertIn("refund() isn't called: " + said, self.fermata("runs").out)
            self.assertIn("refund() isn't called: " + said, self.fermata("show", run).out)
        self.write("policy.py", "def policy(call):\n    return allow()\n")
        self.work()
        self.assertEqual(self.result(run), 1)
        self.assertEqual(self.fermata("show", run, "--json").report["attempts"][0]["number"], 1)


if __name__ == "__main__":
    unittest.main()
