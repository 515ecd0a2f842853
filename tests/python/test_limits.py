"""What is used up: said, added to, and counted by the wall clock when that is wanted."""

import asyncio
import copy
import json
import pickle
import time
import unittest

import fermata
from fermata._core import drive_now
from fermata.safe_exec import SafeExec

LOOP = "total = 0\nfor i in range(10_000):\n    total += i\ntotal"


class BadText(unittest.TestCase):
    def test_what_is_malformed_costs_more(self):
        bad = {
            "b'\\xff'": [("utf-8", each) for each in ("ignore", "replace", "backslashreplace", "surrogateescape")]
            + [("ascii", "ignore"), ("utf-16", "ignore"), ("utf-32", "ignore")],
            "'\\udc80'": [("ascii", each) for each in ("ignore", "xmlcharrefreplace", "namereplace", "surrogateescape")]
            + [("utf-8", "backslashreplace"), ("utf-16", "replace")],
        }
        for text, ways in bad.items():
            for codec, handler in ways:
                call = f"(s := {text} * 400_000).{'decode' if text[0] == 'b' else 'encode'}({codec!r}, {handler!r})"
                steps = fermata.Program(f"n = len({call})").start().spent.steps
                self.assertGreater(steps, 90_000, (codec, handler))


class UsedUp(unittest.TestCase):
    def exhausted(self, code=LOOP, **limits):
        step = fermata.Program(code).start(limits=fermata.Limits(**limits))
        self.assertIsInstance(step, fermata.Exhausted)
        return step

    def test_the_same_limits_are_refused(self):
        step = self.exhausted(steps=5_000)
        for again in (step, fermata.load(step.save()), fermata.load(step.save(), limits=fermata.Limits(steps=5_000))):
            for options in ({}, {"limits": fermata.Limits(steps=5_000)}, {"limits": fermata.Limits(steps=10)}):
                with self.assertRaisesRegex(
                    fermata.UsageError, r"the limit of steps is used up: \d+ of 5000 are spent; give a higher one, or more=Limits"
                ):
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

    def test_a_state_with_more_than_python_gives(self):
        state = json.loads(fermata.Program("f()", functions=["f"]).start().save("json"))
        state["limits"]["wall_ms"] = 2**64 - 1
        self.assertEqual(fermata.load(json.dumps(state)).session.limits.wall_ms, 2**63 - 1)

    def in_pieces(self, code, piece, most, **limits):
        """The result, and how often there was more of the limit."""
        step = fermata.Program(code).start(limits=fermata.Limits(**limits, **piece))
        stops = 0
        while isinstance(step, fermata.Exhausted) and stops < most:
            stops += 1
            step = step.resume(more=fermata.Limits(**piece))
        self.assertIsInstance(step, fermata.Done, f"after {stops} times: {step}")
        return step, stops

    def test_a_native_that_is_cut_short_gets_on(self):
        # It starts over each time, so not before there is twice what wasn't enough the last time.
        for code in (
            "import json\nd = [{'a': i} for i in range(20000)]\nlen(json.dumps(d))",
            "import json\ns = '[' + '1,' * 400000 + '1]'\nlen(json.loads(s))",
            "import re\nlen(re.sub('a', 'b', 'ab' * 100000))",
            "import re\nre.search(r'(x+x+)+y', 'x' * 17) is None and 5",
            "x = list(range(400000))\nx == x[:]",
            "x = list(range(300000, 0, -1))\nsorted(x)[0]",
            "s = 'abc' * 300000\n'x' in s or 5",
        ):
            with self.subTest(code):
                whole = fermata.Program(code).start()
                piece = whole.spent.steps // 12
                step, stops = self.in_pieces(code, {"steps": piece}, 80)
                self.assertEqual(step.value, whole.value)
                self.assertLess(step.spent.steps, 4 * whole.spent.steps)

    def test_others_run_up_to_the_limit(self):
        # Many natives, of which some are cut short: no piece is kept back for long.
        code = "x = list(range(3000, 0, -1))\nfor i in range(300): sorted(x)"
        whole = fermata.Program(code).start().spent.steps
        step, stops = self.in_pieces(code, {"steps": whole // 100}, 400)
        self.assertLess(stops, 250)
        self.assertLess(step.spent.steps, 2 * whole)

    def test_what_a_native_made_in_vain_is_given_back(self):
        made = (
            "list(range(200000))",
            "sorted(range(60000))",
            "set(range(100000))",
            "tuple(range(200000))",
            "dict.fromkeys(range(100000))",
            "[*range(200000)]",
            "list(bytes(200000))",
            "'x'.join(map(str, range(50000)))",
            "bytes(range(256)) * 4000",
            "collections.deque(range(200000))",
            "'ab ' * 400000",
            "('a,' * 50000).split(',')",
            "json.dumps(list(range(50000)))",
            "json.loads('[' + '1, ' * 50000 + '1]')",
            "re.findall('a', 'a' * 30000)",
            "re.sub('a', 'b', 'ab' * 30000)",
            "repr(list(range(50000)))",
            "heapq.nlargest(50000, range(100000))",
            "hex(9 ** 200000)",
            "bytearray(200000) + b'x'",
        )
        for code in made:
            with self.subTest(code):
                code = f"import collections, heapq, json, re\nlen({code})"
                step, _ = self.in_pieces(code, {"steps": 500}, 3000, heap_bytes=16 << 20)
                self.assertEqual(step.value, fermata.Program(code).start().value)

    def test_what_more_does_not_name_stays_as_it_was(self):
        step = self.exhausted(steps=5_000)
        for more in (
            fermata.Limits(time_ms=1),
            fermata.Limits(),
            copy.deepcopy(fermata.Limits(time_ms=1)),
            pickle.loads(pickle.dumps(fermata.Limits(time_ms=1))),
        ):
            with self.assertRaisesRegex(fermata.UsageError, "the limit of steps is used up"):
                step.resume(more=more)
            self.assertEqual(step.session.limits, fermata.Limits(steps=5_000))
        given = fermata.Limits().time_ms  # a default that is given is given
        self.assertEqual(
            step.resume(more=fermata.Limits(10**6, given)).session.limits,
            fermata.Limits(steps=step.spent.steps + 10**6, time_ms=2 * given),
        )
        step = self.exhausted("x = []\nwhile True: x.append(bytes(1000))", heap_bytes=1 << 20)
        with self.assertRaisesRegex(fermata.UsageError, "the limit of heap_bytes is used up"):
            step.resume(more=fermata.Limits(steps=10))
        with self.assertRaisesRegex(TypeError, "more must be a fermata.Limits, not 'int'"):
            step.resume(more=5)

    def test_throwing_with_more(self):
        code = "try:\n    while True: pass\nexcept TimeoutError:\n    result = sum(range(100))"
        for load in (False, True):
            step = self.exhausted(code, steps=5_000)
            step = fermata.load(step.save()) if load else step
            with self.assertRaisesRegex(fermata.UsageError, "the limit of steps is used up"):
                step.throw(TimeoutError(), more=fermata.Limits(time_ms=5))
            with self.assertRaises(fermata.UsageError):
                step.throw(TimeoutError(), more=fermata.Limits(steps=5), limits=fermata.Limits())
            self.assertEqual(step.throw(TimeoutError(), more=fermata.Limits(steps=5_000)).value, 4950)
        self.assertEqual(self.exhausted(code, steps=5_000).throw(TimeoutError(), limits=fermata.Limits()).value, 4950)

    def test_an_interrupt_needs_nothing(self):
        session = fermata.Session()
        session.interrupt()
        step = session.feed("for i in range(100_000): pass\n2")
        self.assertEqual((step.limit, step.resume().value), ("interrupt", 2))


class Heap(unittest.TestCase):
    def test_a_request_that_does_not_fit_is_the_programs_to_catch(self):
        step = fermata.Program("try: bytes(10**9)\nexcept MemoryError: r = 'caught'\nr").start(limits=fermata.Limits(heap_bytes=8 << 20))
        self.assertEqual(step.value, "caught")
        # What was freed is given back before a large request is refused.
        step = fermata.Program(
            "for i in range(400):\n    x = bytes(3_000_000 + i * 500)\n    x = None\n    if i % 20 == 0: y = bytes(50_000_000); y = None\ni"
        ).start(limits=fermata.Limits(heap_bytes=64 << 20))
        self.assertEqual(step.value, 399)
        step = fermata.Program("bytes(10**9)").start(limits=fermata.Limits(heap_bytes=8 << 20))
        self.assertEqual(str(step.error), "MemoryError. The limit of heap_bytes is 8388608 (program.py, line 1)")


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

    def test_waiting_ends_with_it(self):
        # (Without that these would wait for an hour.)
        async def forever():
            await asyncio.sleep(3600)

        limits = fermata.Limits(wall_ms=30)
        for code in (
            "import time\ntime.sleep(3600)\n1",
            "import asyncio\nawait asyncio.sleep(3600)\n1",
            "import asyncio\nawait asyncio.gather(forever(), asyncio.sleep(3600))\n1",
        ):
            program = fermata.Program(code, functions=[forever])
            session = fermata.Session(functions=[forever], limits=limits)
            for run in (
                lambda: program.run(limits=limits),
                lambda: asyncio.run(program.run_async(limits=limits)),
                lambda: asyncio.run(program.start(limits=limits, pause_at=[]).run_async()).value,
                lambda: session.feed(code).value,
                lambda: drive_now(program.start(limits=limits), lambda call: None)[0].value
                if "gather" not in code
                else program.run(limits=limits),
            ):
                with self.subTest(code=code), self.assertRaises(fermata.LimitError) as caught:
                    run()
                step = caught.exception.step
                self.assertEqual((step.limit, step.session.step.limit), ("wall_ms", "wall_ms"))
                self.assertGreaterEqual(step.spent.wall_ns, 30_000_000)
                with self.assertRaisesRegex(fermata.UsageError, "the limit of wall_ms is used up"):
                    step.resume()
            # What it waited for it still waits for: with more time, and in a state.
            state = step.save()
            self.assertIsInstance(fermata.load(state), fermata.Paused)
            again = step.resume(more=fermata.Limits(wall_ms=60_000))
            self.assertIsInstance(again, fermata.Paused)
            answers = {call.id: None for call in again.calls_pending}
            self.assertEqual(again.resume(answers=answers).value, 1)

    def test_a_function_that_took_too_long_is_noticed_when_it_returns(self):
        def slow():
            time.sleep(0.03)

        async def slow_async():
            time.sleep(0.03)

        for code in ("slow()", "await slow_async()"):
            step = fermata.Program(code, functions=[slow, slow_async]).start(limits=fermata.Limits(wall_ms=20), pause_at=[])
            if isinstance(step, fermata.Paused):
                step = asyncio.run(step.run_async())
            self.assertEqual(step.limit, "wall_ms")
            again = fermata.load(step.save(), limits=fermata.Limits())
            self.assertEqual(again.resume().value, None)

    def test_what_waits_can_be_answered_or_thrown_out_of(self):
        code = "import time\ntry:\n    time.sleep(3600)\nexcept KeyError:\n    r = 'thrown'\nr"
        with self.assertRaises(fermata.LimitError) as caught:
            fermata.Program(code).run(limits=fermata.Limits(wall_ms=10))
        step = caught.exception.step.resume(limits=fermata.Limits())
        self.assertEqual(step.throw(KeyError()).value, "thrown")
        with self.assertRaises(fermata.LimitError) as caught:
            fermata.Program(code).run(limits=fermata.Limits(wall_ms=10))
        caught.exception.step.session.abandon()
        self.assertEqual(caught.exception.step.session.step.error.type, "KeyboardInterrupt")

    def test_a_run_that_comes_back_where_only_timers_are_left(self):
        async def quick():
            return 5

        code = "import asyncio\nn = await quick()\nawait asyncio.sleep(3600)\nn + await quick()"
        step = asyncio.run(fermata.Program(code, functions=[quick]).start(pause_at=[]).run_async(sleep=False))
        self.assertEqual([call.kind for call in step.calls_pending], ["timer"])
        step = fermata.load(step.save(), functions=[quick])
        self.assertEqual(asyncio.run(step.run_async(sleep=False)).due, step.due)
        step = step.resume({step.call.id: None})
        self.assertEqual(asyncio.run(step.run_async(sleep=False)).value, 10)

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


FULL = """
import os, sqlite3

def told(act):
    try:
        return act()
    except (OSError, sqlite3.Error) as e:
        return f"{type(e).__name__}: {e}"

def write(name, count, mode="wb"):
    with open(name, mode, 0) as file:
        return file.write(b"x" * count)

out = []
"""


class FullDisk(unittest.TestCase):
    """Files have a limit of their own."""

    NO_SPACE = "OSError: [Errno 28] No space left on device"

    def ran(self, code, most=100_000, **options):
        return fermata.Program(FULL + code + "\nout").run(limits=fermata.Limits(file_bytes=most), **options).value

    def test_writing_more(self):
        code = """
out += [write("a", 60_000), told(lambda: write("b", 50_000)), os.path.getsize("b"), write("b", 40_000)]
out += [told(lambda: write("c", 1)), write("a", 60_000), told(lambda: write("a", 1, "ab")), os.path.getsize("a")]
out += [told(lambda: os.truncate("b", 40_001)), told(lambda: os.truncate("b", 2**62)), os.truncate("b", 0), write("c", 40_000)]
with open("c", "r+b", 0) as file:
    out += [file.write(b"y" * 40_000), told(lambda: file.write(b"y")), file.seek(10**15), told(lambda: file.write(b"y"))]
    file.seek(0)
    out.append(file.read() == b"y" * 40_000)
"""
        no = self.NO_SPACE
        named = no + ": 'b'"  # (truncate has a path)
        self.assertEqual(
            self.ran(code), [60_000, no, 0, 40_000, no, 60_000, no, 60_000, named, named, None, 40_000, 40_000, no, 10**15, no, True]
        )

    def test_what_counts(self):
        code = """
write("a", 60_000)
os.link("a", "b")
os.makedirs("d/e")
os.rename("a", "d/e/a")
out += [write("c", 40_000)]
os.remove("c")
file = open("d/e/a", "rb")
os.remove("b")
os.remove("d/e/a")
out += [write("c", 50_000), len(file.read())]  # it ends with who has it open
file.close()
out += [write("c", 100_000), told(lambda: write("c", 100_001))]
for i in range(1_000):
    write("c", 90_000)
    os.remove("c")
reader, writer = os.pipe()
out.append(os.write(writer, b"x" * 200_000))  # no file
"""
        self.assertEqual(self.ran(code), [40_000, 50_000, 60_000, 100_000, self.NO_SPACE, 200_000])

    def test_what_is_left_is_told(self):
        code = """
import shutil
out += [shutil.disk_usage("/")[::2], write("a", 40_000), shutil.disk_usage("/").free, os.statvfs("/").f_blocks]
"""
        self.assertEqual(self.ran(code, 4096 * 100), [(409_600, 409_600), 40_000, 4096 * 90, 100])

    def test_given_files_count(self):
        code = 'out += [told(lambda: write("b", 50_000)), write("b", 40_000), told(lambda: write("given", 1, "ab"))]'
        self.assertEqual(self.ran(code, files={"given": b"x" * 60_000}), [self.NO_SPACE, 40_000, self.NO_SPACE])
        self.assertEqual(
            self.ran('out += [told(lambda: write("b", 1)), os.path.getsize("given")]', 10, files={"given": b"x" * 60}), [self.NO_SPACE, 60]
        )

    def test_a_database(self):
        code = """
db = sqlite3.connect("data.db")
db.execute("CREATE TABLE t (x)")
db.commit()
def fill(count):
    with db:
        db.execute("INSERT INTO t VALUES (zeroblob(?))", (count,))
out += [told(lambda: fill(10_000)), told(lambda: fill(100_000)), told(lambda: fill(10_000))]
out += [db.execute("SELECT count(*), sum(length(x)) FROM t").fetchone(), told(lambda: write("a", 80_000))]
db.execute("DELETE FROM t")
db.commit()
db.execute("VACUUM")
out += [write("a", 80_000), told(lambda: fill(30_000)), os.remove("a"), told(lambda: fill(30_000))]
"""
        full = "OperationalError: database or disk is full"
        self.assertEqual(self.ran(code), [None, full, None, (2, 20_000), self.NO_SPACE, 80_000, full, None, None])
        self.assertEqual(self.ran(code.replace("data.db", ":memory:").split("out +=")[0] + "fill(200_000)"), [])

    def test_files_that_grow_together(self):
        code = """
db = sqlite3.connect("main.db")
for i in range(5):
    db.execute(f"ATTACH 'other{i}.db' AS o{i}")
    db.execute(f"CREATE TABLE o{i}.t (x)")
db.commit()
def fill():
    with db:
        for i in range(5):
            db.execute(f"INSERT INTO o{i}.t VALUES (zeroblob(?))", (40_000,))
out += [told(fill), sum(os.path.getsize(name) for name in os.listdir() if name.endswith(".db")) <= 100_000]
"""
        self.assertEqual(self.ran(code), ["OperationalError: database or disk is full", True])

    def test_what_nobody_closes(self):
        code = """
import tempfile
for i in range(20):
    open("t", "wb").write(b"x" * 60_000)
    os.remove("t")
    tempfile.TemporaryFile().write(b"x" * 60_000)
out.append(write("a", 100_000))
"""
        self.assertEqual(self.ran(code), [100_000])

    def test_states_keep_it(self):
        code = 'write("a", 60_000)\nask()\nout += [told(lambda: write("b", 50_000)), told(lambda: write("b", 40_000))]'
        step = fermata.Program(FULL + code + "\nout", functions=["ask"]).start(limits=fermata.Limits(file_bytes=100_000))
        for state in (step.save(), step.save("json")):
            again = fermata.load(state)
            self.assertEqual(again.session.limits.file_bytes, 100_000)
            self.assertEqual(again.resume(None).value, [self.NO_SPACE, 40_000])
        tighter = fermata.load(step.save(), limits=fermata.Limits(file_bytes=70_000)).resume(None)
        self.assertEqual(tighter.value, [self.NO_SPACE, self.NO_SPACE])

    def test_none(self):
        self.assertEqual(self.ran('out += [write("a", 3_000_000)]', 0), [3_000_000])


if __name__ == "__main__":
    unittest.main()
