"""What goes wrong at a sign-in by OpenID Connect, or is made to: tokens that aren't the provider's, or for others; browsers led astray;
providers that are slow, down, or send too much."""

import json
import threading
import time
import unittest
import urllib.parse

from oidc_provider import Key, Provider, base64url, hs256
from oidc_serving import OidcTest
from serving import PASSWORD


def unsigned(claims):
    return ".".join((base64url(b'{"alg":"none"}'), base64url(json.dumps(claims).encode()), ""))


class Tokens(OidcTest):
    def test_tokens_that_are_not_believed(self):
        self.serve_provider()
        good, foreign, other = self.provider.keys[0], Key(), Key("ES256")
        small, twice = Key(bits=1024, kid="small"), Key("ES256", kid="twice")
        self.provider.keys += [other, small, Key("ES384", kid="twice")]
        now = int(time.time())

        def tampered(claims):
            head, body, signature = good.token(claims).split(".")
            return ".".join((head, base64url(json.dumps({**claims, "preferred_username": "boss"}).encode()), signature))

        tokens = (
            (unsigned, "isn't a signed one"),
            (lambda claims: unsigned(claims) + "AAAA", "signatures by 'none' aren't taken"),
            (lambda claims: "AAAAA.AAAAA.AAAAA", "isn't a signed one"),  # of no length that base64 has
            (lambda claims: hs256(claims, good.pem, good.kid), "signatures by 'HS256' aren't taken"),
            (lambda claims: hs256(claims, b"a secret+of/ours", good.kid), "signatures by 'HS256' aren't taken"),
            (foreign.token, f"the provider has no key '{foreign.kid}' for RS256"),
            (lambda claims: Key(kid=good.kid).token(claims), "the signature of the ID token isn't the provider's"),
            (lambda claims: foreign.token(claims, jwk=foreign.jwk, kid=good.kid), "the signature of the ID token isn't the provider's"),
            (lambda claims: good.token(claims, kid=other.kid), f"the provider has no key '{other.kid}' for RS256"),
            (lambda claims: Key("PS256", of=good, kid=good.kid).token(claims), f"the provider has no key '{good.kid}' for PS256"),
            (small.token, "the signature of the ID token isn't the provider's"),
            (twice.token, "the provider has no key 'twice' for ES256"),
            (lambda claims: good.token(claims, typ="at+jwt"), "it is a token of another kind: 'at+jwt'"),
            (lambda claims: good.token(claims, crit=["b64"], b64=False), "of which nothing is known here"),
            (tampered, "the signature of the ID token isn't the provider's"),
            (lambda claims: "x", "isn't a signed one"),
            (lambda claims: good.token(claims) + ".x", "isn't a signed one"),
            (lambda claims: good.token({**claims, "more": "x" * 70_000}), "has more than 65536 bytes"),
            (lambda claims: good.token([claims]), "isn't an object of JSON"),
            (lambda claims: "", "gave no ID token"),
        )
        for make, words in tokens:
            self.provider.token = make
            with self.subTest(words):
                self.refused_there(503 if "gave no" in words else 401, words)
        self.provider.token = None
        for changed, words in (
            ({"iss": "https://evil.example"}, "of another issuer: 'https://evil.example'"),
            ({"iss": self.provider.issuer + "/"}, "of another issuer"),
            ({"iss": None}, "of another issuer"),
            ({"aud": "another"}, "for another client"),
            ({"aud": []}, "for another client"),
            ({"aud": None}, "for another client"),
            ({"aud": {"fermata": 1}}, "for another client"),
            ({"aud": ["another", "fermata"]}, "for several clients"),
            ({"aud": ["another", "fermata"], "azp": "another"}, "for several clients"),
            ({"azp": "another"}, "for several clients"),
            ({"exp": now - 61}, "too old"),
            ({"exp": None}, "doesn't say when"),
            ({"exp": "never"}, "isn't a time"),
            ({"exp": float("nan")}, "too old"),
            ({"iat": None}, "doesn't say when"),
            ({"iat": now + 200}, "of the future"),
            ({"nbf": now + 200}, "of the future"),
            ({"nonce": "another"}, "of another sign-in (nonce)"),
            ({"nonce": None}, "of another sign-in (nonce)"),
            ({"nonce": ["x"]}, "of another sign-in (nonce)"),
            ({"sub": None}, "doesn't say whom"),
        ):
            self.provider.changed = changed
            with self.subTest(changed=changed):
                self.refused_there(401, words)
        for changed in ({"exp": now - 30}, {"iat": now + 30}, {"aud": ["fermata"]}, {"aud": ["another", "fermata"], "azp": "fermata"}):
            self.provider.changed = changed
            self.signed_in_there()

    def test_a_token_without_a_key_s_name(self):
        self.serve_provider()
        self.provider.token = lambda claims: self.provider.keys[0].token(claims, kid=None)
        self.signed_in_there()
        self.provider.token = lambda claims: self.provider.keys[0].token(claims, kid=None, typ=None)
        self.signed_in_there()
        self.provider.keys.append(Key())
        self.provider.keys.reverse()
        self.refused_there(401, "doesn't say which of the provider's keys")


