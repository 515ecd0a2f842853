"""Calls by the API of `fermata serve`: whose they are, what they wait for, and what became of them."""

import contextlib
import json
import signal
import subprocess
import time
import unittest

from command import FERMATA
from serving import ApiTest, KnownTest


class Calls(ApiTest):
    def test_what_a_call_gave_is_there(self):
        self.serve()
        run = self.submit("a = lookup(1)\ntry:\n    lookup(2)\nexcept LookupError:\n    pass\nlookup(3)")
        self.work()
        path = f"/v1/calls/{run}/"
        self.assertEqual([self.call_api("GET", path + "1")[name] for name in ("result", "error")], [None, None])
        given = self.call_api("POST", path + "1/answer", {"result": {"x": [1]}})
        self.assertEqual((given["state"], given["result"], given["error"]), ("answered", {"x": [1]}, None))
        self.work()
        given = self.call_api("POST", path + "2/answer", {"error": {"type": "LookupError", "message": "gone"}})
        self.assertEqual((given["result"], given["error"]["type"], given["error"]["message"]), (None, "LookupError", "gone"))
        self.work()
        calls = self.call_api("GET", f"/v1/runs/{run}/calls")["calls"]
        self.assertEqual(
            [(call["call"], call["result"], call["error"] and call["error"]["type"]) for call in calls],
            [(1, {"x": [1]}, None), (2, None, "LookupError"), (3, None, None)],
        )
        self.assertEqual(self.call_api("GET", path + "1")["result"], {"x": [1]})
        self.assertIn("result", self.fermata("show", run, "--json").report["calls"][0])

    def test_values_that_can_not_be(self):
        run, _ = self.ask(submit=("--by", "ada"))
        self.serve()
        call = f"/v1/calls/{run}/1"
        shown = self.call_api("GET", call)["shown"]
        odd = [
            {"$date": "2026-13-01"},
            {"$fraction": [1, 0]},
            {"$uuid": "x"},
            {"$time": "25:00"},
            {"$datetime": "zz"},
            {"$decimal": "abc"},
            {"$ipaddress": {"type": "IPv4Address", "text": "999.1"}},
        ]
        for value in odd:
            for verdict in ({"verdict": "answer", "result": [value]}, {"verdict": "approve", "args": [{"x": value}]}):
                told = self.call_api("POST", call + "/decide", {**verdict, "shown": shown}, 422)["detail"]
                self.assertIn("a value can't be: ", told)
            self.call_api("POST", "/v1/runs", {"source": "1", "inputs": {"x": value}}, 422)
        self.assertEqual(self.call_api("GET", call)["state"], "awaiting_approval")
        good = {"verdict": "answer", "result": {"$date": "2026-12-01"}, "shown": shown}
        self.assertEqual(self.call_api("POST", call + "/decide", good)["result"], {"$date": "2026-12-01"})

    def test_large_arguments_are_left_out_of_lists(self):
        run, _ = self.ask("refund('x' * 100000)", submit=("--by", "ada"))
        self.serve()
        (call,) = self.call_api("GET", "/v1/calls")["approvals"]
        self.assertEqual((call["args"], call["kwargs"], call["arguments"], call["shown"]), (None, None, None, ""))
        whole = self.call_api("GET", f"/v1/calls/{run}/1")
        self.assertEqual((len(whole["args"][0]), len(whole["shown"])), (100_000, 64))
        page = self.request("GET", "/").text
        self.assertIn("refund(…)", page)
        self.assertNotIn('name="pick', page)
        self.assertLess(len(page), 20_000)

    def test_whose_it_is(self):
        self.serve()
        run, _ = self.ask(submit=("--by", "ada", "--tenant", "acme", "--queue", "default"))
        other = self.submit("lookup(1)", "--tenant", "acme", "--by", "ada", name="look.py")
        self.work()
        page = self.call_api("GET", "/v1/calls")
        (asked,), (waits,) = page["approvals"], page["others"]
        names = ("run", "call", "name", "tenant", "queue", "by")
        self.assertEqual([asked[name] for name in names], [run, 1, "agent.py", "acme", "default", "ada"])
        self.assertEqual([waits[name] for name in names], [other, 1, "look.py", "acme", "default", "ada"])
        self.assertLessEqual(asked["asked"], time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + 2)))
        self.assertIsNone(waits["asked"])
        self.assertEqual(asked["arguments"], {"0": 17, "amount": 5.5})
        for one in (asked, waits):
            self.assertEqual(self.call_api("GET", f"/v1/calls/{one['run']}/{one['call']}")["name"], one["name"])

    def test_arguments_have_the_names_that_workers_tell(self):
        self.write("tools.py", "def refund(order: int, amount: float = 1) -> float:\n    return amount\n")
        run = self.submit("refund(17, 5)")
        command = [FERMATA, "work", "--no-jail", "--tools", "tools.py", "--approve", "refund"]
        worker = subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        self.addCleanup(worker.wait, 20)
        self.addCleanup(worker.terminate)
        self.serve()
        end = time.monotonic() + 30
        while not (asked := self.call_api("GET", "/v1/calls")["approvals"]) and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(asked[0]["arguments"], {"order": 17, "amount": 5})
        decided = {"verdict": "approve", "shown": asked[0]["shown"], "changes": {"amount": 4}}
        self.assertEqual(self.call_api("POST", f"/v1/calls/{run}/1/decide", decided)["arguments"], {"order": 17, "amount": 4})

    def test_a_place_and_a_name_that_is_one_are_two_arguments(self):
        self.serve()
        self.submit("lookup(1, **{'0': 2})")
        self.work()
        self.assertEqual(self.call_api("GET", "/v1/calls")["others"][0]["arguments"], {"0": 1, "**0": 2})

    def test_what_was_said_stays(self):
        run, _ = self.ask(submit=("--by", "ada"))
        self.serve()
        call = f"/v1/calls/{run}/1"
        self.call_api("POST", call + "/question", {"text": "why?"})
        self.call_api("POST", call + "/reply", {"text": "so"})
        denied = self.call_api("POST", call + "/decide", {"verdict": "deny", "shown": self.call_api("GET", call)["shown"]})
        self.assertEqual([one["text"] for one in denied["thread"]], ["why?", "so"])
        self.assertEqual(len(self.call_api("GET", call)["thread"]), 2)

    def test_a_claim_is_for_a_second_at_least(self):
        run, _ = self.ask(submit=("--by", "ada"))
        self.serve()
        for seconds in (0, 604801):
            told = self.call_api("POST", f"/v1/calls/{run}/1/claim", {"seconds": seconds}, 400)["detail"]
            self.assertEqual(told, "seconds has to be 1 at least, and a week (604800) at most")
        self.call_api("POST", f"/v1/calls/{run}/1/claim", {"seconds": 604800})


