"""The form by which a call is decided: what was sent and can't be taken is kept, dataclasses have a field for each of their own."""

import re
import unittest

from serving import ServedTest

TOOLS = """
import dataclasses, datetime, decimal, enum

class Env(enum.Enum):
    STAGING = "staging"
    PROD = "prod"

@dataclasses.dataclass
class Artifact:
    service: str
    checks: list[str]
    size_mb: decimal.Decimal

@dataclasses.dataclass
class Deployment:
    artifact: Artifact
    env: Env
    replicas: int
    load: float
    forced: bool
    on: datetime.date
    window: int | None = None

def deploy(deployment: Deployment) -> str:
    return repr(deployment)

def artifact(service: str) -> Artifact:
    return Artifact(service, ["smoke", "load"] * 10, decimal.Decimal("12.50"))

def deployment(artifact: Artifact, env: Env) -> Deployment:
    return Deployment(artifact, env, 3, 0.5, False, datetime.date(2026, 12, 1))
"""


LEFT_OUT = """
import dataclasses, datetime, decimal

@dataclasses.dataclass
class Claim:
    id: str

def pay(claim: Claim, amount: decimal.Decimal, note: str = "", urgent: bool = False, day: datetime.date = datetime.date(2026, 1, 1)) -> str:
    return f"{claim.id} {amount} {note} {urgent} {day}"
"""


class Forms(ServedTest):
    def decide(self, call, verdict, status=303, **fields):
        page = self.get(call)
        sent = {"csrf": page.field("csrf"), "shown": page.field("shown"), "was": page.field("was"), "verdict": verdict, **fields}
        return self.post(call + "/decide", sent, status, csrf=sent["csrf"])

    def test_a_grant_that_cannot_be_made_is_kept(self):
        run, call = self.ask()
        self.serve()
        self.assertRegex(self.get(call).text, '<details class="fold"><summary>Also approve')
        sent = {"grant": "yes", "grant-reason": "", "grant-for": "86400", "grant-times": "7", "rule-arg.1": "between", "low-arg.1": "1"}
        page = self.decide(call, "approve", 422, reason="fine by me", **sent).text
        self.assertRegex(page, '<details class="fold" open><summary>Also approve')
        self.assertRegex(page, '<input type="checkbox" name="grant" value="yes" checked>')
        self.assertRegex(page, '<input type="checkbox" name="same-program" value="yes">')
        self.assertRegex(page, '<option value="86400" selected>')
        self.assertRegex(page, 'name="grant-times"[^>]* value="7"')
        self.assertRegex(page, '<option value="between" selected>')
        self.assertRegex(page, 'name="low-arg.1"[^>]* value="1"')
        self.assertRegex(page, r'name="reason"[^>]*>\s*fine by me</textarea>')
        self.decide(call, "approve", **{**sent, "grant-reason": "small", "rule-arg.1": "any"})
        (grant,) = self.fermata("grants", "--json").report["grants"]
        self.assertEqual(grant["times"], 7)

    def test_an_approval_has_a_reason(self):
        run, call = self.ask()
        self.serve()
        self.assertEqual(len(re.findall(r'name="reason"', self.get(call).text)), 1)
        self.decide(call, "approve", reason="the customer is right")
        self.assertIn("the customer is right", self.get(call).words)
        self.assertIn("the customer is right", self.get("/runs/" + run).words)

    def test_a_dataclass_has_a_field_for_each_of_its_own(self):
        self.write("tools.py", TOOLS)
        run = self.submit("deploy(deployment(artifact('api'), Env.PROD))")
        work = ("work", "--drain", "--no-jail", "--tools", "tools.py", "--approve", "deploy")
        self.fermata(*work)
        self.serve()
        call = self.get("/").text.split('href="/calls/')[1].split('"')[0]
        call = "/calls/" + call
        page = self.get(call)
        headline = re.search(r"<h1[^>]*>(.*?)</h1>", page.text)[1]
        words = re.sub("<[^>]*>", "", headline)
        self.assertLess(words.index("replicas 3"), words.index("artifact Artifact("))
        self.assertIn("Artifact(service=&#39;api&#39;, size_mb=Decimal(&#39;12.50&#39;)", words.replace("'", "&#39;"))
        self.assertNotIn("$record", page.text)
        self.assertIn('<option value="PROD" selected>PROD</option>', page.text)
        self.assertRegex(page.text, 'name="arg.0.0.2"[^>]*inputmode="decimal" value="12.50"')
        self.assertRegex(page.text, 'name="arg.0.5"[^>]*type="date"')
        self.assertRegex(page.text, '<fieldset class="members"><legend>artifact <span class="type">Artifact</span>')
        self.assertIn("whole number, or nothing", page.words)
        page = self.decide(call, "approve", 422, **{"arg.0.0.2": "much", "arg.0.2": "4"})
        self.assertIn("This takes a decimal number", page.words)
        self.assertRegex(page.text, 'name="arg.0.2"[^>]* value="4"')
        sent = {"arg.0.0.2": "13.75", "arg.0.1": "STAGING", "arg.0.2": "4", "arg.0.4": "true", "arg.0.5": "2026-12-24", "arg.0.6": "30"}
        self.decide(call, "approve", **sent)
        history = self.get("/runs/" + run).words
        for change in (
            "deployment.artifact.size_mb: Decimal('12.50') → Decimal('13.75')",
            "deployment.replicas: 3 → 4",
            "deployment.window: None → 30",
        ):
            self.assertIn(change, history)
        self.fermata(*work)
        result = self.fermata("show", run, "--json").report["result"]
        self.assertIn("size_mb=Decimal('13.75')), env=<Env.STAGING: 'staging'>, replicas=4, load=0.5, forced=True", result)
        self.assertIn("datetime.date(2026, 12, 24), window=30", result)

    def test_a_small_value_with_very_many_members(self):
        program = """
import dataclasses
@dataclasses.dataclass
class Node:
    parts: list
    left: object = None
    right: object = None
node = Node([])
for _ in range(40):
    node = Node([], node, node)
refund(node)
"""
        run, call = self.ask(program)
        self.serve()
        self.assertLess(len(self.get(call).text), 1_000_000)  # as JSON it may be 256 KB, not without end

    def test_what_the_program_leaves_out_can_be_said(self):
        self.write("tools.py", LEFT_OUT)
        run = self.submit("pay(Claim('c1'), '84.50')")
        self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--approve", "pay")
        call = f"/calls/{run}/1"
        self.serve()
        page = self.get(call).text
        names = ".*".join(f'name="more.{name}"' for name in ("note", "urgent", "day"))
        self.assertRegex(page, '(?s)<details class="fold"><summary>Arguments left out: note, urgent, day</summary>.*' + names)
        self.assertIn("may be left out: then it is False", page)
        page = self.decide(call, "approve", 422, **{"more.day": "soon", "more.note": "by hand"}).text
        self.assertRegex(page, '<details class="fold" open><summary>Arguments left out')
        self.assertRegex(page, r'name="more.note"[^>]*>\s*by hand</textarea>')
        self.decide(call, "approve", **{"more.urgent": "true", "more.note": "by hand", "more.day": "2026-12-24"})
        self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--approve", "pay")
        self.assertEqual(self.fermata("show", run, "--json").report["result"], "c1 84.50 by hand True 2026-12-24")


if __name__ == "__main__":
    unittest.main()
