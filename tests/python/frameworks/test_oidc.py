"""Signing in to `fermata serve` at oidc-provider-mock, a provider of OpenID Connect that isn't ours (over Authlib)."""

import http.client
import unittest
import urllib.parse

import support

support.needs("oidc_provider_mock")
support.serves()

import oidc_provider_mock  # noqa: E402
from oidc_serving import OidcTest  # noqa: E402


class Mock(OidcTest):
    def test_a_sign_in(self):
        claims = {"groups": ["finance"], "preferred_username": "ada"}
        users = [oidc_provider_mock.User(sub="ada.lovelace", claims=claims)]
        with oidc_provider_mock.run_server_in_thread(user_claims=users) as server:
            self.settings |= {"issuer": f"http://localhost:{server.server_port}", "name": "sub"}
            self.grants = '[[oidc.grant]]\nclaim = "groups"\nis = "finance"\nmay = ["submit"]\n'
            self.serve_provider()
            url, cookie = self.begin()
            parts = urllib.parse.urlsplit(url)
            connection = http.client.HTTPConnection(parts.netloc, timeout=60)
            self.addCleanup(connection.close)
            form = urllib.parse.urlencode({"sub": "ada.lovelace"})
            connection.request(
                "POST", parts.path + "?" + parts.query, form, {"Content-Type": "application/x-www-form-urlencoded", "Connection": "close"}
            )
            response = connection.getresponse()
            response.read()
            self.assertEqual(response.status, 302)
            back = response.getheader("Location")
            page = self.come_back(back[len(self.address.rstrip("/")) :], cookie)
            self.assertEqual((page.status, page.headers.get("location")), (303, "/runs"), page.words + self.logged())
            session = {"Cookie": page.headers["set-cookie"].split(";")[0]}
            self.assertIn("ada.lovelace", self.request("GET", "/runs", None, session).words)


if __name__ == "__main__":
    unittest.main()
