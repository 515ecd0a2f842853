"""`fermata work --http`: tools that are HTTP services."""

import datetime
import json
import time
import unittest

from command import USAGE, CommandTest
from http_service import SECRETS, serve, signatures


class HttpTools(CommandTest):
    def setUp(self):
        super().setUp()
        self.server = serve(self)
        self.url = f"http://127.0.0.1:{self.server.server_port}/lookup?a=1"

    def answers(self, *answers):
        self.server.answers = [tuple(answer) + (b"", {})[len(answer) - 1 :] for answer in answers]

    def submit(self, program="lookup(17, when=b'x')"):
        self.write("agent.py", program)
        return self.fermata("submit", "agent.py").out.strip()

    def work(self, *more, url=None, **options):
        return self.fermata("work", "--drain", "--no-jail", "--http", f"lookup={url or self.url}", *more, **options)

    def run_of(self, run):
        return self.fermata("show", run, "--json").report

    def ended(self, *answer, more=()):
        """The run, when the service answers so."""
        self.answers(answer)
        run = self.submit()
        self.work(*more)
        return self.run_of(run)

    def raised(self, *answer):
        error = self.ended(*answer)["error"]
        return error["type"], error["message"]

    def held(self, *answer):
        call = self.ended(*answer)["calls"][0]
        self.assertEqual(call["state"], "held")
        return call["reason"]

    def test_a_call(self):
        self.answers((200, {"result": [1, {"$tuple": ["a", None]}]}))
        run = self.submit("x = lookup(17, when=b'x')\n[x, type(x[1]).__name__]")
        self.work()
        self.assertEqual(self.run_of(run)["result"], [[1, {"$tuple": ["a", None]}], "tuple"])
        (path, headers, body) = self.server.seen[0]
        call = json.loads(body)
        self.assertEqual(path, "/lookup?a=1")
        self.assertEqual((call["function"], call["args"], call["kwargs"]), ("lookup", [17], {"when": {"$bytes": "eA=="}}))
        self.assertEqual((call["run"], call["attempt"]), (run, 1))
        self.assertTrue(call["call"].startswith(run + ":"))
        self.assertEqual((headers["Idempotency-Key"], headers["Content-Type"]), (call["call"], "application/json"))
        self.assertNotIn("webhook-signature", headers)

    def test_in_a_jail_and_without_a_body(self):
        self.answers((204, b""))
        run = self.submit("[lookup()]")
        self.fermata("work", "--drain", "--http", f"lookup={self.url}")
        self.assertEqual(self.run_of(run)["result"], [None])

    def test_signatures(self):
        self.write("secrets", "\n".join(SECRETS) + "\n")
        self.ended(200, {"result": 1}, more=["--http-secret", "lookup=secrets"])
        _, headers, body = self.server.seen[0]
        self.assertEqual(headers["webhook-id"], json.loads(body)["call"])
        self.assertLess(abs(int(headers["webhook-timestamp"]) - time.time()), 300)
        self.assertEqual(headers["webhook-signature"].split(" "), signatures(headers, body))

    def test_what_the_service_raises(self):
        error = {"error": {"type": "LookupError", "message": "no order 17"}}
        for status in (200, 400, 404, 422):
            with self.subTest(status):
                self.assertEqual(self.raised(status, error), ("LookupError", "no order 17"))
        self.assertEqual(self.raised(409, b"<html>"), ("RuntimeError", "the service of lookup() answered 409"))
        self.assertEqual(self.raised(200, {"results": 1})[1], "the service of lookup() answered 200 with something else than a result")
        self.assertEqual(self.raised(500, error), ("LookupError", "no order 17"))

    def test_what_nobody_understands_is_kept_for_who_mends_it(self):
        shown = self.ended(418, b"I'm a teapot")
        traceback = shown["attempts"][0]["error"]["traceback"]
        self.assertEqual(traceback, f"POST {self.url}\n418 I'm a teapot")
        self.assertNotIn("teapot", json.dumps(shown["error"]))

    def test_held_calls(self):
        self.assertEqual(self.held(200, {"hold": "no budget left"}), "no budget left")
        self.assertEqual(self.held(503, {"hold": "until Monday"}), "until Monday")
        for status in (401, 403, 404, 405, 407):
            with self.subTest(status):
                self.assertEqual(self.held(status, b""), f"the service of lookup() answered {status}")

    def test_redirects_are_not_followed(self):
        self.assertIn("302: redirects aren't followed", self.held(302, b"", {"Location": "/other"}))
        self.assertEqual(len(self.server.seen), 1)

    def test_later_by_retry_after(self):
        self.answers((429, b"", {"Retry-After": "7200"}))
        run = self.submit()
        self.work("--idempotent", "lookup", "--retry", "lookup=3", "--pause", "lookup=0.001")
        shown = self.run_of(run)
        self.assertEqual(shown["status"], "sleeping")
        due, began = (datetime.datetime.fromisoformat(at) for at in (shown["calls"][0]["due"], shown["attempts"][0]["began"]))
        self.assertGreaterEqual(due - began, datetime.timedelta(hours=2))

    def test_tried_again_with_the_same_key(self):
        self.answers((503, b""), ("hang up",), (504, b""), (200, {"result": 5}))
        run = self.submit()
        for _ in range(400):
            self.work("--idempotent", "lookup", "--retry", "lookup=9", "--pause", "lookup=0.001")
            if self.run_of(run)["status"] == "done":
                break
        self.assertEqual(self.run_of(run)["result"], 5)
        self.assertEqual(len({headers["Idempotency-Key"] for _, headers, _ in self.server.seen}), 1)
        self.assertEqual([json.loads(body)["attempt"] for _, _, body in self.server.seen], [1, 2, 3, 4])

    def test_an_answer_that_comes_later(self):
        self.answers((202, b""), (202, {"within": 60}), (202, {"job": 7}), (202, {"within": "soon"}))
        run = self.submit("[lookup(1), lookup(2), lookup(3), lookup(4)]")
        for result in (1, 2, 3):
            self.work("--callback-url", "http://agents.example")
            call = json.loads(self.server.seen[-1][2])
            self.assertEqual(self.run_of(run)["calls"][-1]["state"], "deferred")
            self.assertTrue(call["callback"].startswith(f"http://agents.example/v1/answers/{run}."))
            token = call["callback"].rsplit("/", 1)[1]
            self.assertNotIn(token, json.dumps(self.run_of(run)) + self.fermata("log", run).out + self.fermata("inbox").out)
            self.fermata("answer", "--token", "-", "--result", f'{{"$tuple": [{result}]}}', stdin=token.encode() + b"\n")
        self.work("--callback-url", "http://agents.example")
        self.assertEqual(self.run_of(run)["error"]["message"], "the service of lookup() answered 202 with something else than a result")
        self.assertIn("isn't an http", self.work("--callback-url", "agents.example", code=USAGE).err)
        self.ended(202, b"")
        self.assertNotIn("callback", json.loads(self.server.seen[-1][2]), "no worker knows where one could be sent to")

    def test_in_doubt(self):
        for answer in (("hang up",), (504, b""), (502, b"")):
            with self.subTest(answer):
                self.assertEqual(self.ended(*answer)["calls"][0]["state"], "in_doubt")

    def test_a_time_limit(self):
        call = self.ended("silence", more=["--timeout", "lookup=0.2"])["calls"][0]
        self.assertEqual((call["state"], call["reason"]), ("in_doubt", "the service of lookup() took too long"))

    def test_a_service_that_is_not_there(self):
        self.server.shutdown()
        self.server.server_close()
        run = self.submit("try:\n    lookup()\nexcept ConnectionError as e:\n    r = str(e)\nr")
        self.work()
        self.assertEqual(self.run_of(run)["result"], "the service of lookup() can't be reached")

    def test_an_answer_that_is_too_long(self):
        self.assertEqual(self.raised(200, b'"' + b"x" * (17 << 20) + b'"')[1], "the service of lookup() answered with too much")

    def test_usage(self):
        for url in ("ftp://host/x", "file:///etc/passwd", "https://", "http:///x", "host", "http://a b/"):
            with self.subTest(url):
                self.assertIn("isn't an http:// or https:// URL", self.work(url=url, code=USAGE).err)
        self.assertIn("--http takes NAME=URL", self.fermata("work", "--drain", "--http", "lookup", code=USAGE).err)
        self.assertIn("lookup has a --handler, too", self.work("--handler", "lookup=true", code=USAGE).err)
        self.assertIn("there is no --http other=", self.work("--http-secret", "other=x", code=USAGE).err)
        self.assertIn("no environment variable NO_SUCH", self.work("--http-secret", "lookup=$NO_SUCH", code=USAGE).err)
        self.write("secret", "whsec_c2hvcnQ=\n")
        told = self.work("--http-secret", "lookup=secret", code=USAGE).err
        self.assertIn("whsec_ and the base64 of 24 to 64 bytes", told)
        self.assertNotIn("c2hvcnQ", told)


if __name__ == "__main__":
    unittest.main()
