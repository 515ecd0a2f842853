"""Requests whose end two readers could see at two places: a proxy before the server must not be led to take one request for two, or two
for one. Each has at most one answer, and what follows it on its connection isn't read as another request unless it is one."""

import re
import socket
import unittest

from serving import ServedTest

SECOND = "GET /v1/smuggled HTTP/1.1\r\nHost: {host}\r\n\r\n"
CHUNKED = "0\r\n\r\n" + SECOND

# Heads that aren't allowed to be taken for requests with a body of a known end: name, lines, what follows.
REFUSED = [
    ("both lengths", "Content-Length: 6\r\nTransfer-Encoding: chunked", CHUNKED),
    ("both lengths, the other way round", "Transfer-Encoding: chunked\r\nContent-Length: 6", CHUNKED),
    ("two lengths", "Content-Length: 0\r\nContent-Length: 44", SECOND),
    ("two lengths in one line", "Content-Length: 0, 44", SECOND),
    ("a length with a sign", "Content-Length: +0", SECOND),
    ("a negative length", "Content-Length: -1", SECOND),
    ("a length in hexadecimal digits", "Content-Length: 0x0", SECOND),
    ("a length that is too long", "Content-Length: 18446744073709551616", SECOND),
    ("an empty length", "Content-Length: ", SECOND),
    ("a space before the colon", "Transfer-Encoding : chunked", CHUNKED),
    ("a space before the length's colon", "Content-Length : 44", SECOND),
    ("another coding", "Transfer-Encoding: gzip", CHUNKED),
    ("chunked before another coding", "Transfer-Encoding: chunked, identity", CHUNKED),
    ("chunked twice", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", CHUNKED),
    ("almost chunked", "Transfer-Encoding: xchunked", CHUNKED),
    ("chunked in quotes", 'Transfer-Encoding: "chunked"', CHUNKED),
    ("a tab in the name", "Transfer-Encoding\t: chunked", CHUNKED),
    ("a null in the name", "Transfer-\0Encoding: chunked", CHUNKED),
    ("a control character in the coding", "Transfer-Encoding: \x0bchunked", CHUNKED),
    ("a line of spaces", "Transfer-Encoding:\r\n chunked", CHUNKED),
    ("a folded line", "X: a\r\n Content-Length: 44", SECOND),
    ("a first line that is folded", " X: a", SECOND),
    ("a bare line feed in a value", "X: a\nContent-Length: 44", SECOND),
    ("a bare carriage return in a value", "X: a\rContent-Length: 44", SECOND),
    ("no colon", "X", SECOND),
    ("two hosts", "Host: evil.example", SECOND),
]
CHUNKS = [
    ("a size that isn't one", "z\r\n\r\n0\r\n\r\n"),
    ("a size with a sign", "+1\r\na\r\n0\r\n\r\n"),
    ("a negative size", "-1\r\na\r\n0\r\n\r\n"),
    ("a size in C's manner", "0x1\r\na\r\n0\r\n\r\n"),
    ("a size that is too large", "FFFFFFFFFFFFFFFFF\r\na\r\n0\r\n\r\n"),
    ("a chunk that is longer than its size", "1\r\nabc\r\n0\r\n\r\n"),
    ("a bare line feed after a size", "1\na\n0\n\n"),
    ("a long extension", "1;" + "a" * 100_000 + "\r\na\r\n0\r\n\r\n"),
    ("an extension with a line feed", "1;a\nb\r\na\r\n0\r\n\r\n"),
]


class Smuggling(ServedTest):
    def answers(self, text):
        """The statuses of all that is answered on a connection, until the server closes it or says nothing more."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            said = b""
            try:
                connection.sendall(text.format(host=f"localhost:{self.port}").encode("latin-1"))
                connection.shutdown(socket.SHUT_WR)
                while part := connection.recv(65536):
                    said += part
            except OSError:  # it was closed before all was sent
                pass
        return [int(status) for status in re.findall(rb"HTTP/1\.1 (\d+)", said)]

    def test_what_has_two_ends_is_refused(self):
        self.serve()
        for name, lines, rest in REFUSED:
            for method in ("GET", "POST"):
                with self.subTest(name, method=method):
                    self.assertIn(self.answers(f"{method} /v1/check HTTP/1.1\r\nHost: {{host}}\r\n{lines}\r\n\r\n{rest}"), ([400], []))
        self.assertEqual(self.get("/healthz").text, "ok\n")

    def test_broken_chunks_are_refused(self):
        self.serve()
        for name, body in CHUNKS:
            with self.subTest(name):
                head = "POST /v1/check HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\n"
                self.assertIn(self.answers(head + body + SECOND), ([400], [413], [431], []))

    def test_whole_ones_are_answered(self):
        self.serve()
        one = "POST /v1/check HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
        chunks = '5;a=b;c="d"\r\n{{"sou\r\n8\r\nrce":""}}\r\n0\r\nTrailer: x\r\n\r\n'
        self.assertEqual(self.answers(one + "Transfer-Encoding: chunked\r\n\r\n" + chunks + SECOND), [400, 404])  # (an empty source)
        self.assertEqual(self.answers(one + "Content-Length: 2\r\n\r\n{{}}" + SECOND), [400, 404])
        self.assertEqual(self.answers("GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n" * 3), [200, 200, 200])


if __name__ == "__main__":
    unittest.main()