class Browsers(OidcTest):
    def stale(self, page):
        self.assertEqual((page.status, "set-cookie" in page.headers), (400, False))
        self.assertIn("Begin anew", page.words)

    def test_what_a_browser_brings_back(self):
        self.serve_provider()
        url, cookie = self.begin()
        path = self.at_provider(url)
        tokens = self.provider.seen.count(("POST", "/token"))
        _, other = self.begin()
        self.stale(self.come_back(path, other))  # of an attacker's own sign-in, brought to somebody else's browser
        self.stale(self.come_back(path, ""))
        self.stale(self.come_back(path.replace("state=", "state=0"), cookie))
        self.stale(self.come_back("/sign-in/callback?code=x", cookie))
        self.stale(self.come_back("/sign-in/callback", cookie))
        self.assertEqual(self.provider.seen.count(("POST", "/token")), tokens)  # nobody asked for any of that
        page = self.come_back(path, cookie)
        self.assertEqual(page.status, 303)
        self.stale(self.come_back(path, cookie))  # again
        self.assertEqual(self.provider.seen.count(("POST", "/token")), tokens + 1)

    def test_a_code_of_another_sign_in(self):
        self.serve_provider()
        theirs = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.at_provider(self.begin()[0])).query))
        url, cookie = self.begin()
        ours = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.at_provider(url)).query))
        mixed = "/sign-in/callback?" + urllib.parse.urlencode({**ours, "code": theirs["code"]})
        page = self.come_back(mixed, cookie)  # which the verifier doesn't fit
        self.assertEqual((page.status, "set-cookie" in page.headers), (503, False))
        self.assertIn("invalid_grant no?such code", self.logged())
        url, cookie = self.begin()
        path = self.at_provider(url)
        self.assertEqual(self.come_back(path, cookie).status, 303)
        code = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query))["code"]
        url, cookie = self.begin()
        again = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.at_provider(url)).query))
        page = self.come_back("/sign-in/callback?" + urllib.parse.urlencode({**again, "code": code}), cookie)
        self.assertEqual((page.status, "set-cookie" in page.headers), (503, False))

    def test_another_provider_s_answer(self):
        self.serve_provider()
        for issuer in ("https://evil.example", ""):
            url, cookie = self.begin()
            path = self.at_provider(url)
            query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(path).query))
            tokens = self.provider.seen.count(("POST", "/token"))
            page = self.come_back("/sign-in/callback?" + urllib.parse.urlencode({**query, "iss": issuer}), cookie)
            self.assertEqual(page.status, 401)
            self.assertEqual(self.provider.seen.count(("POST", "/token")), tokens)
        self.assertIn("isn't of the issuer", self.logged())

    def test_the_provider_says_no(self):
        self.serve_provider()
        url, cookie = self.begin()
        state = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))["state"]
        evil = "<script>alert(1)</script>\nand more"
        told = {"state": state, "error": "access_denied", "error_description": evil, "iss": self.provider.issuer}
        page = self.come_back("/sign-in/callback?" + urllib.parse.urlencode(told), cookie)
        self.assertEqual(page.status, 401)
        self.assertNotIn("alert(1)", page.text)
        self.assertIn("access_denied <script>alert(1)</script>?and more\n", self.logged())

    def test_next_is_a_page_of_ours(self):
        self.serve_provider()
        for next in ("https://evil.example", "//evil.example", "/\\evil.example", "/a\r\nSet-Cookie: x=y"):
            self.assertEqual(self.sign_in_there(next).headers["location"], "/", next)

    def test_nobody_is_led_into_a_sign_in(self):
        self.serve_provider()
        for site in ("cross-site", "same-site"):
            page = self.request("GET", "/sign-in/provider?next=/runs", None, {"Sec-Fetch-Site": site})
            self.assertEqual((page.status, page.headers["location"]), (303, "/sign-in?next=%2Fruns"))
        for path in ("/sign-in/provider", "/sign-in/callback"):
            self.assertEqual(self.request("POST", path, "").status, 405)

    def test_a_browser_with_two_sign_ins(self):
        self.serve_provider()
        first, cookie = self.begin("/runs")
        second, same = self.begin("/overview", cookie)
        self.assertEqual(cookie, same)
        self.assertEqual(self.come_back(self.at_provider(first), cookie).headers["location"], "/runs")
        self.assertEqual(self.come_back(self.at_provider(second), cookie).headers["location"], "/overview")
        _, own = self.begin("/runs", "fermata-sign-in=chosen-by-others")
        self.assertRegex(own, "^fermata-sign-in=[0-9a-f]{64}$")

    def test_a_new_session_and_no_old_one(self):
        self.serve_provider()
        old = self.signed_in_there()
        url, cookie = self.begin()
        page = self.come_back(self.at_provider(url), cookie + "; " + old["Cookie"])
        new = {"Cookie": page.headers["set-cookie"].split(";")[0]}
        self.assertNotEqual(new, old)
        self.assertEqual([self.request("GET", "/runs", None, one).status for one in (old, new)], [303, 200])

    def test_over_tls_no_other_site_of_the_domain_sets_the_cookie(self):
        self.serve_provider()
        there = {"X-Forwarded-Proto": "https"}
        page = self.request("GET", "/sign-in/provider", None, there)
        self.assertRegex(
            page.headers["set-cookie"], "^__Host-fermata-sign-in=[0-9a-f]{64}; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$"
        )
        cookie = page.headers["set-cookie"].split(";")[0]
        path = self.at_provider(page.headers["location"])
        planted = {**there, "Cookie": cookie.removeprefix("__Host-")}
        self.stale(self.request("GET", path, None, planted))
        page = self.request("GET", path, None, {**there, "Cookie": cookie})
        self.assertEqual(page.status, 303)
        self.assertIn("; Secure", page.headers["set-cookie"])

    def test_attempts_are_limited(self):
        self.serve_provider()
        statuses = [self.request("GET", "/sign-in/provider").status for _ in range(35)]
        self.assertEqual((statuses[:30], statuses[-1]), ([303] * 30, 429))


