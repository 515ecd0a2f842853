"""Values of a program that the host's class refuses to make: at a call the program gets what the class raised; where no program can catch
it, the host gets a fermata.Error."""

import asyncio
import contextlib
import dataclasses
import os
import tempfile
import unittest

import fermata

try:
    import pydantic
except ImportError:
    pydantic = None


@dataclasses.dataclass
class Checked:
    """A class whose __post_init__ refuses."""

    id: str
    size: int = 0

    def __post_init__(self):
        if self.size < 0:
            raise LookupError("a size below 0")


CLASSES = {"dataclass": (Checked, "Checked('a', size=-1)", "LookupError", "LookupError")}
if pydantic is not None:

    class Model(pydantic.BaseModel):
        """A model that refuses."""

        id: str
        size: int = pydantic.Field(default=0, ge=0)

    CLASSES["pydantic"] = Model, "Model(id='a', size=-1)", "ValueError", "ValidationError"

CAUGHT = "try:\n    CALL\n    told = 'called'\nexcept ERROR as error:\n    told = type(error).__name__\ntold"


def take(value) -> str:
    return "taken"


async def atake(value) -> str:
    return "taken"


@fermata.tool(approve=True)
def asked(value) -> str:
    return "taken"


class Shelf:
    def put(self, value):
        return "put"


SHELF = fermata.HandleType("Shelf", methods=["put"])


class Odd(ValueError):
    """An exception that can't be shown."""

    def __str__(self):
        raise ZeroDivisionError


@dataclasses.dataclass
class Silent:
    """A class that refuses by such a one."""

    size: int

    def __post_init__(self):
        if self.size < 0:
            raise Odd


def stepped(step):
    """Goes on to the end, by perform()."""
    while isinstance(step, fermata.Paused):
        step = step.perform()
    return step.value


def each(test):
    """The test for each class, here and in a pool."""

    def tests(self):
        for place, pool in self.pools.items():
            for name, (cls, text, error, told) in CLASSES.items():
                with self.subTest(name, place=place):
                    test(self, cls, text, error, told, pool)

    return tests