class Problems(ApiTest):
    """Why a run doesn't go on."""

    def problem(self, run):
        return self.call_api("GET", f"/v1/runs/{run}")["problem"]

    @contextlib.contextmanager
    def worker(self, *options):
        command = [FERMATA, "work", "--no-jail", *options]
        process = subprocess.Popen(command, cwd=self.folder, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(20)

    def test_nobody_takes_it(self):
        self.serve()
        run = self.submit("1", "--queue", "slow")
        self.assertEqual(self.problem(run), "no worker that takes runs of queue 'slow' is there")
        self.assertIn(": no worker that takes", self.fermata("runs").out)
        self.work("--queue", "slow")
        self.assertIsNone(self.problem(run))

    def test_a_call_that_is_held(self):
        self.serve()
        self.write("tools.py", "import fermata\n\ndef refund(order):\n    raise fermata.HoldCall('the bank is closed')\n")
        run = self.submit("refund(17)")
        with self.worker("--tools", "tools.py"):
            end = time.monotonic() + 30
            while self.status_of(run) != "waiting" and time.monotonic() < end:
                time.sleep(0.05)
            self.assertEqual(self.problem(run), "refund() is held: the bank is closed")
        self.assertEqual(self.problem(run), "refund() is held: the bank is closed")
        self.assertIn("refund() is held: the bank is closed", self.fermata("runs", "--status", "waiting").out)
        self.assertEqual(self.fermata("show", run, "--json").report["problem"], "refund() is held: the bank is closed")

    def test_a_call_that_is_in_doubt(self):
        self.serve()
        self.write("tools.py", "import os\n\ndef refund(order):\n    os._exit(9)\n")
        run = self.submit("refund(17)")
        command = [FERMATA, "work", "--no-jail", "--lease", "1", "--drain", "--tools", "tools.py"]
        subprocess.run(command, cwd=self.folder, capture_output=True, timeout=60)
        end = time.monotonic() + 30
        while self.status_of(run) != "waiting" and time.monotonic() < end:
            self.work()
        self.assertEqual(self.problem(run), "refund() is in doubt: its worker was lost while it was called")


class Standing(KnownTest):
    def test_workers_and_one_schedule(self):
        admin, theirs = self.known("token", "boss", "admin"), self.known("token", "chief", "admin", tenant="acme")
        self.serve_people("--queue", "default")
        end = time.monotonic() + 30
        while not (workers := json.loads(self.as_token(admin, "/v1/workers").text)["workers"]) and time.monotonic() < end:
            time.sleep(0.05)
        (worker,) = workers
        self.assertEqual((worker["alive"], worker["queues"]), (True, ["default"]))
        self.assertEqual(self.as_token(theirs, "/v1/workers").status, 409)
        headers = {"Authorization": "Bearer " + admin, "Content-Type": "application/json"}
        made = json.loads(self.request("POST", "/v1/schedules", '{"every": "@daily", "source": "1"}', headers).text)
        self.assertEqual(json.loads(self.as_token(admin, "/v1/schedules/" + made["schedule"]).text), made)
        self.assertEqual(self.as_token(theirs, "/v1/schedules/" + made["schedule"]).status, 404)

    def test_metrics_are_for_programs(self):
        self.known("token", "ci", "view")
        self.serve_people()
        page = self.request("GET", "/metrics")
        self.assertEqual((page.status, page.headers["content-type"]), (401, "application/problem+json"))


if __name__ == "__main__":
    unittest.main()
