"""What somebody changed is shown to those who come after: on the page of the call, of the run, in what happened."""

import unittest

from serving import ServedTest

TOOLS = """
import dataclasses

@dataclasses.dataclass
class Artifact:
    service: str
    size_mb: float

@dataclasses.dataclass
class Deployment:
    artifact: Artifact
    env: str
    replicas: int
    labels: dict[str, str]

def scale(service: str, replicas: int, note: str = "") -> int:
    return replicas

def deploy(deployment: Deployment) -> int:
    return 1
"""
POLICY = "def policy(call):\n    return ask('big', quorum=2)\n"


class Changes(ServedTest):
    def asked(self, program, policy=POLICY):
        self.write("tools.py", TOOLS)
        self.write("policy.py", policy)
        run = self.submit(program)
        self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--policy", "policy.py")
        return run, f"/calls/{run}/1"

    def decide(self, call, verdict, status=303, **fields):
        page = self.get(call)
        sent = {"csrf": page.field("csrf"), "shown": page.field("shown"), "was": page.field("was"), "verdict": verdict, **fields}
        return self.post(call + "/decide", sent, status, csrf=sent["csrf"])

    def test_the_second_one_sees_what_the_first_one_changed(self):
        note = "the evening peak " * 9
        run, call = self.asked(f"scale('web', replicas=3, note='{note}')")
        self.serve(by="ada")
        self.decide(call, "approve", **{"arg.1": "20", "arg.2": note.replace("peak", "rush", 5).replace("rush", "peak", 4)})
        self.end(self.process)
        self.serve(by="bo")
        page = self.get(call)
        self.assertIn("ada changed replicas: 3 → 20", page.words)
        self.assertLess(page.words.index("ada changed"), page.words.index("Approved by"))
        self.assertIn("…ak the evening peak the evening pe…", page.words)
        self.assertIn("→ …ak the evening rush the evening pe…", page.words)
        self.assertIn("approved by ada", page.words)
        self.assertIn("with replicas: 3 → 20", page.words)
        history = self.get("/runs/" + run).words
        self.assertIn("with replicas: 3 → 20", history)
        self.decide(call, "approve")
        self.assertIn("with replicas: 3 → 20", self.get(call).words)

    def test_places_have_their_names(self):
        run, call = self.asked("scale('web', 3)")
        self.serve()
        self.decide(call, "approve", **{"arg.0": "api"})
        for path in (call, "/runs/" + run):
            self.assertIn("service: 'web' → 'api'", self.get(path).words)

    def test_a_policy_that_asks_more_is_called_so(self):
        policy = "def policy(call):\n    return ask('big', quorum=2 if call.kwargs['replicas'] > 5 else 1)\n"
        run, call = self.asked("scale('web', replicas=3)", policy)
        self.serve(by="ada")
        self.decide(call, "approve", **{"arg.1": "20"})
        self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--policy", "policy.py")
        history = self.get("/runs/" + run).words
        self.assertIn("People are asked again", history)
        self.assertNotIn("didn't fit", history)
        self.assertNotIn("ada changed", self.get(call).words)  # it is the program's own again


if __name__ == "__main__":
    unittest.main()
