"""fermata.otel with OpenTelemetry's SDK, whose exporters keep all in memory."""

import asyncio
import os
import tempfile
import unittest

from support import needs

needs("opentelemetry")

import opentelemetry.trace  # noqa: E402
from opentelemetry.sdk.metrics import MeterProvider  # noqa: E402
from opentelemetry.sdk.metrics.export import InMemoryMetricReader  # noqa: E402
from opentelemetry.sdk.trace import TracerProvider  # noqa: E402
from opentelemetry.sdk.trace.export import SimpleSpanProcessor  # noqa: E402
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter  # noqa: E402

import fermata  # noqa: E402
import fermata.otel  # noqa: E402


def lookup(order):
    """Finds it."""
    if order < 0:
        raise LookupError(f"secret {order}")
    return order * 2


async def fetch(n):
    await asyncio.sleep(0)
    return lookup(n)


class Telemetry(unittest.TestCase):
    def setUp(self):
        self.spans, self.metrics = InMemorySpanExporter(), InMemoryMetricReader()
        self.tracers = tracers = TracerProvider()
        tracers.add_span_processor(SimpleSpanProcessor(self.spans))
        fermata.otel.instrument(tracer_provider=tracers, meter_provider=MeterProvider([self.metrics]))
        self.addCleanup(fermata.otel.uninstrument)

    def finished(self):
        spans = self.spans.get_finished_spans()
        self.spans.clear()
        return spans

    def points(self, name):
        """{labels: value or count} of a metric."""
        data = self.metrics.get_metrics_data()
        found = {}
        for resource in data.resource_metrics if data else ():
            for metric in resource.scope_metrics[0].metrics:
                if metric.name == name:
                    for point in metric.data.data_points:
                        found[tuple(sorted(dict(point.attributes).items()))] = getattr(point, "value", None) or getattr(point, "count", 0)
        return found

    def test_a_run_and_its_calls(self):
        result = fermata.Program("lookup(1) + lookup(2)", name="sum.py", functions=[lookup]).run()
        first, second, run = self.finished()
        self.assertEqual([span.name for span in (first, second, run)], ["fermata.call", "fermata.call", "fermata.run"])
        self.assertEqual({first.parent.span_id, second.parent.span_id}, {run.context.span_id})
        self.assertEqual(dict(first.attributes), {"fermata.function": "lookup", "fermata.call.id": 1, "fermata.call.line": 1})
        self.assertEqual((run.attributes["fermata.status"], run.attributes["fermata.program"]), ("done", "sum.py"))
        self.assertEqual(run.attributes["fermata.spent.steps"], result.spent.steps)
        self.assertEqual(self.points("fermata.steps"), {(): result.spent.steps})
        self.assertEqual(self.points("fermata.stops"), {(("fermata.status", "done"),): 1})
        self.assertEqual(self.points("fermata.call.duration"), {(("fermata.function", "lookup"), ("fermata.outcome", "answered")): 2})
        self.assertEqual(self.points("fermata.duration"), {(("fermata.operation", "run"), ("fermata.status", "done")): 1})

    def test_steps(self):
        step = fermata.Program("n = approve(5)\nn + lookup(n)", functions=["approve", lookup]).start(pause_at=["approve"])
        step = fermata.load(step.save(), functions=["approve", lookup]).resume(1)
        self.assertEqual(step.value, 3)
        session = fermata.Session()
        session.feed("x = 1")
        with self.assertRaises(fermata.SyntaxError):
            session.feed("x = (")
        spans = self.finished()
        operations = [(span.attributes.get("fermata.operation"), span.attributes.get("fermata.status")) for span in spans]
        self.assertEqual(operations, [("start", "paused"), (None, None), ("resume", "done"), ("feed", "done"), ("feed", None)])
        self.assertEqual(spans[-1].attributes["error.type"], "SyntaxError")

    def test_event_loops(self):
        async def main():
            program = fermata.Program("import asyncio\nawait asyncio.gather(fetch(1), fetch(2))", functions=[fetch])
            return (await program.run_async()).value

        self.assertEqual(asyncio.run(main()), [2, 4])
        *calls, run = self.finished()
        self.assertEqual([(call.name, call.parent.span_id) for call in calls], [("fermata.call", run.context.span_id)] * 2)
        self.assertEqual(run.attributes["fermata.operation"], "run")

    def test_what_goes_wrong(self):
        code = "class Chosen{}(Exception): pass\nraise Chosen{}('secret')"
        for program in (*(code.replace("{}", str(i)) for i in range(3)), "lookup(-1)", "1 / 0"):
            with self.assertRaises(fermata.RuntimeError):
                fermata.Program(program, functions=[lookup]).run()
        with self.assertRaises(fermata.LimitError):
            fermata.Program("while True: pass").run(limits=fermata.Limits(steps=1000))
        spans = self.finished()
        self.assertEqual(spans[0].attributes["error.type"], "Chosen0")
        self.assertEqual([span.status.status_code.name for span in spans], ["ERROR"] * 6 + ["UNSET"])
        self.assertEqual(spans[-1].attributes["fermata.limit"], "steps")
        self.assertNotIn("secret", "".join(span.to_json() for span in spans))
        self.assertEqual(
            self.points("fermata.errors"),
            {(("error.type", "other"),): 3, (("error.type", "LookupError"),): 1, (("error.type", "ZeroDivisionError"),): 1},
        )
        self.assertEqual(
            self.points("fermata.stops"),
            {(("fermata.status", "raised"),): 5, (("fermata.limit", "steps"), ("fermata.status", "exhausted")): 1},
        )

    def test_a_workers_tool_goes_on_with_its_span(self):
        trace, span = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
        tracer = opentelemetry.trace.get_tracer("test", tracer_provider=self.tracers)

        async def ask(order):
            with tracer.start_as_current_span("asked"):
                return order

        with tempfile.TemporaryDirectory() as folder, fermata.Store(os.path.join(folder, "runs.db")) as store:
            store.submit("await ask(1)", traceparent=f"00-{trace}-{span}-01")
            fermata.Worker(store, [ask], jail=False).drain()
            store.submit("await ask(1)")
            fermata.Worker(store, [ask], jail=False).drain()
        first, second = self.finished()
        self.assertEqual((f"{first.context.trace_id:032x}", f"{first.parent.span_id:016x}"), (trace, span))
        self.assertIsNone(second.parent)

    def test_on_and_off(self):
        with self.assertRaises(fermata.UsageError):
            fermata.otel.instrument()
        fermata.otel.uninstrument()
        fermata.otel.uninstrument()
        self.assertEqual(fermata.Program("lookup(1)", functions=[lookup]).run().value, 2)
        self.assertEqual(self.finished(), ())
        self.assertEqual((fermata.Program.run.__name__, hasattr(fermata.Program.run, "__wrapped__")), ("run", False))


if __name__ == "__main__":
    unittest.main()
