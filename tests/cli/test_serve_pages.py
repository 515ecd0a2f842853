"""The pages of `fermata serve`, as a browser without scripts has them: what they show, what they take, and what they refuse."""

import json
import re
import socket
import subprocess
import time
import unittest

from command import FERMATA, USAGE
from serving import ServedTest

EVIL = "<script>alert('x')</script>\"'><img src=x onerror=alert(1)>"


class Pages(ServedTest):
    def decide(self, call, verdict, status=303, page=None, **fields):
        page = page or self.get(call)
        sent = {"csrf": page.field("csrf"), "shown": page.field("shown"), "was": page.field("was"), "verdict": verdict, **fields}
        return self.post(call + "/decide", sent, status, csrf=sent["csrf"])

    def result(self, run):
        self.work()
        return self.fermata("show", run, "--json").report

    def test_a_call_is_shown_and_approved(self):
        run, call = self.ask(submit=("--by", "ada", "--tag", "order=17"))
        self.serve()
        inbox = self.get("/")
        self.assertIn("1 call waits", inbox.words)
        self.assertIn("Refund 17, amount 5.5", inbox.words)
        page = self.get(call)
        for shown in ("refund(17, amount=5.5)", "agent.py, line 1", "ada", "order: 17", "Where it stands", "Decided by"):
            self.assertIn(shown, page.words)
        self.assertIn("<mark>refund(17, amount=5.5)</mark>", page.text)
        self.assertEqual(self.decide(call, "approve", page=page).headers["location"], f"/?told=approve&run={run}&call=1")
        self.assertIn("Approved.", self.get(f"/?told=approve&run={run}&call=1").words)
        self.assertEqual(self.result(run)["status"], "done")
        self.assertIn("approved by cy", self.get(call).words)

    def test_edits_are_typed_and_kept(self):
        run, call = self.ask('answer = refund(17, amount=5.5, urgent=False, note="why")')
        self.serve()
        page = self.decide(call, "approve", 422, **{"arg.0": "many", "arg.3": "<b>"})
        self.assertIn("This takes a whole number", page.words)
        self.assertIn('value="many"', page.text)
        self.assertIn('value="&lt;b&gt;"', page.text)
        self.decide(call, "approve", **{"arg.0": "18", "arg.1": "4", "arg.2": "true", "arg.3": "two\r\nlines"})
        page = self.get(call)
        self.assertIn(r"refund(18, amount=4.0, urgent=True, note='two\nlines')", page.words)
        self.assertEqual(self.result(run)["status"], "done")

    def test_a_reason_reaches_the_program(self):
        run, call = self.ask("try:\n    refund(17)\nexcept PermissionError as error:\n    print(error)\n    answer = str(error)\nanswer")
        self.serve()
        self.decide(call, "deny", reason="too <much>")
        self.assertIn("too <much>", self.result(run)["result"])
        self.assertIn("too <much>", self.get("/runs/" + run).words)

    def test_an_answer_instead(self):
        run, call = self.ask("refund(17)")
        self.serve()
        self.assertIn("this isn't JSON", self.decide(call, "answer", 422, answer="{").words)
        self.decide(call, "answer", answer='{"done": "by hand"}')
        self.assertEqual(self.result(run)["result"], {"done": "by hand"})

    def test_what_has_moved_is_not_decided(self):
        run, call = self.ask()
        self.serve()
        page = self.get(call)
        shown = page.field("shown")
        self.assertEqual(self.post(call + "/decide", {"verdict": "approve", "shown": "0" * 64, "was": "refund(1)"}, 409).status, 409)
        self.assertEqual(self.status_of(run), "waiting")
        moved = self.post(call + "/decide", {"verdict": "approve", "shown": "0" * 64, "was": "refund(1)"}, 409)
        self.assertIn("Nothing was decided", moved.words)
        self.assertIn("You sawrefund(1)Now it isrefund(17, amount=5.5)", moved.words)
        self.fermata("deny", run, "--by", "bo", "--reason", "mine")
        late = self.post(call + "/decide", {"verdict": "approve", "shown": shown, "was": "refund(17)"}, 409, csrf=page.field("csrf"))
        self.assertIn("bo denied it", late.words)
        self.assertIn("mine", late.words)

    def test_several_alike(self):
        runs = [self.ask(f"refund({n})")[0] for n in range(3)]
        self.serve()
        page = self.get("/")
        picks = dict(re.findall(r'name="(pick [^"]+)" value="([^"]+)"', page.text))
        self.assertEqual(len(picks), 3)
        self.fermata("approve", runs[0], "--by", "bo")
        stale = {name: "0" * 64 if runs[1] in name else shown for name, shown in picks.items()}
        told = self.post("/decide", {"verdict": "deny", "reason": "no", **stale}, 409, csrf=page.field("csrf"))
        self.assertIn("Of 3 calls 1 was denied", told.words)
        self.assertEqual([self.fermata("show", run, "--json").report["status"] for run in runs], ["ready", "waiting", "ready"])
        self.post("/decide", {"verdict": "approve", **{name: shown for name, shown in picks.items() if runs[1] in name}})
        self.post("/decide", {"verdict": "approve"}, 422, csrf=page.field("csrf"))

    def test_search(self):
        self.write("policy.py", "def policy(call):\n    return ask('big', roles=['finance'])\n")
        self.ask("refund(17)", "--policy", "policy.py", submit=("--tenant", "north", "--by", "lovelace"))
        self.ask("refund(18)", submit=("--queue", "night"))
        self.work("--queue", "night")
        self.serve("--as", "finance")
        self.assertIn("tenant north", self.get("/").words)
        for text, found in {
            "FINANCE": "17",
            "north": "17",
            "lovelace": "17",  # (no part of an id or a hash can look like it)
            "big": "17",
            "refund(18": "18",
            "agent.py": "both",
            "none": "",
        }.items():
            words = self.get("/?q=" + text).words
            self.assertEqual(
                [number in words for number in ("Refund 17", "Refund 18")], [found in ("17", "both"), found in ("18", "both")], text
            )
        self.assertEqual(self.get("/?queue=night").words.count("Refund 17"), 0)

    def test_what_is_too_long_is_decided_alone(self):
        self.ask(f"refund('{'x' * 2000}')")
        self.serve()
        self.assertNotIn('name="pick', self.get("/").text)

    def test_much_of_everything(self):
        lines = [f"v{n} = {n}" for n in range(400)]
        main = "async def main():\n    await asyncio.gather(*(refund(n) for n in range(250)))\nasyncio.run(main())"
        run = self.submit("\n".join(["import asyncio", *lines, main]))
        self.work("--async", "refund")
        self.serve()
        page = self.get("/")
        self.assertIn("250 calls wait", page.words)
        text = page.text
        while link := re.search(r'href="(/\?after[^"]+)" rel="next"', text):
            text = text.replace(link[0], "") + self.get(link[1]).text
        self.assertEqual(re.findall(r'name="(pick [^"]+)"', text), [f"pick {run} {n}" for n in range(1, 251)])
        self.assertIn("1 fits", self.get("/?q=refund%28249%29").words)
        self.assertIn("q=refund&amp;after=", self.get("/?q=refund").text)
        page = self.get(re.search(r"/calls/[^\"]+", page.text)[0])
        self.assertIn("Its latest calls", page.words)
        self.assertIn("more variables", page.words)
        self.assertIn("… 150 more calls", self.get("/runs/" + run).words)

    def test_what_is_too_large_to_be_edited(self):
        run, call = self.ask("refund('x' * 900000)\nrefund(*range(250))")
        self.serve()
        for number in (1, 2):
            call = f"/calls/{run}/{number}"
            page = self.get(call)
            self.assertIn("too large to be edited here", page.words)
            self.assertIn("disabled", page.text)
            self.decide(call, "approve", page=page)
            self.work()
        self.assertEqual(self.status_of(run), "done")

    def test_before_deciding(self):
        run, call = self.ask(submit=("--by", "ada"))
        self.serve()
        self.post(call + "/question", {"text": "why twice?"})
        self.post(call + "/reply", {"text": "<the first bounced>"})
        page = self.get(call)
        self.assertIn("cy asks", page.words)
        self.assertIn("<the first bounced>", page.words)
        self.assertIn("a role", self.post(call + "/escalate", {"to": "\n"}, 422).words)
        self.post(call + "/claim", {})
        self.assertIn("claimed by you", self.get("/").words)
        self.post(call + "/release", {})
        self.post(call + "/delegate", {"to": "bo"})
        page = self.get(call)
        self.assertIn("You have handed this to bo", page.words)
        self.assertNotIn('value="approve"', page.text)

    def test_who_may_not(self):
        run, call = self.ask(submit=("--by", "cy"))
        self.serve()
        self.assertIn("You submitted this run", self.get(call).words)
        shown = self.fermata("inbox", "--json").report["calls"][0]["shown"]
        page = self.post(call + "/decide", {"verdict": "approve", "shown": shown}, 409, csrf=self.token_of(run))
        self.assertIn("cy submitted run", page.words)
        # Nor does who forked somebody else's run.
        other, _ = self.ask(submit=("--by", "di"))
        fork = self.fermata("fork", f"{other}@1", "--by", "cy", "--json").report["run"]
        (asked,) = [asked for asked in self.fermata("inbox", "--json").report["calls"] if asked["key"].startswith(fork)]
        self.assertIn("You forked this run", self.get(f"/calls/{fork}/1").words)
        self.assertIn("Forked bycy", self.get(f"/runs/{fork}").words)
        page = self.post(f"/calls/{fork}/1/decide", {"verdict": "approve", "shown": asked["shown"]}, 409, csrf=self.token_of(fork))
        self.assertIn("cy forked run", page.words)

    def token_of(self, run):
        return self.get("/runs/" + run).field("csrf")

    def test_roles_and_deadlines(self):
        self.write(
            "policy.py", "def policy(call):\n    return ask('big', roles=['finance'], quorum=2, deadline=3600, on_deadline='hold')\n"
        )
        run, call = self.ask("refund(17)", "--policy", "policy.py")
        self.serve("--as", "support")
        self.assertIn("This is decided by finance", self.get(call).words)
        self.end(self.process)
        self.serve("--as", "finance")
        self.assertIn("0 of 2 have approved", self.get("/").words)
        self.assertEqual(self.decide(call, "approve").headers["location"].split("&")[0], "/?told=others")
        self.assertIn("1 of 2 have approved", self.get("/").words)
        self.assertIn("You have approved this", self.get(call).words)
        self.assertEqual(self.get("/?mine=yes").words.count("Refund 17"), 0)

    def test_a_standing_grant(self):
        run, call = self.ask()
        self.serve()
        page = self.decide(call, "approve", 422, **{"grant": "yes", "grant-for": "3600", "grant-times": "3"})
        self.assertIn("Why may later ones be made without asking?", page.words)
        more = {"grant-reason": "small", "rule-arg.1": "between"}
        page = self.decide(call, "approve", 422, **{"grant": "yes", "grant-for": "3600", "grant-times": "3"}, **more)
        self.assertIn("Between what does amount have to be?", page.words)
        fields = {"grant": "yes", "grant-for": "3600", "grant-times": "3", "low-arg.1": "0", "high-arg.1": "10"}
        self.decide(call, "approve", **fields, **more, **{"rule-arg.0": "any"})
        grant = self.fermata("grants", "--json").report["grants"][0]
        self.assertEqual((grant["function"], grant["by"], grant["times"]), ("refund", "cy", 3))
        page = self.get("/grants")
        self.assertIn("refund(1st anything, amount from 0.0 to 10.0)", page.words)
        self.assertIn("0 of 3", page.words)
        self.post(f"/grants/{grant['grant']}/revoke", {}, csrf=page.field("csrf"))
        self.assertIn("Nothing is approved beforehand", self.get("/grants").words)
        self.assertIn("revoked by cy", self.get("/grants?over=yes").words)
        self.post(f"/grants/{grant['grant']}/revoke", {}, 409, csrf=page.field("csrf"))
        self.post("/grants/none/revoke", {}, 404, csrf=page.field("csrf"))

    def test_calls_that_no_tool_answers(self):
        run = self.submit("lookup(1)")
        self.work()
        self.serve()
        call = f"/calls/{run}/1"
        self.assertIn("No worker has a tool for it", self.get(call).words)
        worker = subprocess.Popen([FERMATA, "work", "--no-jail", "--handler", "look_up=echo 1"], cwd=self.folder, stderr=subprocess.DEVNULL)
        try:
            problem = "No worker of queue 'default' knows lookup() (did you mean look_up?)."
            deadline = time.monotonic() + 30
            while problem not in self.get(call).words and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertIn(problem, self.get("/").words)
        finally:
            worker.terminate()
            worker.wait(20)
        self.post(call + "/answer", {"answer": "{"}, 422)
        self.post(call + "/answer", {"answer": '"found"'})
        self.assertEqual(self.result(run)["result"], "found")
        run = self.submit("lookup(2)", name="other.py")
        self.work()
        self.post(f"/calls/{run}/1/raise", {"type": "KeyError", "message": "none"})
        self.assertEqual(self.result(run)["error"]["type"], "KeyError")
        self.post(f"/calls/{run}/1/again", {}, 409, csrf=self.token_of_any())

    def token_of_any(self):
        self.ask()
        return self.token

    def test_what_if(self):
        run, call = self.ask("try:\n    got = refund(17)\n    mail(got)\nexcept PermissionError:\n    tell('no')")
        self.serve()
        page = self.get(call + "/what-if?answer=%2299%22")
        self.assertIn("mail('99')", page.words)
        self.assertIn("tell('no')", page.words)
        self.assertIn("isn't JSON", self.get(call + "/what-if?answer=%7B").words)
        self.assertEqual(self.status_of(run), "waiting")

    def test_a_run(self):
        run, call = self.ask("print('hello')\nx = 1\nlookup(1)\ny = 2\nrefund(x)", "--handler", "lookup=echo 5")
        self.serve()
        page = self.get("/runs/" + run)
        for shown in ("What happened", "Submitted", "A tool was called", "hello", "waiting", "refund(1)"):
            self.assertIn(shown, page.words)
        self.assertIn("lookup(1)", self.get(f"/runs/{run}/at/1").words)
        moment = self.get(f"/runs/{run}/at/2").words
        self.assertIn("snapshot 2 of 2", moment)
        self.assertIn("global y", self.get(f"/runs/{run}/diff?from=1&to=2").words)
        self.get(f"/runs/{run}/diff?from=1", 400)
        self.get(f"/runs/{run}/at/3", 404)
        self.assertIn("agent.py", self.get("/runs?status=waiting").words)
        self.assertIn("There are none", self.get("/runs?status=dead").words)
        self.assertIn("wait for people", self.get("/overview").words)
        fork = self.post(f"/runs/{run}/fork", {"seq": "1"}).headers["location"]
        self.assertIn("Forked from", self.get(fork).words)
        self.post(f"/runs/{run}/retry", {}, 409)
        self.post(f"/runs/{run}/cancel", {"reason": "enough"})
        self.assertEqual(self.status_of(run), "cancelled")
        self.assertIn("enough", self.get("/runs/" + run).words)

    def test_a_fork_that_may_do_it_again(self):
        run, _ = self.ask("lookup(1)\nmail('<b>')\nrefund(2)", "--handler", "lookup=echo 5", "--handler", "mail=echo 6")
        self.serve()
        self.assertNotIn("may do it again", self.get(f"/runs/{run}/at/3").words)
        moment = self.get(f"/runs/{run}/at/1").words
        self.assertIn("the fork may do it again", moment)
        self.assertIn("mail('<b>')", moment)
        refused = self.post(f"/runs/{run}/fork", {"seq": "1"}, 409)
        self.assertIn("may do again what that has done since: mail('<b>') (answered)", refused.words)
        self.post(f"/runs/{run}/fork", {"seq": "1", "repeat": "yes"})

    def test_a_dead_run_is_let_go_on(self):
        run = self.submit("for i in range(100000): pass\nrefund(1)", "--limit-steps", "1000")
        self.work()
        self.serve()
        self.assertEqual(self.status_of(run), "dead")
        token = self.token_of(run)
        self.post(f"/runs/{run}/retry", {"limit": "many"}, 422, csrf=token)
        self.post(f"/runs/{run}/retry", {"limit": "10000000"}, csrf=token)
        self.assertEqual(self.result(run)["status"], "waiting")


