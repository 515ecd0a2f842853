"""schemathesis against the OpenAPI page of a real `fermata serve`: nothing that it sends, whether the page allows it or not, is answered by
a server's error or by anything that the page doesn't say."""

import os
import re
import subprocess
import sys
import unittest

import support

support.needs("schemathesis")
support.serves()

from serving import KnownTest  # noqa: E402

# What isn't asked for: that all is taken which the page allows (a text may be no program, a time none that there is), and that nothing else
# is (null is taken for what isn't there).
NOT_ASKED = "positive_data_acceptance,negative_data_rejection"


class Schemathesis(KnownTest):
    def test_the_api_is_as_its_page_says(self):
        run, _ = self.ask("print(1)\nanswer = refund(17, amount=5.5)", submit=("--by", "ada"))
        self.submit("await receive('a')", "--queue", "other", name="other.py")
        token = self.known("token", "boss", "admin")
        self.serve_people()
        self.write("schemathesis.toml", '[parameters]\n"query.wait" = 0\n')  # nobody answers what the runs wait for
        command = [os.path.join(os.path.dirname(sys.executable), "schemathesis"), "--config-file", self.path("schemathesis.toml")]
        command += ["run", self.address + "v1/openapi.json"]
        command += ["--header", "Authorization: Bearer " + token, "--checks", "all", "--exclude-checks", NOT_ASKED, "--continue-on-failure"]
        command += [
            "--max-examples",
            "5",
            "--exclude-path",
            "/v1/events",
            "--request-timeout",
            "70",
            "--seed",
            "1",
            "--no-color",
            "--warnings",
            "off",
        ]
        ran = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=280)
        told = ran.stdout + ran.stderr
        self.assertEqual(ran.returncode, 0, told)
        self.assertGreater(int(re.search(r"(\d+) generated", told)[1]), 500, told)
        self.assertEqual(self.request("GET", "/readyz").status, 200)
        self.assertIn(run, self.as_token(token, "/v1/runs").text)


if __name__ == "__main__":
    unittest.main()
