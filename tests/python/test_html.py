"""Steps and results as HTML: what is shown, and that nothing of a program gets out of its place."""

import html.parser
import types
import unittest
from typing import Any

import fermata
from fermata._core.html import render_result_html, render_step_html

NASTY = "<script>alert(1)</script>\"' onload=x & </pre></div><img src=x>"


def step(**attributes: Any) -> Any:
    return types.SimpleNamespace(**attributes)


def paused(**changes: Any) -> Any:
    call = {
        "id": 1,
        "function": "approve",
        "args": (250,),
        "kwargs": {"reason": "late"},
        "file": "agent.py",
        "line": 7,
        "kind": "call",
        "due": None,
    }
    frames = [
        types.SimpleNamespace(function="<module>", file="agent.py", line=9, source_line="main()", locals={}),
        types.SimpleNamespace(function="main", file="agent.py", line=7, source_line="ok = approve(250)", locals={"total": "250"}),
    ]
    return step(
        status="paused", calls_pending=(types.SimpleNamespace(**{**call, **changes}),), stack=frames, stdout="hello\n", stderr="", calls=[]
    )


class Tags(html.parser.HTMLParser):
    """Collects tags and text, and checks that tags are closed in their order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        self.seen.append(tag)
        for name, _ in attrs:
            assert name in ("style", "class", "open", "colspan"), name

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.text += data


def parse(markup: str) -> Tags:
    tags = Tags()
    tags.feed(markup)
    tags.close()
    assert not tags.open, tags.open
    return tags


class Shown(unittest.TestCase):
    def test_the_pending_line_is_marked(self) -> None:
        source = "\n".join(f"line {i}" for i in range(1, 21))
        shown = paused()
        shown.sources = {"agent.py": source}
        markup = render_step_html(shown)
        marked = markup.split('class="fermata-pending"')
        self.assertEqual(len(marked), 2)
        self.assertIn("   7  line 7</span>", marked[1])
        text = parse(markup).text
        self.assertIn("line 3\n", text)
        self.assertIn("line 11", text)
        self.assertNotIn("line 12", text)

    def test_arguments_locals_and_output(self) -> None:
        text = parse(render_step_html(paused())).text
        for part in (
            "paused",
            "waits for approve()",
            "[0]250",
            "reason='late'",
            "total250",
            "main in agent.py, line 7",
            "hello",
        ):
            self.assertIn(part, text)

    def test_every_ending(self) -> None:
        self.assertIn("value", parse(render_step_html(step(status="done", value=[1]))).text)
        error = types.SimpleNamespace(type="ValueError", message="no", traceback="Traceback …\nValueError: no")
        self.assertIn("ValueError: no", parse(render_step_html(step(status="raised", error=error))).text)
        self.assertIn("limit: steps", parse(render_step_html(step(status="exhausted", limit="steps"))).text)

    def test_a_result(self) -> None:
        record = types.SimpleNamespace(function="f", args=(1,), kwargs={"k": 2}, line=1, value=3, exception=None)
        failed = types.SimpleNamespace(function="g", args=(), kwargs={}, line=2, value=None, exception=ValueError("no"))
        text = parse(render_result_html(step(value=5, stdout="out", stderr="err", calls=[record, failed]))).text
        for part in ("2 answered calls", "f(1, k=2)3", "g()raised ValueError('no')", "out", "err", "5"):
            self.assertIn(part, text)

    def test_a_timer(self) -> None:
        text = parse(render_step_html(paused(kind="timer", function="", args=(), kwargs={}, due=12.5))).text
        self.assertIn("a timer, due at 12.5", text)


class OfSteps(unittest.TestCase):
    CODE = "import asyncio\n\ndef f(order):\n    total = order * 2\n    return ask(total, why='<b>')\n\nf(21)\n"

    def test_a_paused_step(self) -> None:
        step = fermata.Program(self.CODE, name="agent.py", functions=["ask"]).start()
        for shown in (step, fermata.load(step.save())):
            markup = shown._repr_html_()
            self.assertIn("   5      return ask(total, why=&#x27;&lt;b&gt;&#x27;)</span>", markup.split("fermata-pending")[1])
            text = parse(markup).text
            for part in ("waits for ask()", "   7  f(21)", "total42", "order21", "[0]42", "why='<b>'"):
                self.assertIn(part, text)

    def test_a_step_that_is_over(self) -> None:
        step = fermata.Program(self.CODE, functions=["ask"]).start()
        assert isinstance(step, fermata.Paused)
        done = step.resume([1])
        self.assertIn("[1]", parse(done._repr_html_()).text)
        self.assertIn("waits for ask()", parse(step._repr_html_()).text)

    def test_calls_of_tasks(self) -> None:
        code = "import asyncio\nasync def one(n):\n    return await fetch(n)\nawait asyncio.gather(one(1), one(2))\n"
        step = fermata.Program(code, functions=["async def fetch(n): ..."]).start()
        self.assertEqual(step._repr_html_().count("   3      return await fetch(n)</span>"), 2)

    def test_a_result(self) -> None:
        self.assertIn("value", parse(fermata.Program("1").run()._repr_html_()).text)


class Injection(unittest.TestCase):
    def check(self, markup: str) -> None:
        self.assertEqual(set(parse(markup).seen) & {"script", "img"}, set())
        self.assertNotIn("<script", markup)
        self.assertNotIn("<img", markup)

    def test_source_and_arguments(self) -> None:
        shown = paused(function=NASTY, args=(NASTY,), kwargs={NASTY: NASTY})
        shown.sources = {"agent.py": "\n" * 6 + NASTY}
        self.assertIn("&lt;script&gt;alert(1)", render_step_html(shown).split("fermata-pending")[1][:200])
        self.check(render_step_html(shown))

    def test_a_repr_of_the_hosts(self) -> None:
        class Object:
            def __repr__(self) -> str:
                return NASTY

        self.check(render_step_html(paused(args=(Object(),))))
        self.check(render_step_html(step(status="done", value=Object())))

    def test_stack_output_error_and_status(self) -> None:
        frame = types.SimpleNamespace(function=NASTY, file=NASTY, line=NASTY, source_line=NASTY, locals={NASTY: NASTY})
        error = types.SimpleNamespace(type=NASTY, message=NASTY, traceback=NASTY)
        record = types.SimpleNamespace(function=NASTY, args=(NASTY,), kwargs={NASTY: NASTY}, line=1, value=NASTY, exception=None)
        self.check(
            render_step_html(step(status=NASTY, stack=[frame], stdout=NASTY, stderr=NASTY, error=error, calls=[record], limit=NASTY))
        )
        self.check(render_step_html(step(status="raised", error=error)))
        self.check(render_result_html(step(value=NASTY, stdout=NASTY, stderr=NASTY, calls=[record])))

    def test_lone_surrogates_can_be_sent(self) -> None:
        render_step_html(step(status="done", value=None, stdout="\ud800", stderr="", calls=[])).encode("utf-8")

    def test_long_texts_are_cut(self) -> None:
        many = {f"name{i}": "x" * 100_000 for i in range(10_000)}
        frame = types.SimpleNamespace(function="f", file="a.py", line=1, source_line="", locals=many)
        markup = render_step_html(step(status="paused", stack=[frame], stdout="y" * 1_000_000, stderr="", calls=[], calls_pending=()))
        self.assertLess(len(markup), 100_000)
        self.assertIn("and 9950 more", markup)


if __name__ == "__main__":
    unittest.main()
