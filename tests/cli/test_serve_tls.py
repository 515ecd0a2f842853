"""`fermata serve --tls-certificate`: TLS without a proxy."""

import http.client
import json
import os
import signal
import socket
import ssl
import subprocess
import time
import unittest
import warnings

from command import FERMATA, USAGE
from serving import PASSWORD, KnownTest, Page


class Tls(KnownTest):
    def make(self, name, *more):
        """A certificate for localhost, signed by itself, and its key."""
        certificate, key = self.path(name + ".pem"), self.path(name + ".key")
        command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "2"]
        command += ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate]
        subprocess.run([*command, *(more or ["-nodes"])], check=True, capture_output=True)
        os.chmod(key, 0o600)
        return certificate, key

    def serve_tls(self, *more, known=True):
        self.certificate, self.key = self.make("server")
        self.context = ssl.create_default_context(cafile=self.certificate)
        options = ["--tls-certificate", self.certificate, "--tls-key", self.key, *more]
        return self.serve_people(*options) if known else self.serve(*options)

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPSConnection("127.0.0.1", self.port, timeout=60, context=self.context)
        try:
            connection.request(method, path, body, headers or {})
            return Page(connection.getresponse())
        finally:
            connection.close()

    def connected(self, context=None):
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(plain.close)
        encrypted = (context or self.context).wrap_socket(plain, server_hostname="localhost")
        self.addCleanup(encrypted.close)
        return encrypted

    def raw(self, text):
        """What is said to that without TLS."""
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.addCleanup(connection.close)
        connection.sendall(text)
        said = b""
        try:
            while part := connection.recv(65536):
                said += part
        except ConnectionError:
            pass
        return said

    def test_pages_and_programs(self):
        token = self.known("token", "ci", "submit")
        self.known("password", "ada", "view", stdin=PASSWORD.encode())
        self.assertTrue(self.serve_tls().startswith("https://127.0.0.1:"))
        page = self.sign_in()
        self.assertEqual(page.status, 303)
        self.assertIn("; Secure", page.headers["set-cookie"])
        self.assertEqual(page.headers["strict-transport-security"], "max-age=31536000")
        cookie = {"Cookie": page.headers["set-cookie"].split(";")[0]}
        self.assertEqual(self.request("GET", "/", None, cookie).status, 200)
        source = "x = 1\n" + "#" * 900_000
        bearer = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
        submitted = self.request("POST", "/v1/runs", json.dumps({"source": source}), bearer)
        self.assertEqual(submitted.status, 201)
        run = json.loads(submitted.text)["run"]
        self.assertEqual(json.loads(self.request("GET", f"/v1/runs/{run}/source", None, bearer).text)["source"], source)
        executed = self.request("POST", "/v1/execute", '{"code": "6 * 7"}', bearer)
        self.assertEqual(json.loads(executed.text)["result"], 42)
        self.assertIn("strict-transport-security", executed.headers)

    def test_one_connection_serves_many_requests(self):
        self.serve_tls(known=False)
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=60, context=self.context)
        self.addCleanup(connection.close)
        for _ in range(20):
            connection.request("GET", "/healthz")
            self.assertEqual(connection.getresponse().read(), b"ok\n")

    def test_the_person_at_this_machine(self):
        self.serve_tls(known=False)
        headers = {"Content-Type": "application/json", "Host": f"localhost:{self.port}"}
        for scheme, status in (("https", 201), ("http", 403)):
            headers["Origin"] = f"{scheme}://localhost:{self.port}"
            self.assertEqual(self.request("POST", "/v1/runs", '{"source": "1"}', headers).status, status)

    def test_versions(self):
        self.serve_tls(known=False)
        self.context.set_alpn_protocols(["h2", "http/1.1"])
        connection = self.connected()
        self.assertEqual((connection.version(), connection.selected_alpn_protocol()), ("TLSv1.3", "http/1.1"))
        older = ssl.create_default_context(cafile=self.certificate)
        older.maximum_version = ssl.TLSVersion.TLSv1_2
        self.assertEqual(self.connected(older).version(), "TLSv1.2")
        oldest = ssl.create_default_context(cafile=self.certificate)
        oldest.set_ciphers("DEFAULT:@SECLEVEL=0")
        with warnings.catch_warnings(action="ignore", category=DeprecationWarning):
            oldest.minimum_version = ssl.TLSVersion.TLSv1
            oldest.maximum_version = ssl.TLSVersion.TLSv1_1
        with self.assertRaises((ssl.SSLError, ConnectionError)):
            self.connected(oldest)

    def test_who_speaks_no_tls_is_told(self):
        self.serve_tls(known=False)
        said = self.raw(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self.assertTrue(said.startswith(b"HTTP/1.1 400 "), said)
        self.assertTrue(said.endswith(b"\r\n\r\nThis port speaks TLS: https, not http.\n"), said)
        self.assertEqual(self.raw(b"\x00\x01\x02" * 100), b"")
        self.assertNotIn(b"HTTP", self.raw(b"\x16\x03\x01" + b"\xff" * 5000))
        self.assertEqual(self.request("GET", "/healthz").text, "ok\n")

    def test_who_is_slow_to_agree_is_closed(self):
        self.serve_tls(known=False)
        began = time.monotonic()
        self.assertEqual(self.raw(b"\x16\x03\x01"), b"")
        self.assertLess(time.monotonic() - began, 30)

    def test_events(self):
        self.serve_tls(known=False)
        connection = self.connected()
        connection.sendall(f"GET /v1/events HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
        said = b""
        while b": listening" not in said:
            said += connection.recv(65536)
        self.submit("1")
        while b"data: changed" not in said:
            part = connection.recv(65536)
            self.assertTrue(part)
            said += part
        self.end(self.process)
        while connection.recv(65536):  # and it is told that this is the end
            pass

    def test_a_new_certificate(self):
        self.serve_tls(known=False)
        before = self.connected()
        first = before.getpeercert(True)
        for made, target in zip(self.make("next"), (self.certificate, self.key)):
            os.rename(made, target)
        self.process.send_signal(signal.SIGHUP)
        self.context = ssl.create_default_context(cafile=self.certificate)
        deadline = time.monotonic() + 20
        while True:
            try:
                self.assertNotEqual(self.connected().getpeercert(True), first)
                break
            except ssl.SSLError:  # not read yet
                self.assertLess(time.monotonic(), deadline)
        before.sendall(f"GET /healthz HTTP/1.1\r\nHost: localhost:{self.port}\r\n\r\n".encode())
        self.assertTrue(before.recv(65536).startswith(b"HTTP/1.1 200 "))
        self.write("server.pem", "nonsense")
        self.process.send_signal(signal.SIGHUP)
        time.sleep(0.3)
        self.assertEqual(self.request("GET", "/healthz").text, "ok\n")

    def test_files_that_are_wrong(self):
        certificate, key = self.make("good")
        other = self.make("other")[1]
        secret = self.make("secret", "-passout", "pass:secret")[1]

        def refused(*options):
            said = subprocess.run([FERMATA, "serve", "--listen", "127.0.0.1:0", *options], capture_output=True, text=True, cwd=self.folder)
            self.assertEqual(said.returncode, USAGE, said.stderr)
            return said.stderr

        def with_files(certificate, key):
            return refused("--tls-certificate", certificate, "--tls-key", key)

        self.assertIn("key values mismatch", with_files(certificate, other))
        self.assertIn("can't take the key", with_files(certificate, secret))
        self.assertIn("can't take the certificate", with_files(key, key))
        self.assertIn("can't read the key", with_files(certificate, "nowhere"))
        os.chmod(key, 0o644)
        self.assertIn("others can read or change the key", with_files(certificate, key))
        self.assertIn("--tls-key", refused("--tls-certificate", certificate))


if __name__ == "__main__":
    unittest.main()
