"""`fermata serve --auth`: who may ask what."""

import json
import os
import re
import unittest
import urllib.parse

from command import ROOT, USAGE
from serving import PASSWORD, KnownTest


class Auth(KnownTest):
    def test_without_a_token_nothing_is_told(self):
        run, call = self.ask()
        self.known("token", "ci", "view")
        self.serve_people()
        for path in ("/", "/runs", call, "/runs/" + run, "/nowhere"):
            page = self.request("GET", path)
            self.assertEqual((page.status, page.text), (303, ""), path)
        self.assertEqual(self.request("GET", "/runs?q=a%26b").headers["location"], "/sign-in?next=%2Fruns%3Fq%3Da%2526b")
        api = self.request("GET", "/v1/events")
        self.assertEqual(
            (api.status, api.headers["www-authenticate"], api.headers["content-type"]), (401, "Bearer", "application/problem+json")
        )
        self.assertEqual(self.as_token("fermata_x", "/").status, 401)
        self.assertEqual(self.request("GET", "/healthz").text, "ok\n")
        self.assertEqual(self.request("GET", "/static/style.css").status, 200)

    def test_every_permission(self):
        run, call = self.ask()
        tokens = {may: self.known("token", "of " + may, may) for may in ("view", "submit", "work", "decide", "admin")}
        self.serve_people()
        for may, token in tokens.items():
            self.assertEqual(self.as_token(token, call).status, 200)
            # (A token has no browser's session, whose token a form needs: what may be done is refused for that, later.)
            for path, permission in ((call + "/decide", "decide"), (f"/runs/{run}/cancel", "submit")):
                told = self.as_token(token, path, "POST", "").words
                self.assertEqual("You have no permission" not in told, may in (permission, "admin"), (may, path))

    def test_calls_are_handed_to_those_who_can_decide(self):
        _, call = self.ask()
        ada = self.known("token", "ada", "decide")
        self.known("token", "bo", "decide")
        self.known("token", "dan", "view")
        self.known("token", "eve", "decide", tenant="globex")
        self.serve_people()

        def hand(to):
            body = json.dumps({"to": to})
            headers = {"Authorization": "Bearer " + ada, "Content-Type": "application/json"}
            return self.request("POST", "/v1" + call + "/delegate", body, headers)

        for nobody, why in {"dan": "dan may not decide here", "eve": "nobody here is called eve", "x": "nobody here is called x"}.items():
            refused = hand(nobody)
            self.assertEqual((refused.status, json.loads(refused.text)["detail"]), (422, "it isn't handed over: " + why))
        self.assertEqual(json.loads(hand("bo").text)["delegated"], {"ada": "bo"})
        self.assertEqual(json.loads(hand("ada").text)["delegated"], {})

    def test_an_answers_token_is_all_that_it_takes(self):
        run = self.submit("render()")
        self.fermata("work", "--drain", "--no-jail", "--handler", "render=echo $FERMATA_TOKEN > token; echo '{\"$later\": 60}'")
        with open(self.path("token")) as file:
            token = file.read().strip()
        self.known("token", "ci", "view")
        self.serve_people()
        for path, body, status in (
            ("x", "{}", 400),
            ("x", '{"result": 1}', 404),
            (token + "0", '{"result": 1}', 404),
            (token, '{"result": 1, "more": 2}', 400),
            (token, '{"result": 7}', 200),
            (token, '{"result": 7}', 200),
            (token, '{"result": 8}', 409),
        ):
            page = self.request("POST", "/v1/answers/" + path, body, {"Content-Type": "application/json"})
            self.assertEqual(page.status, status, (path, body, page.text))
            self.assertNotIn("render", page.text)
        self.assertEqual(self.request("GET", "/v1/answers/" + token).status, 401)
        self.work()
        self.assertEqual(self.fermata("show", run, "--json").report["result"], 7)

    def test_another_tenants_run_is_on_no_page(self):
        run, call = self.ask(submit=("--tenant", "acme"))
        theirs = self.known("token", "them", "admin", tenant="acme")
        token = self.known("token", "other", "admin", tenant="umbrella")
        self.serve_people()
        self.assertIn("refund", self.as_token(theirs, call).words)
        rows = []
        for table in ("pages/pages.def", "api/routes.def"):
            with open(os.path.join(ROOT, "src/server", table)) as file:
                rows += re.findall(r"^(?:PAGE|API)\((\w+), \"([^\"]*)\"", file.read(), re.MULTILINE)
        self.assertGreater(len(rows), 50)
        for method, pattern in rows:
            path = pattern.format(run=run, call=1, seq=1, grant=1, token=1, session=1, schedule=1, webhook=1)
            if method == "GET":
                if path == "/v1/events":  # (a stream)
                    continue
                page = self.as_token(token, path)
                wanted = 404 if re.search("{(run|session|schedule)}", pattern) else 409 if path == "/v1/workers" else 200
                self.assertEqual(page.status, wanted, path)
                if page.status == 200:
                    self.assertNotIn(run, page.text)
            elif path.startswith("/v1/runs/") or path.startswith("/v1/calls/"):
                self.assertEqual(self.as_token(token, path, "POST", "{}").status, 404, path)

    def test_a_person_signs_in_decides_and_signs_out(self):
        run, call = self.ask()
        self.known("password", "ada", "decide", stdin=PASSWORD.encode() + b"\n")
        self.serve_people()
        page = self.request("GET", call)
        form = self.request("GET", page.headers["location"])
        self.assertEqual(form.field("next"), call)
        page = self.sign_in(next=call)
        self.assertEqual((page.status, page.headers["location"]), (303, call))
        self.assertIn("; Path=/; HttpOnly; SameSite=Lax", page.headers["set-cookie"])
        cookie = {"Cookie": "x=y; " + page.headers["set-cookie"].split(";")[0]}
        page = self.request("GET", call, None, cookie)
        self.assertIn("Sign out", page.words)
        fields = {"verdict": "approve", "shown": page.field("shown"), "was": page.field("was")}
        cookie["Content-Type"] = "application/x-www-form-urlencoded"
        for csrf in ("", "0" * 64):
            body = urllib.parse.urlencode({**fields, "csrf": csrf})
            self.assertEqual(self.request("POST", call + "/decide", body, cookie).status, 403)
        body = urllib.parse.urlencode({**fields, "csrf": page.field("csrf")})
        self.assertEqual(self.request("POST", call + "/decide", body, {**cookie, "Origin": "https://evil.example"}).status, 403)
        self.assertEqual(self.request("POST", call + "/decide", body, cookie).status, 303)
        self.assertIn("approved by ada", self.request("GET", call, None, cookie).words)
        csrf = urllib.parse.urlencode({"csrf": page.field("csrf")})
        self.assertEqual(self.request("POST", "/sign-out", "csrf=x", cookie).status, 403)
        self.assertEqual(self.request("POST", "/sign-out", csrf, cookie).headers["location"], "/sign-in")
        self.assertEqual(self.request("GET", call, None, cookie).status, 303)

    def test_a_token_signs_a_browser_in(self):
        token = self.known("token", "ci", "view")
        self.serve_people()
        sent = {"Content-Type": "application/x-www-form-urlencoded"}
        page = self.request("POST", "/sign-in", urllib.parse.urlencode({"token": token}), sent)
        self.assertEqual(page.status, 303)
        cookie = {"Cookie": page.headers["set-cookie"].split(";")[0]}
        self.assertIn("ci", self.request("GET", "/", None, cookie).words)
        self.write("auth.toml", "")
        os.chmod(self.path("auth.toml"), 0o600)
        self.assertEqual(self.request("GET", "/", None, cookie).status, 303)

    def test_next_is_a_page_of_ours(self):
        self.known("password", "ada", "view", stdin=PASSWORD.encode())
        self.serve_people()
        for next in ("https://evil.example", "//evil.example", "/\\evil.example", "/a\r\nSet-Cookie: x=y", "evil", "", "/" + "a" * 3000):
            self.assertEqual(self.sign_in(next=next).headers["location"], "/", next)

    def test_failures_are_limited(self):
        self.known("password", "ada", "view", stdin=PASSWORD.encode())
        self.known("password", "bo", "view", stdin=PASSWORD.encode())
        self.serve_people()
        self.assertEqual(self.sign_in("bo", Origin="https://evil.example").status, 403)
        for _ in range(10):
            page = self.sign_in(password="wrong horse")
            self.assertEqual((page.status, "set-cookie" in page.headers), (401, False))
        self.assertEqual(self.sign_in("nobody", "wrong horse").words, page.words.replace("ada", "nobody"))
        page = self.sign_in()
        self.assertEqual(page.status, 429)
        self.assertGreater(int(page.headers["retry-after"]), 0)
        self.assertEqual(self.sign_in("bo").status, 303)

    def test_a_proxy_names_people(self):
        self.tables = '[[person]]\nname = "ada"\nmay = ["view"]\n[proxy]\nheader = "X-Remote-User"\nfrom = ["127.0.0.1"]\n'
        self.serve_people()
        self.assertIn("ada", self.request("GET", "/", None, {"X-Remote-User": "ada"}).words)
        self.assertEqual(self.request("GET", "/", None, {"X-Remote-User": "eve"}).status, 403)
        self.end(self.process)
        self.tables = self.tables.replace("127.0.0.1", "10.0.0.1")
        self.serve_people()
        self.assertEqual(self.request("GET", "/", None, {"X-Remote-User": "ada"}).status, 303)

    def test_commands_and_files_that_make_no_sense(self):
        self.assertIn("'look' isn't one of view", self.fermata("token", "ci", "--may", "look", code=USAGE).err)
        self.assertIn("8 characters", self.fermata("password", "ada", "--may", "view", stdin=b"short\n", code=USAGE).err)
        ran = self.fermata("token", 'a"b', "--may", "view")
        self.assertRegex(ran.err, "shown this once: fermata_[-_A-Za-z0-9]{43}\n")
        self.assertNotIn("fermata_", ran.out)
        self.write("auth.toml", ran.out)
        os.chmod(self.path("auth.toml"), 0o644)
        listen = ("serve", "--listen", "0.0.0.0:0", "--auth", "auth.toml")
        self.assertIn("others may read", self.fermata(*listen, code=USAGE).err)
        self.write("auth.toml", ran.out + "[[token]]\nname = 1\n")
        os.chmod(self.path("auth.toml"), 0o600)
        self.assertIn("auth.toml:6: 'hash' is missing", self.fermata(*listen, code=USAGE).err)
        self.assertIn("excludes", self.fermata(*listen, "--by", "ada", code=USAGE).err)
        self.write("auth.toml", "")
        os.chmod(self.path("auth.toml"), 0o600)
        self.assertIn("auth.toml lets nobody in", self.fermata(*listen, code=USAGE).err)


if __name__ == "__main__":
    unittest.main()
