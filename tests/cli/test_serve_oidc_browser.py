"""Signing in at a provider of OpenID Connect, in Chromium: there and back, over the border of a site."""

import unittest

from browsing import By, BrowsingTest
from oidc_serving import OidcTest


class Browser(BrowsingTest, OidcTest):
    def there_and_back(self, browser, call):
        """As ada, who chooses her name at the provider."""
        self.provider.asks = True
        browser.get(self.address.rstrip("/") + call)
        self.assertIn("Sign in with localhost", self.body(browser))
        self.find(browser, "a.button").click()
        self.wait(browser, lambda browser: browser.title == "Acme")
        self.assertTrue(browser.current_url.startswith(self.provider.issuer))
        self.find(browser, "button[value=ada]").click()
        self.wait(browser, lambda browser: browser.current_url == self.address.rstrip("/") + call)

    def test_sign_in_decide_and_sign_out(self):
        run, call = self.ask("answer = refund(17)", submit=("--by", "someone"))
        self.serve_provider()
        browser = self.open()
        self.there_and_back(browser, call)
        names = {cookie["name"]: cookie for cookie in browser.get_cookies()}
        self.assertTrue(names["fermata"]["httpOnly"])
        self.assertEqual((names["fermata"]["sameSite"], names["fermata-sign-in"]["sameSite"]), ("Lax", "Lax"))
        self.find(browser, "button[value=approve]").click()
        self.wait(browser, lambda browser: "Approved." in self.body(browser))
        self.assertIn("ada approved refund(17)", self.fermata("show", run).out)
        browser.find_element(By.XPATH, "//button[contains(., 'Sign out')]").click()
        self.wait(browser, lambda browser: "/sign-in" in browser.current_url)
        browser.get(self.address.rstrip("/") + call)
        self.assertIn("Sign in with localhost", self.body(browser))
        self.assertEqual([line for line in browser.get_log("browser") if line["level"] == "SEVERE"], [])

    def test_without_scripts(self):
        run, call = self.ask()
        self.serve_provider()
        self.there_and_back(self.open(scripts=False), call)

    def test_another_site_leads_nobody_in(self):
        self.serve_provider()
        browser = self.open()
        page = f'<!doctype html><title>Evil</title><a href="{self.address}sign-in/provider?next=/runs">prizes</a>'.encode()
        self.provider.answers["/evil"] = lambda handler: self.provider.give(handler, page, type="text/html")
        browser.get(self.provider.url + "/evil")
        self.find(browser, "a").click()
        self.wait(browser, lambda browser: "/sign-in?next=" in browser.current_url)
        self.assertIn("Sign in with localhost", self.body(browser))
        self.assertNotIn(("GET", "/auth"), self.provider.seen)

    def test_an_attacker_s_sign_in_is_no_other_browser_s(self):
        self.serve_provider()
        back = self.at_provider(self.begin()[0])  # the attacker's, who doesn't follow it
        browser = self.open()
        browser.get(self.address.rstrip("/") + back)
        self.assertIn("begun in another browser", self.body(browser))
        self.assertNotIn("fermata", {cookie["name"] for cookie in browser.get_cookies()})


if __name__ == "__main__":
    unittest.main()
