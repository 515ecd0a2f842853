"""A served store in Chromium, for the tests of its pages."""

import os
import tempfile
import unittest

from serving import ServedTest

try:
    from selenium import webdriver
    from selenium.common.exceptions import StaleElementReferenceException
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait
except ImportError:
    webdriver = By = Keys = None
CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
FLAGS = (
    "--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update "
    "--disable-sync"
).split()


@unittest.skipUnless(
    webdriver and os.path.exists(CHROMIUM) and os.path.exists(DRIVER), "chromium, chromium-driver, python3-selenium aren't there"
)
class BrowsingTest(ServedTest):
    def open(self, scripts=True, width=1200):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for flag in [*FLAGS, "--user-data-dir=" + folder.name]:
            options.add_argument(flag)
        if not scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        browser = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.addCleanup(browser.quit)
        browser.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        )
        return browser

    def wait(self, browser, until):
        """What `until` gives at last. A page that gives way to the next one while it looks makes it look again."""
        return WebDriverWait(browser, 30, ignored_exceptions=[StaleElementReferenceException]).until(until)

    def find(self, browser, css):
        return self.wait(browser, lambda browser: browser.find_element(By.CSS_SELECTOR, css))

    def text(self, browser, css):
        return self.wait(browser, lambda browser: browser.find_element(By.CSS_SELECTOR, css).text)

    def body(self, browser):
        return self.text(browser, "body")
