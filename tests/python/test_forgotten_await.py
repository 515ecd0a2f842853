"""Coroutines that a program never awaits: warned of in its output and in the result, found by check, errors where a model must learn of
it."""

import asyncio
import unittest

import fermata
from fermata.patterns import Executor, validate
from fermata.pyrun import RunPython
from fermata.safe_exec import SafeExec

SENT = []
MESSAGE = "coroutine 'send_mail' was never awaited"


async def send_mail(to):
    SENT.append(to)
    return True


class ForgottenAwait(unittest.TestCase):
    def setUp(self):
        SENT.clear()

    def warned(self, code, expected, functions=(send_mail,)):
        for name, end in {
            "run": lambda: fermata.Program(code, name="p.py", functions=list(functions)).run(),
            "run_async": lambda: asyncio.run(fermata.Program(code, name="p.py", functions=list(functions)).run_async()),
            "feed": lambda: fermata.Session(functions=list(functions)).feed(code, name="p.py"),
        }.items():
            with self.subTest(way=name):
                step = end()
                self.assertEqual([(w.kind, w.type, w.message, w.line) for w in step.warnings], expected)
                self.assertEqual(step.stderr, "".join(w.text for w in step.warnings))

    def test_a_statement(self):
        self.warned("send_mail('ann')\n'Mail was sent'", [("warning", "RuntimeWarning", MESSAGE, 1)])
        self.assertEqual(SENT, [])
        result = fermata.Program("send_mail('ann')\n'Mail was sent'", name="p.py", functions=[send_mail]).run()
        self.assertEqual((result.value, result.stderr), ("Mail was sent", f"p.py:1: RuntimeWarning: {MESSAGE}\n  send_mail('ann')\n"))
        self.assertEqual(result.to_dict()["warnings"], [f"RuntimeWarning: {MESSAGE}"])

    def test_one_that_lives_to_the_end(self):
        self.warned("x = send_mail('ann')\n1", [("warning", "RuntimeWarning", MESSAGE, 1)])
        self.warned("1\n[send_mail('ann')]", [("warning", "RuntimeWarning", MESSAGE, 2)])
        self.warned("1\nawait send_mail('bo')\nkept = [send_mail(to) for to in 'ab']", [("warning", "RuntimeWarning", MESSAGE, 3)])
        self.warned("f = send_mail\nx = [f('ann')]", [("warning", "RuntimeWarning", MESSAGE, 0)])
        result = fermata.Program("x = send_mail('ann')", functions=[send_mail]).run()
        self.assertEqual(result.stderr, f"sys:1: RuntimeWarning: {MESSAGE}\n")  # as CPython has it

    def test_the_programs_own(self):
        self.warned(
            "class A:\n    async def f(self): pass\nA().f()\nasync def g(): pass\ng()\n1",
            [
                ("warning", "RuntimeWarning", "coroutine 'A.f' was never awaited", 3),
                ("warning", "RuntimeWarning", "coroutine 'g' was never awaited", 5),
            ],
            (),
        )

    def test_each_name_once(self):
        self.warned("for to in 'abc':\n    send_mail(to)", [("warning", "RuntimeWarning", MESSAGE, 2)])

    def test_when_the_program_fails(self):
        step = fermata.Session(functions=[send_mail]).feed("send_mail('ann')\n1 / 0", name="p.py")
        self.assertIsInstance(step, fermata.Raised)
        self.assertEqual([w.line for w in step.warnings], [1])

    def test_those_that_are_awaited_or_closed_are_fine(self):
        self.warned(
            "import asyncio\nasync def f(): await send_mail('a')\n"
            "t = asyncio.create_task(f())\nawait asyncio.gather(t, f(), send_mail('b'))\nawait asyncio.wait_for(f(), 5)\n"
            "c = f()\nc.close()\nd = f()\ntry:\n    d.throw(KeyError)\nexcept KeyError:\n    pass\n"
            "async def g():\n    yield 1\ng()\n1",
            [],
        )

    def test_in_a_conversation_each_is_told_of_once(self):
        session = fermata.Session(functions=[send_mail])
        self.assertEqual(len(session.feed("c = send_mail('ann')\n1").warnings), 1)
        session = fermata.Session.load(session.save(), functions=[send_mail])
        self.assertEqual(session.feed("2").warnings, [])
        self.assertEqual(session.feed("del c").warnings, [])
        self.assertEqual(len(session.feed("c = send_mail('bo')").warnings), 1)
        step = session.feed("await c")
        self.assertEqual((step.value, step.warnings, SENT), (True, [], ["bo"]))

    def test_states_in_between_change_nothing(self):
        code = "\n".join(f"send_mail({i})\nask({i})" for i in range(3)) + "\nx = [list(range(1000)) for i in range(100)]\nask(4)\n'end'"
        expected = fermata.Program(code, name="p.py", functions=[send_mail, "ask"])
        for encoding in (None, "msgpack", "json"):
            step = expected.start(pause_at=[])
            while isinstance(step, fermata.Paused):
                if encoding:
                    again = fermata.load(step.save(encoding), functions=[send_mail, "ask"])
                    self.assertEqual(again.save(encoding), step.save(encoding))
                    step = again
                step = step.resume(1)
            self.assertEqual((step.value, [w.line for w in step.warnings]), ("end", [1]))

    def test_check(self):
        def found(code, functions=(send_mail,)):
            return [str(finding) for finding in fermata.check(code, functions=list(functions)) if finding.kind == "warning"]

        self.assertEqual(found("send_mail('ann')\n1"), [f"1:1: RuntimeWarning: {MESSAGE}"])
        self.assertEqual(
            found("async def f():\n    g()\nasync def g(): pass\nimport asyncio\nasyncio.sleep(1)"),
            ["2:5: RuntimeWarning: coroutine 'g' was never awaited", "5:1: RuntimeWarning: coroutine 'sleep' was never awaited"],
        )
        self.assertEqual(found("await send_mail('a')\nx = send_mail('b')\nawait x\nasync def g(): yield\ng()"), [])
        self.assertEqual(found("def send_mail(to): pass\nsend_mail(1)"), [])
        for right in (
            "x = send_mail('a')",  # what is fed next may await it
            "def print(x): return x\nawait print(send_mail('a'))",
            "def f():\n    x = send_mail('a')\n    return x",
            "def f():\n    x = send_mail('a')\n    async def g(): await x\n    return g",
            "def f():\n    global x\n    x = send_mail('a')",
            "def f():\n    x = send_mail('a')\n    return locals()",
            "def f():\n    class C: x = send_mail('a')\n    return C",
            "import asyncio\nawait asyncio.gather(*[send_mail(i) for i in 'ab'])",
            "def f(): return [send_mail(i) for i in 'ab']",
        ):
            self.assertEqual(found(right), [], right)
        for wrong in (
            "x = send_mail('a') + 'b'",
            "x = f'{send_mail(1)}'",
            "x = 1 if send_mail('a') else 2",
            "while not send_mail('a'): pass",
            "x = send_mail('a')['id']",
            "x = send_mail('a').id",
            "for x in send_mail('a'): pass",
            "x = [y for y in send_mail('a')]",
            "assert send_mail('a')",
            "x = send_mail('a') or 1",
            "x = send_mail('a') == 'sent'",
            "if 1 < send_mail('a') < 2: pass",
            "x = -send_mail('a')",
            "async def f(): return send_mail('a').id",
            "print(1, send_mail('a'))",
            "x = str(send_mail('a'))",
            "x = len(sorted(send_mail('a')))",
            "[send_mail(i) for i in 'ab']",
            "{i: send_mail(i) for i in 'ab'}",
            "1, [send_mail('a')]",
            "send_mail('a') if 1 else 2",
            "1 and send_mail('a')",
            "def f():\n    sent = send_mail('a')\n    return 'sent'",
            "async def f():\n    def g(): sent = [send_mail('a')]\n    return g",
        ):
            with self.subTest(wrong=wrong):
                self.assertEqual([line.partition(": ")[2] for line in found(wrong)], [f"RuntimeWarning: {MESSAGE}"])
        for right in (
            "x = await send_mail('a') + 'b'",
            "x = f'{await send_mail(1)}'",
            "x = send_mail('a')\nx.close()",
            "send_mail('a').close()",
            "x = None or send_mail('a')\nawait x",
            "import asyncio\nawait asyncio.gather(send_mail('a'), send_mail('b'))",
            "x = [send_mail('a')]\nawait x[0]",
            "x = (await send_mail('a')).id",
            "async def f(): return send_mail('a')",
        ):
            with self.subTest(right=right):
                self.assertEqual(found(right), [])
        self.assertFalse(validate("send_mail('ann')", functions=[send_mail])["valid"])

    def test_modules_for_models_make_it_an_error(self):
        code = "send_mail('ann')\n'Mail was sent'"
        done = Executor(functions=[send_mail]).execute(code)
        self.assertEqual((done["success"], done["error"]), (False, f"RuntimeWarning: {MESSAGE}"))
        with self.assertRaisesRegex(fermata.RuntimeError, MESSAGE):
            SafeExec(code, external_functions=[send_mail]).run()
        pyrun = RunPython({"send_mail": send_mail})
        pyrun.allow("send_mail")
        with self.assertRaisesRegex(fermata.RuntimeError, MESSAGE):
            asyncio.run(pyrun(code))


