"""A served store, for the tests of its pages: `fermata serve` on a free port, and what its pages say and take."""

import html
import http.client
import json
import os
import re
import subprocess
import urllib.parse

from command import FERMATA, CommandTest

PASSWORD = "correct horse battery"
# What a program that computes for `timeout_ms` may be told: its time and the wall clock's run out together.
TIMED_OUT = ("time_ms", "wall_ms")


class Page:
    def __init__(self, response):
        self.status = response.status
        self.headers = {name.lower(): value for name, value in response.getheaders()}
        self.text = response.read().decode()

    def field(self, name):
        """The value of a field of a form."""
        return html.unescape(re.search(rf'name="{re.escape(name)}" value="([^"]*)"', self.text)[1])

    @property
    def words(self):
        return html.unescape(re.sub("<[^>]*>", "", self.text))


class ServedTest(CommandTest):
    log = None  # a file, for what it says on standard error

    def setUp(self):
        super().setUp()
        os.environ["FERMATA_STORE"] = self.path("fermata.db")
        self.addCleanup(os.environ.pop, "FERMATA_STORE")

    def serve(self, *more, by="cy"):
        process = subprocess.Popen(
            [FERMATA, "serve", "--listen", "127.0.0.1:0", *(["--by", by] if by else []), "--no-jail", *more],
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=self.log,
            text=True,
        )
        self.addCleanup(self.end, process)
        self.process = process
        self.address = process.stdout.readline().strip()
        self.port = int(self.address.rsplit(":", 1)[1].strip("/"))
        return self.address

    def end(self, process):
        if not process.stdout.closed:
            process.terminate()
            self.assertEqual(process.wait(30), 0)
            process.stdout.close()

    def submit(self, text, *more, name="agent.py"):
        self.write(name, text)
        return self.fermata("submit", name, *more).out.strip()

    def work(self, *more):
        return self.fermata(
            "work",
            "--drain",
            "--no-jail",
            "--handler",
            'refund=python3 -c "import sys; print(sys.stdin.read() and 1)"',
            "--approve",
            "refund",
            *more,
        )

    def ask(self, text="answer = refund(17, amount=5.5)", *more, submit=()):
        run = self.submit(text, *submit)
        self.work(*more)
        return run, "/calls/" + run + "/1"

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body, headers or {})
            return Page(connection.getresponse())
        finally:
            connection.close()

    def get(self, path, status=200):
        page = self.request("GET", path)
        self.assertEqual(page.status, status, page.words)
        return page

    def post(self, path, fields, status=303, csrf=None, **headers):
        """With the token of the inbox's form, unless another is given."""
        fields = {"csrf": self.token if csrf is None else csrf, **fields}
        sent = {"Content-Type": "application/x-www-form-urlencoded", **{name.replace("_", "-"): value for name, value in headers.items()}}
        page = self.request("POST", path, urllib.parse.urlencode(fields), sent)
        self.assertEqual(page.status, status, page.words)
        return page

    @property
    def token(self):
        waiting = re.search(r"/calls/[^\"]+", self.get("/").text)
        return self.get(waiting[0]).field("csrf")

    def status_of(self, run):
        return self.fermata("show", run, "--json").report["status"]


class ApiTest(ServedTest):
    def call_api(self, method, path, body=None, status=200, **headers):
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        if body is not None:
            sent["Content-Type"] = "application/json"
        page = self.request(method, path, None if body is None else json.dumps(body), sent)
        self.assertEqual(page.status, status, page.text)
        if status >= 400:
            self.assertEqual(page.headers["content-type"], "application/problem+json")
        self.headers = page.headers
        return json.loads(page.text) if page.text else None


class KnownTest(ServedTest):
    """With an auth.toml."""

    def known(self, kind, name, *may, tenant=None, stdin=b""):
        """A table for auth.toml; and the token."""
        words = [word for permission in may for word in ("--may", permission)]
        report = self.fermata(kind, name, *words, *(["--tenant", tenant] if tenant else []), "--json", stdin=stdin).report
        self.tables += report["table"] + "\n"
        return report.get("token")

    def setUp(self):
        super().setUp()
        self.tables = ""

    def serve_people(self, *more):
        self.write("auth.toml", self.tables)
        os.chmod(self.path("auth.toml"), 0o600)
        rates = [] if any(option.startswith("--rate") for option in more) else ["--rate", "0", "--rate-per-address", "0"]  # tests are quick
        return self.serve("--auth", "auth.toml", *rates, *more, by=None)

    def as_token(self, token, path, method="GET", body=None):
        return self.request(method, path, body, {"Authorization": "Bearer " + token})

    def sign_in(self, name="ada", password=PASSWORD, next="/", **headers):
        body = urllib.parse.urlencode({"name": name, "password": password, "next": next})
        return self.request("POST", "/sign-in", body, {"Content-Type": "application/x-www-form-urlencoded", **headers})

    def signed_in(self, **fields):
        page = self.sign_in(**fields)
        self.assertEqual(page.status, 303, page.words)
        return {"Cookie": page.headers["set-cookie"].split(";")[0]}
