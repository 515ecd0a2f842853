"""The Python client of `fermata serve`, against a server; and that its methods and types are as the server says."""

import os
import shutil
import sys
import unittest

from command import FERMATA, QUICK, ROOT, needs_python
from serving import KnownTest, ServedTest

sys.path[:0] = [os.path.join(os.path.dirname(FERMATA), "bindings", "python"), os.path.join(ROOT, "tests")]


@needs_python
class Client(ServedTest):
    def client(self, **options):
        from fermata.client import Client

        return Client(f"http://127.0.0.1:{self.port}/", **options)

    def refused(self, status, call, *args, **kwargs):
        from fermata.client import ApiError

        with self.assertRaises(ApiError) as raised:
            call(*args, **kwargs)
        self.assertEqual(raised.exception.status, status)
        return raised.exception.detail

    def test_a_run_from_beginning_to_end(self):
        self.serve("--as", "finance")
        server = self.client()
        run = server.submit_run({"source": "refund(17, amount=5.5)", "tags": {"order": "17"}}, idempotency_key="order 17/ä")
        self.assertEqual(server.submit_run({"source": "refund(17, amount=5.5)"}, idempotency_key="order 17/ä")["run"], run["run"])
        self.work()
        (call,) = server.list_waiting(limit=5)["approvals"]
        self.assertEqual((call["function"], call["args"], call["kwargs"]), ("refund", [17], {"amount": 5.5}))
        self.assertIn("submitted", self.refused(409, server.decide_call, run["run"], 1, {"verdict": "deny", "shown": call["shown"]}))
        self.fermata("question", run["run"], "why?", "--by", "bo")
        self.assertEqual([one["text"] for one in server.reply_call(run["run"], 1, {"text": "so"})["thread"]], ["why?", "so"])
        self.fermata("approve", run["run"], "--by", "bo")
        self.work()
        self.assertEqual(server.get_run(run["run"], wait=30)["result"], 1)
        self.assertEqual(server.list_runs(status="done", limit=1)["runs"][0]["run"], run["run"])
        self.assertEqual(server.get_diff(run["run"], from_="1", to="latest")["run"], run["run"])
        self.assertEqual(server.list_grants(all=True)["grants"], [])

    def test_what_is_refused(self):
        self.serve()
        server = self.client()
        self.assertIn("no run nowhere", self.refused(404, server.get_run, "nowhere"))
        self.refused(404, server.get_run, "a/b?c")
        self.assertIn("line 1", self.refused(422, server.submit_run, {"source": "1 +"}))
        with self.assertRaises(ValueError):
            type(server)("127.0.0.1:1")
        self.end(self.process)
        with self.assertRaises(OSError):
            server.get_stats()

    def test_sessions_and_programs(self):
        self.serve()
        server = self.client()
        self.assertEqual(server.execute({"code": "1 + 1"})["result"], 2)
        session = server.make_session()["session"]
        server.put_session_files(session, {"files": {"a.txt": "hi"}})
        self.assertEqual(server.run_in_session(session, {"code": "open('a.txt').read()"})["result"], "hi")
        self.assertEqual(server.get_session_file(session, path="a.txt")["data"], "hi")
        server.delete_session(session)
        self.assertEqual(server.list_sessions()["sessions"], [])


@needs_python
class Tokens(KnownTest):
    def test_a_token_is_asked_with(self):
        token = self.known("token", "ci", "submit")
        self.serve_people()
        from fermata.client import ApiError, Client

        with self.assertRaises(ApiError) as raised:
            Client(f"http://127.0.0.1:{self.port}").list_runs()
        self.assertEqual(raised.exception.status, 401)
        server = Client(f"http://127.0.0.1:{self.port}", token=token)
        self.assertEqual(server.submit_run({"source": "1"})["by"], "ci")
        with self.assertRaises(ApiError) as raised:
            server.list_audit()
        self.assertEqual(raised.exception.status, 403)


class Types(unittest.TestCase):
    @unittest.skipIf(QUICK or not shutil.which("black"), "black makes the files")
    def test_they_are_as_the_server_says(self):
        import api_types

        for path, text in api_types.texts(FERMATA).items():
            with open(path, encoding="utf-8") as file:
                self.assertEqual(file.read(), text, f"{os.path.relpath(path, ROOT)}: tests/api_types.py --update")


if __name__ == "__main__":
    unittest.main()
