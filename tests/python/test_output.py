"""on_output: what a program prints is there while it runs, once each, in its order."""

from __future__ import annotations

import asyncio
import decimal
import threading
import time
import unittest
from typing import Any

import fermata

SPIN = "\nfor i in range(10_000_000): pass\n"
FOREVER = "while True: pass\n"


class Live(unittest.TestCase):
    def run_until(self, code: str, enough: Any, **options: Any) -> list[tuple[int, str]]:
        """What was shown of a program that never ends, until it is enough."""
        shown: list[tuple[int, str]] = []

        def out(stream: int, text: str) -> None:
            shown.append((stream, text))
            if enough("".join(text for _, text in shown)):
                step.session.interrupt()

        step = fermata.Program(f"go()\n{code}", functions=["go"]).start(on_output=out, limits=fermata.Limits(time_ms=0, steps=0), **options)
        assert isinstance(step, fermata.Paused)
        step = step.resume()
        self.assertEqual(step.status, "exhausted")
        return shown

    def test_a_line_is_there_before_the_next(self) -> None:
        shown = self.run_until("print('a')\nprint('b')\nprint('c')\n" + FOREVER, lambda text: "c" in text)
        self.assertEqual(shown, [(1, "a\n"), (1, "b\n"), (1, "c\n")])

    def test_a_part_of_a_line_is_not_waited_for(self) -> None:
        self.assertEqual(self.run_until("print('a', end='')\n" + FOREVER, bool), [(1, "a")])
        self.assertEqual(
            "".join(t for _, t in self.run_until("print('a', end='')\nprint('b', end='')\n" + FOREVER, lambda text: "b" in text)), "ab"
        )

    def test_time_that_the_program_stood_still_splits_no_line(self) -> None:
        shown: list[str] = []
        step = fermata.Program("print('first')\nx = f()\nprint('left', x, 3)", functions=["f"]).start(
            on_output=lambda _, text: shown.append(text)
        )
        time.sleep(0.15)
        assert isinstance(step, fermata.Paused)
        step.resume(decimal.Decimal("6.49"))
        self.assertEqual(shown, ["first\n", "left 6.49 3\n"])

    def test_nor_does_time_in_which_nothing_was_printed(self) -> None:
        shown: list[str] = []
        code = "class A:\n    def __str__(self): return 'A'\nfor i in range(3_000_000): pass\nprint('left', A(), 3)"
        fermata.Program(code).run(on_output=lambda _, text: shown.append(text))
        self.assertEqual(shown, ["left A 3\n"])

    def test_both_streams_keep_their_order(self) -> None:
        code = "import sys\nfor i in range(3):\n    print(i, end=' ')\n    print('e', i, file=sys.stderr, end=' ')\n" + FOREVER
        shown = self.run_until(code, lambda text: "e 2" in text)
        merged = "".join(f"{stream}{text.strip()};" for stream, text in shown).replace(" ", "")
        self.assertEqual(merged, "10;2e0;11;2e1;12;2e2;")

    def test_it_comes_before_a_function_is_called(self) -> None:
        log: list[str] = []
        code = "print('one', end='')\nask()\nprint('two')\nask()"
        fermata.Program(code, functions={"ask": lambda: log.append("ask")}).run(on_output=lambda stream, text: log.append(text))
        self.assertEqual(log, ["one", "ask", "two\n", "ask"])

        async def later() -> None:
            log.append("later")

        for function in (later, lambda: log.append("later")):
            log.clear()
            wait = "await " if function is later else ""
            program = fermata.Program(f"print('one', end='')\n{wait}ask()\nprint('two')\n{wait}ask()", functions={"ask": function})
            asyncio.run(program.run_async(on_output=lambda stream, text: log.append(text)))
            self.assertEqual(log, ["one", "later", "two\n", "later"])

    def test_on_an_event_loop(self) -> None:
        shown: list[str] = []
        threads: set[int] = set()

        async def main() -> None:
            def out(stream: int, text: str) -> None:
                shown.append(text)
                threads.add(threading.get_ident())
                if "b" in text:
                    running.cancel()

            program = fermata.Program("print('a')\n" + SPIN + "print('b')\n" + FOREVER)
            running = asyncio.ensure_future(program.run_async(on_output=out, limits=fermata.Limits(time_ms=0, steps=0)))
            with self.assertRaises(asyncio.CancelledError):
                await running

        asyncio.run(main())
        self.assertEqual("".join(shown), "a\nb\n")
        self.assertEqual(threads, {threading.get_ident()})

    def test_its_time_is_not_the_programs(self) -> None:
        step = fermata.Program("for i in range(5): print(i)").start(
            on_output=lambda stream, text: time.sleep(0.05), limits=fermata.Limits(time_ms=200)
        )
        self.assertEqual(step.status, "done")
        self.assertLess(step.spent.time_ns, 200_000_000)


