"""Questions that programs ask people, ask(question, schema=…): on the command line, in the API and on the pages."""

import json
import re
import unittest
import urllib.parse

from command import RAISED, USAGE
from serving import ServedTest

ORDER = """
schema = {
    "type": "object",
    "required": ["size", "colour", "gift"],
    "properties": {
        "size": {"type": "integer", "minimum": 1, "maximum": 9, "description": "how large"},
        "colour": {"type": "string", "enum": ["red", "blue"]},
        "gift": {"type": "boolean"},
        "note": {"type": "string"},
    },
}
ask("What shall we <make>?", schema)
"""


class Questions(ServedTest):
    def asked(self, text=ORDER):
        run = self.submit(text)
        self.fermata("work", "--drain", "--no-jail")
        return run

    def result(self, run):
        self.fermata("work", "--drain", "--no-jail")
        return self.fermata("show", run, "--json").report["result"]

    def test_on_the_command_line(self):
        run = self.asked()
        shown = self.fermata("inbox").out
        self.assertIn("What shall we <make>?", shown)
        self.assertIn('"colour"', shown)
        self.assertIn(f"answer it with: fermata answer {run}:1:1 --result JSON", shown)
        (call,) = self.fermata("inbox", "--json").report["calls"]
        self.assertEqual((call["question"], call["schema"]["required"]), ("What shall we <make>?", ["size", "colour", "gift"]))
        said = self.fermata("answer", run, "--result", '{"size": 12, "colour": "red", "gift": false}', code=USAGE).err
        self.assertIn("size has to be 9 or less", said)
        self.assertIn("is a question", self.fermata("approve", run, code=USAGE).err)
        self.assertIn(
            "size has to be 9 or less",
            self.fermata("what-if", run, "--answer", '1={"size": 12, "colour": "red", "gift": false}', code=USAGE).err,
        )
        self.fermata("answer", run, "--result", '{"size": 3, "colour": "red", "gift": false}')
        self.assertEqual(self.result(run), {"size": 3, "colour": "red", "gift": False})
        log = self.fermata("log", run, "--verify").out
        self.assertIn("verified", log)
        for out in (log, self.fermata("show", run).out):
            self.assertIn(" with {'size': 3, 'colour': 'red', 'gift': False}", out)

    def test_check_knows_what_workers_answer(self):
        self.write("asking.py", "ask('Well?')\nrun_id()\nawait receive('here')\nawait spawn('1')\nreceive('here')\n")
        self.assertEqual(self.fermata("check", "asking.py", code=RAISED).out.count("is not defined"), 5)
        said = self.fermata("check", "asking.py", "--durable", code=RAISED).out
        self.assertNotIn("is not defined", said)
        self.assertIn("5:1", said)

    def decide(self, call, verdict, status=303, **fields):
        page = self.get(call)
        sent = {"csrf": page.field("csrf"), "shown": page.field("shown"), "was": page.field("was"), "verdict": verdict, **fields}
        return self.post(call + "/decide", sent, status, csrf=sent["csrf"])

    def test_a_policy_is_checked(self):
        self.write("policy.py", "def policy(call):\n    return ask('x') if call.args else allow()\n")
        said = self.fermata("check", "policy.py", code=RAISED).out
        self.assertIn("'ask' is not defined: in a store's runs it is, say --durable; in a policy, too, say --policy", said)
        self.assertIn("'allow' is not defined: in a policy it is, say --policy", said)
        self.assertEqual(self.fermata("check", "policy.py", "--policy").out, "")

    def test_a_form_for_it(self):
        run = self.asked()
        call = f"/calls/{run}/1"
        self.serve()
        page = self.get(call)
        self.assertIn("What shall we <make>?", page.words)
        self.assertIn("how large", page.words)
        self.assertNotIn('value="approve"', page.text)
        self.assertEqual(page.text.count("selected"), 0)
        for left_out in ("answer.0", "answer.1", "answer.2"):
            whole = {"answer.0": "1", "answer.1": '"red"', "answer.2": "false", "answer.3": ""}
            self.assertIn("there is no answer", self.decide(call, "answer", 422, **{**whole, left_out: ""}).words)
        answer = {"answer.0": "12", "answer.1": '"blue"', "answer.2": "true", "answer.3": ""}
        for wrong, told in (({}, "size has to be 9 or less"), ({"answer.0": "many"}, "whole number"), ({"answer.1": "mauve"}, "colour")):
            page = self.decide(call, "answer", 422, **{**answer, **wrong})
            self.assertIn(told, page.words)
            self.assertIn('<option value="&quot;blue&quot;" selected' if not wrong.get("answer.1") else "option", page.text)
        self.decide(call, "approve", 409)
        self.decide(call, "answer", **{**answer, "answer.0": "7"})
        self.assertEqual(self.result(run), {"size": 7, "colour": "blue", "gift": True})
        self.assertIn("cy", self.get(call).words)

    def test_one_value(self):
        self.serve()
        for schema, sent, result in (
            ({"type": "string"}, "two\r\nlines", "two\nlines"),
            ({"type": "integer"}, "17", 17),
            ({"type": "number"}, "1.5", 1.5),
            ({"type": "boolean"}, "false", False),
            ({"enum": ["a", 2, None]}, "null", None),
            ({"type": "array", "items": {"type": "integer"}}, "[1, 2]", [1, 2]),
            (None, '{"any": "thing"}', {"any": "thing"}),
        ):
            with self.subTest(schema):
                run = self.asked(f"ask('Well?', {schema!r})")
                self.decide(f"/calls/{run}/1", "answer", **{"answer.0": sent})
                self.assertEqual(self.result(run), result)

    def test_fields_of_their_kinds(self):
        schema = """{
            "type": "object", "required": ["day", "window", "hosts"],
            "properties": {
                "day": {"type": "string", "format": "date", "title": "Which day", "description": "It has to be free"},
                "at": {"type": "string", "format": "date-time"},
                "mail": {"type": "string", "format": "email"},
                "hosts": {"type": "array", "items": {"type": "string"}},
                "window": {"$ref": "#/$defs/window"},
                "other": {"type": "object", "properties": {"name": {"type": "string"}}},
            },
            "$defs": {"window": {"type": "object", "title": "The window", "required": ["hours"], "properties": {"hours": {"type": "integer"}}}},
        }"""
        run = self.asked(f"ask('When?', {schema})")
        self.serve()
        inbox = self.get("/").words
        self.assertIn("When?", inbox)
        self.assertNotIn("properties", inbox)
        call = f"/calls/{run}/1"
        page = self.get(call)
        self.assertRegex(
            page.text, '<label for="field-answer.0">Which day</label><span [^>]*>date: It has to be free</span><input [^>]*type="date"'
        )
        self.assertRegex(page.text, '<input [^>]*name="answer.2"[^>]*type="email"')
        self.assertRegex(page.text, '<textarea [^>]*name="answer.3"')
        self.assertIn("texts, one a line", page.words)
        self.assertRegex(page.text, '<fieldset class="members"><legend>The window')
        answer = {"answer.0": "2026-12-24", "answer.1": "", "answer.2": "", "answer.3": "a\r\n\r\nb", "answer.4.0": "3", "answer.5.0": ""}
        for wrong in ({"answer.0": "Friday"}, {"answer.1": "noon"}, {"answer.2": "ada"}, {"answer.4.0": ""}):
            self.decide(call, "answer", 422, **{**answer, **wrong})
        self.decide(call, "answer", **answer)
        self.assertEqual(self.result(run), {"day": "2026-12-24", "hosts": ["a", "b"], "window": {"hours": 3}})

    def test_defaults(self):
        members = {
            "a": {"type": "boolean", "default": False},
            "b": {"type": "string", "default": "<x>"},
            "c": {"enum": [1, 2], "default": 2},
        }
        run = self.asked(f"ask('Well?', {{'type': 'object', 'required': ['a', 'b', 'c'], 'properties': {members!r}}})")
        self.serve()
        page = self.get(f"/calls/{run}/1").text
        for shown in ('value="false" selected', "&lt;x&gt;</textarea>", 'value="2" selected'):
            self.assertIn(shown, page)

    def test_it_is_not_decided_with_others(self):
        run = self.asked()
        self.serve()
        self.assertNotIn('name="pick ', self.get("/").text)
        self.decide(f"/calls/{run}/1", "deny", reason="make nothing")
        self.fermata("work", "--drain", "--no-jail")
        self.assertEqual(self.fermata("show", run, "--json").report["status"], "raised")

    def test_by_the_api(self):
        run = self.asked()
        self.serve()
        call = json.loads(self.get(f"/v1/calls/{run}/1").text)
        self.assertEqual(call["question"], "What shall we <make>?")
        self.assertEqual(call["schema"]["properties"]["size"]["maximum"], 9)

        def decide(result, status):
            sent = {"verdict": "answer", "shown": call["shown"], "result": result}
            page = self.request("POST", f"/v1/calls/{run}/1/decide", json.dumps(sent), {"Content-Type": "application/json"})
            self.assertEqual(page.status, status, page.text)
            return page.text

        self.assertIn("answer.gift", decide({"size": 1, "colour": "red", "gift": 0}, 422))
        decide({"size": 1, "colour": "red", "gift": True}, 200)
        self.assertEqual(self.result(run), {"size": 1, "colour": "red", "gift": True})


class WhatIf(ServedTest):
    def test_an_answer_that_does_not_fit_is_said_to_be_so(self):
        self.submit("where = ask('Where to?', {'type': 'object', 'required': ['city']})")
        self.work()
        self.serve()
        call = re.search(r"/calls/[^\"]+", self.get("/").text)[0]
        page = self.get(call + "/what-if")
        self.assertIn("has to be an object", page.words)
        self.assertIn("If it were denied", page.words)
        self.assertIn("where", self.get(call + "/what-if?answer=" + urllib.parse.quote('{"city": "Rome"}')).words)


if __name__ == "__main__":
    unittest.main()