class NeedlessAwait(unittest.TestCase):
    """An `await` before a function that isn't asynchronous: its answer couldn't be awaited, so it isn't called."""

    def setUp(self):
        SENT.clear()

    def test_check(self):
        def found(code, functions=(SENT.append, send_mail)):
            return [f"{f.kind} {f}" for f in fermata.check(code, functions=list(functions))]

        told = "arguments 1:1: TypeError: append() is not asynchronous: call it without 'await'"
        self.assertEqual(found("await append('a')"), [told])
        self.assertEqual(found("await append('a')", ["append"]), [told])
        self.assertEqual(found("async def f():\n    return [await append(x) for x in 'ab']\nawait f()"), [told.replace("1:1", "2:13")])
        for right in (
            "await send_mail('a')",
            "append('a')",
            "async def append(x): pass\nawait append(1)",
            "x = [send_mail]\nawait x[0]('a')",
        ):
            self.assertEqual(found(right), [])

    def test_run(self):
        class Box:
            def put(self, what):
                SENT.append(what)

        kind = fermata.HandleType.from_class(Box)
        for call in ("append('a')", "append(*['a'])", "append(**{})", "f('a')", "g('a')", "[append][0]('a')", "box.put('a')"):
            code = f"f = append\nasync def nothing(): pass\nawait nothing()\ndef g(x): return append(x)\ntry:\n    await {call}\nexcept TypeError as e: print(e)\n"
            program = fermata.Program(code, functions={"append": SENT.append}, types=[kind], inputs=["box"])
            inputs = {"box": kind(Box(), "box")}
            name = "Box.put" if "box" in call else "append"
            for step in (program.run(inputs), asyncio.run(program.run_async(inputs)), program.start(inputs)):
                self.assertEqual((step.stdout, SENT), (f"{name}() is not asynchronous: call it without 'await'\n", []), call)
                self.assertEqual(step.spent.host_calls, 0)

    def test_what_is_awaited_otherwise(self):
        code = "async def f(): return append('a')\nasync def g(x): return x\nawait f()\nawait g(append('b'))\nx = append('c')\nawait g(x)"
        fermata.Program(code, functions={"append": SENT.append}).run()
        self.assertEqual(SENT, ["a", "b", "c"])


class NotGranted(unittest.TestCase):
    def test_check(self):
        def found(code, **options):
            return [f"{f.kind} {f}" for f in fermata.check(code, **options)]

        self.assertEqual(found("open('a', 'w')\nx = input('?')"), [
            "arguments 2:5: PermissionError: input() is not granted: nobody can type anything here"])  # fmt: skip
        self.assertEqual(
            found("def f():\n    with input('a') as file: pass"),
            ["arguments 2:10: PermissionError: input() is not granted: nobody can type anything here"],
        )
        for right in (
            "def input(x): pass\ninput(1)",
            "try: input('a')\nexcept OSError: pass",
            "try: input()\nexcept (ValueError, PermissionError): pass",
            "try: missing()\nexcept NameError: pass",
            "x = open",
            "import codecs\ncodecs.open",
        ):
            self.assertEqual(found(right), [])
        self.assertEqual(
            found("open('a')\ninput()", functions=["open", "async def input(): ..."]),
            ["warning 2:1: RuntimeWarning: coroutine 'input' was never awaited"],
        )
        self.assertEqual(found("open('a')", inputs=["open"]), [])


if __name__ == "__main__":
    unittest.main()
