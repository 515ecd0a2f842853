"""Questions that programs ask people: ask(question, schema=…)."""

import datetime
import unittest

import fermata
from durable_support import StoreCase

CODE = """
try:
    said = ask("Which colour?", {"type": "string", "enum": ["red", "blue"]}, roles=["painter"])
except PermissionError as error:
    said = f"not told: {error}"
said
"""


class Questions(StoreCase):
    def asked(self, code=CODE, **more):
        run = self.store.submit(code, name="agent.py", **more)
        self.drain()
        (approval,) = self.store.approvals()
        self.assertEqual((approval.run, run.status), (run, "waiting"))
        return approval

    def said(self, run):
        self.drain()
        return run.result()

    def test_what_is_shown(self):
        approval = self.asked()
        self.assertEqual((approval.function, approval.question, approval.line), ("ask", "Which colour?", 3))
        self.assertEqual(approval.schema, {"type": "string", "enum": ["red", "blue"]})
        self.assertEqual((approval.roles, approval.policy, approval.deadline), (("painter",), "Which colour?", None))

    def test_an_answer_has_to_fit(self):
        approval = self.asked()
        with self.assertRaisesRegex(fermata.UsageError, "answer has to be one of"):
            approval.answer("green", by="bo", roles=["painter"])
        with self.assertRaisesRegex(fermata.RefusedError, "none of these roles"):
            approval.answer("red", by="bo")
        with self.assertRaisesRegex(fermata.RefusedError, "is a question"):
            approval.approve(by="bo", roles=["painter"])
        self.assertEqual(approval.run.status, "waiting")
        approval.answer("red", by="bo", roles=["painter"])
        self.assertEqual(self.said(approval.run), "red")
        self.assertEqual([event.kind for event in approval.run.history()].count("decide"), 1)

    def test_nobody_has_to_answer(self):
        approval = self.asked()
        approval.deny("ask the architect", by="bo", roles=["painter"])
        self.assertIn("ask the architect", self.said(approval.run))

    def test_an_exception_is_an_answer(self):
        approval = self.asked()
        approval.answer(PermissionError("nobody knows"), by="bo", roles=["painter"])
        self.assertEqual(self.said(approval.run), "not told: nobody knows")

    def test_who_submitted_it_may_answer(self):
        approval = self.asked("ask('Where?')", by="ada")
        self.assertIsNone(approval.schema)
        approval.answer(["here", {"x": 1.5}], by="ada")
        self.assertEqual(self.said(approval.run), ["here", {"x": 1.5}])

    def test_a_deadline(self):
        code = "try:\n    said = ask('Where?', deadline=0.01)\nexcept PermissionError as error:\n    said = 'nobody said'\nsaid"
        run = self.store.submit(code)
        fermata.Worker(self.store, jail=False, poll_ms=20).drain()
        while run.status == "waiting":
            self.drain()
        self.assertEqual(self.said(run), "nobody said")

    def test_grants_answer_nothing(self):
        self.store.grant("ask", fermata.Grant(datetime.timedelta(hours=1), times=9, others=True, reason="always"), by="bo")
        self.assertEqual(self.asked("ask('Where?')").question, "Where?")

    def test_a_fork_checks_its_answer(self):
        run = self.asked().run
        with self.assertRaisesRegex(fermata.UsageError, "answer has to be one of"):
            run.fork(run.info().seq, {1: "green"})
        fork = run.fork(run.info().seq, {1: "blue"})
        self.assertEqual(self.said(fork), "blue")

    def test_what_is_no_question(self):
        for code, message in (
            ("ask('Where?', 5)", "ask(): schema has to be a dict, a JSON Schema"),
            ("ask('Where?', {}, 1)", "ask() takes a question and a schema; all else by its name"),
            ("ask('')", "ask(): the question has to have 1 to 10,000 bytes"),
            ("ask('a', question='b')", "ask() is given question twice"),
            ("ask()", "ask() takes a question, a str, and a schema, a dict; all else by its name"),
            ("ask(questoin='a')", "ask() takes a question, a str, and a schema, a dict; all else by its name"),
            (
                "ask('a', {'type': 'int'})",
                "ask(): schema: type has to be array, boolean, integer, null, number, object, string, or a list of these",
            ),
            ("ask('a', {'properties': {'b': {'enum': []}}})", "ask(): schema: b: enum has to be a list of values"),
            ("ask('a', {'items': {'required': 'c'}})", "ask(): schema: required has to be a list of names"),
            ("ask('a', {1: 2})", "ask(): schema: a schema's keywords have to be texts"),
            ("ask('a', roles=['\\ud800'])", "ask(): roles has to be a list of names"),
            ("ask('a', who='b')", "ask() has no argument who"),
            ("ask('a', roles='boss')", "ask(): roles has to be a list of names"),
            ("ask('a', roles=['a\\n'])", "ask(): roles has to be a list of names"),
            ("ask('a', deadline=-1)", "ask(): deadline has to be a number of seconds, of a year at most"),
            ("ask('a', deadline=float('nan'))", "ask(): deadline has to be a number of seconds, of a year at most"),
            ("ask('a', on_deadline='approve')", "ask(): on_deadline has to be 'deny', 'escalate' or 'hold'"),
            ("ask('a', on_deadline='escalate')", "ask(): what is escalated at its deadline needs roles for that, escalate=[…]"),
            ("ask('a', {'x': 'y' * 70_000})", "ask(): schema has more than 64,000 characters"),
        ):
            with self.subTest(code):
                run = self.store.submit(f"try:\n    {code}\nexcept TypeError as error:\n    said = str(error)\nsaid")
                self.assertEqual(self.said(run), message)

    def test_any_text_is_a_question(self):
        for text, shown in (("a\0b", "a\\x00b"), ("\ud800", "\\ud800"), ("\0" * 10_000, "\\x00" * 10_000), ("<b>\n\t😀", "<b>\n\t😀")):
            with self.subTest(text[:10]):
                approval = self.asked(f"ask({text!r})")
                self.assertEqual(approval.question, shown)
                approval.answer(text, by="bo")
                self.assertEqual(self.said(approval.run), text)

    def test_large_numbers(self):
        schema = {"type": "integer", "minimum": 0, "maximum": 2**64, "not_known": 2**70}
        for value in (2**63, 2**64 - 1, 2**64):
            approval = self.asked(f"ask('How many?', {schema!r})")
            for wrong in (10**30, -(10**30), 2**2500, -(2**63) - 1, 2**65):
                with self.assertRaisesRegex(fermata.UsageError, "answer has to be"):
                    approval.answer(wrong, by="bo")
            approval.answer(value, by="bo")
            self.assertEqual(self.said(approval.run), value)
        approval = self.asked(f"ask('Which?', {{'enum': [{10**30}, {2**63}]}})")
        with self.assertRaisesRegex(fermata.UsageError, "answer has to be one of"):
            approval.answer(10**30 + 1, by="bo")
        approval.answer(10**30, by="bo")
        self.assertEqual(self.said(approval.run), 10**30)

    def test_a_function_that_nobody_has(self):
        run = self.store.submit("ask(17)")
        self.drain()
        (call,) = run.calls()
        self.assertEqual((call.state, self.store.approvals()), ("pending", []))
        call.answer("yes", by="bo")
        self.assertEqual(self.said(run), "yes")

    def test_a_tool_of_that_name(self):
        run = self.store.submit("ask('Where?')")

        def ask(question):
            return question[::-1]

        self.drain(ask)
        self.assertEqual(run.result(), "?erehW")

    def test_hostile_schemas(self):
        schema = {"$ref": "#"}
        for _ in range(500):
            schema = {"anyOf": [schema, schema]}
        for code in (
            "s = {}\ns['not'] = s\nask('a', s)",
            "ask('a', {'type': 17, 'enum': 5, 'properties': [], 'required': {}})",
            "s = 1\nfor _ in range(900): s = {'not': s}\nask('a', s)",
        ):
            run = self.store.submit(code)
            self.drain()
            self.assertIn(run.status, ("waiting", "raised"))
        for approval in self.store.approvals():
            approval.answer({"a": [1]}, by="bo")
        self.drain()


if __name__ == "__main__":
    unittest.main()
