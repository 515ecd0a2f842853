"""The store's audit: who did what, from where, and how they proved who they are; `GET /v1/audit`, `fermata audit`, `serve --audit`."""

import json
import os
import unittest
import urllib.parse

from command import USAGE
from serving import PASSWORD, KnownTest

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


class Audit(KnownTest):
    def entries(self, *more):
        return [json.loads(line) for line in self.fermata("audit", "--json", *more).out.splitlines()]

    def last(self, *names):
        entry = self.entries("--most", "1")[0]
        return tuple(entry["data"].get(name) if name in ("path", "status", "verdict", "shown") else entry[name] for name in names)

    def test_what_people_do(self):
        run, call = self.ask(submit=("--tenant", "acme", "--by", "someone"))
        self.known("password", "ada", "decide", tenant="acme", stdin=PASSWORD.encode())
        token = self.known("token", "ci", "submit")
        self.serve_people("--audit", "audit.jsonl")
        self.assertEqual(os.stat(self.path("audit.jsonl")).st_mode & 0o777, 0o600)
        evil = "<b>\n\u202e" + "x" * 5000
        self.sign_in(evil, "wrong horse")
        entry = self.entries()[-1]
        self.assertEqual((entry["who"], entry["data"]["name"][:4], len(entry["data"]["name"].encode()) < 600), (None, evil[:4], True))
        self.assertEqual(self.last("how", "from", "action", "status"), ("password", "127.0.0.1", "sign_in_failed", 401))
        cookie = self.signed_in()
        self.assertEqual(self.last("who", "tenant", "how", "from", "action"), ("ada", "acme", "password", "127.0.0.1", "sign_in"))
        page = self.request("GET", call, None, cookie)
        self.assertEqual(len(self.entries()), 2)  # who only looks isn't told
        fields = {"verdict": "approve", "shown": page.field("shown"), "was": page.field("was")}
        self.request("POST", call + "/decide", urllib.parse.urlencode(fields), {**cookie, **FORM})
        refused = ("ada", "session", "refused", 403, "approve", fields["shown"])  # without the session's token
        self.assertEqual(self.last("who", "how", "action", "status", "verdict", "shown")[1:], refused[1:])
        fields["csrf"] = page.field("csrf")
        self.request("POST", call + "/decide", urllib.parse.urlencode(fields), {**cookie, **FORM})
        decided = ("ada", "acme", "session", "127.0.0.1", run, "decide", "approve", fields["shown"])
        self.assertEqual(self.last("who", "tenant", "how", "from", "run", "action", "verdict", "shown"), decided)
        self.request("POST", call + "/decide", urllib.parse.urlencode(fields), {**cookie, **FORM})
        self.assertEqual(self.last("who", "action", "status"), ("ada", "refused", 409))  # again
        self.request("POST", "/sign-out", urllib.parse.urlencode({"csrf": fields["csrf"]}), {**cookie, **FORM})
        self.assertEqual(self.last("who", "action"), ("ada", "sign_out"))
        self.as_token(token, f"/v1/runs/{run}/messages", "POST", "")
        count = len(self.entries())
        self.request("POST", f"/v1/runs/{run}/cancel", '{"reason": "enough"}', {**JSON, "Authorization": "Bearer " + token})
        self.assertEqual(self.last("who", "tenant", "how", "action"), ("ci", "acme", "token", "cancel"))
        self.assertEqual(len(self.entries()), count + 1)
        self.request("GET", "/v1/runs", None, {"Authorization": "Bearer fermata_x"})
        self.assertEqual(self.last("who", "how", "action", "status", "path"), (None, "nobody", "refused", 401, "/v1/runs"))
        sent = {"verdict": "deny", "shown": "0" * 64}
        self.request("POST", f"/v1{call}/decide", json.dumps(sent), {**JSON, "Authorization": "Bearer " + token})
        self.assertEqual(self.last("who", "verdict", "shown", "status"), ("ci", "deny", "0" * 64, 403))
        with open(self.path("audit.jsonl"), encoding="utf-8") as file:
            self.assertEqual([json.loads(line) for line in file], self.entries())  # the same records
        everything = json.dumps(self.entries())
        for secret in (token, PASSWORD, "wrong horse", "fermata_x", fields["csrf"]):
            self.assertNotIn(secret, everything)
        self.assertIn("verified", self.fermata("audit", "--verify").out)

    def test_who_may_read_it(self):
        for tenant in ("acme", "umbrella"):
            run = self.submit("1", "--tenant", tenant)
            self.fermata("cancel", run, "--reason", "of " + tenant)
        boss, acme, view = (
            self.known("token", name, may, tenant=tenant)
            for name, may, tenant in (("boss", "admin", None), ("of acme", "admin", "acme"), ("viewer", "view", "acme"))
        )
        self.serve_people()

        def audit(token, query="", status=200):
            page = self.as_token(token, "/v1/audit" + query)
            self.assertEqual(page.status, status, page.text)
            return json.loads(page.text)

        self.assertEqual([entry["tenant"] for entry in audit(boss)["records"]], ["umbrella", "acme"])
        self.assertEqual([entry["tenant"] for entry in audit(acme)["records"]], ["acme"])
        self.assertEqual([entry["tenant"] for entry in audit(boss, "?tenant=umbrella")["records"]], ["umbrella"])
        audit(acme, "?tenant=umbrella", 404)
        audit(view, "", 403)
        first = audit(boss, "?limit=1&after=0&action=cancel")
        self.assertEqual((first["records"][0]["tenant"], first["next"]), ("acme", 1))
        self.assertEqual(audit(boss, f"?limit=1&action=cancel&after={first['next']}")["records"][0]["tenant"], "umbrella")
        self.assertEqual(audit(boss, "?until=2020-01-01&since=2019-12-01T10:00:00.5Z")["records"], [])
        self.assertEqual([entry["action"] for entry in audit(boss, "?who=viewer")["records"]], ["refused"])
        for wrong in ("?since=yesterday", "?action=look", "?after=-1", "?before=x"):
            audit(boss, wrong, 400)
        lines = self.request("GET", "/v1/audit", None, {"Authorization": "Bearer " + boss, "Accept": "application/x-ndjson"})
        self.assertEqual(lines.headers["content-type"], "application/x-ndjson")
        self.assertEqual([json.loads(line)["action"] for line in lines.text.splitlines()][:2], ["cancel", "cancel"])

    def test_who_is_refused_often_is_told_seldom(self):
        self.known("token", "ci", "view")
        self.serve_people()
        for _ in range(60):
            self.as_token("fermata_wrong", "/v1/runs")
        self.assertLess(len(self.entries()), 25)

    def test_the_command(self):
        run, call = self.ask()
        key = run + ":1:1"
        shown = self.fermata("inbox", "--json").report["calls"][0]["shown"]
        self.fermata("approve", key, "--by", "ada", "--shown", shown)
        (entry,) = self.entries()
        self.assertEqual((entry["who"], entry["how"], entry["action"], entry["data"]["shown"]), ("ada", "command", "decide", shown))
        self.assertTrue(entry["from"])
        self.assertIn("decide  by ada (command) from", self.fermata("audit").out)
        self.fermata("audit", "--action", "look", code=USAGE)
        self.fermata("audit", "--since", "noon", code=USAGE)
        self.assertEqual(self.entries("--who", "bo"), [])
        self.assertEqual(self.entries("--after", "1"), [])
        self.assertIn("1 records would be deleted", self.fermata("audit", "--prune-older-than", "0").err)
        self.fermata("audit", "--prune-older-than", "0", "--yes")
        self.assertEqual([entry["action"] for entry in self.entries()], ["prune_audit"])
        verified = self.fermata("audit", "--verify", "--json").report
        self.assertEqual((verified["number"], verified["pruned"], verified["problem"]), (2, 1, None))

    def test_the_person_at_this_machine(self):
        self.serve("--audit", "audit.jsonl")
        run = self.submit("1")
        self.request("POST", f"/v1/runs/{run}/cancel", "{}", JSON)
        self.assertEqual(self.last("who", "how", "from", "action"), ("cy", "local", "127.0.0.1", "cancel"))
        os.rename(self.path("audit.jsonl"), self.path("old.jsonl"))
        self.request("POST", "/v1/runs", '{"source": "1"}', {**JSON, "Origin": "https://evil.example"})
        self.assertEqual(self.last("who", "action", "status"), (None, "refused", 403))
        with open(self.path("audit.jsonl"), encoding="utf-8") as file:
            self.assertEqual(len(file.readlines()), 1)

    def test_a_file_that_cant_be_written(self):
        self.assertIn("can't write the audit", self.fermata("serve", "--audit", "no/such/file", code=USAGE).err)


if __name__ == "__main__":
    unittest.main()
