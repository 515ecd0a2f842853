"""Exceptions of the host's functions: found again by who wrote them, named and caught by programs."""

import asyncio
import traceback
import unittest

import fermata


class OrderError(Exception):
    pass


class NoStock(OrderError, KeyError):
    pass


class Refused(OrderError):
    def __init__(self, code):
        super().__init__(code)
        self.code = code

    def __str__(self):
        return f"refused with {self.code}"


class Unlisted(NoStock):
    pass


class Elsewhere(OSError):
    pass


TYPES = [NoStock, OrderError, Refused]


def buggy(x):
    return {}[x]


def raising(error):
    def tool():
        raise error

    return tool


def caught(error, code, types=TYPES):
    return fermata.Program(code, functions={"tool": raising(error)}, types=types).run().value


class Cause(unittest.TestCase):
    def error(self, code, functions=(buggy,), **options):
        with self.assertRaises(fermata.RuntimeError) as found:
            fermata.Program(code, functions=list(functions), **options).run()
        return found.exception

    def test_the_hosts_exception_is_the_cause_with_its_traceback(self):
        error = self.error("def f():\n    buggy('k')\nf()")
        cause = error.__cause__
        self.assertIsInstance(cause, KeyError)
        self.assertEqual(traceback.extract_tb(cause.__traceback__)[-1].name, "buggy")
        self.assertIn("return {}[x]", "".join(traceback.format_exception(error)))

    def test_attributes_of_declared_classes_cross(self):
        class Refused(Exception):
            def __init__(self, message, code, response):
                super().__init__(message)
                self.code, self.response, self.items, self._secret, self.errno = code, response, {"a": [1]}, "s", 5

        code = "try: tool()\nexcept Refused as e: r = (str(e), e.args, e.code, e.items, hasattr(e, 'response'), hasattr(e, '_secret'), e.errno)\nr"
        error = Refused("no", 51, object())
        self.assertEqual(caught(error, code, types=[Refused]), ("no", ("no",), 51, {"a": [1]}, False, False, 5))
        self.assertEqual(caught(error, "try: tool()\nexcept Exception as e: r = (type(e).__name__, str(e), vars(e))\nr", types=[]), ("Refused", "no", {}))

        program = fermata.Program("try: tool()\nexcept Refused as e: kept = e\nask()\nkept.code", functions=["tool", "ask"], types=[Refused])
        step = fermata.load(program.start().save(), types=[Refused]).throw(error)
        self.assertEqual(fermata.load(step.save("json"), types=[Refused]).resume(None).value, 51)

    def test_attributes_that_are_the_classes_own(self):
        class Missing(FileNotFoundError):
            pass

        error = Missing(2, "gone")
        error.filename, error.hint, error.handle = "f", "look", object()
        self.assertEqual(caught(error, "try: tool()\nexcept Missing as e: r = (e.errno, e.filename, e.hint, e.args)\nr", types=[Missing]), (2, "f", "look", (2, "gone")))

    def test_the_programs_own_tracebacks_name_the_tool(self):
        code = "import traceback\ntry: buggy(1)\nexcept KeyError as e: a = traceback.format_exc(); b = traceback.format_exception(e)\na, ''.join(b)"
        texts = fermata.Program(code, functions=[buggy]).run().value
        self.assertEqual(texts[0], texts[1])
        self.assertRegex(texts[0], r'line 2, in <module>\n(.*\n)*  File "<host>", in buggy\nKeyError: 1\n$')

    def test_through_what_the_program_makes_of_it(self):
        for code in (
            "try: buggy(1)\nexcept KeyError as e: raise ValueError('no') from e",
            "try: buggy(1)\nexcept KeyError: 1 / 0",
            "try: buggy(1)\nexcept KeyError as e: raise ExceptionGroup('g', [TypeError(), e])",
        ):
            self.assertIsInstance(self.error(code).__cause__, KeyError)
        for code in ("1 / 0", "try: buggy(1)\nexcept KeyError: pass\n1 / 0", "try: buggy(1)\nexcept KeyError: raise ValueError from None"):
            self.assertIsNone(self.error(code).__cause__)

    def test_asynchronous_functions_steps_and_throw(self):
        async def later(x):
            await asyncio.sleep(0)
            return buggy(x)

        error = self.error("import asyncio\nasync def f():\n    async with asyncio.TaskGroup() as g: g.create_task(later(1))\nawait f()", [later])
        self.assertEqual(traceback.extract_tb(error.__cause__.__traceback__)[-1].name, "buggy")
        step = fermata.Program("buggy(1)\n", functions=[buggy]).start()
        self.assertIsInstance(step.perform().error.__cause__, KeyError)
        thrown = PermissionError("no")
        step = fermata.Program("buggy(1)\n", functions=["buggy"]).start().throw(thrown)
        self.assertIs(step.error.__cause__, thrown)
        # Elsewhere there is only what the state says.
        self.assertIsNone(fermata.load(step.save()).error.__cause__)

    def test_the_last_of_many(self):
        error = self.error("for i in range(100):\n    try: buggy(i)\n    except KeyError as e: last = e\nraise last")
        self.assertEqual(error.__cause__.args, (99,))

    def test_tracebacks_name_the_tool_and_the_type(self):
        self.assertTrue(self.error("buggy('k')").traceback.endswith("    buggy('k')\n  File \"<host>\", in buggy\nKeyError: 'k'\n"))
        step = fermata.Program("tool()", functions={"tool": raising(Refused(402))}).start(pause_at=[])
        self.assertTrue(step.error.traceback.endswith('  File "<host>", in tool\nRefused: refused with 402\n'), step.error.traceback)


class Classes(unittest.TestCase):
    def test_listed_classes_are_caught_by_name_and_by_those_above(self):
        for name in ("NoStock", "OrderError", "KeyError", "LookupError", "(ValueError, NoStock)"):
            self.assertEqual(caught(NoStock("x", 1), f"try: tool()\nexcept {name} as e: r = type(e).__name__, e.args\nr"), ("NoStock", ("x", 1)))
        code = "try: tool()\nexcept NoStock: r = 1\nexcept OrderError as e: r = str(e)\nr"
        self.assertEqual(caught(Refused(402), code), "refused with 402")
        self.assertEqual(caught(OrderError("plain"), code), "plain")

    def test_classes_that_are_not_listed_are_below_the_nearest_that_is(self):
        code = "try: tool()\nexcept NoStock as e: r = type(e).__name__, str(e)\nr"
        self.assertEqual(caught(Unlisted("x"), code), ("Unlisted", "'x'"))
        self.assertEqual(caught(Elsewhere("gone"), "try: tool()\nexcept OSError as e: r = type(e).__name__, str(e)\nr"), ("Elsewhere", "gone"))
        self.assertEqual(caught(OrderError("x"), "try: tool()\nexcept RuntimeError as e: r = type(e).__name__\nr", types=[]), "OrderError")

    def test_programs_raise_them_and_states_keep_them(self):
        program = fermata.Program("try: tool()\nexcept OrderError as e: kept = e\nask()\nraise NoStock(kept.args)", functions=["tool", "ask"], types=TYPES)
        step = fermata.load(program.start().save(), types=TYPES).throw(NoStock(5))
        step = fermata.load(step.save("json"), types=TYPES).resume(None)
        self.assertEqual((step.error.type, step.error.message), ("NoStock", "(5,)"))
        self.assertEqual(fermata.check("raise OrderError", types=TYPES), [])


if __name__ == "__main__":
    unittest.main()
