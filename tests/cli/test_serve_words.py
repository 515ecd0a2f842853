"""What the pages say: names of arguments, who decides then, how many were decided, that nothing fits."""

import json
import re
import unittest

from serving import PASSWORD, KnownTest, ServedTest

TOOLS = """
def rollback(service: str, version: str, note: str = "") -> float:
    '''Puts an older version of a service back.

    Nobody is told.'''
    return 1.0
"""


class Words(ServedTest):
    def asked(self, program="rollback('web', '1.0')", policy="def policy(call):\n    return ask('big')\n"):
        self.write("tools.py", TOOLS)
        self.write("policy.py", policy)
        run = self.submit(program)
        self.fermata("work", "--drain", "--no-jail", "--tools", "tools.py", "--policy", "policy.py")
        return run, f"/calls/{run}/1"

    def test_arguments_have_their_names(self):
        run, call = self.asked()
        self.serve()
        inbox = self.get("/")
        self.assertIn("Rollback service 'web', version '1.0'", inbox.words)
        self.assertIn("Select: Rollback service &#39;web&#39;, version", inbox.text)
        page = self.get(call)
        sent = {"shown": page.field("shown"), "verdict": "approve", "grant": "yes", "grant-reason": "small", "grant-for": "3600"}
        self.post(call + "/decide", {**sent, "grant-times": "3", "rule-arg.1": "any"}, csrf=page.field("csrf"))
        self.assertIn("rollback(service = 'web', version anything)", self.get("/grants").words)

    def test_a_summary_says_it(self):
        self.write("policy.py", "def policy(call):\n    return ask('big')\n")
        run = self.submit("rollback('<web>', version='v1.0')")
        work = "work", "--drain", "--no-jail", "--handler", "rollback=cat", "--policy", "policy.py", "--summary"
        for text, problem in (
            ("roll back {0:.1f}", "{0:.1f} isn't an argument's name"),
            ("back {", "a '{' of a summary has no '}' after it"),
        ):
            self.assertIn(f"--summary: {problem}", self.fermata(*work, f"rollback={text}", code=2).err)
        self.assertIn("has a function push()", self.fermata(*work, "push=x", code=2).err)
        self.fermata(*work, "rollback=put {version} of {0} back")
        self.assertIn("put v1.0 of '<web>' back", self.fermata("inbox").out)
        (asked,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual(asked["summary"], "put v1.0 of '<web>' back")
        self.serve()
        inbox, page = self.get("/"), self.get(f"/calls/{run}/1")
        self.assertIn("put <b>v1.0</b> of <b>&#39;&lt;web&gt;&#39;</b> back", inbox.text)
        self.assertIn("put v1.0 of '<web>' back", page.words)
        (asked,) = json.loads(self.get("/v1/calls").text)["approvals"]
        self.assertEqual(asked["summary"], "put v1.0 of '<web>' back")

    def test_what_a_function_does_is_its_docstrings_to_say(self):
        run, call = self.asked()
        self.serve()
        self.assertIn("Puts an older version of a service back.", self.get(call).words)
        self.assertNotIn("Nobody is told", self.get(call).words)
        self.assertEqual(json.loads(self.get(f"/v1/calls/{run}/1").text)["summary"], "Rollback service 'web', version '1.0'")

    def test_variables_are_listed_once(self):
        run, call = self.asked("unheard_of = 170017\nrollback('web', '1.0')")
        self.serve()
        self.assertEqual(self.get(call).words.split("Its variables")[1].count("170017"), 1)

    def test_who_decides_then(self):
        ask = "def policy(call):\n    return ask('x', deadline=3600, on_deadline='escalate', escalate={!r}, roles=['team'])\n"
        self.asked(policy=ask.format(["director"]))
        self.serve("--as", "team")
        self.assertRegex(self.get("/").words, r"in 59 min: director decides")
        self.asked(policy=ask.format(["cfo", "director"]))
        self.assertIn("cfo or director decides", self.get("/").words)

    def test_how_many_were_decided(self):
        for version in range(3):
            self.asked(f"rollback('web', '{version}')")
        self.serve()
        page = self.get("/")
        self.assertIn("Reason, if there is one", page.text)
        picks = dict(re.findall(r'name="(pick [^"]+)" value="([^"]+)"', page.text))
        to = self.post("/decide", {"verdict": "approve", **picks}, csrf=page.field("csrf")).headers["location"]
        self.assertIn("3 approved.", self.get(to).words)

    def test_nothing_fits(self):
        self.asked()
        self.serve()
        page = self.get("/?q=nowhere")
        self.assertRegex(page.text, 'Nothing fits. <a href="/">Show all</a>')

    def test_a_table_has_titles_for_phones(self):
        self.asked()
        self.serve()
        self.assertIn('<td data-title="Queue">', self.get("/runs").text)


class SigningIn(KnownTest):
    def test_lists_to_look_at(self):
        self.known("password", "ada", "view", stdin=PASSWORD.encode())
        self.known("password", "bo", "admin", stdin=PASSWORD.encode())
        self.write("agent.py", "1")
        self.fermata("submit", "agent.py", "--every", "1h")
        self.serve_people()
        for name, may in (("ada", 403), ("bo", 200)):
            headers = self.signed_in(name=name)
            for path, status in (("/schedules", 200), ("/webhooks", may), ("/audit", may)):
                self.assertEqual(self.request("GET", path, None, headers).status, status, path)
                self.assertEqual(path in self.request("GET", "/overview", None, headers).text, status == 200)
        self.assertIn("agent.py", self.request("GET", "/schedules", None, headers).words)
        self.assertIn("sign_in", self.request("GET", "/audit", None, headers).words)

    def test_what_was_wrong(self):
        self.known("token", "ada", "view")
        self.serve_people()
        self.assertIn("The name or the password is wrong.", self.sign_in("nobody", "x").words)


if __name__ == "__main__":
    unittest.main()
