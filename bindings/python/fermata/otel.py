"""OpenTelemetry for Fermata: spans for runs, steps and host calls, and metrics.

    import fermata.otel

    fermata.otel.instrument()      # once per process, after the SDK was set up; uninstrument() ends it

Spans are `fermata.run` (Program.run), `fermata.step` (all that goes on to the next stop: start, feed, resume, perform …) and, within them,
`fermata.call` for each host function. Nothing of arguments, results, output or messages is in them. What a program chose, such as the name
of its exception's class, may be a span's attribute, and is never one of a metric.
"""

from fermata._core import offer

try:
    from fermata._integrations.otel import instrument, uninstrument
except ImportError as _missing:
    if _missing.name is None or _missing.name.split(".")[0] != "opentelemetry":
        raise
    raise ImportError("fermata.otel needs OpenTelemetry's API: pip install 'fermata-lang[otel]'") from _missing

__all__ = ["instrument", "uninstrument"]
offer(globals())
