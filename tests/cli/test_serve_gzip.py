"""What `fermata serve` compresses: public files, and JSON for who sends a token; nothing that a browser is let see by its cookie."""

import gzip
import http.client
import json
import unittest

from serving import PASSWORD, KnownTest


class Gzip(KnownTest):
    def asked(self, path, **headers):
        """Status, headers in lower case, and the bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request("GET", path, None, {name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()

    def setUp(self):
        super().setUp()
        self.bearer = "Bearer " + self.known("token", "ci", "view")
        self.known("password", "ada", "view", stdin=PASSWORD.encode())
        self.serve_people()

    def test_files(self):
        _, plain_headers, plain = self.asked("/static/style.css")
        self.assertNotIn("content-encoding", plain_headers)
        for takes in ("gzip", "br, gzip;q=0.5", "*", "x-gzip"):
            _, headers, body = self.asked("/static/style.css", Accept_Encoding=takes)
            self.assertEqual((headers["content-encoding"], headers["vary"]), ("gzip", "Accept-Encoding"))
            self.assertEqual(headers["content-length"], str(len(body)))
            self.assertLess(len(body), len(plain) / 2)
            self.assertEqual(gzip.decompress(body), plain)
        for takes in ("gzip;q=0", "identity", "*;q=0", "gzip;q=0.000, *", ";;,,q"):
            _, headers, body = self.asked("/static/style.css", Accept_Encoding=takes)
            self.assertEqual((headers.get("content-encoding"), body), (None, plain), takes)
        self.assertEqual(self.asked("/static/fermata.svg", Accept_Encoding="gzip")[1].get("content-encoding"), None)  # small
        for etag in (plain_headers["etag"], "W/" + plain_headers["etag"]):
            self.assertEqual(self.asked("/static/style.css", Accept_Encoding="gzip", If_None_Match=etag)[::2], (304, b""))

    def test_json_for_tokens_alone(self):
        for _ in range(5):
            run = self.submit("1")
        _, headers, body = self.asked("/v1/runs", Authorization=self.bearer, Accept_Encoding="gzip")
        self.assertEqual(headers["content-encoding"], "gzip")
        self.assertIn(run, [one["run"] for one in json.loads(gzip.decompress(body))["runs"]])
        cookie = self.signed_in()["Cookie"]
        for path in ("/v1/runs", "/runs"):
            status, headers, body = self.asked(path, Cookie=cookie, Accept_Encoding="gzip")
            self.assertEqual((status, headers.get("content-encoding"), len(body) > 1400), (200, None, True), path)

    def test_etags(self):
        run = self.submit("1", "--tag", "long=" + "x" * 2000)
        etags = set()
        for takes in ("gzip", "identity"):
            sent = {"Authorization": self.bearer, "Accept_Encoding": takes}
            etag = self.asked("/v1/runs/" + run, **sent)[1]["etag"]
            self.assertEqual(self.asked("/v1/runs/" + run, **sent, If_None_Match=etag)[0], 304)
            etags.add(etag)
        self.assertEqual(len(etags), 2)


if __name__ == "__main__":
    unittest.main()
