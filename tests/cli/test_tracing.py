"""Spans of runs, as `fermata work` and `fermata serve` send them to a collector of OpenTelemetry's."""

import contextlib
import hashlib
import http.client
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import unittest

from command import FERMATA, ROOT, USAGE, CommandTest
from http_service import serve
from on_postgres import OnPostgres
from serving import ServedTest

sys.path.append(os.path.join(ROOT, "tests", "support"))
from otlp_collector import Collector

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


def lost(told):
    """How many spans weren't taken, as a worker says."""
    return sum(int(count) for count in re.findall(r"(\d+) spans? of traces weren't taken", told))


class Traces(CommandTest):
    """Over SQLite."""

    store = "runs.db"

    def setUp(self):
        super().setUp()
        self.collector = Collector(self)
        for name in list(os.environ):
            if name.startswith("OTEL_") or name == "TRACEPARENT":
                self.addCleanup(os.environ.__setitem__, name, os.environ.pop(name))

    def environ(self, **variables):
        for name, value in variables.items():
            os.environ[name] = value
            self.addCleanup(os.environ.pop, name, None)

    def over(self, command, *arguments, **options):
        return self.fermata(command, *arguments, "--store", self.store, **options)

    def submit(self, text, *more):
        self.write("agent.py", text)
        return self.over("submit", "agent.py", *more).out.strip()

    def options(self, *more):
        return ["--no-jail", "--otlp", self.collector.url, "--store", self.store, *more]

    def work(self, *more, **options):
        return self.fermata("work", "--drain", *self.options(*more), **options)

    def status(self, run):
        return self.over("show", run, "--json").report["status"]

    def test_a_run_its_steps_and_calls(self):
        service = serve(self)
        service.answers = [(200, {"result": 17}, {})]
        run = self.submit("n = lookup('secret argument')\nsay(n)")
        self.work(
            "--http",
            f"lookup=http://127.0.0.1:{service.server_port}/",
            "--handler",
            'say=echo "\\"$TRACEPARENT secret result\\"" | tee said',
        )
        (root,), steps, (lookup, say) = (self.collector.named(name) for name in ("run", "step", "call"))
        self.assertEqual({span.trace for span in self.collector.spans}, {root.trace})
        self.assertEqual(len({span.id for span in self.collector.spans}), len(self.collector.spans))
        self.assertEqual([root.parent, *(step.parent for step in steps)], [None, *[root.id] * 3])
        self.assertEqual([(step["seq"], step["status"]) for step in steps], [(1, "paused"), (2, "paused"), (3, "done")])
        self.assertEqual([lookup.parent, say.parent], [steps[0].id, steps[1].id])
        self.assertEqual([(one["function"], one["attempt"], one["outcome"], one.kind) for one in (lookup, say)],
                         [("lookup", 1, "answered", 3), ("say", 1, "answered", 1)])  # fmt: skip
        self.assertLessEqual(steps[0].end, lookup.begin + 1)
        self.assertLessEqual(lookup.end, steps[1].begin)
        for span in self.collector.spans:
            self.assertEqual((span["run"], span["program"], span["queue"], span["tenant"]), (run, "agent.py", "default", "default"))
            self.assertFalse(span.failed)
        self.assertEqual(root["status"], "done")
        ((_, headers, _),) = service.seen
        self.assertEqual(headers["traceparent"], f"00-{root.trace}-{lookup.id}-01")
        self.assertIn(f"00-{root.trace}-{say.id}-01", self.read("said").decode())
        self.assertNotIn("secret", b"".join(body for _, _, body in self.collector.requests).decode())

    def test_another_worker_goes_on_with_the_trace(self):
        run = self.submit("first()\nsecond()")
        told = ["--lease", "1", "--idempotent", "second", "--handler", "first=echo 1"]
        process = subprocess.Popen(
            [FERMATA, "work", *self.options(*told), "--handler", "second=touch began; exec sleep 20"],
            cwd=self.folder,
            start_new_session=True,
        )
        self.addCleanup(process.wait)
        try:
            self.collector.wait(lambda: len(self.collector.named("step")) == 2)
            self.wait_for("began")
        finally:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        deadline = time.monotonic() + 30
        while self.status(run) != "done":
            self.assertLess(time.monotonic(), deadline)
            self.work(*told, "--handler", "second=echo 2")
            time.sleep(0.2)
        (root,), steps, (first, second) = (self.collector.named(name) for name in ("run", "step", "call"))
        self.assertEqual({span.trace for span in self.collector.spans}, {root.trace})
        self.assertEqual(sorted(step["seq"] for step in steps), [1, 2, 3])
        by_seq = {step["seq"]: step for step in steps}
        self.assertEqual([first.parent, second.parent], [by_seq[1].id, by_seq[2].id])
        self.assertEqual((second["function"], second["attempt"]), ("second", 2))
        self.assertNotEqual(first["worker"], second["worker"])
        self.assertEqual({step.parent for step in steps}, {root.id})
        self.assertLessEqual(root.begin, min(step.begin for step in steps))

    def wait_for(self, name):
        deadline = time.monotonic() + 20
        while not os.path.exists(self.path(name)):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def test_what_the_submitter_began(self):
        self.environ(TRACEPARENT=f"00-{TRACE}-{SPAN}-01")
        self.submit("pay()")
        self.work("--handler", "pay=echo 1")
        (root,), (call,) = self.collector.named("run"), self.collector.named("call")
        self.assertEqual((root.trace, root.parent, call.trace), (TRACE, SPAN, TRACE))
        # Without a collector tools are given what the submitter said.
        self.submit("pay()")
        del os.environ["TRACEPARENT"]
        self.over("work", "--drain", "--no-jail", "--handler", "pay=printenv TRACEPARENT > said; echo 1")
        self.assertEqual(self.read("said").decode().strip(), f"00-{TRACE}-{SPAN}-01")
        self.submit("pay()")
        self.over("work", "--drain", "--no-jail", "--handler", "pay=printenv TRACEPARENT > said; echo 1")
        self.assertEqual(self.read("said"), b"")
        # What isn't sampled isn't sent.
        requests = len(self.collector.requests)
        self.environ(TRACEPARENT=f"00-{TRACE}-{SPAN}-00")
        self.submit("pay()")
        os.environ.pop("TRACEPARENT")
        self.work("--handler", "pay=printenv TRACEPARENT > said; echo 1")
        self.assertRegex(self.read("said").decode().strip(), f"00-{TRACE}-[0-9a-f]{{16}}-00")
        self.assertEqual(len(self.collector.requests), requests)

    def test_children_approvals_and_what_goes_wrong(self):
        self.submit("child = spawn('pay(80)')\nawait child")
        policy = ["--approve", "pay", "--handler", "pay=echo oops >&2; exit 3"]
        self.work(*policy)
        (spawned,) = self.over("inbox", "--json").report["calls"]
        self.over("approve", spawned["key"], "--by", "zoe")
        self.work(*policy)
        parent, child = sorted(self.collector.named("run"), key=lambda span: bool(span.parent))
        self.assertEqual((child.trace, child.parent), (parent.trace, parent.id))
        self.assertEqual(
            [(one["status"], one["error.type"], one.failed) for one in (child, parent)], [("raised", "RuntimeError", True)] * 2
        )
        (approval,), (call,) = self.collector.named("approval"), [one for one in self.collector.named("call") if one["function"] == "pay"]
        self.assertEqual((approval["function"], approval["verdict"], approval.parent), ("pay", "approve", call.parent))
        self.assertEqual((call["outcome"], call["error.type"], call.failed), ("raised", "RuntimeError", True))
        self.assertNotIn("zoe", str(self.collector.spans))  # (no digits of an id)
        self.assertNotIn("oops", str(self.collector.requests))
        # Denied, it is no call.
        self.collector.spans.clear()
        run = self.submit("pay(90)")
        self.work(*policy)
        self.over("deny", run, "--by", "ada")
        self.work(*policy)
        (approval,), calls, (root,) = (self.collector.named(name) for name in ("approval", "call", "run"))
        self.assertEqual((approval["verdict"], calls, root["error.type"]), ("deny", [], "PermissionError"))

    def test_a_state_that_cannot_be_loaded(self):
        if self.store != "runs.db":
            self.skipTest("a file is easier to damage")
        run = self.submit("lookup()")
        self.work()
        with contextlib.closing(sqlite3.connect(self.path(self.store))) as database, database:
            database.execute("UPDATE snapshot SET state = ?, hash = ?", (b"x", hashlib.sha256(b"x").hexdigest()))
        self.over("answer", run, "--result", "1")
        self.work()
        _, *steps = self.collector.named("step")
        self.assertEqual([(step["status"], step.failed) for step in steps], [("crashed", True)] * 2)
        self.assertEqual((len({step.id for step in steps}), self.collector.named("run")), (2, []))

    def test_a_program_that_names_its_error(self):
        self.submit("raise type('E' * 5000, (Exception,), {})('secret')")
        self.work()
        (root,) = self.collector.named("run")
        self.assertEqual(root["error.type"], "E" * 200)
        self.assertNotIn("secret", str(self.collector.requests))

    def test_a_collector_that_is_not_there(self):
        run = self.submit("pay()")
        told = self.fermata("work", "--drain", "--no-jail", "--otlp", "http://user:pass@127.0.0.1:9", "--store", self.store,
                            "--handler", "pay=echo 1")  # fmt: skip
        self.assertEqual(self.status(run), "done")
        self.assertEqual(lost(told.err), 4)
        self.assertIn("the collector 127.0.0.1:9: ", told.err)
        self.assertNotIn("pass", told.err)

    def test_a_collector_that_does_not_answer(self):
        self.collector.answers = [("silence", None)]
        runs = [self.submit("for i in range(20): pay()") for _ in range(2)]
        began = time.monotonic()
        process = subprocess.Popen([FERMATA, "work", *self.options("--handler", "pay=echo 1")], cwd=self.folder, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        while not all(self.status(run) == "done" for run in runs):
            self.assertLess(time.monotonic(), began + 30)
            time.sleep(0.1)
        process.terminate()
        stopped = time.monotonic()
        self.assertEqual(process.wait(30), 0)
        self.assertLess(time.monotonic() - stopped, 16)
        self.assertEqual(lost(process.stderr.read().decode()), 2 * (1 + 21 + 20))

    def test_a_collector_that_is_busy_or_refuses(self):
        self.collector.answers = [(503, {}), (429, {}), (200, {"partialSuccess": {}})]
        self.submit("pay()")
        self.assertEqual(lost(self.work("--handler", "pay=echo 1").err), 0)
        bodies = [body for _, _, body in self.collector.requests]
        self.assertEqual(len(set(bodies[:3])), 1)  # it is sent again
        self.assertEqual(len(self.collector.spans), 4)
        self.collector.answers = [(400, {})]
        self.submit("pay()")
        self.assertEqual(lost(self.work("--handler", "pay=echo 1").err), 4)
        bodies = [body for _, _, body in self.collector.requests]
        self.assertEqual(len(set(bodies)), len(bodies) - 2)  # this isn't
        self.collector.answers = [(200, {"partialSuccess": {"rejectedSpans": "3", "errorMessage": "no"}}), (200, {})]
        self.submit("pay()")
        self.assertEqual(lost(self.work("--handler", "pay=echo 1").err), 3)

    def plain(self):
        return self.over("work", "--drain", "--no-jail", "--handler", "pay=echo 1")

    def test_the_environment(self):
        self.submit("pay()")
        self.environ(
            OTEL_EXPORTER_OTLP_ENDPOINT=self.collector.url + "/base/",
            OTEL_EXPORTER_OTLP_HEADERS="authorization=Bearer%20a%3Db, x-more = 1",
            OTEL_RESOURCE_ATTRIBUTES="deployment.environment=test,service.name=other",
            OTEL_SERVICE_NAME="agents",
        )
        self.assertNotIn("a=b", self.plain().err)
        ((path, headers, _),) = self.collector.requests
        self.assertEqual((path, headers["authorization"], headers["x-more"]), ("/base/v1/traces", "Bearer a=b", "1"))
        (resource,) = self.collector.resources
        self.assertEqual((resource["service.name"], resource["deployment.environment"]), ("agents", "test"))
        self.environ(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT=self.collector.url + "/here")
        self.submit("pay()")
        self.plain()
        self.assertEqual(self.collector.requests[-1][0], "/here")
        for name, value, told in (
            ("OTEL_SDK_DISABLED", "true", ""),
            ("OTEL_TRACES_EXPORTER", "none", ""),
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "Fermata speaks http/json"),
        ):
            os.environ[name] = value
            self.submit("pay()")
            self.assertIn(told, self.plain().err)
            del os.environ[name]
        self.assertEqual(len(self.collector.requests), 2)

    def test_usage(self):
        self.assertIn("http:// or https:// URL, not 'x'", self.over("work", "--drain", "--otlp", "x", code=USAGE).err)


