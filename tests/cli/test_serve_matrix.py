"""Every route of `fermata serve`, asked by everybody: with each permission, of the run's tenant, of another one and of all; and by other
sites' pages. The routes are those of the tables that the server itself is made of, so that a new one is asked, too."""

import html
import json
import os
import re
import sys
import unittest
import urllib.parse

from command import ROOT
from serving import KnownTest

sys.path.insert(0, os.path.join(ROOT, "tests"))
import routes_page  # noqa: E402

MAY = {
    "view": {"view"},
    "work": {"view", "work"},
    "submit": {"view", "submit", "act"},
    "decide": {"view", "decide", "act"},
    "decide:finance": {"view", "decide", "act"},
    "admin": {"view", "submit", "decide", "act", "work", "admin"},
}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
JSON = {"Content-Type": "application/json"}


def is_page(path):
    return not path.startswith("/v1/") and path != "/metrics"


class Routes(KnownTest):
    def setUp(self):
        super().setUp()
        self.of, self.page = self.ask(submit=("--tenant", "acme", "--by", "someone"))
        self.grant = self.fermata("grant", "refund", "--tenant", "acme", "--until", "1h", "--reason", "r", "--any-others", "--json").report[
            "grant"
        ]
        self.rows = [(method, path, takes) for method, path, takes in routes_page.routes() if path != "/v1/events" and takes != "anybody"]
        self.assertGreater(len(self.rows), 60)
        self.others = {"session": "nothing", "schedule": "nothing", "webhook": "nothing"}

    def at(self, path):
        return path.format(run=self.of, call=1, seq=1, grant=self.grant, **self.others)

    def browser(self, token):
        """A browser's session: its headers, and the token of its forms."""
        page = self.request("POST", "/sign-in", urllib.parse.urlencode({"token": token}), FORM)
        self.assertEqual(page.status, 303)
        cookie = {"Cookie": page.headers["set-cookie"].split(";")[0]}
        return cookie, self.request("GET", "/overview", None, cookie).field("csrf")

    def ask_route(self, method, path, token, browser):
        if method == "POST" and is_page(path):
            cookie, csrf = browser
            return self.request(method, self.at(path), urllib.parse.urlencode({"csrf": csrf}), {**cookie, **FORM})
        query = "?from=1&to=1" if path.endswith("/diff") else ""
        body = "{}" if method == "POST" else None
        return self.request(method, self.at(path) + query, body, {"Authorization": "Bearer " + token, **(JSON if body else {})})

    def make_anew(self, path, submits, manages):
        """What of acme's the path names, as the request before may have deleted it."""
        for kind, token, body in (
            ("session", submits, {}),
            ("schedule", submits, {"every": "1h", "source": "refund(1)", "name": "agent.py"}),
            ("webhook", manages, {"tenant": "acme", "url": "https://example.org/refund", "secrets": ["whsec_" + "A" * 32]}),
        ):
            if "{" + kind + "}" in path:
                headers = {"Authorization": "Bearer " + token, **JSON}
                self.request("DELETE", f"/v1/{kind}s/{self.others[kind]}", None, headers)
                page = self.request("POST", f"/v1/{kind}s", json.dumps(body), headers)
                self.assertEqual(page.status, 201, page.text)
                self.others[kind] = json.loads(page.text)[kind]

    def test_each_permission_of_each_tenant(self):
        known = {}
        for tenant in ("acme", "umbrella", None):
            for may in MAY:
                known[tenant, may] = self.known("token", f"{may} of {tenant}", may, tenant=tenant)
        self.serve_people()
        for (tenant, may), token in known.items():
            browser = self.browser(token)
            for method, path, takes in self.rows:
                with self.subTest(tenant=tenant, may=may, route=f"{method} {path}"):
                    self.make_anew(path, known["acme", "submit"], known[None, "admin"])
                    page = self.ask_route(method, path, token, browser)
                    self.assertLess(page.status, 500, page.text)
                    if takes not in MAY[may]:
                        self.assertEqual(page.status, 403)
                        self.assertIn("no permission", page.text)
                    elif "{" in path and tenant == "umbrella":
                        self.assertEqual(page.status, 404)
                    else:
                        self.assertNotIn(page.status, (401, 403, 404), page.text)
                    if tenant == "umbrella":
                        self.assertNotIn("refund", page.text)
                        self.assertNotIn("agent.py", page.text)

    def test_nobody(self):
        self.known("token", "ci", "view")
        self.serve_people()
        for method, path, _ in self.rows:
            page = self.request(method, self.at(path), None if method == "GET" else "", {} if method == "GET" else FORM)
            self.assertEqual(page.status, 303 if is_page(path) else 401, path)
            self.assertNotIn("refund", page.text)

    def test_other_sites_pages_change_nothing(self):
        token, other = self.known("token", "ci", "admin"), self.known("token", "eve", "admin")
        self.serve_people()
        (cookie, csrf), (_, another) = self.browser(token), self.browser(other)
        changes = [(method, path) for method, path, _ in self.rows if method != "GET"] + [("POST", "/sign-out")]
        for method, path in changes:
            for how, sent, headers in [
                ("no token", {}, {}),
                ("another session's token", {"csrf": another}, {}),
                ("another site", {"csrf": csrf}, {"Origin": "https://evil.example"}),
                ("a sandboxed frame", {"csrf": csrf}, {"Origin": "null"}),
                ("a browser says so", {"csrf": csrf}, {"Sec-Fetch-Site": "same-site"}),
            ]:
                with self.subTest(path=path, how=how):
                    if is_page(path):
                        page = self.request("POST", self.at(path), urllib.parse.urlencode(sent), {**cookie, **FORM, **headers})
                    else:
                        given = {"X-CSRF-Token": sent["csrf"]} if sent else {}
                        page = self.request(method, self.at(path), "{}", {**cookie, **JSON, **given, **headers})
                    self.assertEqual(page.status, 403, page.text)
        self.assertEqual(self.request("GET", "/", None, cookie).status, 200)  # still signed in
        shown = self.request("GET", self.page, None, cookie)
        self.assertIn("Approve", html.unescape(shown.text))
        log = self.fermata("log", self.of, "--json").out
        self.assertEqual(set(re.findall(r'"kind": "(\w+)"', log)), {"submit", "claim", "advance"})


if __name__ == "__main__":
    unittest.main()
