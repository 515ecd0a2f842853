"""A Worker that sends spans, and what its tools know of them."""

import os
import re
import sys
import unittest

import fermata
from durable_support import StoreCase

sys.path.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "support"))
from otlp_collector import Collector

TRACE, SPAN = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


class Traces(StoreCase):
    def setUp(self):
        super().setUp()
        self.collector = Collector(self)
        self.told = []

        def lookup(order):
            self.told.append(fermata.context().traceparent)
            return order * 10

        async def fetch(order):
            return lookup(order)

        self.tools = lookup, fetch

    def test_a_run(self):
        run = self.store.submit("lookup(1)\nawait fetch(2)")
        self.drain(*self.tools, otlp=self.collector.url)
        self.assertEqual(self.outcome(run), 20)
        (root,), calls = self.collector.named("run"), self.collector.named("call")
        self.assertEqual(self.told, [f"00-{root.trace}-{call.id}-01" for call in calls])
        self.assertEqual((root["run"], len(self.collector.named("step"))), (run.id, 3))
        self.assertEqual(len({call["worker"] for call in calls}), 1)

    def test_the_submitters_trace(self):
        given = f"00-{TRACE}-{SPAN}-01"
        with self.assertRaisesRegex(fermata.UsageError, "a traceparent is one of W3C's Trace Context, not 'x'"):
            self.store.submit("1", traceparent="x")
        self.store.submit("lookup(1)", traceparent=given)
        self.drain(*self.tools)  # which sends nothing
        self.assertEqual(self.told, [given])
        self.store.submit("lookup(1)", traceparent=given)
        self.drain(*self.tools, otlp=self.collector.url)
        (root,) = self.collector.named("run")
        self.assertEqual((root.trace, root.parent), (TRACE, SPAN))
        self.store.submit("lookup(1)")
        self.drain(*self.tools)
        self.assertEqual(self.told[2:], [""])

    def test_the_environment(self):
        os.environ["OTEL_EXPORTER_OTLP_ENDPOINT"] = self.collector.url
        self.addCleanup(os.environ.pop, "OTEL_EXPORTER_OTLP_ENDPOINT")
        self.store.submit("lookup(1)")
        self.drain(*self.tools)
        self.assertEqual(len(self.collector.named("run")), 1)

    def test_a_collector_that_is_not_there(self):
        run = self.store.submit("lookup(1)")
        with self.assertLogs("fermata", "WARNING") as logged:
            self.drain(*self.tools, otlp="http://127.0.0.1:9")
        self.assertEqual(self.outcome(run), 10)
        counts = re.findall(r"(\d+) spans? of traces weren't taken by the collector 127\.0\.0\.1:9", "".join(logged.output))
        self.assertEqual(sum(map(int, counts)), 4)

    def test_usage(self):
        for option in ("otlp", "public_url"):
            with self.assertRaisesRegex(fermata.UsageError, f"{option} must be an http:// or https:// URL, not 'x'"):
                fermata.Worker(self.store, **{option: "x"})


if __name__ == "__main__":
    unittest.main()
