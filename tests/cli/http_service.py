"""An HTTP service for the tests, in a thread of this process, that notes what it is asked."""

import base64
import hashlib
import hmac
import http.server
import json
import threading

KEY = bytes(range(32))
OLD_KEY = b"an older key of as many as 31.."
SECRETS = [f"whsec_{base64.b64encode(key).decode()}" for key in (KEY, OLD_KEY)]


def signatures(headers, body):
    """What Standard Webhooks wants in webhook-signature, of both keys."""
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    return ["v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode() for key in (KEY, OLD_KEY)]


class Service(http.server.BaseHTTPRequestHandler):
    """Answers with the next of the server's `answers`, the last one again and again: (status, body, headers)."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        server = self.server
        server.seen.append((self.path, dict(self.headers), body))
        status, answer, headers = server.answers.pop(0) if len(server.answers) > 1 else server.answers[0]
        if status == "silence":
            server.over.wait(20)
            self.close_connection = True
            return
        if status == "hang up":
            self.close_connection = True
            return
        text = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST

    def log_message(self, *_):
        pass


def serve(test):
    """A server that is gone when the test is over: `seen` has (path, headers, body) of each request; `answers` is what it answers."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.daemon_threads = True
    server.seen, server.answers, server.over = [], [(200, b"", {})], threading.Event()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for cleanup in (server.server_close, server.shutdown, server.over.set):
        test.addCleanup(cleanup)
    return server
