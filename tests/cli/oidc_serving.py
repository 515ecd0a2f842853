"""`fermata serve` beside a provider of OpenID Connect, for tests: the server's settings, and a sign-in step by step."""

import http.client
import os
import urllib.parse

from oidc_provider import CLIENT, SECRET, Provider
from serving import KnownTest

GRANTS = """
[[oidc.grant]]
claim = "groups"
is = "finance"
may = ["decide:finance", "submit"]

[[oidc.grant]]
claim = "groups"
is = "staff"
may = ["view"]
"""


class OidcTest(KnownTest):
    def setUp(self):
        super().setUp()
        self.provider = Provider()
        self.addCleanup(self.provider.stop)
        self.log = open(self.path("server.log"), "w+")
        self.addCleanup(self.log.close)
        self.tables = '[proxy]\nheader = "X-Remote-User"\nfrom = ["127.0.0.1"]\n'
        self.address_of_browser = 0  # so that each sign-in is from elsewhere: attempts are limited
        self.settings = {"issuer": self.provider.issuer, "client_id": CLIENT, "client_secret": SECRET, "name": "preferred_username"}
        self.grants = GRANTS

    def write_settings(self, url):
        lines = [f'{name} = "{value}"' for name, value in {**self.settings, "url": url}.items()]
        self.write("auth.toml", self.tables + "[oidc]\n" + "\n".join(lines) + '\nscopes = ["profile"]\n' + self.grants)
        os.chmod(self.path("auth.toml"), 0o600)

    def serve_provider(self, *more):
        self.write_settings("http://127.0.0.1:1")
        self.serve("--auth", "auth.toml", "--rate", "0", "--rate-per-address", "0", *more, by=None)
        self.write_settings(self.address.rstrip("/"))  # which is known only now, and read

    def request(self, method, path, body=None, headers=None):
        from_there = {"X-Forwarded-For": f"10.0.0.{self.address_of_browser}"}
        return super().request(method, path, body, {**from_there, **(headers or {})})

    def logged(self):
        with open(self.path("server.log")) as file:
            return file.read()

    def begin(self, next="/runs", cookie=None):
        """Where the browser is sent to, and its cookie."""
        page = self.request(
            "GET", "/sign-in/provider?" + urllib.parse.urlencode({"next": next}), None, {"Cookie": cookie} if cookie else {}
        )
        self.assertEqual(page.status, 303, page.words)
        return page.headers["location"], page.headers["set-cookie"].split(";")[0]

    def at_provider(self, url):
        """Where the provider sends the browser to: the path here."""
        parts = urllib.parse.urlsplit(url)
        connection = http.client.HTTPConnection(parts.netloc, timeout=60)
        try:
            connection.request("GET", parts.path + "?" + parts.query)
            response = connection.getresponse()
            response.read()
            self.assertEqual(response.status, 302)
            back = response.getheader("Location")
        finally:
            connection.close()
        self.assertTrue(back.startswith(self.address.rstrip("/") + "/sign-in/callback?"), back)
        return back[len(self.address.rstrip("/")) :]

    def come_back(self, path, cookie):
        return self.request("GET", path, None, {"Cookie": cookie})

    def sign_in_there(self, next="/runs"):
        self.address_of_browser += 1
        url, cookie = self.begin(next)
        return self.come_back(self.at_provider(url), cookie)

    def signed_in_there(self, next="/runs"):
        """The session's cookie."""
        page = self.sign_in_there(next)
        self.assertEqual(page.status, 303, page.words + self.logged())
        return {"Cookie": page.headers["set-cookie"].split(";")[0]}

    def refused_there(self, status, words=""):
        """And what whoever runs the server is told."""
        before = len(self.logged())
        page = self.sign_in_there()
        told = self.logged()[before:]
        self.assertEqual((page.status, "set-cookie" in page.headers), (status, False), page.words + told)
        self.assertIn(words, told)
        for secret in ("subject of", words or "nothing"):
            self.assertNotIn(secret, page.words)
        return page
