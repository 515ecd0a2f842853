"""Streams of events of `fermata serve`: who hears of what, for how long, and how many at once."""

import os
import select
import socket
import unittest

from serving import KnownTest


class Events(KnownTest):
    def stream(self, token, status=200):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(connection.close)
        connection.sendall(f"GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
        said = connection.recv(65536).decode()
        self.assertIn(f" {status} ", said.splitlines()[0])
        if status == 200:
            self.assertIn("text/event-stream", said)
            self.assertIn("\r\nContent-Security-Policy:", said)
        return connection

    def hears(self, connection):
        """What it is told next; empty: it has ended."""
        return connection.recv(65536).decode()

    def test_one_hears_of_ones_own_tenants_changes(self):
        ours, theirs = (self.known("token", name, "view", tenant=name) for name in ("acme", "umbrella"))
        everybody = self.known("token", "all", "view")
        self.serve_people()
        streams = [self.stream(token) for token in (ours, theirs, everybody)]
        for stream in streams:  # that it has begun
            self.assertIn("data: changed", self.hears(stream))
        for _ in range(3):
            self.submit("1", "--tenant", "acme")
            self.assertIn("data: changed", self.hears(streams[0]))
            self.assertIn("data: changed", self.hears(streams[2]))
        self.assertEqual(select.select([streams[1]], [], [], 0)[0], [])
        self.submit("1", "--tenant", "umbrella")
        self.assertIn("data: changed", self.hears(streams[1]))

    def test_who_may_not_look_any_more_hears_nothing(self):
        token = self.known("token", "ci", "view")
        other = self.known("token", "other", "view")
        self.serve_people()
        streams = [self.stream(token), self.stream(other)]
        for stream in streams:
            self.assertIn("data: changed", self.hears(stream))
        self.tables = self.tables.replace('name = "ci"', 'name = "another"')
        self.write("auth.toml", self.tables)
        os.chmod(self.path("auth.toml"), 0o600)
        self.assertEqual(self.hears(streams[0]), "")
        self.submit("1")
        self.assertIn("data: changed", self.hears(streams[1]))

    def test_one_person_has_so_many(self):
        token, other = self.known("token", "ci", "view"), self.known("token", "other", "view")
        self.serve_people()
        streams = [self.stream(token) for _ in range(25)]
        self.stream(token, 503)
        self.stream(other)
        for stream in streams:  # ended ones are noticed at once
            stream.close()
        status = 503
        while status == 503:
            connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
            connection.sendall(f"GET /v1/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n".encode())
            status = int(connection.recv(65536).split()[1])
            connection.close()
        self.assertEqual(status, 200)


if __name__ == "__main__":
    unittest.main()
