"""What programs show: display(), last expressions that know how to show themselves, tables."""

import base64
import enum
import json
import unittest

import fermata

PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(200))
RICH = """
class Rich:
    def __repr__(self): return "<rich>"
    def _repr_html_(self): return "<b>rich</b>"
    def _repr_markdown_(self): return "**rich**", {"with": "metadata"}
    def _repr_json_(self): return {"a": [1, 2]}
    def _repr_png_(self): return PNG
    def _repr_svg_(self): return "<svg/>"
    def _repr_latex_(self): return "$x$"
"""


def run(code, **options):
    return fermata.Program(code, inputs=["PNG"]).run({"PNG": PNG}, **options)


def forms(code):
    return [display.forms for display in run(code).display]


class Displays(unittest.TestCase):
    def test_plain_values(self):
        self.assertEqual(forms("display(1, 'text')\ndisplay([1])\n5"), [{"text/plain": text} for text in ("1", "text", "[1]", "5")])
        self.assertEqual([display.is_result for display in run("display(1)\n5").display], [False, True])
        self.assertEqual((forms("x = 5"), forms("display()"), forms("None")), ([], [], []))

    def test_all_the_forms(self):
        for code in ("display(Rich())", "Rich()"):
            (display,) = run(RICH + code).display
            self.assertEqual((display.text, display.html, display.markdown), ("<rich>", "<b>rich</b>", "**rich**"))
            self.assertEqual((display.json, display.png, display.svg, display.latex), ({"a": [1, 2]}, PNG, "<svg/>", "$x$"))
            self.assertIsNone(display.jpeg)
            self.assertEqual(display.is_result, code == "Rich()")
            told = display.to_dict()
            self.assertEqual((told["image/png"], told["application/json"]), (base64.b64encode(PNG).decode(), {"a": [1, 2]}))
            self.assertEqual(display._repr_mimebundle_(), told)

    def test_bundles(self):
        code = "class B:\n def _repr_mimebundle_(self, include=None, exclude=None): return {'text/x-own': 'own', 'application/x+json': [1]}, {}\nB()"
        (display,) = run(code).display
        self.assertEqual((display.forms["text/x-own"], display.to_dict()["application/x+json"]), ("own", [1]))
        self.assertEqual(
            forms("display({'text/html': '<i>', 'image/gif': b'GIF89a'}, raw=True)"), [{"text/html": "<i>", "image/gif": b"GIF89a"}]
        )
        with self.assertRaises(fermata.RuntimeError):
            run("display(5, raw=True)")

    def test_methods_that_fail_or_give_nonsense(self):
        code = """
class Bad:
    def _repr_html_(self): raise ValueError("no")
    def _repr_png_(self): return 5
    def _repr_svg_(self): return b"bytes"
    def _repr_json_(self): return {1, 2}
    def _repr_latex_(self): return None
    _repr_markdown_ = "not a method"
display(Bad())
"""
        result = run(code)
        self.assertEqual([list(display.forms) for display in result.display], [["text/plain"]])
        for text in ("Bad._repr_html_() raised ValueError: no", "image/png takes bytes", "takes a str, not 'bytes'", "isn't JSON"):
            self.assertIn(text, result.stderr)
        for body in ("return lambda *a, **k: 'x'", "raise KeyError(name)", "print(name)"):
            result = run(f"class All:\n def __getattr__(self, name): {body}\n def __repr__(self): return 'all'\nAll()")
            self.assertEqual(([display.forms for display in result.display], result.stdout), ([{"text/plain": "all"}], ""))
        # A result is not lost because it can't be shown.
        result = run("class Bad:\n def _repr_html_(self): return ''\n def __repr__(self): raise ValueError('no')\nBad()")
        self.assertIn("Bad can't be shown: ValueError: no", result.stderr)
        self.assertEqual(result.value.type_name, "Bad")
        self.assertEqual(list(forms(RICH + "Rich")[0]), ["text/plain"])

    def test_tables(self):
        (display,) = run("display([{'name': 'a<b', 'n': 1}, {'name': 'c|d', 'more': None}])").display
        self.assertIn("<th>name</th><th>n</th><th>more</th>", display.html)
        self.assertIn("<td>a&lt;b</td><td>1</td><td></td>", display.html)
        self.assertIn("| c\\|d |  | None |", display.markdown)
        code = "import dataclasses, collections\n@dataclasses.dataclass\nclass P:\n x: int\n y: str\n"
        self.assertIn("<th>x</th><th>y</th>", run(code + "display([P(1, 'a'), P(2, 'b')])").display[0].html)
        code = "import collections\nN = collections.namedtuple('N', 'x y')\ndisplay([N(1, 2)])"
        self.assertIn("<td>1</td><td>2</td>", run(code).display[0].html)
        self.assertIn("and 500 more rows", run("display([{'i': i} for i in range(1500)])").display[0].html)
        self.assertIsNone(run("display([{'i': 1}, 5])").display[0].html)
        # So is a result.
        (display,) = run("print(1)\n[{'i': 1, 'a|b': '<'}]").display
        self.assertEqual((display.is_result, display.text), (True, "[{'i': 1, 'a|b': '<'}]"))
        self.assertEqual(
            display.html,
            "<table><thead><tr><th>i</th><th>a|b</th></tr></thead><tbody><tr><td>1</td><td>&lt;</td></tr></tbody></table>",
        )
        self.assertEqual(display.markdown, "| i | a\\|b |\n| --- | --- |\n| 1 | < |")
        for nothing in ("[]", "[{}]", "[1]", "[{'a': 1}, 2]", "{'a': 1}", "[[1]]", "'x'"):
            self.assertIsNone(run(nothing).display[-1].html, nothing)
        code = "import dataclasses, datetime, decimal\n@dataclasses.dataclass\nclass P:\n x: object\n y: object\n"
        code += "[P(decimal.Decimal('1.50'), datetime.date(2026, 11, 3)), P(E.A, None), P([1], datetime.timedelta(1))]"
        values = fermata.Program(code, types=[enum.Enum("E", "A")]).run()
        cells = ["| 1.50 | 2026-11-03 |", "| E.A | None |", "| [1] | 1 day, 0:00:00 |"]
        self.assertEqual((values.display[0].markdown or "").splitlines()[2:], cells)
        for shown in (
            values,
            fermata.Program(code.replace("\n[P(", "\nrows = [P(") + "\ndisplay(rows)", types=[enum.Enum("E", "A")]).run(),
        ):
            self.assertEqual((shown.display[0].markdown or "").splitlines()[2:], cells)
        many = run("[{'i': i} for i in range(1500)]").display[0]
        self.assertIn("and 500 more rows", many.html)
        self.assertIn("and 500 more rows", many.markdown)

    def test_texts_that_are_shown_as_what_they_are(self):
        code = "from fermata_display import *\ndisplay(HTML('<b>'), Markdown('*x*'), Latex('$y$'), SVG('<svg/>'), JSON([1]), Image(PNG))"
        shown = run(code).display
        self.assertEqual(
            [list(display.forms)[1] for display in shown],
            ["text/html", "text/markdown", "text/latex", "image/svg+xml", "application/json", "image/png"],
        )
        for wrong in ("HTML(5)", "Image(b'nothing')", "Image('text')"):
            with self.assertRaises(fermata.RuntimeError):
                run("from fermata_display import *\n" + wrong)
        self.assertEqual(
            run("from fermata_display import Image\nopen('p.png', 'wb').write(PNG)\ndisplay(Image(filename='p.png'))").display[0].png, PNG
        )

    def test_what_was_shown_stays_as_it_was(self):
        self.assertEqual(forms("a = [1]\ndisplay(a)\na.append(2)\nx = 0")[0], {"text/plain": "[1]"})

    def test_a_program_may_have_its_own(self):
        self.assertEqual(run("def display(x): return x + 1\ndisplay(1)").value, 2)
        self.assertEqual(fermata.Program("display(1)", functions={"display": lambda x: x * 10}).run().value, 10)
        self.assertEqual(fermata.check("display(1)"), [])


