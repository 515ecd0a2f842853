"""Alerts by rules of auth.toml: the audit's records, lines for whoever runs the server, webhooks; with several servers beside one store."""

import json
import os
import time
import unittest

from http_service import SECRETS, serve, signatures
from on_postgres import OnPostgres
from serving import PASSWORD, KnownTest

RULE = """
[[alert]]
name = "guessing"
actions = ["sign_in_failed", "refused"]
count = 5
within_s = 600
per = "from"
tell = "default"
"""


class Alerts(KnownTest):
    """Over SQLite."""

    def setUp(self):
        super().setUp()
        self.hooks = serve(self)
        self.write("secrets", "\n".join(SECRETS))
        self.log = open(self.path("log"), "wb")
        self.addCleanup(self.log.close)

    def alerts(self):
        return [json.loads(line) for line in self.fermata("audit", "--json", "--action", "alert").out.splitlines()]

    def wait_for(self, true):
        deadline = time.monotonic() + 20
        while not true():
            self.assertLess(time.monotonic(), deadline, self.read("log"))
            time.sleep(0.1)

    def hook(self, *more):
        url = f"http://127.0.0.1:{self.hooks.server_port}/told"
        self.fermata("webhook", url, "--secret", "secrets", *more)

    def test_somebody_guesses_passwords(self):
        self.known("password", "ada", "decide", stdin=PASSWORD.encode())
        self.tables += RULE
        self.hook("--type", "alert")
        self.hook("--tenant", "acme")
        servers = []
        for options in ((), ("--function", "nothing", "--public-url", "https://fermata.example/base/")):
            self.serve_people("--audit", "audit.jsonl", *options)
            servers.append(self.port)
        for i in range(4):
            self.port = servers[i % 2]
            self.sign_in("ada", "wrong horse")
        time.sleep(1.6)
        self.assertEqual(self.alerts(), [])
        self.port = servers[0]
        self.as_token("fermata_wrong", "/v1/runs")
        for _ in range(6):  # they go on, and are told once
            self.port = servers[_ % 2]
            self.sign_in("eve", "wrong\u202e horse")
        self.wait_for(self.alerts)
        self.wait_for(lambda: self.hooks.seen)
        time.sleep(1.6)
        (alert,) = self.alerts()
        self.assertEqual((alert["who"], alert["how"], alert["tenant"], alert["run"]), (None, "rule", None, None))
        data = {
            "rule": "guessing",
            "actions": ["refused", "sign_in_failed"],
            "count": alert["data"]["count"],
            "within_s": 600,
            "per": "from",
            "of": "127.0.0.1",
        }
        self.assertEqual(alert["data"], data)
        self.assertGreaterEqual(data["count"], 5)
        ((_, headers, body),) = self.hooks.seen
        self.assertEqual(headers["webhook-signature"].split(" "), signatures(headers, body))
        told = json.loads(body)
        self.assertEqual(told["type"], "alert")
        link = "https://fermata.example/base/audit"
        self.assertEqual(told["data"], {**data, "record": alert["number"], "link": link})
        log = self.read("log").decode()
        self.assertEqual(log.count("alert: "), 1, log)
        self.assertIn(f"(record {alert['number']} of the audit)", log)
        with open(self.path("audit.jsonl"), encoding="utf-8") as file:
            self.assertEqual([json.loads(line)["action"] for line in file].count("alert"), 1)
        self.assertIn("verified", self.fermata("audit", "--verify").out)

    def test_what_commands_do_counts_and_rules_are_read_anew(self):
        self.known("token", "ci", "admin")
        self.tables += RULE.replace('["sign_in_failed", "refused"]', '["cancel"]').replace("5", "2").replace('"from"', '"tenant"')
        self.serve_people()
        for tenant in ("acme", "umbrella", "acme"):
            self.fermata("cancel", self.submit("1", "--tenant", tenant))
        self.wait_for(self.alerts)
        self.assertEqual([(one["tenant"], one["data"]["of"]) for one in self.alerts()], [("acme", "acme")])
        with open(self.path("auth.toml"), "a", encoding="utf-8") as file:
            file.write('[[alert]]\nname = "any"\nactions = ["cancel"]\ncount = 1\nwithin_s = 60\ntenant = "umbrella"\n')
        self.as_token("fermata_wrong", "/v1/runs")
        self.wait_for(lambda: len(self.alerts()) == 2)
        self.assertEqual([(one["tenant"], one["data"]["rule"], one["data"]["of"]) for one in self.alerts()][1], ("umbrella", "any", None))

    def test_rules_that_make_no_sense(self):
        for old, new, said in (
            ("count = 5", "count = 0", "'count' takes a number from 1 to 10000"),
            ("count = 5", 'count = "5"', "'count' takes a number"),
            ("count = 5\n", "", "'count' takes a number"),
            ("within_s = 600", "within_s = 86401", "'within_s' takes a number from 1 to 86400"),
            ('"refused"', '"alert"', "there is no action 'alert' to be counted"),
            ('"refused"', '"look"', "there is no action 'look' to be counted"),
            ('["sign_in_failed", "refused"]', "[]", "'actions' takes at least one"),
            ('per = "from"', 'per = "address"', "'per' takes who, from, tenant or all"),
            ('tell = "default"', 'tells = "default"', "there is nothing named 'tells' here"),
            ('tell = "default"\n', 'tell = "default"\n' + RULE, "two alerts have the name 'guessing'"),
        ):
            with self.subTest(new):
                self.write("auth.toml", RULE.replace(old, new))
                os.chmod(self.path("auth.toml"), 0o600)
                told = self.fermata("serve", "--listen", "127.0.0.1:0", "--auth", "auth.toml", "--no-jail", code=2).err
                self.assertIn(said, told)
                self.assertRegex(told, r"auth\.toml:\d+: ")


class AlertsOfPostgres(OnPostgres, Alerts):
    def setUp(self):
        super().setUp()
        os.environ["FERMATA_STORE"] = self.store


if __name__ == "__main__":
    unittest.main()
