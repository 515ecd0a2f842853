"""Saved filters of the inbox: links with counts, each person's own, by plain forms."""

import html
import re
import unittest
import urllib.parse

from serving import PASSWORD, KnownTest, ServedTest

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
EVIL = "<script>alert(1)</script>\"'&"


class Filters(ServedTest):
    def saved(self, page):
        """[(name, address, count)], as the page has them."""
        found = re.search(r'<ul class="saved".*?</ul>', page.text, re.S)
        links = re.findall(r'<a href="([^"]*)">(.*?)</a><span class="count">(.*?)</span>', found[0] if found else "", re.S)
        return [(html.unescape(name), html.unescape(address), count) for address, name, count in links]

    def save(self, name, query, status=303):
        page = self.get("/?" + urllib.parse.urlencode(query))
        form = re.search(r'<form[^>]* action="/filters">.*?</form>', page.text, re.S)[0]
        fields = {key: html.unescape(value) for key, value in re.findall(r'name="(csrf|q|queue|mine)" value="([^"]*)"', form)}
        return self.post("/filters", {**fields, "name": name}, status, csrf=fields["csrf"])

    def test_saved_followed_and_deleted(self):
        for text in ("refund(17)", "refund(18)", "refund(249)"):
            self.ask(text)
        self.ask("refund(1)", "--queue", "night", submit=("--queue", "night"))
        self.serve(by="cy")
        self.assertNotIn("Save this filter", self.get("/").text)
        page = self.save("big & small", {"q": "refund(2"})
        self.assertEqual(page.headers["location"], "/?q=refund%282")
        self.save("at night", {"queue": "night"})
        self.save("mine", {"q": "refund", "mine": "yes"})
        links = [
            ("at night", "/?queue=night", "1"),
            ("big & small", "/?q=refund%282", "1"),
            ("mine", "/?q=refund&mine=yes", "4"),
        ]
        page = self.get("/")
        self.assertEqual(self.saved(page), links)
        self.assertIn("1 fits", self.get(links[1][1]).words)
        self.save("mine", {"q": "refund(18"})
        self.assertEqual(self.saved(self.get("/"))[2], ("mine", "/?q=refund%2818", "1"))
        self.assertNotIn("Delete the filter other", page.text)
        csrf = page.field("csrf")
        for name in ("at night", "at night", "other"):
            self.assertEqual(self.post("/filters/delete", {"name": name}, csrf=csrf).headers["location"], "/")
        self.assertEqual([name for name, _, _ in self.saved(self.get("/"))], ["big & small", "mine"])

    def test_hostile_names_and_texts(self):
        self.ask("refund(17)")
        self.serve()
        self.save(EVIL[:60], {"q": EVIL})
        page = self.get("/")
        ((name, address, count),) = self.saved(page)
        self.assertEqual((name, count), (EVIL[:60], "0"))
        self.assertEqual(urllib.parse.parse_qs(address.partition("?")[2]), {"q": [EVIL]})
        for text in (page.text, self.get(address).text):
            self.assertNotIn("<script>alert", text)
        csrf = page.field("csrf")
        for fields in (
            {"name": "", "q": "x"},
            {"name": "x" * 61, "q": "x"},
            {"name": "a\nb", "q": "x"},
            {"name": "a", "q": "x" * 201},
            {"name": "a", "queue": "x" * 201},
            {"name": "a"},
            {"q": "x"},
        ):
            with self.subTest(fields=fields):
                self.assertIn("can't be saved", self.post("/filters", fields, 422, csrf=csrf).words)
        for i in range(19):
            self.post("/filters", {"name": f"f{i}", "q": "x"}, csrf=csrf)
        self.assertIn("delete one first", self.post("/filters", {"name": "more", "q": "x"}, 409, csrf=csrf).words)
        self.post("/filters", {"name": "f3", "q": "y"}, csrf=csrf)
        self.assertEqual(len(self.saved(self.get("/"))), 20)
        self.post("/filters", {"name": "f3", "q": "y"}, 403, csrf="wrong")


class Theirs(KnownTest):
    def test_each_person_and_tenant_has_their_own(self):
        self.ask("refund(17)", submit=("--tenant", "acme"))
        for name, may, tenant in (("ada", "decide", "acme"), ("bo", "submit", "acme"), ("cy", "view", "acme"), ("dee", "admin", None)):
            self.known("password", name, may, tenant=tenant, stdin=PASSWORD.encode())
        self.serve_people()
        cookies = {name: self.signed_in(name=name) for name in ("ada", "bo", "cy", "dee")}

        def csrf(name):
            return self.request("GET", "/overview", None, cookies[name]).field("csrf")

        def save(name, status):
            fields = urllib.parse.urlencode({"csrf": csrf(name), "name": f"of {name}", "q": "refund"})
            self.assertEqual(self.request("POST", "/filters", fields, {**cookies[name], **FORM}).status, status)

        for name, status in (("ada", 303), ("bo", 303), ("cy", 403), ("dee", 303)):
            save(name, status)
        for name, cookie in cookies.items():
            page = self.request("GET", "/?q=refund", None, cookie)
            self.assertEqual(re.findall(r">of (\w+)</a>", page.text), [] if name == "cy" else [name])
            self.assertEqual("Save this filter" in page.text, name != "cy")
        fields = urllib.parse.urlencode({"csrf": csrf("bo"), "name": "of ada"})
        self.assertEqual(self.request("POST", "/filters/delete", fields, {**cookies["bo"], **FORM}).status, 303)
        self.assertIn("of ada", self.request("GET", "/", None, cookies["ada"]).text)


if __name__ == "__main__":
    unittest.main()
