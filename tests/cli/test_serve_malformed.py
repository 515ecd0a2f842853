"""What isn't HTTP, or almost is: 10,000 requests that are broken in a way each time. None is an error of the server's, and it goes on."""

import random
import socket
import unittest

from command import SHORT
from serving import ServedTest

WHOLE = [
    b"GET / HTTP/1.1\r\nHost: %(host)s\r\n\r\n",
    b"GET /runs?status=done&queue=a HTTP/1.1\r\nHost: %(host)s\r\nAccept: */*\r\n\r\n",
    b"POST /decide HTTP/1.1\r\nHost: %(host)s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\ncsrf=ab",
    b"POST /calls/r/1/decide HTTP/1.1\r\nHost: %(host)s\r\nTransfer-Encoding: chunked\r\n\r\n3\r\na=b\r\n0\r\n\r\n",
    b'GET /static/page.js HTTP/1.1\r\nHost: %(host)s\r\nIf-None-Match: "x"\r\nRange: bytes=0-1\r\n\r\n',
    b"GET /runs/%%00/at/1 HTTP/1.0\r\nHost: %(host)s\r\nCookie: fermata=1; a\r\nAuthorization: Bearer x\r\n\r\n",
]
PIECES = [
    b"\r\n",
    b"\n",
    b"\0",
    b" ",
    b"%",
    b"%zz",
    b"%ff",
    b"/../",
    b"//",
    b"?",
    b"&",
    b"=",
    b"HTTP/9.9",
    b"Content-Length: -1\r\n",
    b"\xff" * 9,
]
PIECES += [
    b"Content-Length: 99999999999999999999\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Content-Length: 3\r\n",
    b"X: " + b"a" * 20000,
    b"{run}",
    b":",
]


class Malformed(ServedTest):
    def broken(self, chance):
        text = bytearray(chance.choice(WHOLE) % {b"host": f"localhost:{self.port}".encode()})
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(text) + 1)
            way = chance.randrange(4)
            if way == 0:
                text[at : at + chance.randint(1, 9)] = b""
            elif way == 1:
                text[at:at] = chance.choice(PIECES)
            elif way == 2:
                text[at : at + 1] = bytes([chance.randrange(256)])
            else:
                text[at:at] = text[chance.randrange(len(text) + 1) :][:40]
        return bytes(text)

    def answer(self, text):
        with socket.create_connection(("127.0.0.1", self.port), timeout=60) as connection:
            try:
                connection.sendall(text)
                connection.shutdown(socket.SHUT_WR)
                said = b""
                while part := connection.recv(65536):
                    said += part
                return said
            except OSError:  # it was closed before all was sent
                return b""

    def test_none_is_an_error_of_the_servers(self):
        self.serve()
        chance = random.Random(16)
        for number in range(500 if SHORT else 10_000):
            text = self.broken(chance)
            said = self.answer(text)
            if said:
                self.assertRegex(said[:12], rb"^HTTP/1\.[01] [234]\d\d$", (number, text))
        self.assertEqual(self.get("/healthz").text, "ok\n")


if __name__ == "__main__":
    unittest.main()
