"""What somebody asks of `fermata serve` keeps nobody else from being answered."""

import json
import select
import socket
import time
import unittest

from serving import TIMED_OUT, ServedTest


class Sending(ServedTest):
    def send(self, method, path, body=None, *headers):
        """Sends a request, whose answer isn't waited for."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(connection.close)
        text = "" if body is None else json.dumps(body)
        lines = [f"{method} {path} HTTP/1.1", f"Host: localhost:{self.port}", "Content-Type: application/json", *headers]
        connection.sendall(("\r\n".join(lines) + f"\r\nConnection: close\r\nContent-Length: {len(text)}\r\n\r\n{text}").encode())
        return connection

    def answer(self, connection):
        said = b""
        while part := connection.recv(65536):
            said += part
        head, _, body = said.decode().partition("\r\n\r\n")
        return int(head.split()[1]), head.lower(), body

    def answered(self, connections):
        return select.select(connections, [], [], 0)[0]


class Bounds(Sending):
    def test_who_waits_holds_no_thread(self):
        self.serve()
        run = self.submit("refund(17)")
        self.work()
        waiting = [self.send("GET", f"/v1/runs/{run}?wait=30") for _ in range(20)]
        self.assertEqual(self.get("/healthz").text, "ok\n")
        self.assertEqual(self.get("/readyz").text, "ok\n")
        self.assertEqual(json.loads(self.get("/v1/runs/" + run).text)["status"], "waiting")
        self.assertEqual(self.answered(waiting), [])
        self.request("POST", f"/v1/runs/{run}/cancel", "{}", {"Content-Type": "application/json"})
        for connection in waiting:
            status, _, body = self.answer(connection)
            self.assertEqual((status, json.loads(body)["status"]), (200, "cancelled"))

    def test_a_server_that_stops_lets_nobody_wait(self):
        self.serve()
        run = self.submit("refund(17)")
        waiting = self.send("GET", f"/v1/runs/{run}?wait=30")
        self.get("/readyz")
        self.end(self.process)
        self.assertEqual(json.loads(self.answer(waiting)[2])["status"], "ready")

    def test_executions_at_once_are_few_and_nobody_waits_for_them(self):
        self.serve()
        run = self.submit("refund(17)")
        long = {"code": "while True: pass", "timeout_ms": 4000}
        running = [self.send("POST", "/v1/execute", long) for _ in range(10)]
        self.assertEqual(self.get("/healthz").text, "ok\n")
        self.assertEqual(self.get("/readyz").text, "ok\n")
        self.get("/runs/" + run)
        self.request("POST", "/v1/check", '{"source": "1"}', {"Content-Type": "application/json"})
        self.assertLess(len(self.answered(running)), 10)
        answers = [self.answer(connection) for connection in running]
        self.assertEqual({status for status, _, _ in answers}, {200, 503})
        for status, head, body in answers:
            if status == 503:
                self.assertIn("\r\nretry-after: 2", head)
                self.assertIn("\r\ncontent-type: application/problem+json", head)
            else:
                self.assertIn(json.loads(body)["limit"], TIMED_OUT)
        self.assertEqual(self.answer(self.send("POST", "/v1/execute", {"code": "1"}))[0], 200)

    def test_a_program_ends_when_nobody_waits_for_it(self):
        self.serve()
        endless = ("while True: pass", "import time\ntime.sleep(60)", "import asyncio\nawait asyncio.sleep(60)")
        send = lambda code: self.send("POST", "/v1/execute", {"code": code, "timeout_ms": 60_000})  # noqa: E731
        running = [send(code) for code in endless]
        deadline = time.monotonic() + 30

        def until(status):
            while self.request("POST", "/v1/execute", '{"code": "1"}', {"Content-Type": "application/json"}).status != status:
                self.assertLess(time.monotonic(), deadline)
                for connection in self.answered(running) if status == 503 else ():  # it came while we asked, and was refused
                    running[running.index(connection)] = send(endless[running.index(connection)])
                time.sleep(0.05)

        until(503)
        for connection in running:
            connection.close()
        until(200)

    def test_a_server_that_stops_ends_programs_that_nobody_waits_for(self):
        self.serve()
        send = lambda ms: self.send("POST", "/v1/execute", {"code": "import time\ntime.sleep(60)", "timeout_ms": ms})  # noqa: E731
        gone, waits = send(60_000), send(4_000)
        time.sleep(1)
        gone.close()
        began = time.monotonic()
        self.end(self.process)
        self.assertLess(time.monotonic() - began, 25)
        self.assertIn(json.loads(self.answer(waits)[2])["limit"], TIMED_OUT)  # what somebody waits for is answered

    def test_who_hangs_up_waits_no_longer(self):
        self.serve("--connections", "8")  # of which one person may wait with one
        run = self.submit("refund(17)")
        self.send("GET", f"/v1/runs/{run}?wait=30").close()
        began = time.monotonic()
        while time.monotonic() - began < 20:
            asked = time.monotonic()
            self.assertEqual(self.answer(self.send("GET", f"/v1/runs/{run}?wait=1"))[0], 200)
            if time.monotonic() - asked >= 1:
                return
        self.fail("a client that is gone still waits")

    def test_what_if_ends(self):
        run, call = self.ask("refund(17)\nwhile True: pass", submit=("--by", "ada"))
        self.serve()
        answers = [{"1": {"result": n}} for n in range(8)]
        status, _, body = self.answer(self.send("POST", f"/v1/runs/{run}/what-if", {"alternatives": answers}))
        self.assertEqual([one["status"] for one in json.loads(body)["alternatives"]], ["exhausted"] * 8)
        self.assertIn("exhausted: ", body)
        self.assertIn("steps", self.get(call + "/what-if?answer=1").words)


class Sent(Sending):
    def test_what_is_no_text_is_refused(self):
        self.serve()
        waits = self.submit("await receive('a')")
        for header in ("Idempotency-Key: \udcff", "If-None-Match: \udced\udca0\udc80", "X-Any: \udcc0\udc80"):
            text = f"POST /v1/runs/{waits}/messages HTTP/1.1\r\nHost: localhost:{self.port}\r\nConnection: close\r\n{header}\r\n"
            text += 'Content-Type: application/json\r\nContent-Length: 16\r\n\r\n{"channel": "a"}'
            with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
                connection.sendall(text.encode(errors="surrogateescape"))
                status, _, body = self.answer(connection)
            self.assertEqual(status, 400, body)
            self.assertIn("isn't UTF-8", json.loads(body)["detail"])
        self.assertEqual(json.loads(self.get(f"/v1/runs/{waits}/messages").text)["messages"], [])


if __name__ == "__main__":
    unittest.main()