class Sessions(unittest.TestCase):
    def test_states_keep_it(self):
        step = fermata.Program(RICH.replace("PNG", "b'\\x89PNG'") + "display(1)\nask()\nRich()", functions=["ask"]).start()
        self.assertEqual([display.text for display in step.display], ["1"])
        for encoding in ("msgpack", "json"):
            loaded = fermata.load(step.save(encoding), functions=["ask"])
            self.assertEqual([display.text for display in loaded.display], ["1"])
            done = loaded.resume(5)
            self.assertEqual([(display.text, display.is_result) for display in done.display], [("1", False), ("<rich>", True)])
            again = fermata.load(done.save(encoding))
            self.assertEqual(again.display, done.display)
        step.resume(5)
        with self.assertRaises(fermata.UsageError):
            step.display

    def test_a_method_may_wait_for_the_host(self):
        code = "class Slow:\n def _repr_html_(self): return ask()\nSlow()"
        step = fermata.Program(code, functions=["ask"]).start()
        self.assertEqual(step.call.function, "ask")
        done = fermata.load(step.save(), functions=["ask"]).resume("<p>")
        self.assertEqual(done.display[0].html, "<p>")
        self.assertEqual(done.value.type_name, "Slow")

    def test_each_feed_begins_anew(self):
        session = fermata.Session()
        self.assertEqual(len(session.feed(RICH.replace("PNG", "b''") + "display(1)\nr = Rich()\nr").display), 2)
        self.assertEqual([display.html for display in session.feed("r").display], ["<b>rich</b>"])
        self.assertEqual(session.feed("x = 5").display, [])
        self.assertEqual([display.text for display in session.feed("display(2)\n1 / 0").display], ["2"])
        self.assertEqual([display.text for display in session.feed("x").display], ["5"])

    def test_limits(self):
        with self.assertRaises(fermata.LimitError):
            fermata.Program("class F:\n def _repr_html_(self):\n  while True: pass\nF()").run(limits=fermata.Limits(steps=100_000))
        step = fermata.Program("while True: display('x' * 100_000)").start(limits=fermata.Limits(heap_bytes=5_000_000))
        self.assertIn(step.status, ("exhausted", "raised"))
        self.assertLess(len(step.display), 60)
        step = fermata.Program("big = {'text/plain': 'x' * 1_000_000}\nfor i in range(1000): display(big, raw=True)").start(
            limits=fermata.Limits(heap_bytes=20_000_000)
        )
        with self.assertRaises(fermata.UsageError):
            step.display

    def test_forged_states(self):
        state = json.loads(fermata.Program("display('shown')\nask()", functions=["ask"]).start().save("json"))
        text = json.dumps(state).replace("text/plain", "text plain")
        self.assertEqual(fermata.load(text, functions=["ask"]).display, [])

    def test_in_a_pool(self):
        with fermata.Pool() as pool:
            result = fermata.Program(RICH.replace("PNG", "b'\\x89PNG'") + "open('f', 'w').write('x')\ndisplay(1)\nRich()", pool=pool).run()
            self.assertEqual([display.text for display in result.display], ["1", "<rich>"])
            self.assertEqual(result.display[1].png, b"\x89PNG")
            self.assertEqual(result.files, {"/home/user/f": b"x"})
            step = fermata.Session(pool=pool).feed("display(5)")
            self.assertEqual(step.display[0].text, "5")

    def test_html_is_shut_in(self):
        html = run("from fermata_display import HTML, SVG\ndisplay(HTML('<script>alert(1)</script>'), SVG('<svg/>'))\n5")._repr_html_()
        self.assertNotIn("<script>", html)
        self.assertIn("<iframe sandbox srcdoc=", html)
        self.assertIn("data:image/svg+xml;base64,", html)


if __name__ == "__main__":
    unittest.main()