class Refused(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.pools = {"here": None}
        with contextlib.suppress(fermata.JailError):
            cls.pools["pool"] = fermata.Pool()
            cls.addClassCleanup(cls.pools["pool"].close)

    def ways(self, code, cls, pool):
        """What the program gives by each way to run it."""
        functions = [take, atake]
        program = fermata.Program(code, functions=functions, types=[cls], pool=pool)
        bare = fermata.Program(code, functions=["take", "async def atake(value): ..."], types=[cls], pool=pool)
        if "await" not in code:
            yield "run", program.run().value
            yield "start, all", stepped(program.start())
            yield "start, none", program.start(pause_at=[]).value
            yield "feed", fermata.Session(functions=functions, types=[cls], pool=pool).feed(code).value
        yield "start", stepped(program.start(pause_at=["take", "atake"]))
        yield "start, bare", bare.start().value
        yield "run_async", asyncio.run(program.run_async()).value
        yield "start_async", asyncio.run(program.start_async(pause_at=["take", "atake"])).value
        session = fermata.Session(functions=functions, types=[cls], pool=pool)
        yield "feed_async", asyncio.run(session.feed_async(code, pause_at=["take", "atake"])).value
        yield "feed, paused", fermata.Session(functions=functions, types=[cls], pool=pool).feed(code, pause_at=None).value

        later = fermata.Program(f"wait()\n{code}", functions=["wait", *bare_stubs()], types=[cls], pool=pool)
        yield "resume", later.start().resume(None).value
        yield "throw", fermata.Program(
            f"try: wait()\nexcept OSError: pass\n{code}", functions=["wait", *bare_stubs()], types=[cls], pool=pool
        ).start().throw(OSError()).value
        state = later.start().save()
        yield "load", fermata.load(state, functions=["wait", *functions], types=[cls], pool=pool, pause_at=None).resume(None).value
        performed = fermata.Program(
            f"wait()\n{code}", functions={"wait": lambda: None, "take": take, "atake": atake}, types=[cls], pool=pool
        ).start(pause_at=["wait", "take", "atake"])
        yield "perform", performed.perform().value
        limited = fermata.Program(f"for i in range(1000): pass\n{code}", functions=bare_stubs(), types=[cls], pool=pool)
        yield "more", limited.start(limits=fermata.Limits(steps=100)).resume(more=fermata.Limits(steps=100_000)).value

    @each
    def test_at_a_call(self, cls, text, error, told, pool):
        for call in (f"take({text})", f"take([{{'a': {text}}}])", f"await atake(value={text})"):
            code = CAUGHT.replace("CALL", call).replace("ERROR", error)
            for way, value in self.ways(code, cls, pool):
                with self.subTest(way=way, call=call):
                    self.assertEqual(value, told)

    @each
    def test_at_a_method_of_a_handle(self, cls, text, error, told, pool):
        code = CAUGHT.replace("CALL", f"shelf.put({text})").replace("ERROR", error)
        program = fermata.Program(code, inputs=["shelf"], types=[cls, SHELF], pool=pool)
        inputs = {"shelf": SHELF(Shelf(), "s")}
        self.assertEqual([program.run(inputs).value, program.start(inputs).value], [told] * 2)

    @each
    def test_several_at_once(self, cls, text, error, told, pool):
        code = f"import asyncio\n[str(x)[:5] for x in await asyncio.gather(atake({text}), atake(1), return_exceptions=True)]"
        step = fermata.Program(code, functions=["async def atake(value): ..."], types=[cls], pool=pool).start()
        self.assertEqual([call.args for call in step.calls_pending], [(1,)])
        self.assertEqual(step.resume("taken").value[1], "taken")

    @each
    def test_nobody_catches_it(self, cls, text, error, told, pool):
        step = fermata.Program(f"take({text})", functions=["take"], types=[cls], pool=pool).start()
        self.assertEqual((step.status, step.error.type), ("raised", told))
        self.assertEqual(type(step.error.__cause__).__name__, told)

    @each
    def test_as_the_value(self, cls, text, error, told, pool):
        program = fermata.Program(f"print('hello')\n[{text}]", types=[cls], pool=pool)
        step = program.start()
        self.assertEqual((step.status, step.stdout), ("done", "hello\n"))
        self.assertIn("size=-1", repr(step))
        self.assertEqual(step.to_dict()["value"][0].fields["size"], -1)
        session = fermata.Session(types=[cls], pool=pool)
        for way in (
            lambda: step.value,
            step.exact,
            program.run,
            lambda: asyncio.run(program.run_async()),
            lambda: session.feed(f"x = {text}\nx").value,
            lambda: session.feed("x").value,
        ):
            with self.assertRaises(fermata.CrossingError) as raised:
                way()
            self.assertIn(told, str(raised.exception))
            self.assertEqual(type(raised.exception.__cause__).__name__, told)
        self.assertEqual(session.feed("x.size").value, -1)
        with self.assertRaises(fermata.CrossingError):
            fermata.load(step.save(), types=[cls], pool=pool).value  # noqa: B018
        loaded = fermata.load(step.save(), pool=pool)
        self.assertEqual(loaded.value[0].fields["size"], -1)  # a Record: it has no class here

    @each
    def test_in_an_exception(self, cls, text, error, told, pool):
        step = fermata.Program(f"error = ValueError({text})\nerror.more = {text}\nraise error", types=[cls], pool=pool).start()
        self.assertEqual((step.error.type, step.error.args[0] and step.status), ("ValueError", "raised"))
        with self.assertRaises(fermata.RuntimeError):
            step.value

    @each
    def test_in_a_sandbox_of_the_code_interpreter(self, cls, text, error, told, pool):
        from fermata.code_interpreter import Sandbox

        with contextlib.suppress(fermata.JailError), Sandbox.create(functions=[take], types=[cls]) as sandbox:
            self.assertEqual(sandbox.run_code(f"x = {text}\nx").error.name, "CrossingError")
            self.assertEqual(sandbox.run_code("take(x)").error.name, told)

    def in_a_store(self, cls, programs, jail, tool=take, policy=None):
        """The runs, after a worker has done what can be done."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        store = fermata.Store(os.path.join(folder.name, "r.db"), types=[cls], functions=[tool])
        self.addCleanup(store.close)
        runs = [store.submit(program) for program in programs]
        fermata.Worker(store, [tool], jail=jail, policy=policy).drain()
        for look in (store.calls_pending, store.approvals, *(run.calls for run in runs), *(run.history for run in runs)):
            look()
        self.assertEqual(store.check(), [])
        return runs

    @each
    def test_in_a_store(self, cls, text, error, told, pool):
        code = CAUGHT.replace("CALL", f"take({text})").replace("ERROR", error)
        programs = [code, f"[{text}]", f"raise ValueError({text})", f"nobody({text})"]
        run, given, raising, waiting = self.in_a_store(cls, programs, jail=pool is not None)
        self.assertEqual(run.result(9), told)
        with self.assertRaises(fermata.CrossingError) as raised:
            given.result(9)
        self.assertEqual(type(raised.exception.__cause__).__name__, told)
        with self.assertRaises(fermata.RuntimeError) as raised:
            raising.result(9)
        self.assertEqual(raised.exception.type, "ValueError")
        self.assertEqual(waiting.status, "waiting")

    @each
    def test_in_a_store_nobody_is_asked_about_it(self, cls, text, error, told, pool):
        seen = []
        for name, options in (("asked", {"tool": asked}), ("take", {"policy": lambda call: seen.append(call) or fermata.Allow()})):
            code = CAUGHT.replace("CALL", f"{name}({text})").replace("ERROR", error)
            (run,) = self.in_a_store(cls, [code], pool is not None, **options)
            self.assertEqual((run.result(9), seen), (told, []))

    def test_a_refusal_that_can_not_be_shown(self):
        step = fermata.Program("Silent(-1)", types=[Silent]).start()
        self.assertIsInstance(step, fermata.Done)
        with self.assertRaises(fermata.CrossingError) as raised:
            step.value
        self.assertIn("Odd", str(raised.exception))


def bare_stubs():
    return ["take", "async def atake(value): ..."]


if __name__ == "__main__":
    unittest.main()
