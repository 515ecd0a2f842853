"""`/v1/sessions`: programs that go on where those before have stopped, as code interpreters have them."""

import http.client
import json
import threading
import time
import unittest
import urllib.parse

from serving import TIMED_OUT, KnownTest

JSON = {"Content-Type": "application/json"}


class Sessions(KnownTest):
    def api(self, method, path, body=None, status=200, token=None):
        headers = {**(JSON if body is not None else {}), **({"Authorization": "Bearer " + token} if token else {})}
        page = self.request(method, "/v1/sessions" + path, None if body is None else json.dumps(body), headers)
        self.assertEqual(page.status, status, page.text)
        return json.loads(page.text)

    def made(self, token=None, **how):
        return "/" + self.api("POST", "", how, 201, token)["session"]

    def run_in(self, session, code, **more):
        return self.api("POST", session + "/run", {"code": code, **more})

    def test_texts_are_numbered_from_one(self):
        self.serve()
        for made in (self.made(), self.made(files={"a": "1"})):
            self.assertIn('"<input 1>", line 1', self.run_in(made, "1/0")["error"]["traceback"])
            self.run_in(made, "def")
            self.assertIn('"<input 2>", line 1', self.run_in(made, "1/0")["error"]["traceback"])
            self.api("POST", made + "/files", {"files": {"b": "2"}})
            self.assertIn('"<input 3>", line 1', self.run_in(made, "1/0")["error"]["traceback"])

    def test_what_was_before_is_there(self):
        self.serve()
        session = self.made()
        self.assertEqual(self.run_in(session, "import math\nx = [1, 2]\ndef f(n): return n * len(x)")["status"], "done")
        told = self.run_in(session, "print('hello')\nx.append(n)\nf(math.floor(2.5))", inputs={"n": 3})
        self.assertEqual((told["status"], told["stdout"], told["result"], told["error"]), ("done", "hello\n", 6, None))
        told = self.run_in(session, "y = 5\n1/0")
        self.assertEqual((told["status"], told["error"]["type"]), ("raised", "ZeroDivisionError"))
        self.assertIn("1/0", told["error"]["traceback"])
        told = self.run_in(session, "def")
        self.assertEqual((told["status"], told["error"]["type"]), ("raised", "SyntaxError"))
        self.assertEqual(self.run_in(session, "x, y")["result"], {"$tuple": [[1, 2, 3], 5]})
        told = self.run_in(session, "class Table:\n    def _repr_html_(self): return '<b>1</b>'\nTable()")
        self.assertIn("<b>1</b>", json.dumps(told["display"]))
        self.assertEqual(self.run_in(session, "import asyncio\nawait asyncio.sleep(0.01)\n'slept'")["result"], "slept")
        about = self.api("GET", session)
        self.assertEqual((about["status"], about["runs"], about["by"]), ("idle", 6, "cy"))
        self.assertGreater(about["bytes"], 100)
        self.assertEqual([one["session"] for one in self.api("GET", "")["sessions"]], [about["session"]])
        self.api("DELETE", session)
        self.api("GET", session, None, 404)
        self.assertEqual(self.api("GET", "")["sessions"], [])

    def test_limits(self):
        self.serve()
        session = self.made(timeout_ms=200, limits={"output_bytes": 1000, "heap_bytes": 8_000_000})
        self.run_in(session, "kept = 1")
        self.assertIn(self.run_in(session, "while True: pass")["limit"], TIMED_OUT)
        self.assertEqual(self.run_in(session, "while True: print('x' * 100)")["limit"], "output_bytes")
        self.assertIn(self.run_in(session, "x = []\nwhile True: x.append('y' * 1000)")["status"], ("exhausted", "raised"))
        self.assertEqual(self.run_in(session, "kept")["result"], 1)
        self.assertEqual(self.run_in(session, "import time\ntime.sleep(60)", timeout_ms=100)["status"], "exhausted")
        self.assertEqual(self.run_in(session, "open('/etc/passwd')")["error"]["type"], "FileNotFoundError")
        self.assertEqual(self.run_in(session, "kept")["result"], 1)
        self.run_in(session, "open('a.txt', 'w').write('kept')\nwhile True: pass")
        self.assertEqual(self.run_in(session, "open('a.txt').read()")["result"], "kept")

    def test_files(self):
        self.serve()
        session = self.made(files={"data/in.csv": "a,b\n1,2\n", "/tmp/raw": {"$bytes": "AP8="}})
        self.assertEqual(
            self.run_in(session, "open('data/in.csv').read() + str(open('/tmp/raw', 'rb').read())")["result"], "a,b\n1,2\nb'\\x00\\xff'"
        )
        self.assertEqual(self.run_in(session, "'_write' in globals() or '_files' in globals()")["result"], False)
        self.run_in(session, "open('out.txt', 'w').write('é')")
        listed = {one["path"]: one["size"] for one in self.api("GET", session + "/files")["files"]}
        self.assertEqual(listed, {"/home/user/data/in.csv": 8, "/home/user/out.txt": 2, "/tmp/raw": 2})
        self.assertEqual(self.api("GET", session + "/file?path=out.txt")["data"], "é")
        self.assertEqual(self.api("GET", session + "/file?path=" + urllib.parse.quote("/tmp/raw"))["data"], {"$bytes": "AP8="})
        self.api("POST", session + "/files", {"files": {"out.txt": "new"}})
        self.assertEqual(self.run_in(session, "open('out.txt').read()")["result"], "new")
        self.api("GET", session + "/file?path=nothing", None, 404)
        self.api("GET", session + "/file", None, 400)
        for wrong in ({}, {"files": {}}, {"files": {"x": 1}}, {"files": {"": "x"}}, {"files": {"x/": "x"}}):
            self.api("POST", session + "/files", wrong, 400)
        self.assertIn("IsADirectoryError", self.api("POST", session + "/files", {"files": {"data": "x"}}, 422)["detail"])

    def test_paused(self):
        self.serve()
        session = self.made()
        self.assertEqual(self.api("POST", session + "/pause", {})["status"], "paused")
        self.assertGreater(self.api("GET", session)["expires_in"], 80_000)
        self.api("POST", session + "/run", {"code": "1"}, 409)
        self.api("POST", session + "/pause", {}, 409)
        self.assertEqual(self.api("POST", session + "/resume", {})["status"], "idle")
        self.api("POST", session + "/resume", {}, 409)
        self.assertEqual(self.run_in(session, "1")["result"], 1)

    def test_unused_ones_go(self):
        self.serve()
        session, kept = self.made(idle_seconds=1), self.made(idle_seconds=1)
        self.api("POST", kept + "/pause", {})
        deadline = time.monotonic() + 20
        while len(self.api("GET", "")["sessions"]) > 1:
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.1)
        self.api("GET", session, None, 404)
        self.api("GET", kept)

    def test_one_runs_at_a_time_and_ends_when_it_is_deleted(self):
        self.serve()
        session = self.made()
        told = []
        thread = threading.Thread(target=lambda: told.append(self.run_in(session, "while True: pass", timeout_ms=50_000)))
        thread.start()
        while self.api("GET", session)["status"] != "running":
            time.sleep(0.02)
        self.api("POST", session + "/run", {"code": "1"}, 409)
        self.api("POST", session + "/pause", {}, 409)
        self.api("DELETE", session)
        thread.join(30)
        self.assertEqual(told[0]["limit"], "interrupt")
        self.api("GET", session, None, 404)

    def test_how_many(self):
        acme, umbrella = (self.known("token", tenant, "submit", tenant=tenant) for tenant in ("acme", "umbrella"))
        self.serve_people()
        made = [self.made(acme) for _ in range(20)]
        self.assertIn("delete one", self.api("POST", "", {}, 409, acme)["detail"])
        self.made(umbrella)
        self.api("GET", made[0], None, 404, umbrella)
        self.api("POST", made[0] + "/run", {"code": "1"}, 404, umbrella)
        self.api("DELETE", made[0], None, 404, umbrella)
        self.assertEqual(len(self.api("GET", "", token=umbrella)["sessions"]), 1)
        self.api("POST", "", {"tenant": "acme"}, 404, umbrella)
        self.api("DELETE", made[0], None, 200, acme)
        self.made(acme)

    def test_in_a_jail(self):
        self.serve("--jail")
        session = self.made(files={"a.txt": "x"})
        self.assertEqual(self.run_in(session, "x = open('a.txt').read()")["status"], "done")
        self.assertIn(self.run_in(session, "while True: pass", timeout_ms=100)["limit"], TIMED_OUT)
        self.assertEqual(self.run_in(session, "x * 3")["result"], "xxx")
        self.assertEqual(self.api("GET", session + "/file?path=a.txt")["data"], "x")

    def test_more_than_a_process_can_write_down(self):
        self.serve("--jail")
        session = self.made()
        self.run_in(session, "kept = 1")
        for code in (
            "a = bytes(100_000_000)",
            "a = bytes(125_000_000)",
            "a = []\nwhile True: a.append('x' * 10000)",
            "a = [[i] for i in range(500_000)]",
        ):
            page = self.request("POST", "/v1/sessions" + session + "/run", json.dumps({"code": code}), JSON)
            with self.subTest(code, answer=page.text[:200]):
                self.assertIn(page.status, (200, 409))
                if page.status == 409:
                    self.assertIn("more than", page.text)
                self.assertEqual(self.run_in(session, "kept")["result"], 1)

    def test_who_hangs_up_ends_what_runs(self):
        self.serve()
        session = self.made()
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        connection.request("POST", f"/v1/sessions{session}/run", '{"code": "x = 1\\nwhile True: pass", "timeout_ms": 60000}', JSON)
        while self.api("GET", session)["status"] != "running":
            time.sleep(0.02)
        connection.close()
        deadline = time.monotonic() + 20
        while self.api("GET", session)["status"] == "running":
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        self.assertEqual(self.run_in(session, "x")["result"], 1)

    def test_what_makes_no_sense(self):
        self.serve()
        session = self.made()
        for body in ({"files": 1}, {"nothing": 1}, {"timeout_ms": -1}, {"limits": {"x": 1}}):
            self.api("POST", "", body, 400)
        for body in ({}, {"code": ""}, {"code": 1}, {"code": "1", "inputs": []}):
            self.api("POST", session + "/run", body, 400)
        self.api("GET", "/nothing", None, 404)
        self.assertEqual(self.api("GET", session)["status"], "idle")


if __name__ == "__main__":
    unittest.main()
