"""perform() and perform_async(): a call is made once, its answer is never lost, and what the host gets wrong is reported to the host."""

import asyncio
import dataclasses
import datetime
import json
import pickle
import unittest
import uuid
from decimal import Decimal

import fermata
from fermata._core import drive_now


def refund(order: str, amount: int, *, reason: str = "") -> str:
    return f"{order}: {amount} {reason}"


def tally(first, *rest, **more):
    return [first, rest, more]


@dataclasses.dataclass
class Line:
    price: Decimal


class Performing(unittest.TestCase):
    def waits(self, code, *functions, **options):
        return fermata.Program(code, functions=functions or [refund, tally], **options).start()

    def test_arguments_by_name(self):
        cases = {
            "refund('a', 5)": {"order": "a", "amount": 5},
            "refund('a', amount=5, reason='x')": {"order": "a", "amount": 5, "reason": "x"},
            "tally(1, 2, 3, x=4)": {"first": 1, "rest": (2, 3), "x": 4},
        }
        for code, expected in cases.items():
            with self.subTest(code=code):
                self.assertEqual(self.waits(code).call.arguments, expected)
        self.assertEqual(fermata.Program("f(1, x=2)", functions=["f"]).start().call.arguments, {"0": 1, "x": 2})
        self.assertEqual(fermata.Program("f(1, 2)", functions=["def f(a, b): ..."]).start().call.arguments, {"a": 1, "b": 2})
        call = self.waits("refund('a', 5)").call
        self.assertEqual(pickle.loads(pickle.dumps(call)), call)

    def test_one_argument_is_changed_by_its_name(self):
        for code in ("refund('a', 5, reason='x')", "refund(order='a', amount=5, reason='x')"):
            self.assertEqual(self.waits(code).perform(amount=3).value, "a: 3 x")
        self.assertEqual(self.waits("refund('a', 5)").perform(reason="late").value, "a: 5 late")
        self.assertEqual(self.waits("refund('a', 5)").perform("b", 6).value, "b: 6 ")
        self.assertEqual(self.waits("tally(1, 2, x=3)").perform(y=4).value, [1, (2,), {"x": 3, "y": 4}])

    def test_parameters_that_are_named_as_those_of_perform(self):
        def find(id, arguments=None, self=None):
            return [id, arguments, self]

        code = "find('a')"
        self.assertEqual(self.waits(code, find).perform(arguments={"id": "b"}).value, ["b", None, None])
        self.assertEqual(self.waits(code, find).perform(arguments={"id": "b", "arguments": 1}, self=2).value, ["b", 1, 2])
        self.assertEqual(asyncio.run(self.waits(code, find).perform_async(arguments={"id": "c"})).value, ["c", None, None])
        step = self.waits(code, find)
        self.assertEqual(step.perform(id=step.call.id).value, ["a", None, None])
        step = self.waits(code, find)
        for changes, message in (
            ({"id": "b"}, r"no call with id 'b' is pending; what find\(\) takes as its own `id` is changed with arguments=\{'id': …\}"),
            (
                {"arguments": 5},
                r"arguments must be a mapping from parameter names to values, not 'int'; find\(\)'s own parameter of that name is changed with",
            ),
            ({"arguments": {"self": 1}, "self": 2}, "'self' is given twice"),
            ({"arguments": {"other": 1}}, "unexpected keyword argument 'other'"),
        ):
            with self.assertRaisesRegex(fermata.UsageError, message):
                step.perform(**changes)
        self.assertEqual(step.perform(arguments={}).value, ["a", None, None])

    def test_edits_that_come_as_json(self):
        def book(
            amount: Decimal, day: datetime.date, at: datetime.datetime | None, key: uuid.UUID, items: list[Line], note: str | Decimal = ""
        ) -> str:
            return [amount, day, at, key, items, note]

        day, key = datetime.date(2026, 11, 22), uuid.UUID(int=5)
        edits = json.loads(
            json.dumps(
                {
                    "amount": "1.50",
                    "day": "2026-11-23",
                    "at": "2026-11-23T10:00:00+00:00",
                    "key": str(key),
                    "items": [{"price": "2"}],
                    "note": "3",
                }
            )
        )
        wanted = [
            Decimal("1.50"),
            datetime.date(2026, 11, 23),
            datetime.datetime(2026, 11, 23, 10, tzinfo=datetime.timezone.utc),
            key,
            [Line(Decimal(2))],
            "3",
        ]
        at_call = fermata.Program(
            "book(1, today, None, key, [])", functions=[book], inputs=["today", "key"], types=[Line], check_types=True
        )
        step = at_call.start({"today": day, "key": key})
        for edit, message in (
            ({"amount": "five"}, "'amount' must be Decimal, not 'five'"),
            ({"amount": "NaN"}, "must be Decimal, not 'NaN'"),
            ({"day": "2026-13-01"}, "must be datetime.date, not '2026-13-01'"),
            ({"key": "x"}, "must be UUID, not 'x'"),
            ({"items": [{"price": "x"}]}, "must be Decimal, not 'x'"),
        ):
            with self.assertRaisesRegex(fermata.UsageError, message):
                step.perform(**edit)
        self.assertEqual(step.perform(**edits).value, wanted)

    def test_changes_that_do_not_fit_are_told_to_the_host(self):
        step = self.waits("refund('a', 5)", check_types=True)
        for args, kwargs, message in (
            ((), {"amnt": 5}, "unexpected keyword argument 'amnt'"),
            (("a",), {}, "missing 1 required positional argument: 'amount'"),
            (("a", 5), {"amount": 6}, "multiple values for argument 'amount'"),
            ((), {"amount": "five"}, "'amount' must be int, not str"),
        ):
            with self.assertRaisesRegex(fermata.UsageError, message):
                step.perform(*args, **kwargs)
            with self.assertRaisesRegex(fermata.UsageError, message):
                asyncio.run(step.perform_async(*args, **kwargs))
        self.assertEqual(step.perform(amount=4).value, "a: 4 ")
        # The program's own mistake stays the program's.
        self.assertIsInstance(self.waits("refund(5)"), fermata.Raised)

    def test_methods_of_handles(self):
        class Inbox:
            def read(self, number: int, *, mark: bool = False) -> str:
                return f"mail {number} {mark}"

            @staticmethod
            def sort(by):
                return by

            size = 7

        by_class = fermata.HandleType.from_class(Inbox, methods=["read", "sort"], attributes=["size"])
        for kind in (by_class, fermata.HandleType("Inbox", methods=["read", "sort"], attributes=["size"])):
            box = kind(Inbox(), "main")

            def waits(code):
                return fermata.Program(code, inputs=["box"], types=[kind]).start({"box": box})

            step = waits("box.read(1)")
            self.assertEqual(step.call.arguments, {"self": box.object, "number": 1})
            for args, kwargs, message in (
                ((2,), {}, "its first argument"),
                ((2, 3), {}, "its first argument"),
                ((box.object,), {}, r"Inbox.read\(\) missing 1 required positional argument: 'number'"),
                ((box.object, 1, 2), {}, "takes 2 positional arguments but 3 were given"),
                ((), {"page": 2}, "unexpected keyword argument 'page'"),
            ):
                with self.assertRaisesRegex(fermata.UsageError, message):
                    step.perform(*args, **kwargs)
            self.assertEqual(step.perform(number=2, mark=True).value, "mail 2 True")
            self.assertEqual(waits("box.read(1)").perform(box.object, 3).value, "mail 3 False")
            self.assertEqual(waits("box.sort('age')").perform(by="name").value, "name")
            with self.assertRaisesRegex(fermata.UsageError, r"Inbox.size\(\) takes 1 positional argument but 2"):
                waits("box.size").perform(box.object, 1)
            state = waits("box.read(1)").save()
            self.assertEqual(fermata.load(state, types=[kind], handles={"main": Inbox()}).perform(number=2).value, "mail 2 False")
            # The program's own mistake stays the program's.
            self.assertEqual(
                str(waits("box.read()").error),
                "TypeError: Inbox.read() missing 1 required positional argument: 'number' (program.py, line 1)",
            )
        self.assertEqual(fermata.load(state).call.arguments["1"], 1)

    def test_a_handle_without_its_object_is_told_to_the_host(self):
        shop_type = fermata.HandleType("Shop", methods=["find"], asynchronous=["fetch"])

        class Shop:
            def find(self, what):
                return what.upper()

            async def fetch(self, what):
                return what.upper()

        for code in ("shop.find('x')", "await shop.fetch('x')"):
            step = fermata.Program(code, inputs=["shop"], types=[shop_type]).start({"shop": shop_type(Shop(), "main")})
            with self.assertRaisesRegex(fermata.StateError, "no object for the handle 'main'"):
                fermata.load(step.save(), types=[shop_type])
            again = fermata.load(step.save(), types=[shop_type], handles={"main": Shop()})
            self.assertEqual(asyncio.run(again.perform_async()).value, "X")
            # Later in the program.
            step = fermata.Program("ask()\n" + code, inputs=["shop"], functions=["ask"], types=[shop_type]).start(
                {"shop": shop_type(Shop(), "main")}
            )
            waiting = fermata.load(step.save(), types=[shop_type]).resume()
            for perform in (waiting.perform_async, lambda: waiting.run_async(pause_at=[])):
                with self.assertRaisesRegex(fermata.UsageError, "no object for the handle 'main': load the state with handles="):
                    asyncio.run(perform())
            self.assertTrue(waiting.current)
        # Where the program comes to the call without a stop.
        step = fermata.Program("ask()\nshop.find('x')", inputs=["shop"], functions=["ask"], types=[shop_type]).start(
            {"shop": shop_type(Shop(), "main")}
        )
        waiting = fermata.load(step.save(), types=[shop_type], pause_at=[])
        with self.assertRaisesRegex(fermata.UsageError, "no object for the handle 'main'"):
            waiting.resume()
        self.assertEqual(waiting.session.step.call.function, "Shop.find")

    def test_timers(self):
        noon = fermata.SteppingClock(__import__("datetime").datetime(2026, 11, 22, 12))
        step = fermata.Program("import time\ntime.sleep(60)\n'awake'").start(clock=noon)
        self.assertRegex(str(step.call), r"^timer, due 2026-11-22 12:01:00 UTC$")
        for refused in (step.perform, lambda: asyncio.run(step.perform_async()), lambda: step.resume("x"), step.resume):
            with self.assertRaisesRegex(fermata.UsageError, "due 2026-11-22 12:01:00 UTC"):
                refused()
        self.assertEqual(step.resume({step.call.id: None}).value, "awake")
        self.assertIn("timer", str(fermata.Program("import time\ntime.sleep(9e9)").start().call))


