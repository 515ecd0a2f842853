"""What is used up: said, added to, and counted by the wall clock when that is wanted."""

import time
import unittest

import fermata
from fermata.safe_exec import SafeExec

LOOP = "total = 0\nfor i in range(10_000):\n    total += i\ntotal"


class UsedUp(unittest.TestCase):
    def exhausted(self, code=LOOP, **limits):
        step = fermata.Program(code).start(limits=fermata.Limits(**limits))
        self.assertIsInstance(step, fermata.Exhausted)
        return step

    def test_the_same_limits_are_refused(self):
        step = self.exhausted(steps=5_000)
        for again in (step, fermata.load(step.save()), fermata.load(step.save(), limits=fermata.Limits(steps=5_000))):
            for options in ({}, {"limits": fermata.Limits(steps=5_000)}, {"limits": fermata.Limits(steps=10)}):
                with self.assertRaisesRegex(fermata.UsageError, r"the limit of steps is used up: \d+ of 5000 are spent; give a higher one, or more=Limits"):
                    again.resume(**options)
        self.assertEqual(step.resume(limits=fermata.Limits(steps=1_000_000)).value, 49995000)

    def test_each_limit_says_so(self):
        for code, name, limits in (
            (LOOP, "steps", {"steps": 5_000}),
            ("while True: pass", "time_ms", {"time_ms": 5, "steps": 0}),
            ("while True: pass", "wall_ms", {"wall_ms": 5, "steps": 0}),
            ("print('x' * 100)\nprint('x' * 100)", "output_bytes", {"output_bytes": 150}),
            ("x = []\nwhile True: x.append(bytes(1000))", "heap_bytes", {"heap_bytes": 1 << 20}),
        ):
            with self.subTest(limit=name):
                step = self.exhausted(code, **limits)
                self.assertEqual(step.limit, name)
                with self.assertRaisesRegex(fermata.UsageError, f"the limit of {name} is used up"):
                    step.resume(limits=fermata.Limits(**limits))
                with self.assertRaisesRegex(fermata.UsageError, f"the limit of {name} is used up"):
                    step.resume()

    def test_more(self):
        step = self.exhausted(steps=5_000)
        stops = 0
        while isinstance(step, fermata.Exhausted):
            stops += 1
            before = step.session.limits
            step = step.resume(more=fermata.Limits(steps=1_000))
            self.assertGreaterEqual(step.session.limits.steps, before.steps + 1_000)
            self.assertEqual(step.session.limits.time_ms, before.time_ms)
        self.assertEqual(step.value, 49995000)
        self.assertGreater(stops, 2)
        step = self.exhausted(steps=5_000).resume(more=fermata.Limits(steps=100_000, time_ms=77))
        self.assertEqual((step.value, step.session.limits.time_ms), (49995000, fermata.Limits().time_ms + 77))
        self.assertEqual(self.exhausted(steps=5_000).resume(more=fermata.Limits(steps=0)).value, 49995000)
        with self.assertRaises(fermata.UsageError):
            self.exhausted(steps=5_000).resume(limits=fermata.Limits(), more=fermata.Limits())

    def test_an_interrupt_needs_nothing(self):
        session = fermata.Session()
        session.interrupt()
        step = session.feed("for i in range(100_000): pass\n2")
        self.assertEqual((step.limit, step.resume().value), ("interrupt", 2))


class WallClock(unittest.TestCase):
    def test_host_time_counts_when_it_is_asked_for(self):
        def slow():
            time.sleep(0.05)

        program = fermata.Program("slow()\nfor i in range(100_000): pass\n1", functions=[slow])
        self.assertEqual(program.run(limits=fermata.Limits(time_ms=2_000)).value, 1)
        with self.assertRaises(fermata.LimitError) as caught:
            program.run(limits=fermata.Limits(wall_ms=40))
        self.assertEqual(caught.exception.limit, "wall_ms")
        step = caught.exception.step
        self.assertGreaterEqual(step.spent.wall_ns, 50_000_000)
        self.assertLess(step.spent.time_ns, step.spent.wall_ns)
        self.assertEqual(step.resume(more=fermata.Limits(wall_ms=60_000)).value, 1)

    def test_a_state_that_rests_spends_nothing(self):
        step = fermata.Program("ask()\nfor i in range(100_000): pass\n1", functions=["ask"]).start(limits=fermata.Limits(wall_ms=30_000))
        state, spent = step.save(), step.spent.wall_ns
        time.sleep(0.02)
        self.assertEqual(fermata.load(state).spent.wall_ns, spent)
        self.assertGreaterEqual(step.resume().spent.wall_ns, spent + 20_000_000)

    def test_safe_exec(self):
        def slow():
            time.sleep(0.3)

        code = "slow()\nresult = sum(range(100_000))"
        self.assertEqual(SafeExec(code, external_functions=[slow], timeout=0.25).run(), sum(range(100_000)))
        with self.assertRaises(fermata.LimitError) as caught:
            SafeExec(code, external_functions=[slow], timeout=0.25, count_host_time=True).run()
        self.assertEqual(caught.exception.limit, "wall_ms")


if __name__ == "__main__":
    unittest.main()
