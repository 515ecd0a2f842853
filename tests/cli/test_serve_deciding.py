"""Who decides, on pages and by the API: what they were shown stays with what they decided, and who else may say what became of a call."""

import re
import time
import unittest

from serving import ServedTest


class Deciding(ServedTest):
    def test_who_answers_what_people_were_asked_about(self):
        self.write("policy.py", "def policy(call):\n    return ask('big', roles=['finance'])\n")
        run = self.submit("refund(17)", "--by", "ada")
        handlers = ("--handler", "refund=./nothing", "--policy", "policy.py")
        self.fermata("work", "--drain", "--no-jail", *handlers)
        self.fermata("approve", run, "--by", "bo", "--as", "finance")
        self.fermata("work", "--drain", "--no-jail", *handlers)
        call = f"/calls/{run}/1"
        self.serve("--as", "support")
        page = self.get(call)
        self.assertIn("This is decided by finance", page.words)
        self.assertNotIn(f'action="{call}/again"', page.text)
        csrf = self.get("/runs/" + run).field("csrf")
        for action, fields in (("answer", {"answer": "1"}), ("raise", {"type": "OSError"}), ("again", {})):
            self.assertIn("cy has none of these roles", self.post(f"{call}/{action}", fields, 409, csrf=csrf).words)
            sent = {"Content-Type": "application/json"}
            if action != "raise":
                told = self.request("POST", f"/v1{call}/{action}", '{"result": 1}' if action == "answer" else None, sent)
                self.assertEqual(told.status, 409, told.text)
                self.assertIn("none of these roles", told.text)
        self.end(self.process)
        self.serve("--as", "finance")
        self.post(call + "/answer", {"answer": "1"})
        self.fermata("work", "--drain", "--no-jail")
        self.assertEqual(self.status_of(run), "done")

    def test_what_is_handed_over_is_taken_back(self):
        _, call = self.ask(submit=("--by", "ada"))
        self.serve()
        self.post(call + "/delegate", {"to": "bo"})
        page = self.get(call)
        self.assertIn("Take it back", page.words)
        self.assertNotIn('value="approve"', page.text)
        self.post(call + "/delegate", {"to": "cy"})
        page = self.get(call)
        self.assertNotIn("Take it back", page.words)
        self.assertIn('value="approve"', page.text)

    def test_each_decision_has_what_was_shown(self):
        self.write("policy.py", "def policy(call):\n    return ask('big', quorum=2)\n")
        run, call = self.ask("refund(17)\nrefund(18)", "--policy", "policy.py")
        for who, more in (("bo", ()), ("cy", ("--args", "[3]")), ("di", ())):
            self.fermata("approve", run, "--by", who, *more)
        self.work("--policy", "policy.py")
        self.serve()
        words = self.get(f"/calls/{run}/2").words
        self.assertIn("approved by di", words)
        self.assertRegex(words, r"by di [^:]*: refund\(3\)")
        self.assertRegex(words, r"by cy [^:]*: refund\(17\) with 1st: 17 → 3")
        self.assertRegex(words, r"by bo [^:]*: refund\(17\)")
        self.assertRegex(self.get(f"/runs/{run}").words, r"Decided[^A-Z]*refund\(17\)with 1st: 17 → 3who cy")

    def test_gathered_calls_that_are_decided_together(self):
        """The program goes on as soon as the first one is, and a decision is about the program as it was shown."""
        self.write("tools.py", "async def refund(n):\n    return n\n")
        text = "import asyncio\nsum(await asyncio.gather(*(refund(n) for n in range(40))))"
        run = self.submit(text)
        self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--approve", "refund")
        self.serve("--tools", "tools.py", "--approve", "refund")
        picked = dict(re.findall(r'name="(pick [^"]*)" value="([^"]*)"', self.get("/").text))
        self.assertEqual(len(picked), 40)
        self.post("/decide", {"verdict": "approve", **picked})
        for _ in range(40):
            if self.status_of(run) == "done":
                break
            time.sleep(0.1)
        self.assertEqual(self.fermata("show", run, "--json").report["result"], sum(range(40)))


if __name__ == "__main__":
    unittest.main()