class AtTheSameTime(unittest.TestCase):
    CODE = "import asyncio\nawait asyncio.gather(*[pay(n) for n in range(3)])"

    def setUp(self):
        self.paid, self.gate = [], None

    async def pay(self, n):
        self.paid.append(n)
        await asyncio.sleep(0.01 * (3 - n))
        return n * 10

    def start(self):
        return fermata.Program(self.CODE, functions={"pay": self.pay}).start()

    def test_no_answer_is_lost(self):
        step = self.start()

        async def main():
            return await asyncio.gather(*[step.perform_async(id=call.id) for call in step.calls_pending])

        steps = asyncio.run(main())
        self.assertEqual((step.session.step.value, self.paid), ([0, 10, 20], [0, 1, 2]))
        self.assertEqual(sorted(type(each).__name__ for each in steps), ["Done", "Paused", "Paused"])

    def test_a_call_is_performed_once(self):
        step = self.start()
        first = step.calls_pending[0].id

        async def main():
            task = asyncio.ensure_future(step.perform_async(id=first))
            await asyncio.sleep(0)
            for refused in (
                lambda: step.perform_async(id=first),
                lambda: step.run_async(pause_at=[]),
            ):
                with self.assertRaisesRegex(fermata.UsageError, "being performed"):
                    await refused()
            for refused in (lambda: step.resume(answers={first: 1}), lambda: step.throw(KeyError(), id=first)):
                with self.assertRaisesRegex(fermata.UsageError, "being performed"):
                    refused()
            second = step.resume(answers={step.calls_pending[1].id: 11})  # others may be answered meanwhile
            self.assertEqual(len(second.calls_pending), 2)
            return await task

        later = asyncio.run(main())
        self.assertEqual((later.resume(22).value, self.paid), ([0, 11, 22], [0]))

    def test_the_program_gave_the_call_up(self):
        code = "import asyncio\ntry: await asyncio.gather(pay(0), ask())\nexcept ValueError: pass\nfor t in asyncio.all_tasks() - {asyncio.current_task()}: t.cancel()\nawait asyncio.sleep(0)\n'end'"
        step = fermata.Program(code, functions={"pay": self.pay, "ask": "async def ask(): ..."}).start()
        pay, ask = step.calls_pending

        async def main():
            task = asyncio.ensure_future(step.perform_async(id=pay.id))
            await asyncio.sleep(0)
            step.throw(ValueError("no"), id=ask.id)
            return await task

        self.assertEqual(asyncio.run(main()).value, "end")

    def test_a_cancelled_task_leaves_the_call_pending(self):
        step = self.start()
        first = step.calls_pending[0].id

        async def main():
            with self.assertRaises(asyncio.TimeoutError):
                await asyncio.wait_for(step.perform_async(id=first), 0)
            return await step.run_async(pause_at=[])

        self.assertEqual(asyncio.run(main()).value, [0, 10, 20])


