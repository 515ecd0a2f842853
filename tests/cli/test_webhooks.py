"""`fermata webhook`: addresses that are told what happens to a store's runs."""

import json
import os
import time
import unittest

from command import USAGE, CommandTest
from http_service import SECRETS, serve, signatures
from on_postgres import OnPostgres


class Webhooks(CommandTest):
    """Over SQLite."""

    store = "runs.db"

    def setUp(self):
        super().setUp()
        self.server = serve(self)
        self.write("secrets", "\n".join(SECRETS) + "\n")
        self.write("agent.py", "pay(80)")

    def over(self, command, *arguments, **options):
        return self.fermata(command, *arguments, "--store", self.store, **options)

    def hook(self, *more, path="/told"):
        url = f"http://127.0.0.1:{self.server.server_port}{path}"
        return self.over("webhook", url, "--secret", "secrets", "--json", *more).report

    def submit(self, *more):
        return self.over("submit", "agent.py", *more).out.strip()

    def work(self, *more):
        return self.over("work", "--drain", "--no-jail", "--handler", "pay=echo 1", *more)

    def told(self):
        return [json.loads(body) for _, _, body in self.server.seen]

    def told_of(self, *types):
        told = {one["type"]: one["data"] for one in self.told()}
        return [told[one] for one in types]

    def notices(self):
        return self.over("webhooks", "--json").report["notices"]

    def test_a_run_that_is_approved(self):
        self.hook()
        run = self.submit()
        self.work("--approve", "pay")
        self.over("approve", run, "--by", "ada")
        self.work("--approve", "pay")
        told = self.told()
        self.assertEqual([one["type"] for one in told], ["approval.asked", "approval.decided", "run.ended"])
        for (path, headers, body), one in zip(self.server.seen, told):
            self.assertEqual((path, headers["Content-Type"]), ("/told", "application/json"))
            self.assertEqual(headers["webhook-signature"].split(" "), signatures(headers, body))
            self.assertLess(abs(int(headers["webhook-timestamp"]) - time.time()), 300)
            self.assertTrue(headers["webhook-id"].startswith(run + ":"))
            self.assertEqual((one["data"]["run"], one["data"]["program"]), (run, "agent.py"))
        self.assertEqual(len({headers["webhook-id"] for _, headers, _ in self.server.seen}), 3)
        self.assertEqual((told[0]["data"]["function"], told[0]["data"]["note"]), ("pay", "approve"))
        self.assertEqual(told[1]["data"]["call"], told[0]["data"]["call"])
        self.assertEqual((told[1]["data"]["state"], told[2]["data"]["status"]), ("pending", "done"))
        self.assertEqual([told[0]["data"][name] for name in ("question", "deadline")], [False, None])
        self.assertEqual([told[1]["data"][name] for name in ("verdict", "who", "reason")], ["approve", "ada", None])
        self.assertIsNone(told[2]["data"]["error"])
        self.assertNotIn("80", json.dumps(sorted(told[0]["data"])), "arguments are for who may ask the store")
        self.assertEqual(self.notices(), [])

    def test_who_decided_why_and_what_was_raised(self):
        self.hook()
        self.write("policy.py", "def policy(call):\n    return ask('much', deadline=3600)\n")
        run = self.submit()
        self.work("--policy", "policy.py")
        self.over("deny", run, "--by", "bo", "--reason", "too much")
        self.work()
        asked, decided, ended = self.told_of("approval.asked", "approval.decided", "run.ended")
        self.assertRegex(asked["deadline"], r"^20\d\d-.*Z$")
        self.assertEqual([decided[name] for name in ("verdict", "who", "reason", "state")], ["deny", "bo", "too much", "raised"])
        self.assertEqual(ended["error"], {"type": "PermissionError", "message": "pay() was denied by bo: too much"})
        self.server.seen.clear()
        self.write("agent.py", "raise ValueError('ü' * 100_000)")
        self.submit()
        self.work()
        (ended,) = self.told_of("run.ended")
        self.assertEqual(ended["error"], {"type": "ValueError", "message": "ü" * 500})

    def test_a_question_is_one_and_a_deadline_is_nobody(self):
        self.hook()
        self.write("agent.py", "ask('Which?', deadline=1)")
        self.submit()
        self.work()
        time.sleep(1.2)
        self.work()
        asked, decided = self.told_of("approval.asked", "approval.decided")
        self.assertIs(asked["question"], True)
        self.assertEqual([decided[name] for name in ("verdict", "who", "reason")], ["deny", None, None])

    def test_links_where_the_server_is_known(self):
        self.hook()
        run = self.submit()
        self.work("--approve", "pay", "--public-url", "https://fermata.example/inbox")
        self.over("approve", run, "--by", "ada")
        self.work("--approve", "pay", "--public-url", "https://fermata.example/")
        asked, decided, ended = self.told_of("approval.asked", "approval.decided", "run.ended")
        self.assertEqual(asked["link"], f"https://fermata.example/inbox/calls/{run}/1")
        self.assertEqual(decided["link"], f"https://fermata.example/calls/{run}/1")
        self.assertEqual(ended["link"], f"https://fermata.example/runs/{run}")
        for _, headers, body in self.server.seen:
            self.assertEqual(headers["webhook-signature"].split(" "), signatures(headers, body))
        self.server.seen.clear()
        self.submit()
        self.work()
        (ended,) = self.told_of("run.ended")
        self.assertNotIn("link", ended)
        self.assertIn("--public-url: 'x' isn't", self.over("work", "--public-url", "x", code=USAGE).err)

    def test_what_waits_for_people_and_what_is_escalated(self):
        self.hook()
        self.write("agent.py", "lookup(80)\npay(80)")
        self.write("policy.py", "def policy(call):\n    return ask('much', roles=['clerk'], escalate=['boss'])\n")
        run = self.submit()
        self.work()
        self.over("answer", run, "--result", "1")
        self.work("--policy", "policy.py")
        self.over("escalate", run, "--by", "bo", "--as", "clerk")
        self.work("--policy", "policy.py")
        told = self.told()
        self.assertEqual([one["type"] for one in told], ["call.waits", "approval.asked", "approval.escalated"])
        self.assertEqual((told[0]["data"]["function"], told[0]["data"]["state"]), ("lookup", "pending"))
        self.assertEqual((told[2]["data"]["call"], told[2]["data"]["roles"]), (told[1]["data"]["call"], ["boss"]))
        self.assertNotIn("args", told[0]["data"])

    def test_only_what_it_wants_and_only_its_tenants(self):
        self.hook("--type", "run.dead", path="/dead")
        self.hook("--tenant", "other", path="/other")
        self.submit()
        self.submit("--tenant", "other")
        self.work()
        self.assertEqual([(path, json.loads(body)["data"]["tenant"]) for path, _, body in self.server.seen], [("/other", "other")])

    def test_a_cancelled_run_and_one_that_is_dead(self):
        self.hook()
        self.over("cancel", self.submit(), "--reason", "no")
        self.write("agent.py", "while True: pass")
        run = self.submit("--limit-steps", "1000")
        self.work()
        told = {one["type"]: one["data"] for one in self.told()}
        self.assertEqual(told["run.ended"]["status"], "cancelled")
        self.assertEqual(told["run.dead"]["run"], run)
        self.assertIn("steps", told["run.dead"]["reason"])

    def test_what_is_not_accepted_is_sent_again_under_the_same_id(self):
        self.server.answers = [(500, b"", {}), (204, b"", {})]
        self.hook()
        self.submit()
        self.work()
        (notice,) = self.notices()
        self.assertEqual((notice["type"], notice["attempts"], notice["problem"]), ("run.ended", 1, "it answered 500"))
        self.assertIsNotNone(notice["due"])
        self.assertIn("run.ended of run", self.over("webhooks").out)
        for _ in range(60):  # (between 2.5 and 5 seconds)
            self.work()
            if not self.notices():
                break
            time.sleep(0.2)
        first, second = self.server.seen
        self.assertEqual(first[1]["webhook-id"], second[1]["webhook-id"])
        self.assertEqual(first[2], second[2])
        self.assertEqual(self.notices(), [])

    def test_given_up(self):
        self.server.answers = [(410, b"", {})]
        self.hook()
        run = self.submit()
        told = self.work().err
        self.assertIn(f"isn't told run.ended of run {run}: it answered 410", told)
        (notice,) = self.notices()
        self.assertIsNone(notice["due"])
        self.assertIn("given up after 1 attempt: it answered 410", self.over("webhooks").out)
        self.work()
        self.assertEqual(len(self.server.seen), 1)

    def test_redirects_are_not_followed(self):
        self.server.answers = [(302, b"", {"Location": "/elsewhere"})]
        self.hook()
        self.submit()
        self.work()
        self.assertEqual([path for path, _, _ in self.server.seen], ["/told"])
        self.assertEqual(self.notices()[0]["problem"], "it answered 302")

    def test_a_webhook_that_is_removed(self):
        self.server.answers = [(500, b"", {})]
        webhook = self.hook()["webhook"]
        self.submit()
        self.work()
        self.over("unhook", webhook)
        self.submit()
        self.work()
        self.assertEqual(len(self.server.seen), 1)
        self.assertEqual(self.over("webhooks", "--json").report, {"webhooks": [], "notices": []})
        self.assertIn("there is no webhook", self.over("unhook", webhook, code=USAGE).err)

    def test_usage(self):
        def told(*arguments):
            return self.over("webhook", *arguments, code=USAGE).err

        self.assertIn("needs an http:// or https:// URL", told("ftp://x/", "--secret", "secrets"))
        for url in ("http://[::1", "http://a.example:99999/", "http://a.example:x/", "http://:80/", "http://user@/"):
            self.assertIn("needs an http:// or https:// URL", told(url, "--secret", "secrets"))
        self.assertIn("has no name and password in it", told("http://u:p@x/", "--secret", "secrets"))
        self.assertIn("there are no notices of type 'run.begun'", told("http://x/", "--secret", "secrets", "--type", "run.begun"))
        self.assertIn("no environment variable NO_SUCH", told("http://x/", "--secret", "$NO_SUCH"))
        self.write("short", "whsec_c2hvcnQ=")
        self.assertIn("whsec_ and the base64 of 24 to 64 bytes", told("http://x/", "--secret", "short"))


class WebhooksOfSqlite(Webhooks):
    """And what files show."""

    def test_secrets_are_sealed_when_the_store_has_keys(self):
        self.hook()
        self.assertIn(SECRETS[0].encode(), self.database())
        self.store = "sealed.db"
        self.fermata("keygen", "keys")
        self.hook("--seal-keys", "keys")
        self.assertNotIn(SECRETS[0].encode(), self.database())
        self.submit("--seal-keys", "keys")
        self.work("--seal-keys", "keys")
        self.assertEqual([one["type"] for one in self.told()], ["run.ended"])
        _, headers, body = self.server.seen[0]
        self.assertEqual(headers["webhook-signature"].split(" "), signatures(headers, body))

    def database(self):
        return b"".join(self.read(name) for name in os.listdir(self.folder) if name.startswith(self.store))


class WebhooksOfPostgres(OnPostgres, Webhooks):
    pass


del Webhooks  # (only the two are run)

if __name__ == "__main__":
    unittest.main()
