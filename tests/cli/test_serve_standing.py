"""Schedules and webhooks by the API."""

import json
import unittest

from serving import KnownTest


class Standing(KnownTest):
    def setUp(self):
        super().setUp()
        self.tokens = {
            name: self.known("token", name, may, tenant=tenant)
            for name, may, tenant in (
                ("acme", "submit", "acme"),
                ("umbrella", "submit", "umbrella"),
                ("chief", "admin", "acme"),
                ("root", "admin", None),
            )
        }
        self.serve_people()

    def api(self, who, method, path, body=None, status=200):
        headers = {"Authorization": "Bearer " + self.tokens[who], "Content-Type": "application/json"}
        page = self.request(method, "/v1/" + path, None if body is None else json.dumps(body), headers)
        self.assertEqual(page.status, status, page.text)
        return json.loads(page.text)

    def test_schedules(self):
        new = {"every": "0 9 * * mon-fri", "zone": "Europe/Berlin", "source": "n + 1", "inputs": {"n": 1}, "key": "daily", "missed": "skip"}
        made = self.api("acme", "POST", "schedules", new, 201)
        told = (made["every"], made["zone"], made["missed"], made["tenant"], made["by"], made["paused"])
        self.assertEqual(told, ("0 9 * * mon-fri", "Europe/Berlin", "skip", "acme", "acme", False))
        self.assertEqual(self.api("acme", "POST", "schedules", new)["schedule"], made["schedule"])
        self.api("acme", "POST", "schedules", {**new, "every": "1h"}, 409)
        at = "schedules/" + made["schedule"]
        self.assertEqual([one["schedule"] for one in self.api("acme", "GET", "schedules")["schedules"]], [made["schedule"]])
        self.assertEqual(self.api("umbrella", "GET", "schedules")["schedules"], [])
        self.api("acme", "GET", "schedules?tenant=umbrella", None, 404)
        for method, path in (("POST", at + "/pause"), ("POST", at + "/resume"), ("DELETE", at)):
            self.api("umbrella", method, path, None, 404)
        self.assertTrue(self.api("acme", "POST", at + "/pause")["paused"])
        self.api("acme", "POST", at + "/pause", None, 409)
        self.assertFalse(self.api("acme", "POST", at + "/resume")["paused"])
        self.assertEqual(self.fermata("schedules", "--json").report["schedules"], self.api("root", "GET", "schedules")["schedules"])
        self.api("acme", "DELETE", at)
        self.api("acme", "DELETE", at, None, 404)
        for wrong, status in (
            ({}, 400),
            ({**new, "missed": "never"}, 400),
            ({**new, "source": "def"}, 422),
            ({**new, "every": "soon"}, 422),
        ):
            self.api("acme", "POST", "schedules", wrong, status)
        self.api("acme", "POST", "schedules", {**new, "tenant": "umbrella"}, 404)
        audited = [json.loads(line) for line in self.fermata("audit", "--json").out.splitlines()]
        told = [(one["action"], one["who"], one["how"]) for one in audited if one["action"] != "refused"]
        self.assertEqual(told, [(name, "acme", "token") for name in ("schedule", "pause_schedule", "resume_schedule", "unschedule")])

    def test_webhooks(self):
        new = {"tenant": "acme", "url": "https://example.org/hook", "types": ["run.ended"], "secrets": ["whsec_" + "A" * 32]}
        made = self.api("root", "POST", "webhooks", new, 201)
        self.assertEqual((made["url"], made["types"], made["tenant"]), (new["url"], ["run.ended"], "acme"))
        self.api("acme", "GET", "webhooks", None, 403)
        self.api("chief", "POST", "webhooks", new, 409)
        listed = self.api("chief", "GET", "webhooks")
        self.assertEqual((listed["webhooks"], listed["notices"]), ([made], []))
        self.assertNotIn("whsec", json.dumps(listed))
        for wrong, status in (
            ({"url": new["url"]}, 400),
            ({**new, "url": "file:///etc"}, 422),
            ({**new, "types": ["x"]}, 422),
            ({**new, "x": 1}, 400),
        ):
            self.api("root", "POST", "webhooks", wrong, status)
        every = self.api("root", "POST", "webhooks", {**new, "types": ["approval.escalated", "call.waits"]}, 201)
        self.assertEqual(every["types"], ["approval.escalated", "call.waits"])
        self.api("chief", "DELETE", "webhooks/" + made["webhook"])
        self.api("chief", "DELETE", "webhooks/" + made["webhook"], None, 404)


if __name__ == "__main__":
    unittest.main()
