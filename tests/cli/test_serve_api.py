"""The API of `fermata serve`: every route of its own page of them, what it gives, and what it refuses."""

import json
import subprocess
import threading
import time
import unittest

from command import FERMATA
from described import fits
from serving import TIMED_OUT, ApiTest

CHARGE = "answer = refund(17, amount=5.5)\nanswer"


class Api(ApiTest):
    def test_a_run_from_beginning_to_end(self):
        self.serve()
        run = self.call_api("POST", "/v1/runs", {"source": CHARGE, "name": "agent.py", "inputs": {"order": 17}, "tags": {"a": "b"}}, 201)
        self.assertEqual((run["status"], run["name"], run["tags"]), ("ready", "agent.py", {"a": "b"}))
        at = self.headers["location"]
        self.work()
        (asked,) = self.call_api("GET", "/v1/calls")["approvals"]
        self.assertEqual((asked["function"], asked["args"], asked["kwargs"], asked["by"]), ("refund", [17], {"amount": 5.5}, "cy"))
        call = f"/v1/calls/{run['run']}/1"
        self.assertEqual(self.call_api("GET", call), asked)
        # The one who submitted it doesn't decide; that is the store's to say.
        mine = {"verdict": "approve", "shown": asked["shown"]}
        self.assertIn("somebody else has to decide", self.call_api("POST", call + "/decide", mine, 409)["detail"])
        self.serve(by="bo")
        stale = {"verdict": "approve", "shown": "0" * 64}
        self.call_api("POST", call + "/decide", stale, 409)
        edited = {"verdict": "approve", "shown": asked["shown"], "kwargs": {"amount": 4}, "args": [18], "reason": "less"}
        self.assertEqual(self.call_api("POST", call + "/decide", edited)["state"], "pending")
        self.call_api("POST", call + "/decide", edited, 409)
        self.work()
        done = self.call_api("GET", at)
        self.assertEqual((done["status"], done["result"]), ("done", 1))
        (decided,) = self.call_api("GET", at + "/decisions")["decisions"]
        self.assertEqual((decided["who"], decided["channel"], decided["reason"]), ("bo", "api", "less"))
        self.assertEqual(decided["edited"], {"args": [18], "kwargs": {"amount": 4}})
        kinds = [event["kind"] for event in self.call_api("GET", at + "/log")["events"]]
        self.assertEqual((kinds[0], "decide" in kinds), ("submit", True))
        self.assertEqual(self.call_api("GET", f"{at}/log?after={len(kinds) - 1}")["events"][0]["number"], len(kinds))
        self.assertEqual(self.call_api("GET", at + "/source")["source"], CHARGE)
        self.assertEqual(len(self.call_api("GET", at + "/attempts")["attempts"]), 1)

    def test_edited_arguments_are_as_their_worker_declares_them(self):
        self.write("tools.py", "def refund(order: int, amount: float) -> float:\n    return amount\n")
        run = self.submit(CHARGE)
        worker = subprocess.Popen(
            [FERMATA, "work", "--no-jail", "--tools", "tools.py", "--approve", "refund"],
            cwd=self.folder,
            stderr=subprocess.DEVNULL,
            stdin=subprocess.DEVNULL,
        )
        self.addCleanup(worker.wait, 20)
        self.addCleanup(worker.terminate)
        self.serve()
        call = f"/v1/calls/{run}/1"
        for _ in range(600):
            if asked := self.call_api("GET", "/v1/calls")["approvals"]:
                break
            time.sleep(0.05)
        edited = {"verdict": "approve", "shown": asked[0]["shown"], "kwargs": {"amount": "much"}}
        told = self.call_api("POST", call + "/decide", edited, 422)["detail"]
        self.assertEqual(told, f"call {run}:1:1 isn't approved: amount has to be a number, not 'much'")
        self.assertEqual(self.call_api("GET", call)["state"], "awaiting_approval")
        self.call_api("POST", call + "/decide", {**edited, "kwargs": {"amount": 4}})

    def test_what_is_sent_twice_happens_once(self):
        self.serve()
        first = self.call_api("POST", "/v1/runs", {"source": "1"}, 201, Idempotency_Key="k")
        self.assertEqual(self.call_api("POST", "/v1/runs", {"source": "1"}, 200, Idempotency_Key="k")["run"], first["run"])
        self.assertIn(
            "whose program is another one", self.call_api("POST", "/v1/runs", {"source": "2"}, 409, Idempotency_Key="k")["detail"]
        )
        for more, differs in (({"inputs": {"x": 1}}, "no input 'x'"), ({"arguments": ["x"]}, "other arguments")):
            told = self.call_api("POST", "/v1/runs", {"source": "1", **more}, 409, Idempotency_Key="k")["detail"]
            self.assertIn(f"has {differs}", told)
        waits = self.call_api("POST", "/v1/runs", {"source": "await receive('a')"}, 201)["run"]
        for _ in range(2):
            sent = self.call_api("POST", f"/v1/runs/{waits}/messages", {"channel": "a", "value": [1]}, 201, Idempotency_Key="m")
            self.assertEqual(sent, {"run": waits, "number": 1})
        self.assertEqual(len(self.call_api("GET", f"/v1/runs/{waits}/messages")["messages"]), 1)
        self.work()
        self.assertEqual(self.call_api("GET", f"/v1/runs/{waits}")["result"], [1])

    def test_what_can_not_be_read_is_said(self):
        self.serve()
        for query in ("/v1/calls?after=none:%00:1", "/v1/runs?before=%zz", "/v1/runs?x=%ff"):
            self.assertIn("the query can't be read", self.call_api("GET", query, status=400)["detail"])
        self.assertEqual(self.request("GET", "/?q=%ff").status, 400)
        twice = self.call_api("POST", "/v1/runs", {"source": "1", "key": "a"}, 400, Idempotency_Key="b")
        self.assertIn("say different things", twice["detail"])
        self.call_api("POST", "/v1/runs", {"source": "1", "key": "a"}, 201, Idempotency_Key="a")

    def test_files(self):
        self.serve()
        source = "import os\nopen('out', 'wb').write(open('in', 'rb').read() + input().encode())\nopen('/tmp/text', 'w').write(os.environ['A'])\nimport time\ntime.tzname[0]"
        given = {"files": {"in": {"$bytes": "/wA="}}, "stdin": "said", "environ": {"A": "ü"}, "zone": "Asia/Tokyo"}
        run = self.call_api("POST", "/v1/runs", {"source": source, **given}, 201)["run"]
        self.assertIn("no snapshot yet", self.call_api("GET", f"/v1/runs/{run}/files", status=409)["detail"])
        self.work()
        self.assertEqual(self.call_api("GET", f"/v1/runs/{run}")["result"], "JST")
        files = self.call_api("GET", f"/v1/runs/{run}/files")["files"]
        self.assertEqual(sorted((file["path"], file["size"]) for file in files), [("/home/user/out", 6), ("/tmp/text", 2)])
        out = self.call_api("GET", f"/v1/runs/{run}/file?path=out")
        self.assertEqual(out, {"path": "/home/user/out", "size": 6, "data": {"$bytes": "/wBzYWlk"}})
        schemas = self.call_api("GET", "/v1/openapi.json")["components"]["schemas"]
        self.assertTrue(fits(out, schemas["FileData"], schemas))
        self.assertEqual(self.call_api("GET", f"/v1/runs/{run}/file?path=/tmp/text&seq=latest")["data"], "ü")
        self.call_api("GET", f"/v1/runs/{run}/file?path=nope", status=404)
        self.call_api("GET", f"/v1/runs/{run}/file", status=400)
        self.assertIn("no snapshot 99", self.call_api("GET", f"/v1/runs/{run}/files?seq=99", status=404)["detail"])
        for wrong, status, why in (
            ({"files": {"a/": "x"}}, 400, "a/"),
            ({"files": {"a": 1}}, 400, "files.a"),
            ({"files": {"a": "x", "a/b": "y"}}, 422, "a/b"),
            ({"files": []}, 400, "files"),
            ({"stdin": {}}, 400, "stdin"),
            ({"environ": {"A": 1}}, 400, "environ"),
            ({"environ": {"A=": ""}}, 422, "A="),
            ({"zone": "Nowhere/Else"}, 422, "Nowhere/Else"),
        ):
            with self.subTest(wrong):
                self.assertIn(why, self.call_api("POST", "/v1/runs", {"source": "1", **wrong}, status)["detail"])

    def test_lists_have_pages_and_runs_tags(self):
        self.serve()
        made = [self.call_api("POST", "/v1/runs", {"source": str(n), "queue": "q"}, 201)["run"] for n in range(5)]
        seen, before = [], ""
        while before is not None:
            page = self.call_api("GET", "/v1/runs?queue=q&limit=2" + (f"&before={before}" if before else ""))
            seen += [run["run"] for run in page["runs"]]
            before = page["next"]
        self.assertEqual(seen, sorted(made, reverse=True))
        self.call_api("GET", "/v1/runs/" + made[0])
        tag = self.headers["etag"]
        self.call_api("GET", "/v1/runs/" + made[0], status=304, If_None_Match=tag)
        self.call_api("POST", f"/v1/runs/{made[0]}/cancel", {"reason": "enough"})
        self.assertEqual(self.call_api("GET", "/v1/runs/" + made[0], If_None_Match=tag)["status"], "cancelled")
        self.assertEqual(self.call_api("GET", "/v1/runs?status=cancelled")["runs"][0]["reason"], "enough")

    def test_who_waits_for_an_end_is_told(self):
        self.serve()
        run = self.call_api("POST", "/v1/runs", {"source": "40 + 2"}, 201)["run"]
        worker = threading.Thread(target=self.work)
        worker.start()
        self.assertEqual(self.call_api("GET", f"/v1/runs/{run}?wait=30")["result"], 42)
        worker.join()

    def test_other_moments(self):
        run, _ = self.ask("total = 3\nanswer = refund(17)\ntotal += answer or 0\nrefund(total)")
        self.serve()
        at = f"/v1/runs/{run}"
        moment = self.call_api("GET", at + "/at/latest")
        self.assertEqual((moment["status"], moment["variables"]["total"], moment["calls"][0]["function"]), ("paused", "3", "refund"))
        self.assertEqual(moment["stack"][0]["line"], 2)
        told = self.call_api("POST", at + "/what-if", {"alternatives": [{"1": {"result": 5}}, {"1": {"error": {"type": "ValueError"}}}]})
        self.assertEqual([one["status"] for one in told["alternatives"]], ["paused", "raised"])
        self.assertEqual([one["error"] and one["error"]["type"] for one in told["alternatives"]], [None, "ValueError"])
        self.assertIn("no snapshot 9", self.call_api("GET", at + "/at/9", status=404)["detail"])
        self.assertEqual(told["alternatives"][0]["calls"][0]["args"], [8])
        fork = self.call_api("POST", at + "/fork", {"seq": 1, "answers": {"1": {"result": 5}}}, 201)
        self.assertEqual(fork["parent"], run)
        forks = [self.call_api("POST", at + "/fork", {"seq": 1}, 201, Idempotency_Key="again")["run"] for _ in range(2)]
        self.assertEqual(forks[0], forks[1])
        self.assertNotEqual(forks[0], fork["run"])
        told = self.call_api("POST", f"/v1/runs/{forks[0]}/fork", {"seq": 1, "key": "again"}, 409)["detail"]
        other = {"seq": 1, "answers": {"1": {"result": 6}}, "key": "again"}
        self.assertIn("isn't that fork", self.call_api("POST", at + "/fork", other, 409)["detail"])
        self.assertIn(
            "came of another one",
            self.call_api("POST", "/v1/runs", {"source": self.call_api("GET", at + "/source")["source"], "key": "again"}, 409)["detail"],
        )
        self.assertIn(f"isn't that fork of run {forks[0]}", told)
        self.work()
        changes = self.call_api("GET", f"/v1/runs/{fork['run']}/diff?from=1&to=latest")["changes"]
        self.assertIn({"kind": "global", "name": "total", "before": "3", "after": "8"}, changes)
        other, _ = self.ask("mail(1)\nmail(2)\nrefund(17)", "--handler", "mail=echo 5")
        fork = f"/v1/runs/{other}/fork"
        refused = self.call_api("POST", fork, {"seq": 1}, 409)["detail"]
        self.assertIn("done since: mail(2)", refused)
        self.assertIn('"repeat": true', refused)
        self.assertEqual(self.call_api("POST", fork, {"seq": 1, "repeat": True}, 201)["parent"], other)

    def test_calls_that_nobody_answers(self):
        self.serve()
        run = self.submit("a = lookup(1)\nb = lookup(2)\n(a, b)")
        self.work()
        (call,) = self.call_api("GET", "/v1/calls")["others"]
        self.assertEqual((call["function"], call["args"]), ("lookup", [1]))
        self.call_api("POST", f"/v1/calls/{run}/1/answer", {"result": {"x": 1}})
        self.work()
        self.call_api("POST", f"/v1/calls/{run}/2/answer", {"error": {"type": "LookupError", "message": "gone"}})
        self.work()
        self.assertEqual(self.call_api("GET", f"/v1/runs/{run}")["error"]["type"], "LookupError")
        self.call_api("POST", f"/v1/calls/{run}/2/answer", {"result": 1}, 409)

    def test_what_waits_has_pages(self):
        asked = [self.ask(f"refund({n})", submit=("--by", "ada"))[0] for n in range(5)]
        lookups = [self.submit("lookup(1)", "--queue", "b") for _ in range(2)]
        self.serve()
        self.work("--queue", "b")
        for limit in (1, 2, 5, 6, 7, 100):
            seen, after = [], ""
            while after is not None:
                page = self.call_api("GET", f"/v1/calls?limit={limit}" + (f"&after={after}" if after else ""))
                self.assertLessEqual(len(page["approvals"]) + len(page["others"]), limit)
                seen += [call["key"].split(":")[0] for call in page["approvals"] + page["others"]]
                after = page["next"]
            self.assertEqual(seen, sorted(asked) + sorted(lookups), limit)
        self.assertEqual(len(self.call_api("GET", "/v1/calls?queue=b")["others"]), 2)
        self.assertEqual(self.call_api("GET", "/v1/calls?queue=b")["approvals"], [])
        self.assertIn("place", self.call_api("GET", "/v1/calls?after=nowhere", status=422)["detail"])
        most = self.fermata("inbox", "--json", "--most", "6").report["calls"]
        self.assertEqual([call["key"].split(":")[0] for call in most], (sorted(asked) + sorted(lookups))[:6])

    def test_a_program_is_checked(self):
        def found(source, **more):
            return [finding["message"] for finding in self.call_api("POST", "/v1/check", {"source": source, **more})["findings"]]

        self.write("tools.py", "def deploy(x): return x\n")
        self.serve("--tools", "tools.py")
        deadline = time.monotonic() + 30
        while found("ask('x'); deploy(run_id()); await receive('a')") and time.monotonic() < deadline:
            time.sleep(0.1)  # until its worker is heard of
        self.assertEqual(found("ask('x'); deploy(run_id()); await receive('a')"), [])
        self.assertIn("lookup", found("lookup(Env)")[0])
        self.assertEqual(found("lookup(Env)", functions=["lookup"], inputs=["Env"]), [])

    def test_before_a_decision(self):
        run, _ = self.ask(submit=("--by", "ada"))
        self.serve()
        call = f"/v1/calls/{run}/1"
        self.assertEqual(self.call_api("POST", call + "/claim", {"seconds": 60})["claimed_by"], "cy")
        self.assertEqual(self.call_api("POST", call + "/question", {"text": "why?"})["thread"][0]["text"], "why?")
        self.assertEqual(len(self.call_api("POST", call + "/reply", {"text": "so"})["thread"]), 2)
        self.assertIsNone(self.call_api("POST", call + "/release", {})["claimed_by"])
        self.assertEqual(self.call_api("POST", call + "/delegate", {"to": "dee"})["delegated"], {"cy": "dee"})

    def test_grants(self):
        self.serve()
        rule = {"name": "amount", "between": [0, 10]}
        asked = {"function": "refund", "seconds": 600, "times": 2, "reason": "small", "arguments": [rule, {"name": "0"}]}
        grant = self.call_api("POST", "/v1/grants", asked, 201)
        self.assertEqual((grant["by"], grant["times"], grant["used"]), ("cy", 2, 0))
        run, _ = self.ask(submit=("--by", "ada"))
        self.assertEqual(self.call_api("GET", f"/v1/runs/{run}")["status"], "done")
        self.assertEqual(self.call_api("GET", "/v1/grants")["grants"][0]["used"], 1)
        self.assertEqual(self.call_api("POST", f"/v1/grants/{grant['grant']}/revoke", {})["revoked_by"], "cy")
        self.call_api("POST", "/v1/grants/nothing/revoke", {}, 404)
        keyed = [self.call_api("POST", "/v1/grants", asked, 201, Idempotency_Key="g")["grant"] for _ in range(2)]
        self.assertEqual(keyed[0], keyed[1])
        self.assertNotEqual(self.call_api("POST", "/v1/grants", {**asked, "key": "h"}, 201)["grant"], keyed[0])
        self.call_api("POST", "/v1/grants", {**asked, "times": 20, "key": "g"}, 409)
        told = self.call_api("POST", "/v1/grants", {**asked, "function": "lookup", "key": "g"}, 409)["detail"]
        self.assertIn(f"is that of grant {keyed[0]}, which isn't the same", told)
        self.assertEqual(len(self.call_api("GET", "/v1/grants")["grants"]), 2)

    def test_a_program_run_at_once(self):
        self.serve()
        told = self.call_api("POST", "/v1/execute", {"code": "print(n)\nn * 2", "inputs": {"n": 21}})
        self.assertEqual((told["status"], told["stdout"], told["result"]), ("done", "21\n", 42))
        told = self.call_api("POST", "/v1/execute", {"code": "1/0"})
        self.assertEqual((told["status"], told["error"]["type"]), ("raised", "ZeroDivisionError"))
        self.assertEqual(self.call_api("POST", "/v1/execute", {"code": "def"})["error"]["type"], "SyntaxError")
        for body in ({}, {"code": ""}, {"code": None}):
            self.assertIn("code", self.call_api("POST", "/v1/execute", body, status=400)["detail"])
        told = self.call_api("POST", "/v1/execute", {"code": "while True: pass", "timeout_ms": 50})
        self.assertEqual(told["status"], "exhausted")
        self.assertIn(told["limit"], TIMED_OUT)
        self.assertEqual(self.call_api("POST", "/v1/execute", {"code": "open('/etc/passwd')"})["error"]["type"], "FileNotFoundError")
        self.assertEqual(self.call_api("POST", "/v1/check", {"source": "lookp(1)"})["status"], "raised")
        self.assertEqual(self.call_api("POST", "/v1/check", {"source": "lookup(1)", "functions": ["lookup"]})["findings"], [])

    def test_what_is_counted(self):
        self.ask()
        self.serve()
        self.assertEqual(self.get("/readyz").text, "ok\n")
        lines = self.get("/metrics").text.splitlines()
        self.assertIn('fermata_runs{queue="default",status="waiting"} 1', lines)
        self.assertIn('fermata_calls_waiting{queue="default",for="approval"} 1', lines)


