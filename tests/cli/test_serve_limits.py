"""`fermata serve --auth`: how much one person, token or address may have of it."""

import http.client
import socket
import unittest

from serving import PASSWORD, KnownTest


class Limits(KnownTest):
    def opened(self):
        """A connection that asks nothing."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(connection.close)
        return connection

    def is_closed(self, connection):
        """Whether the server closed it at once."""
        connection.settimeout(0.5)
        try:
            return connection.recv(1) == b""
        except TimeoutError:
            return False

    def statuses(self, count, path="/v1/runs", **headers):
        """Of so many requests, over one connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.addCleanup(connection.close)
        said = []
        for _ in range(count):
            connection.request("GET", path, None, {name.replace("_", "-"): value for name, value in headers.items()})
            response = connection.getresponse()
            self.last = response.getheaders(), response.read().decode()
            said.append(response.status)
        return said

    def test_requests_of_a_token(self):
        ci, other = (self.known("token", name, "view") for name in ("ci", "other"))
        self.serve_people("--rate", "2")
        said = self.statuses(60, Authorization="Bearer " + ci)
        self.assertEqual(said[:8], [200] * 8)
        self.assertEqual(said[-1], 429)
        headers, body = self.last
        self.assertEqual(dict(headers)["Retry-After"], "1")
        self.assertEqual(dict(headers)["Content-Type"], "application/problem+json")
        self.assertIn('"status": 429', body)
        self.assertEqual(self.as_token(other, "/v1/runs").status, 200)
        self.assertEqual(set(self.statuses(20, "/healthz")), {200})
        self.assertEqual(set(self.statuses(20, "/readyz")), {200})

    def test_who_waits_asks_once(self):
        ci = self.known("token", "ci", "view")
        self.serve_people("--rate", "0.1")
        run = self.submit("refund(17)")
        self.assertEqual(self.as_token(ci, f"/v1/runs/{run}?wait=2").status, 200)

    def test_requests_of_an_address(self):
        ci = self.known("token", "ci", "view")
        self.serve_people("--rate-per-address", "2")
        self.assertEqual(self.statuses(60, Authorization="Bearer fermata_wrong")[-1], 429)
        self.assertEqual(self.as_token(ci, "/v1/runs").status, 429)
        said = self.statuses(60, Authorization="Bearer fermata_wrong", X_Forwarded_For="10.0.0.7")  # nobody believes that
        self.assertEqual(said[-1], 429)

    def test_addresses_behind_a_proxy(self):
        ci = self.known("token", "ci", "view")
        self.tables += '[proxy]\nheader = "X-Remote-User"\nfrom = ["127.0.0.1"]\n'
        self.serve_people("--rate-per-address", "2", "--connections-per-address", "2")
        self.assertEqual(self.statuses(60, Authorization="Bearer fermata_wrong", X_Forwarded_For="10.0.0.7")[-1], 429)
        self.assertEqual(self.statuses(1, Authorization="Bearer " + ci, X_Forwarded_For="10.0.0.7"), [429])
        self.assertEqual(self.statuses(1, Authorization="Bearer " + ci, X_Forwarded_For="10.0.0.7, 10.0.0.8"), [200])
        self.assertEqual(self.statuses(60, X_Forwarded_For="2001:db8::1")[-1], 429)
        self.assertEqual(self.statuses(1, X_Forwarded_For="2001:db8::2"), [429])
        self.assertEqual(self.statuses(1, X_Forwarded_For="2001:db8:0:1::1"), [401])
        self.assertFalse(any(self.is_closed(connection) for connection in [self.opened() for _ in range(5)]))

    def test_connections_of_an_address(self):
        ci = self.known("token", "ci", "view")
        self.serve_people("--connections-per-address", "3")
        kept = [self.opened() for _ in range(3)]
        self.assertFalse(any(self.is_closed(connection) for connection in kept))
        self.assertTrue(self.is_closed(self.opened()))
        kept[0].close()
        kept.pop(0)
        for _ in range(100):  # until that is noticed
            try:
                self.assertEqual(self.as_token(ci, "/v1/runs").status, 200)
                return
            except (ConnectionError, http.client.HTTPException):
                pass
        self.fail("a connection that ended still counts")

    def test_attempts_to_sign_in(self):
        self.known("password", "ada", "view", stdin=PASSWORD.encode())
        self.serve_people()
        said = [self.sign_in("nobody" + str(n), "x" * 2000) for n in range(33)]  # (none of which is tried)
        self.assertEqual([page.status for page in said][:30], [401] * 30)
        self.assertEqual(said[-1].status, 429)
        self.assertIn("Too many try from there. Try again in 5 s.", said[-1].words)
        self.assertLessEqual(int(said[-1].headers["retry-after"]), 5)

    def test_who_is_alone_has_no_rate(self):
        self.serve("--rate", "1", "--rate-per-address", "1", "--connections-per-address", "1")
        self.assertEqual(set(self.statuses(20)), {200})
        self.assertFalse(any(self.is_closed(connection) for connection in [self.opened() for _ in range(5)]))


if __name__ == "__main__":
    unittest.main()