class CurrentCall(unittest.TestCase):
    """What a function can ask for the call that it answers."""

    CODE = "import asyncio\npay(1)\nawait asyncio.gather(later(2), later(3))\npay(4)"

    def test_each_way_to_call_sets_it(self):
        seen = []

        def pay(amount):
            call = fermata.current_call()
            seen.append((call.id, call.function, call.args, call.line))

        async def later(amount):
            await asyncio.sleep(0.01 / amount)
            pay(amount)

        async def by_hand(step):
            while isinstance(step, fermata.Paused):
                step = await step.perform_async(id=step.call.id)
            return step

        program = fermata.Program(self.CODE, functions=[pay, later])
        wanted = [(1, "pay", (1,), 2), (2, "later", (2,), 3), (3, "later", (3,), 3), (4, "pay", (4,), 4)]
        for run in (
            program.run,
            lambda: asyncio.run(program.run_async()),
            lambda: asyncio.run(program.start_async(pause_at=[])),
            lambda: asyncio.run(program.start(pause_at=[]).run_async()),
            lambda: asyncio.run(by_hand(program.start())),
            lambda: drive_now(program.start(), lambda call: pay(*call.args)),
        ):
            seen.clear()
            ended = run()
            self.assertEqual(sorted(seen), wanted)
            if not isinstance(ended, tuple):  # an audit is joined to what the functions did
                self.assertEqual(sorted((c.id, c.function, c.args, c.line) for c in ended.calls), wanted)
            self.assertRaises(fermata.UsageError, fermata.current_call)

    def test_a_context_for_tools_of_a_worker(self):
        keys = []

        def pay(amount):
            keys.append(fermata.context().idempotency_key)
            self.assertEqual(fermata.context(), (("", keys[-1], 1, "", None, "")))

        async def later(amount):
            await asyncio.sleep(0.01 / amount)
            await asyncio.to_thread(pay, amount)

        async def by_hand(step):
            while isinstance(step, fermata.Paused):
                step = await step.perform_async(id=step.call.id)

        program = fermata.Program(self.CODE, functions=[pay, later])
        for run in (
            program.run,
            lambda: fermata.Session(functions=[pay, later]).feed(self.CODE),
            lambda: asyncio.run(program.run_async()),
            lambda: asyncio.run(by_hand(program.start())),
            lambda: drive_now(program.start(), lambda call: pay(*call.args)),
        ):
            run()
            self.assertRaises(fermata.UsageError, fermata.context)
        self.assertEqual(len(set(keys)), 20)
        self.assertEqual(sorted(key.partition(":")[2] for key in keys[:4]), ["1", "2", "3", "4"])

    def test_within_others_threads_and_errors(self):
        seen = []

        def inner():
            seen.append(fermata.current_call().function)
            raise KeyError

        def outer(check):
            fermata.Program("try: inner()\nexcept KeyError: pass", functions=[inner]).run()
            seen.append(fermata.current_call().function)

        async def threaded(n: int):
            return await asyncio.to_thread(lambda: fermata.current_call().id)

        self.assertEqual(fermata.Program("outer(1)\nawait threaded(2)", functions=[outer, threaded], check_types=True).run().value, 2)
        self.assertEqual(seen, ["inner", "outer"])

    def test_a_call_that_is_made_again_has_its_id_again(self):
        ids = []
        state = fermata.Program("pay(1)\npay(2)", functions=["pay"]).start().resume().save()
        for _ in range(2):
            fermata.load(state, functions={"pay": lambda n: ids.append(fermata.current_call().id)}).perform()
        self.assertEqual(ids, [2, 2])


if __name__ == "__main__":
    unittest.main()