class Strangers(ServedTest):
    """Nobody but the person at this machine, from our own pages, is answered."""

    def test_headers(self):
        self.serve()
        for path in ("/", "/nothing", "/static/page.js", "/static/style.css"):
            page = self.request("GET", path)
            self.assertIn("default-src 'none'; script-src 'self'; style-src 'self'", page.headers["content-security-policy"])
            self.assertEqual(page.headers["x-content-type-options"], "nosniff")
        self.assertEqual(self.get("/").headers["cache-control"], "no-store")
        etag = self.request("GET", "/static/style.css").headers["etag"]
        self.assertEqual(self.request("GET", "/static/style.css", headers={"If-None-Match": etag}).status, 304)

    def test_other_names_and_other_sites(self):
        run, call = self.ask()
        self.serve()
        for host in ("evil.example", f"evil.example:{self.port}", "localhost", ""):
            self.assertEqual(self.request("GET", "/", headers={"Host": host}).status, 403, host)
        self.assertEqual(self.request("GET", "/", headers={"Host": f"localhost:{self.port}"}).status, 200)
        shown = {"verdict": "approve", "shown": self.get(call).field("shown")}
        self.post(call + "/decide", shown, 403, csrf="0" * 64)
        self.post(call + "/decide", shown, 403, csrf="")
        token = self.token
        for headers in (
            {"Origin": "http://evil.example"},
            {"Origin": "null"},
            {"Sec_Fetch_Site": "cross-site"},
            {"Sec_Fetch_Site": "same-site"},
        ):
            self.post(call + "/decide", shown, 403, csrf=token, **headers)
        page = self.request("GET", call + "/decide?verdict=approve&shown=" + shown["shown"])
        self.assertEqual((page.status, page.headers["allow"]), (405, "POST"))
        body = json.dumps({**shown, "csrf": token})
        self.assertEqual(self.request("POST", call + "/decide", body, {"Content-Type": "text/plain"}).status, 400)
        self.assertEqual(self.status_of(run), "waiting")

    def test_other_tenants(self):
        run, call = self.ask(submit=("--tenant", "b"))
        self.serve("--tenant", "a")
        self.assertIn("Nothing waits", self.get("/").words)
        for path in (call, call + "/what-if", f"/runs/{run}", f"/runs/{run}/at/1", f"/runs/{run}/diff?from=1&to=1", f"/runs?before={run}"):
            self.assertEqual(self.request("GET", path).status, 404, path)
        self.assertNotIn(run, self.get("/runs").text)
        made = self.fermata("grant", "refund", "--tenant", "b", "--until", "2h", "--any-others", "--reason", "small", "--json").report[
            "grant"
        ]
        self.assertNotIn(made, self.get("/grants?over=yes").text)
        own = self.ask("refund(18)", submit=("--tenant", "a"))[0]
        self.post(f"/grants/{made}/revoke", {}, 404, csrf=self.get(f"/calls/{own}/1").field("csrf"))
        self.assertNotIn(run, self.get(f"/?told=approve&run={run}&call=1").text)

    def test_it_listens_here_alone(self):
        for listen in ("0.0.0.0:0", "192.0.2.1:80", "example.com:80"):
            self.assertIn("listens on 127.0.0.1 or ::1 alone", self.fermata("serve", "--listen", listen, code=USAGE).err)
        self.assertIn("--listen takes", self.fermata("serve", "--listen", "127.0.0.1:many", code=USAGE).err)
        self.serve()
        self.assertIn("can't listen on 127.0.0.1", self.fermata("serve", "--listen", f"127.0.0.1:{self.port}", code=USAGE).err)

    def test_bad_requests(self):
        self.serve()

        def sent(data):
            with socket.create_connection(("127.0.0.1", self.port), 60) as connection:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                return b"".join(iter(lambda: connection.recv(65536), b""))

        host = f"Host: 127.0.0.1:{self.port}\r\n".encode()
        self.assertIn(b" 400 ", sent(b"nonsense\r\n\r\n").splitlines()[0])
        self.assertIn(b" 431 ", sent(b"GET / HTTP/1.1\r\n" + host + b"A: " + b"x" * 20000 + b"\r\n\r\n").splitlines()[0])
        self.assertIn(b" 413 ", sent(b"POST / HTTP/1.1\r\n" + host + b"Content-Length: 9999999\r\n\r\n").splitlines()[0])
        told = sent(b"POST /v1/runs HTTP/1.1\r\n" + host + b"Content-Length: 9999999\r\n\r\n")
        self.assertIn(b" 413 ", told.splitlines()[0])
        self.assertIn(b"application/problem+json", told)
        self.assertIn("more was sent than", json.loads(told.split(b"\r\n\r\n")[1])["detail"])
        for path in (b"/v1/%", b"/v1/runs/%ff", b"/v1/runs/a%2Fb", b"/v1/runs?q=%ff"):
            told = sent(b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n")
            self.assertIn(b" 400 " if b"?" in path else b" 404 ", told.splitlines()[0], path)
            self.assertIn(b"application/problem+json", told, path)
        both = b"Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        self.assertIn(b" 400 ", sent(b"POST / HTTP/1.1\r\n" + host + both).splitlines()[0])
        for path in (b"/%", b"/%ff", b"/runs/a%2Fb", b"/..", b"//", b"/calls/x/99999999999999999999999", b"/calls/x/-1", b"/calls/x/1"):
            self.assertIn(b" 404 ", sent(b"GET " + path + b" HTTP/1.1\r\n" + host + b"\r\n").splitlines()[0], path)
        self.get("/")

    def test_it_stops_when_told(self):
        self.serve()
        streams = [socket.create_connection(("127.0.0.1", self.port)) for _ in range(2)]
        streams[0].sendall(f"GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
        self.assertIn(b"text/event-stream", streams[0].recv(1000))
        self.end(self.process)
        for stream in streams:
            stream.close()

    def test_events_tell(self):
        self.serve()
        with socket.create_connection(("127.0.0.1", self.port), 60) as stream:
            stream.sendall(f"GET /v1/events HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n\r\n".encode())
            got = b""
            self.submit("1")
            while b"data: " not in got:
                more = stream.recv(1000)
                self.assertTrue(more, got)
                got += more


class Hostile(ServedTest):
    """Whatever programs, tools and people make up is shown as text."""

    def pages(self, run):
        calls = re.findall(rf"/calls/{run}/\d+", self.get("/runs/" + run).text + self.get("/").text)
        snapshots = re.findall(rf"/runs/{run}/at/\d+", self.get("/runs/" + run).text)
        return [
            "/",
            "/runs",
            "/grants?over=yes",
            "/overview",
            "/runs/" + run,
            *sorted({*calls, *snapshots}),
            *(call + "/what-if" for call in sorted({*calls})),
        ]

    def check(self, run):
        for path in self.pages(run):
            text = self.get(path).text
            for bad in ("<script>alert", "<img", "\u202e", "\x1b"):
                self.assertNotIn(bad, text, path)

    def test_it_is_text_everywhere(self):
        program = f"""
evil = {EVIL!r}
print(evil, "\\u202e", "\\x1b[1m")
local = {{evil: [evil, "\\u202e"]}}
def f(argument):
    try:
        refund(evil, "\\u202e", None, **{{evil: evil, "a b": {{evil: 1}}, "0": 1}})
    except PermissionError as error:
        print(error)
        raise ValueError(evil + str(error))
f(local)
# {EVIL}
"""
        name = "<b>'\"&.py"
        self.write("policy.py", f"def policy(call):\n    return ask({EVIL!r}, roles=['finance'], quorum=2)\n")
        self.write(name, program)
        more = ("--by", EVIL, "--tag", "<i>=<script>alert(2)</script>", "--queue", "<q>", "--tenant", "<t>", "--key", EVIL)
        run = self.fermata("submit", name, *more).out.strip()
        self.fermata("work", "--drain", "--no-jail", "--queue", "<q>", "--handler", "refund=echo 1", "--policy", "policy.py")
        self.serve("--as", "finance", by="<me>")
        call = f"/calls/{run}/1"
        self.post(call + "/question", {"text": EVIL})
        self.post(call + "/reply", {"text": EVIL})
        self.check(run)
        page = self.get(call)
        sent = {"shown": "0", "was": EVIL, "verdict": "approve", "arg.0": EVIL, "arg.4": "{" + EVIL}
        self.assertNotIn("<img", self.post(call + "/decide", sent, 422).text)
        self.assertNotIn("<img", self.post(call + "/decide", {**sent, "arg.4": "1"}, 409).text)
        self.assertNotIn("<img", self.get("/?q=%3Cimg%20src=x%3E&queue=%3Cimg%3E&told=%3Cimg%3E&run=%3Cimg%3E").text)
        self.post(call + "/decide", {"shown": page.field("shown"), "verdict": "deny", "reason": EVIL})
        self.fermata("work", "--drain", "--no-jail", "--queue", "<q>", "--handler", "refund=echo 1", "--policy", "policy.py")
        self.assertEqual(self.status_of(run), "raised")
        self.check(run)

    def test_a_tool_that_fails(self):
        run = self.submit("lookup(1)")
        self.fermata(
            "work",
            "--drain",
            "--no-jail",
            "--handler",
            'lookup=echo "<script>alert(1)</script>" >&2; exit 1',
            "--idempotent",
            "lookup",
            "--hold",
            "lookup",
        )
        self.serve()
        self.check(run)
        self.assertIn("held", self.get("/").words)

    def test_everything_is_small(self):
        self.ask()
        self.serve()
        inbox = self.get("/")
        call = self.get(re.search(r"/calls/[^\"]+", inbox.text)[0])
        files = {path: self.request("GET", path) for path in re.findall(r'(?:src|href)="(/static/[^"]+)"', inbox.text)}
        self.assertEqual(len(files), 3)
        self.assertLess(sum(len(page.text.encode()) for page in [inbox, call, *files.values()]), 150_000)


if __name__ == "__main__":
    unittest.main()
