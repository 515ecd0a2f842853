"""`fermata serve --audit`: who asked for what, from where, and what came of it."""

import json
import os
import unittest
import urllib.parse

from command import USAGE
from serving import PASSWORD, KnownTest

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


class Audit(KnownTest):
    def entries(self):
        with open(self.path("audit.jsonl"), encoding="utf-8") as file:
            return [json.loads(line) for line in file]

    def last(self, *names):
        entry = self.entries()[-1]
        return tuple(entry[name] for name in names)

    def test_what_people_do(self):
        run, call = self.ask(submit=("--tenant", "acme", "--by", "someone"))
        self.known("password", "ada", "decide", tenant="acme", stdin=PASSWORD.encode())
        token = self.known("token", "ci", "submit")
        self.serve_people("--audit", "audit.jsonl")
        self.assertEqual(os.stat(self.path("audit.jsonl")).st_mode & 0o777, 0o600)
        evil = "<b>\n\u202e" + "x" * 5000
        self.sign_in(evil, "wrong horse")
        entry = self.entries()[-1]
        self.assertEqual((entry["who"][:4], len(entry["who"].encode()) < 600), (evil[:4], True))
        self.assertEqual(self.last("how", "from", "method", "path", "status"), ("password", "127.0.0.1", "POST", "/sign-in", 401))
        cookie = self.signed_in()
        self.assertEqual(self.last("who", "tenant", "how", "path", "status"), ("ada", "acme", "password", "/sign-in", 303))
        page = self.request("GET", call, None, cookie)
        self.assertEqual(len(self.entries()), 2)  # who only looks isn't told
        fields = {"verdict": "approve", "shown": page.field("shown"), "was": page.field("was")}
        self.request("POST", call + "/decide", urllib.parse.urlencode(fields), {**cookie, **FORM})
        self.assertEqual(self.last("who", "how", "status"), ("ada", "session", 403))  # without the session's token
        fields["csrf"] = page.field("csrf")
        self.request("POST", call + "/decide", urllib.parse.urlencode(fields), {**cookie, **FORM})
        decided = ("ada", "acme", "approve", fields["shown"], call + "/decide", 303)
        self.assertEqual(self.last("who", "tenant", "verdict", "shown", "path", "status"), decided)
        self.request("POST", "/sign-out", urllib.parse.urlencode({"csrf": fields["csrf"]}), {**cookie, **FORM})
        self.assertEqual(self.last("who", "path", "status"), ("ada", "/sign-out", 303))
        self.request("POST", "/v1/runs", '{"source": "1"}', {**JSON, "Authorization": "Bearer " + token})
        self.assertEqual(self.last("who", "tenant", "how", "path", "status"), ("ci", None, "token", "/v1/runs", 201))
        self.request("POST", "/v1/runs", '{"source": "def"}', {**JSON, "Authorization": "Bearer " + token})
        self.assertEqual(self.last("who", "status"), ("ci", 422))
        self.request("POST", "/v1/runs", "{}", {**JSON, "Authorization": "Bearer fermata_x"})
        self.assertEqual(self.last("who", "how", "status"), (None, "nobody", 401))
        sent = {"verdict": "deny", "shown": "0" * 64}
        self.request("POST", f"/v1{call}/decide", json.dumps(sent), {**JSON, "Authorization": "Bearer " + token})
        self.assertEqual(self.last("who", "verdict", "shown", "status"), ("ci", "deny", "0" * 64, 403))
        self.request("POST", f"/v1/answers/{run}.1.1.secret", '{"result": 1}', JSON)
        self.assertEqual(self.last("who", "path", "status"), (None, f"/v1/answers/{run}.1.1.…", 404))
        self.request("POST", "/v1/answers/secret", '{"result": 1}', JSON)
        self.assertEqual(self.last("path", "status"), ("/v1/answers/…", 404))
        self.assertNotIn("secret", json.dumps(self.entries()))
        self.assertNotIn(token, json.dumps(self.entries()))
        self.assertNotIn(PASSWORD, json.dumps(self.entries()))

    def test_the_person_at_this_machine(self):
        self.serve("--audit", "audit.jsonl")
        self.request("POST", "/v1/runs", '{"source": "1"}', JSON)
        self.assertEqual(self.last("who", "how", "status"), ("cy", "local", 201))
        os.rename(self.path("audit.jsonl"), self.path("old.jsonl"))
        self.request("POST", "/v1/runs", '{"source": "1"}', {**JSON, "Origin": "https://evil.example"})
        self.assertEqual([(entry["who"], entry["status"]) for entry in self.entries()], [(None, 403)])

    def test_a_file_that_cant_be_written(self):
        self.assertIn("can't write the audit", self.fermata("serve", "--audit", "no/such/file", code=USAGE).err)


if __name__ == "__main__":
    unittest.main()