class Refused(ApiTest):
    def test_what_makes_no_sense(self):
        self.serve()
        for body, detail in [
            ({}, "source has to be there, a text"),
            ({"source": 1}, "source has to be a text"),
            ({"source": "1", "sauce": 1}, "sauce: there is no such member"),
            ({"source": "1", "tags": {"a": 1}}, "tags has to be an object of texts"),
            ({"source": "1", "limits": {"steps": -1}}, "limits.steps has to be a whole number, 0 or more"),
            ({"source": "1", "limits": {"steeps": 1}}, "limits.steeps: there is no such member"),
            ({"source": "1", "inputs": []}, "inputs has to be an object"),
            ([], "what is sent has to be a JSON object"),
        ]:
            with self.subTest(body=body):
                self.assertEqual(self.call_api("POST", "/v1/runs", body, 400)["detail"], detail)
        page = self.request("POST", "/v1/runs", '{"source": "1"}', {"Content-Type": "text/plain"})
        self.assertEqual(page.status, 400)
        page = self.request("POST", "/v1/runs", "{", {"Content-Type": "application/json"})
        self.assertEqual((page.status, json.loads(page.text)["status"]), (400, 400))
        self.assertIn("line 1", self.call_api("POST", "/v1/runs", {"source": "def"}, 422)["detail"])
        self.call_api("GET", "/v1/runs?status=odd", status=400)
        self.call_api("GET", "/v1/runs?limit=x", status=400)
        self.assertEqual(self.call_api("GET", "/v1/runs?limit=0", status=400)["detail"], "?limit has to be 1 at least")
        told = self.call_api("GET", "/v1/runs?limt=3", status=400)["detail"]
        self.assertEqual(told, "?limt: there is no such parameter here: there are ?status, ?queue, ?tenant, ?limit, ?before")
        self.assertEqual(self.call_api("POST", "/v1/runs?x=1", {"source": "1"}, 400)["detail"], "?x: there is no such parameter here")
        self.call_api("GET", "/v1/runs/r1", status=404)
        self.call_api("GET", "/v1/nothing", status=404)
        self.call_api("DELETE", "/v1/runs", status=405)
        self.assertEqual(self.headers["allow"], "GET, POST")
        self.assertEqual(self.call_api("GET", "/v1/runs")["runs"], [])

    def test_other_sites_change_nothing(self):
        self.serve()
        for headers in ({"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Host": "evil.example"}):
            page = self.request("POST", "/v1/runs", '{"source": "1"}', {"Content-Type": "application/json", **headers})
            self.assertEqual(page.status, 403)
        self.assertEqual(self.call_api("GET", "/v1/runs")["runs"], [])

    def test_another_tenants_things_are_not_there(self):
        run, _ = self.ask(submit=("--tenant", "acme", "--by", "ada"))
        self.serve("--tenant", "other")
        page = self.call_api("GET", "/v1/openapi.json")
        tried = 0
        for path, operations in page["paths"].items():
            for method in operations:
                if "{run}" not in path:
                    continue
                at = path.replace("{run}", run).replace("{call}", "1").replace("{seq}", "1")
                self.call_api(method.upper(), at, {} if method == "post" else None, 404)
                tried += 1
        self.assertGreater(tried, 20)
        self.assertEqual(self.call_api("GET", "/v1/runs")["runs"], [])
        self.assertEqual(self.call_api("GET", "/v1/calls"), {"approvals": [], "others": [], "next": None})
        self.assertEqual(self.call_api("GET", "/v1/stats")["queues"], [])
        for path in ("/v1/runs?tenant=acme", "/v1/calls?tenant=acme", "/v1/grants?tenant=acme", "/v1/stats?tenant=acme"):
            self.call_api("GET", path, status=404)
        for before in (run, "nothing"):  # also one that others have is one that isn't there
            self.call_api("GET", "/v1/runs?before=" + before, status=404)
        self.call_api("POST", "/v1/runs", {"source": "1", "tenant": "acme"}, 404)
        self.call_api("POST", "/v1/grants", {"function": "refund", "seconds": 9, "tenant": "acme", "reason": "x"}, 404)
        self.assertEqual(self.status_of(run), "waiting")


if __name__ == "__main__":
    unittest.main()
