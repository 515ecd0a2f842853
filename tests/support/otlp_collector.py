"""An OpenTelemetry collector for the tests: takes OTLP/HTTP in JSON, and believes nothing of it."""

import http.server
import json
import re
import threading

ID = re.compile(r"[0-9a-f]{16}")
TRACE = re.compile(r"[0-9a-f]{32}")
NANOS = re.compile(r"[1-9][0-9]{17,18}")  # a text, as OTLP's JSON has big numbers


def only(given, needed, others=()):
    assert isinstance(given, dict) and set(needed) <= set(given) <= {*needed, *others}, given
    return given


def attributes_of(listed):
    """{name: value}, of which the protocol's JSON has the types apart."""
    found = {}
    for one in listed:
        only(one, ["key", "value"])
        ((kind, value),) = one["value"].items()
        assert isinstance(value, str) and kind in ("stringValue", "intValue"), one
        assert one["key"] not in found, one
        found[one["key"]] = int(value) if kind == "intValue" else value
    return found


class Span:
    def __init__(self, span):
        only(
            span,
            ["traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano", "attributes", "status"],
            ["parentSpanId"],
        )
        assert TRACE.fullmatch(span["traceId"]) and ID.fullmatch(span["spanId"]) and ID.fullmatch(span.get("parentSpanId", "0" * 16)), span
        assert NANOS.fullmatch(span["startTimeUnixNano"]) and NANOS.fullmatch(span["endTimeUnixNano"]), span
        assert span["status"] in ({}, {"code": 2}) and span["kind"] in (1, 3), span
        self.trace, self.id, self.parent, self.name, self.kind = (
            span.get(key) for key in ("traceId", "spanId", "parentSpanId", "name", "kind")
        )
        self.begin, self.end = int(span["startTimeUnixNano"]), int(span["endTimeUnixNano"])
        assert self.begin <= self.end, span
        self.failed = span["status"] == {"code": 2}
        self.attributes = attributes_of(span["attributes"])

    def __getitem__(self, name):
        return self.attributes.get(name if "." in name else "fermata." + name)

    def __repr__(self):
        return f"{self.name} {self.id} of {self.parent} in {self.trace}: {self.attributes}"


class Collector:
    """`spans` that it has accepted; `requests`: (path, headers, body) of all. `answers`: (status, body), the last one again and again."""

    def __init__(self, test):
        collector = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status, answer = collector.take(self.path, dict(self.headers), body)
                if status == "silence":
                    collector.over.wait(60)
                    self.close_connection = True
                    return
                text = json.dumps(answer).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *_):
                pass

        self.spans, self.requests, self.resources, self.problems = [], [], [], []
        self.answers = [(200, {"partialSuccess": {}})]
        self.over, self._changed = threading.Event(), threading.Condition()
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads, self._server.handle_error = True, lambda *_: None  # (who is killed ends connections)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        for cleanup in (lambda: test.assertEqual(self.problems, []), self._server.server_close, self._server.shutdown, self.over.set):
            test.addCleanup(cleanup)

    def take(self, path, headers, body):
        with self._changed:
            self.requests.append((path, headers, body))
            status, answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            if status == 200:
                try:
                    self.read(headers, body)
                except Exception as error:
                    self.problems.append(repr(error))
            self._changed.notify_all()
        return status, answer

    def read(self, headers, body):
        assert headers["Content-Type"] == "application/json", headers
        for group in only(json.loads(body), ["resourceSpans"])["resourceSpans"]:
            only(group, ["resource", "scopeSpans"])
            self.resources.append(attributes_of(only(group["resource"], ["attributes"])["attributes"]))
            for scope in group["scopeSpans"]:
                only(scope, ["scope", "spans"])
                assert scope["scope"] == {"name": "fermata"}, scope
                assert 0 < len(scope["spans"]) <= 512
                self.spans += [Span(span) for span in scope["spans"]]

    def named(self, name):
        return [span for span in self.spans if span.name == "fermata." + name]

    def wait(self, until, timeout=20):
        """Until `until()` of what has come."""
        with self._changed:
            assert self._changed.wait_for(until, timeout), self.spans