class TracesOfPostgres(OnPostgres, Traces):
    pass


class ServedTraces(ServedTest):
    def test_the_header_of_a_request_and_a_cancelled_run(self):
        collector = Collector(self)
        self.serve("--otlp", collector.url)
        for header, trace in ((f"00-{TRACE}-{SPAN}-01", TRACE), (f"00-{TRACE}-{SPAN}", None), ("nonsense", None)):
            run = self.post("/v1/runs", {"source": "pay()"}, header)["run"]
            self.post(f"/v1/runs/{run}/cancel", {"reason": "secret"}, "")
            collector.wait(lambda run=run: any(span["run"] == run for span in collector.spans))
            (root,) = [span for span in collector.spans if span["run"] == run]
            self.assertEqual((root.name, root["status"], root.parent), ("fermata.run", "cancelled", SPAN if trace else None))
            self.assertEqual(root.trace == TRACE, bool(trace))

    def post(self, path, body, traceparent):
        connection = http.client.HTTPConnection("127.0.0.1", self.port)
        self.addCleanup(connection.close)
        connection.request(
            "POST", path, json.dumps(body), {"Content-Type": "application/json", **({"traceparent": traceparent} if traceparent else {})}
        )
        answer = connection.getresponse()
        self.assertIn(answer.status, (200, 201))
        return json.loads(answer.read())


if __name__ == "__main__":
    unittest.main()
