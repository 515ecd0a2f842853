"""`fermata serve` with [oidc] in auth.toml: people who sign in at a provider, and what its claims give them."""

import json
import os
import unittest
import urllib.parse

from command import USAGE
from oidc_provider import SECRET, Key
from oidc_serving import OidcTest
from serving import PASSWORD


class Oidc(OidcTest):
    def audit(self):
        return [json.loads(line) for line in self.fermata("audit", "--json").out.splitlines()]

    def test_a_sign_in(self):
        self.serve_provider()
        page = self.request("GET", "/sign-in?next=/runs")
        self.assertIn('href="/sign-in/provider?next=%2Fruns"', page.text)
        self.assertIn("Sign in with localhost", page.words)
        url, cookie = self.begin()
        asked = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(url).query))
        self.assertTrue(url.startswith(self.provider.issuer + "/auth?"))
        self.assertEqual(
            {name: asked[name] for name in ("response_type", "client_id", "scope", "code_challenge_method", "redirect_uri")},
            {
                "response_type": "code",
                "client_id": "fermata",
                "scope": "openid profile",
                "code_challenge_method": "S256",
                "redirect_uri": self.address + "sign-in/callback",
            },
        )
        page = self.come_back(self.at_provider(url), cookie)
        self.assertEqual((page.status, page.headers["location"], page.headers["cache-control"]), (303, "/runs", "no-store"))
        self.assertIn("; Path=/; HttpOnly; SameSite=Lax", page.headers["set-cookie"])
        session = {"Cookie": page.headers["set-cookie"].split(";")[0]}
        page = self.request("GET", "/runs", None, session)
        self.assertEqual(page.status, 200)
        self.assertIn("ada", page.words)
        self.assertIn("Sign out", page.words)
        self.assertEqual(self.logged(), "")

    def test_claims_give_permissions_and_roles(self):
        run, call = self.ask("answer = refund(17)", submit=("--by", "someone"))
        self.serve_provider()
        ada = self.signed_in_there(call)
        page = self.request("GET", call, None, ada)
        fields = {"verdict": "approve", "shown": page.field("shown"), "was": page.field("was"), "csrf": page.field("csrf")}
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.provider.user = "zoë"
        zoe = self.signed_in_there()
        page = self.request("POST", call + "/decide", urllib.parse.urlencode(fields), {**zoe, **form})
        self.assertIn("You have no permission for that: it takes decide", page.words)
        page = self.request("POST", call + "/decide", urllib.parse.urlencode(fields), {**ada, **form})
        self.assertEqual(page.status, 303, page.words)
        self.assertIn("approved by ada", self.request("GET", call, None, ada).words)
        records = self.audit()
        self.assertEqual(
            [
                (entry["action"], entry["who"], entry["how"], entry["data"].get("subject"))
                for entry in records
                if entry["action"] != "refused"
            ],
            [
                ("sign_in", "ada", "oidc", "subject of ada"),
                ("sign_in", "zoë", "oidc", "subject of zo??"),
                ("decide", "ada", "session", None),
            ],
        )
        self.assertEqual(records[0]["data"]["issuer"], self.provider.issuer)

    def test_tenants(self):
        theirs, _ = self.ask(submit=("--tenant", "acme"))
        others, _ = self.ask(submit=("--tenant", "umbrella"))
        self.grants = '[[oidc.grant]]\nclaim = "groups"\nis = "staff"\ntenant_claim = "realm.org"\nmay = ["admin"]\n'
        self.serve_provider()
        ada = self.signed_in_there()
        self.assertEqual(self.request("GET", "/runs/" + theirs, None, ada).status, 200)
        self.assertEqual(self.request("GET", "/runs/" + others, None, ada).status, 404)
        self.provider.user = "zoë"  # who has no such claim, and mustn't see all for that
        self.refused_there(403, "no [[oidc.grant]] fits")
        self.provider.changed = {"realm": {"org": ["acme", "umbrella"]}}
        self.refused_there(403, "no [[oidc.grant]] fits")
        self.provider.changed = {"realm": {"org": ""}}
        self.refused_there(403, "no [[oidc.grant]] fits")

    def test_who_may_do_nothing_here(self):
        self.known("password", "ada", "admin", stdin=PASSWORD.encode())
        self.serve_provider()
        self.provider.user = "eve"
        page = self.refused_there(403, "no [[oidc.grant]] fits 'eve'")
        self.assertIn("you may do nothing here", page.words)
        self.assertEqual(self.audit()[-1]["action"], "sign_in_failed")
        self.assertEqual(self.audit()[-1]["data"]["subject"], "subject of eve")
        # Whoever calls themselves like a person of ours isn't that person.
        self.provider.user = "ada"
        self.refused_there(403, "'ada' is a person of auth.toml that has no oidc = \"ada\"")
        self.provider.changed = {"preferred_username": ["ada", "bo"]}
        self.refused_there(403, "isn't a name")
        self.provider.changed = {"preferred_username": "a\nb"}
        self.refused_there(403, "isn't a name")
        self.assertEqual(self.sign_in().status, 303)  # with her password

    def test_a_person_that_auth_toml_links(self):
        self.tables += '[[person]]\nname = "countess"\noidc = "ada"\nmay = ["submit"]\n'
        self.serve_provider()
        ada = self.signed_in_there()
        self.assertIn("countess", self.request("GET", "/runs", None, ada).words)
        self.assertEqual(self.audit()[-1]["who"], "countess")

    def test_a_mail_address_has_to_be_verified(self):
        self.settings["name"] = "email"
        self.grants = '[[oidc.grant]]\nmay = ["view"]\n'
        self.serve_provider()
        self.assertIn("ada@example.org", self.request("GET", "/runs", None, self.signed_in_there()).words)
        self.provider.user = "eve"
        self.refused_there(403, "email_verified isn't true")

    def test_auth_toml_still_says_who_may_what(self):
        self.serve_provider()
        ada = self.signed_in_there()
        before, self.grants = self.grants, ""
        self.write_settings(self.address.rstrip("/"))
        self.assertEqual(self.request("GET", "/runs", None, ada).status, 303)
        self.grants = before
        self.write_settings(self.address.rstrip("/"))
        self.assertEqual(self.request("GET", "/runs", None, ada).status, 200)
        self.settings["client_id"] = "another"
        self.write_settings(self.address.rstrip("/"))
        self.assertEqual(self.request("GET", "/runs", None, ada).status, 303)

    def test_every_kind_of_key(self):
        self.serve_provider()
        for alg in ("ES256", "PS256", "RS384", "ES384"):
            self.provider.keys = [Key(alg)]  # a new one, which the server doesn't know yet
            self.signed_in_there()
        self.assertLessEqual(self.provider.seen.count(("GET", "/jwks")), 6)

    def test_keys_are_kept(self):
        self.provider.keys.append(Key("ES256"))
        self.serve_provider()
        for _ in range(5):
            self.signed_in_there()
        fetched = [self.provider.seen.count(("GET", path)) for path in ("/jwks", "/.well-known/openid-configuration")]
        self.assertEqual(fetched, [1, 1])

    def test_clients_without_a_secret_and_with_one_in_the_form(self):
        self.provider.configuration = {"token_endpoint_auth_methods_supported": ["client_secret_post"]}
        self.serve_provider()
        self.signed_in_there()
        del self.settings["client_secret"]
        self.settings["client_id"] = "public"
        self.provider.clients["public"] = None
        self.write_settings(self.address.rstrip("/"))
        self.signed_in_there()

    def test_where_the_secret_is(self):
        del self.settings["client_secret"]
        self.settings["client_secret_file"] = "oidc.secret"
        self.write("oidc.secret", SECRET + "\n")
        os.chmod(self.path("oidc.secret"), 0o600)
        self.serve_provider()
        self.signed_in_there()
        os.chmod(self.path("oidc.secret"), 0o644)
        self.assertIn("others may read", self.fermata("serve", "--listen", "127.0.0.1:0", "--auth", "auth.toml", code=USAGE).err)
        self.settings["client_secret_env"] = "OIDC_SECRET"
        del self.settings["client_secret_file"]
        self.write_settings("http://127.0.0.1:1")
        told = self.fermata("serve", "--listen", "127.0.0.1:0", "--auth", "auth.toml", code=USAGE).err
        self.assertIn("there is no 'OIDC_SECRET' in the environment", told)

    def test_settings_that_make_no_sense(self):
        given = dict(self.settings)
        for name, value, words in (
            ("issuer", "http://login.example.org", "takes https://"),
            ("issuer", "login.example.org", "takes a URL"),
            ("issuer", "https://login.example.org/?a=b", "takes a URL"),
            ("issuer", "https://me:secret@login.example.org", "takes a URL"),
            ("client_secret", "", "takes a text of one line"),
            ("client_secret_file", "x", "there is a client's secret already"),
            ("names", "x", "there is nothing named 'names' here"),
        ):
            self.settings = {**given, name: value}
            self.write_settings("http://127.0.0.1:1")
            told = self.fermata("serve", "--listen", "127.0.0.1:0", "--auth", "auth.toml", code=USAGE).err
            self.assertIn(words, told, name)
            self.assertNotIn(SECRET, told)
        self.settings = given
        for url, words in (("http://fermata.example", "takes https://"), ("https://fermata.example/a", "without a path")):
            self.write_settings(url)
            self.assertIn(words, self.fermata("serve", "--listen", "127.0.0.1:0", "--auth", "auth.toml", code=USAGE).err)
        for grant, words in (
            ('claim = "groups"\nmay = []', "'claim' and 'is' go together"),
            ('tenant = "a"\ntenant_claim = "b"\nmay = []', "'tenant' or 'tenant_claim'"),
            ('may = ["look"]', "'look' isn't one of"),
            ('claim = "groups"\nis = "a"', "'may' is missing"),
        ):
            self.grants = "[[oidc.grant]]\n" + grant + "\n"
            self.write_settings("http://127.0.0.1:1")
            self.assertIn(words, self.fermata("serve", "--listen", "127.0.0.1:0", "--auth", "auth.toml", code=USAGE).err)


if __name__ == "__main__":
    unittest.main()
