"""The pages of `fermata serve` in Chromium: live, by keys, without scripts, on a phone, with hostile texts."""

import os
import unittest

from browsing import By, BrowsingTest, Keys, webdriver


class Browser(BrowsingTest):
    def decided(self, browser):
        """The words with which the inbox says what was done."""
        return self.text(browser, ".told")

    def test_a_call_comes_and_is_edited_and_approved(self):
        self.serve()
        browser = self.open()
        browser.get(self.address)
        self.assertIn("Nothing waits", self.body(browser))
        run, call = self.ask("answer = refund(17, amount=5.5)")
        self.wait(browser, lambda browser: "Refund 17" in self.body(browser))  # nobody has loaded it anew
        browser.find_element(By.CSS_SELECTOR, ".open").click()
        amount = self.find(browser, "[name='arg.1']")
        amount.clear()
        amount.send_keys("4.25")
        button = browser.find_element(By.CSS_SELECTOR, "#approve button[value=approve]")
        self.assertEqual(button.text, "Approve with these arguments")
        button.click()
        self.assertIn("Approved.", self.decided(browser))
        browser.find_element(By.CSS_SELECTOR, ".told a").click()
        self.find(browser, ".timeline")
        self.work()
        self.wait(browser, lambda browser: "Result" in self.body(browser).title())
        self.assertIn("refund(17, amount=4.25)", self.body(browser))
        self.assertEqual([line for line in browser.get_log("browser") if line["level"] == "SEVERE"], [])

    def test_what_stays_is_not_made_anew(self):
        self.ask("answer = refund(17)")
        self.serve()
        browser = self.open()
        browser.get(self.address)
        browser.find_element(By.CSS_SELECTOR, ".pick input").click()
        self.ask("answer = refund(18)")
        box = browser.find_element(By.CSS_SELECTOR, ".pick input")
        self.assertTrue(box.is_selected())  # a choice isn't taken away
        box.click()
        self.submit("1", name="other.py")
        self.wait(browser, lambda browser: "Refund 18" in self.body(browser))
        browser.execute_script("document.querySelector('.item').kept = true")
        self.work()
        self.submit("2", name="other.py")
        time_of = "return document.querySelector('.item time').textContent"
        before = browser.execute_script(time_of)
        browser.execute_script("dispatchEvent(new Event('visibilitychange'))")
        self.wait(browser, lambda browser: browser.execute_script(time_of) != before)
        self.assertTrue(browser.execute_script("return document.querySelector('.item').kept"))

    def test_two_people_at_once(self):
        run, call = self.ask()
        self.serve()
        first, second = self.open(), self.open()
        for browser in (first, second):
            browser.get(self.address.rstrip("/") + call)
        first.find_element(By.CSS_SELECTOR, "button[value=approve]").click()
        self.assertIn("Approved.", self.decided(first))
        second.find_element(By.CSS_SELECTOR, "#deny textarea").send_keys("no")
        second.find_element(By.CSS_SELECTOR, "button[value=deny]").click()
        self.wait(second, lambda browser: "wasn't needed any more" in self.body(browser))
        self.assertIn("cy approved it", self.body(second))

    def test_a_page_tells_that_it_has_moved(self):
        run, call = self.ask()
        self.serve()
        browser = self.open()
        browser.get(self.address.rstrip("/") + call)
        browser.find_element(By.CSS_SELECTOR, "#deny textarea").send_keys("half a reas")
        self.fermata("approve", run, "--by", "bo")
        self.find(browser, ".moved-on")
        self.assertEqual(browser.find_element(By.CSS_SELECTOR, "#deny textarea").get_property("value"), "half a reas")
        browser.find_element(By.CSS_SELECTOR, ".moved-on a").click()
        self.wait(browser, lambda browser: "approved by bo" in self.body(browser))

    def test_without_scripts(self):
        run, call = self.ask("try:\n    refund(17)\nexcept PermissionError as error:\n    answer = str(error)\nanswer")
        self.serve()
        browser = self.open(scripts=False)
        browser.get(self.address)
        browser.find_element(By.CSS_SELECTOR, ".open").click()
        self.find(browser, "#deny textarea").send_keys("not today")
        browser.find_element(By.CSS_SELECTOR, "button[value=deny]").click()
        self.assertIn("Denied.", self.decided(browser))
        self.work()
        self.assertIn("not today", self.fermata("show", run, "--json").report["result"])

    def test_keys_alone(self):
        run, call = self.ask()
        other, _ = self.ask("answer = refund(18)")
        self.serve()
        browser = self.open()
        browser.get(self.address)

        def press(*keys):
            webdriver.ActionChains(browser).send_keys(*keys).perform()

        press("?")
        self.assertIn("next, previous call", self.text(browser, "dialog"))
        press(Keys.ESCAPE)
        self.wait(browser, lambda browser: not browser.find_elements(By.CSS_SELECTOR, "dialog"))
        press("j", "j", "k", "d")
        self.wait(browser, lambda browser: browser.switch_to.active_element.get_attribute("name") == "reason")
        press("with keys", Keys.TAB, Keys.TAB, Keys.ENTER)
        self.assertIn("Denied.", self.decided(browser))
        press("j", "a")
        self.wait(browser, lambda browser: browser.switch_to.active_element.get_attribute("value") == "approve")
        press(Keys.ENTER)
        self.assertIn("Approved.", self.decided(browser))
        self.assertEqual({self.status_of(run), self.status_of(other)}, {"ready"})

    def test_a_phone(self):
        program = f"words = 'a' * 300\nprint(words)\nrefund(words, **{{'n' * 80: [1, 2], 'note': words}})  # {'x' * 300}\n"
        run, call = self.ask(program, submit=("--tag", "a=" + "b" * 200, "--queue", "default"))
        self.serve()
        browser = self.open(width=360)
        for path in ("", call, call + "/what-if", "/runs", "/runs/" + run, f"/runs/{run}/at/1", "/overview", "/nothing"):
            browser.get(self.address.rstrip("/") + path)
            width = browser.execute_script("return document.documentElement.scrollWidth")
            self.assertLessEqual(width, 360, path)

    def test_words_in_tables_stay_whole(self):
        self.submit("'a long result ' * 20", "--queue", "deployments-eu", name="deploy_service.py")
        self.work("--queue", "deployments-eu")
        self.serve()
        lines = "return [...document.querySelectorAll('.rows td:nth-child(-n+5) > div')].map((one) => one.offsetHeight)"
        for width in (1200, 420):
            browser = self.open(width=width)
            browser.get(self.address + "runs")
            self.assertLess(max(browser.execute_script(lines)), 35, width)
            self.assertLessEqual(browser.execute_script("return document.documentElement.scrollWidth"), width)

    def test_what_is_scrolled_to_is_not_covered(self):
        for n in range(20):
            self.ask(f"refund({n})")
        self.serve()
        browser = self.open()
        browser.get(self.address)
        boxes = browser.find_elements(By.CSS_SELECTOR, ".pick input")
        browser.execute_script("arguments[0].scrollIntoView({ block: 'end' })", boxes[12])
        over = "const at = arguments[0].getBoundingClientRect(); return document.elementFromPoint(at.x + 2, at.y + 2) === arguments[0]"
        self.assertTrue(browser.execute_script(over, boxes[12]))

    def test_texts_are_no_scripts(self):
        evil = "<img src=x onerror=\"document.title='pwned'\"><script>document.title='pwned'</script>"
        run, call = self.ask(f"evil = {evil!r}\nprint(evil)\nrefund(evil, note=evil)", submit=("--tag", "t=" + evil))
        self.serve()
        browser = self.open()
        for path in ("", call, "/runs", "/runs/" + run, f"/runs/{run}/at/1"):
            browser.get(self.address.rstrip("/") + path)
            self.assertIn("Fermata", browser.title)
            self.assertEqual(browser.find_elements(By.CSS_SELECTOR, "main img, main script"), [], path)

    def test_names_for_everything(self):
        """What a screen reader needs: each field has a name, headings are in order, parts of the page are there, ids are unique."""
        self.ask("answer = refund(17, amount=5.5, urgent=True, note='x' * 100, more=[1])")
        self.serve()
        browser = self.open()
        for path in ["", self.get("/").text.split('href="/calls/')[1].split('"')[0], "runs", "overview"]:
            browser.get(self.address + (path if path in ("", "runs", "overview") else "calls/" + path))
            problems = browser.execute_script(
                """
                const problems = [];
                for (const field of document.querySelectorAll("input:not([type=hidden]), textarea, select"))
                  if (!field.labels?.length && !field.ariaLabel) problems.push("no label: " + field.outerHTML);
                for (const button of document.querySelectorAll("button, a"))
                  if (!button.textContent.trim() && !button.ariaLabel) problems.push("no name: " + button.outerHTML);
                const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
                for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push("twice: " + id);
                for (const attribute of ["aria-labelledby", "aria-describedby"])
                  for (const one of document.querySelectorAll(`[${attribute}]`))
                    if (!document.getElementById(one.getAttribute(attribute))) problems.push("nothing is " + one.getAttribute(attribute));
                let level = 0;
                for (const heading of document.querySelectorAll("h1, h2, h3")) {
                  const next = Number(heading.tagName[1]);
                  if (next > level + 1) problems.push("skips to " + heading.outerHTML);
                  level = next;
                }
                if (document.querySelectorAll("h1").length !== 1) problems.push("not one h1");
                for (const part of ["main", "header", "nav", "html[lang]"]) if (!document.querySelector(part)) problems.push("no " + part);
                return problems;
                """
            )
            self.assertEqual(problems, [], path)

    @unittest.skipUnless("FERMATA_AXE" in os.environ, "$FERMATA_AXE names no axe.min.js (npm's axe-core)")
    def test_axe_finds_nothing(self):
        with open(os.environ["FERMATA_AXE"], encoding="utf-8") as file:
            axe = file.read()
        self.write("policy.py", "def policy(call):\n    return ask('big', roles=['finance'], quorum=2, deadline=3600)\n")
        run, call = self.ask(
            "x = lookup(1)\nprint(x)\nanswer = refund(17, urgent=True, more=[1], note='x' * 100)", "--handler", "lookup=echo 1"
        )
        other, waits = self.ask("answer = refund(18)", "--policy", "policy.py")
        unknown = self.submit("mail(1)", name="mail.py")
        self.work()
        self.fermata("grant", "refund", "--until", "2h", "--any-others", "--reason", "small")
        self.serve("--as", "finance")
        self.post(waits + "/question", {"text": "why?"}, csrf=self.get(waits).field("csrf"))
        calls = [f"/calls/{run}/2", waits, f"/calls/{unknown}/1", f"/calls/{run}/1"]
        pages = [
            "/",
            *calls,
            calls[0] + "/what-if",
            "/runs",
            "/runs/" + run,
            f"/runs/{run}/at/2",
            f"/runs/{run}/diff?from=1&to=2",
            "/grants",
            "/overview",
            "/no",
        ]
        browser = self.open()
        for scheme in ("light", "dark"):
            browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
            for path in pages:
                browser.get(self.address.rstrip("/") + path)
                browser.execute_script("document.querySelectorAll('details').forEach((one) => (one.open = true))")
                browser.execute_script(axe)
                found = browser.execute_async_script(
                    """
                    const done = arguments[0];
                    const told = (one) => one.id + ": " + one.nodes.map((node) => node.html + " " + node.failureSummary);
                    axe.run().then((found) => done([found.passes.length > 10, ...found.violations.map(told)]));
                    """
                )
                self.assertEqual(found, [True], f"{path} {scheme}")


if __name__ == "__main__":
    unittest.main()