class Once(unittest.TestCase):
    CODE = "import sys\ndef f(n):\n    print('in', n)\n    print('err', n, file=sys.stderr)\n    return ask(n)\nfor i in range(4): print(f(i), end='')\nprint()"
    STEPS = 150

    def check(self, shown: list[tuple[int, str]], step: Any) -> None:
        for stream, text in ((1, step.stdout), (2, step.stderr)):
            self.assertEqual("".join(part for at, part in shown if at == stream), text)

    def test_with_states_in_between(self) -> None:
        shown: list[tuple[int, str]] = []
        out = lambda stream, text: shown.append((stream, text))  # noqa: E731
        step = fermata.Program(self.CODE, functions=["ask"]).start(on_output=out)
        for encoding in ("msgpack", "json") * 2:
            step = fermata.load(step.save(encoding), on_output=out)
            self.check(shown, step)
            step = step.resume("x")
        self.assertEqual(step.status, "done")
        self.check(shown, step)

    def test_with_limits(self) -> None:
        for limits in ({"steps": 40}, {"output_bytes": 7}, {"host_calls": 1}):
            shown: list[tuple[int, str]] = []
            out = lambda stream, text: shown.append((stream, text))  # noqa: E731
            step = fermata.Program(self.CODE, functions={"ask": lambda n: "x"}).start(
                on_output=out, limits=fermata.Limits(**limits), pause_at=[]
            )
            while isinstance(step, fermata.Exhausted):
                self.check(shown, step)
                ((name, most),) = limits.items()
                spent = getattr(step.session.limits, name) + most
                step = step.resume(limits=fermata.Limits(**{name: spent}))
            self.assertEqual(step.status, "done", step)
            self.check(shown, step)

    def test_with_exceptions(self) -> None:
        shown: list[tuple[int, str]] = []
        step = fermata.Program("try:\n    print('a', end='')\n    1 / 0\nfinally:\n    print('b', end='')").start(
            on_output=lambda *a: shown.append(a)
        )
        self.assertEqual(step.status, "raised")
        self.check(shown, step)

    def test_a_conversation(self) -> None:
        shown: list[tuple[int, str]] = []
        session = fermata.Session(on_output=lambda *a: shown.append(a))
        session.feed("print('a', end='')")
        session.feed("print('b')")
        state = session.save()
        self.assertEqual(shown, [(1, "a"), (1, "b\n")])
        again = fermata.Session.load(state, on_output=lambda *a: shown.append(a))
        again.feed("print('c')")
        self.assertEqual(shown[2:], [(1, "c\n")])

    def test_what_cant_be_utf8(self) -> None:
        shown: list[str] = []
        fermata.Program("print('\\ud800ä', end='')\nprint('€')").run(on_output=lambda stream, text: shown.append(text))
        self.assertEqual("".join(shown), "\ud800ä€\n")

    def test_many_lines(self) -> None:
        shown: list[str] = []
        result = fermata.Program("for i in range(20_000): print(i)").run(on_output=lambda stream, text: shown.append(text))
        self.assertEqual("".join(shown), result.stdout)


class Raising(unittest.TestCase):
    def test_it_leaves_the_call_and_the_program_can_go_on(self) -> None:
        shown: list[str] = []

        def out(stream: int, text: str) -> None:
            shown.append(text)
            if text == "b\n":
                raise KeyError("full")

        session = fermata.Session(on_output=out)
        with self.assertRaises(KeyError):
            session.feed("for c in 'abcd': print(c)\n7")
        step = session.step
        assert isinstance(step, fermata.Exhausted)
        self.assertEqual((step.limit, shown), ("interrupt", ["a\n", "b\n"]))
        self.assertEqual([frame.line for frame in step.frames], [1])
        step = fermata.load(step.save(), on_output=out)
        assert isinstance(step, fermata.Exhausted)
        self.assertEqual(step.resume().value, 7)
        self.assertEqual(shown, ["a\n", "b\n", "c\n", "d\n"])

    def test_on_an_event_loop(self) -> None:
        def out(stream: int, text: str) -> None:
            raise KeyError("full")

        with self.assertRaises(KeyError):
            asyncio.run(fermata.Program("print(1)\n" + SPIN).run_async(on_output=out))

    def test_the_session_cant_be_used_from_it(self) -> None:
        def out(stream: int, text: str) -> None:
            session.feed("1")

        session = fermata.Session(on_output=out)
        with self.assertRaisesRegex(fermata.UsageError, "in use"):
            session.feed("print('a')\nprint('b')")


if __name__ == "__main__":
    unittest.main()