class Providers(OidcTest):
    def setUp(self):
        super().setUp()
        self.known("password", "bo", "view", stdin=PASSWORD.encode())

    def others_can_sign_in(self):
        self.assertEqual(self.sign_in("bo").status, 303)

    def test_one_that_is_down(self):
        self.serve_provider()
        self.provider.stop()
        page = self.request("GET", "/sign-in/provider")
        self.assertEqual(page.status, 503)
        self.assertIn("can't be asked now", page.words)
        self.assertNotIn("localhost:", page.words)
        self.assertRegex(
            self.logged(), r"the provider's configuration \(http://localhost:\d+/realms/acme/.well-known/openid-configuration\)"
        )
        self.others_can_sign_in()

    def test_one_whose_certificate_nobody_knows(self):
        name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2", "-nodes", "-newkey", "rsa:2048"]
        self.call(["openssl", "req", "-x509", "-keyout", "key.pem", "-out", "cert.pem", *name])
        provider = Provider(self.path("cert.pem"), self.path("key.pem"))
        self.addCleanup(provider.stop)
        self.settings["issuer"] = provider.issuer
        self.serve_provider()
        self.assertEqual(self.request("GET", "/sign-in/provider").status, 503)
        self.assertIn("certificate", self.logged())
        self.assertEqual(provider.seen, [])
        self.others_can_sign_in()

    def test_one_that_comes_back(self):
        self.provider.answers["/.well-known/openid-configuration"] = lambda handler: self.provider.give(handler, {}, 500)
        self.serve_provider()
        self.assertEqual(self.request("GET", "/sign-in/provider").status, 503)
        self.assertIn("it answered 500", self.logged())
        self.provider.answers.clear()
        deadline = time.monotonic() + 30
        while self.request("GET", "/sign-in/provider").status == 503 and time.monotonic() < deadline:
            time.sleep(0.5)
        self.signed_in_there()

    def test_a_slow_one_keeps_nobody_else_waiting(self):
        released = threading.Event()
        self.addCleanup(released.set)
        self.provider.answers["/.well-known/openid-configuration"] = lambda handler: released.wait(30)
        token = self.known("token", "ci", "view")
        self.serve_provider()
        statuses = []
        threads = [threading.Thread(target=lambda: statuses.append(self.request("GET", "/sign-in/provider").status)) for _ in range(6)]
        began = time.monotonic()
        for thread in threads:
            thread.start()
        time.sleep(1)
        for _ in range(10):
            before = time.monotonic()
            self.assertEqual(self.as_token(token, "/v1/runs").status, 200)
            self.assertEqual(self.request("GET", "/healthz").status, 200)
            self.assertLess(time.monotonic() - before, 2)
        self.others_can_sign_in()
        program = json.dumps({"code": "1 + 1"})
        page = self.request("POST", "/v1/check", program, {"Content-Type": "application/json", "Authorization": "Bearer " + token})
        self.assertEqual(page.status, 403)
        for thread in threads:
            thread.join(60)
        self.assertEqual(statuses, [503] * 6)
        self.assertLess(time.monotonic() - began, 25)

    def test_a_drip_ends(self):
        def drip(handler):
            handler.send_response(200)
            handler.end_headers()
            for _ in range(60):
                handler.wfile.write(b" ")
                handler.wfile.flush()
                time.sleep(0.5)

        self.provider.answers["/token"] = drip
        self.serve_provider()
        began = time.monotonic()
        self.refused_there(503, "the provider's token endpoint")
        self.assertLess(time.monotonic() - began, 20)

    def test_too_much_or_nonsense(self):
        kid = self.provider.keys[0].kid
        lots = json.dumps({"keys": [self.provider.keys[0].jwk] * 5000}).encode()
        many = json.dumps({"keys": [{}] * 101}).encode()
        deep = b'{"keys":' + b"[" * 1000 + b"]" * 1000 + b"}"
        odd = json.dumps({"keys": [{"kty": "RSA", "kid": kid, "n": "AAAAA", "e": "AQAB"}, 7, {"kty": "RSA", "kid": kid, "n": 7}]}).encode()
        for path, body, status, words in (
            ("/jwks", lots, 503, "more than 262144 bytes came"),
            ("/jwks", many, 503, "more than 100 keys"),
            ("/jwks", deep, 503, "isn't JSON"),
            ("/jwks", b"[]", 503, "isn't an object"),
            ("/jwks", b'{"keys": []}', 401, "the provider has no key"),
            ("/jwks", odd, 401, "the provider has no key"),
            ("/token", b"x" * 300_000, 503, "more than 262144 bytes came"),
            ("/token", b"not JSON", 503, "isn't an object of JSON"),
            ("/token", b'{"id_token": 7}', 503, "gave no ID token"),
        ):
            self.serve_provider()
            with self.subTest(path=path, body=body[:50]):
                self.provider.answers = {path: lambda handler, body=body: self.provider.give(handler, body)}
                self.refused_there(status, words)
            self.others_can_sign_in()
            self.end(self.process)

    def test_configurations_that_are_not_taken(self):
        evil = "https://evil.example\r\nSet-Cookie: a=b"
        for changed, words in (
            ({"issuer": "https://evil.example"}, "is of the issuer 'https://evil.example', but auth.toml has"),
            ({"issuer": None}, "is of the issuer ''"),
            ({"authorization_endpoint": evil}, "has no authorization_endpoint that can be used"),
            ({"authorization_endpoint": "javascript:alert(1)"}, "has no authorization_endpoint that can be used"),
            ({"token_endpoint": "file:///etc/passwd"}, "has no token_endpoint that can be used"),
            ({"jwks_uri": None}, "has no jwks_uri that can be used"),
        ):
            self.provider.configuration = changed
            self.serve_provider()
            page = self.request("GET", "/sign-in/provider")
            self.assertEqual((page.status, "location" in page.headers), (503, False))
            self.assertIn(words, self.logged())
            self.end(self.process)

    def test_redirects_are_not_followed(self):
        def elsewhere(handler):
            handler.send_response(302)
            handler.send_header("Location", self.provider.issuer + "/other")
            handler.send_header("Content-Length", "0")
            handler.end_headers()

        self.provider.answers["/token"] = elsewhere
        self.serve_provider()
        self.refused_there(503, "answered 302")
        self.assertNotIn("/other", [path for _, path in self.provider.seen])


if __name__ == "__main__":
    unittest.main()
