"""What a host grants of time and randomness: clocks, zones, seeds and entropy."""

import asyncio
import datetime
import subprocess
import sys
import threading
import time
import unittest
import zoneinfo

import fermata

NOON = datetime.datetime(2026, 11, 22, 12, tzinfo=datetime.timezone.utc)
CHANCE = """
import random, secrets, uuid
from random import SystemRandom
ask()
parts = [random.random(), random.Random().random(), secrets.token_hex(20), secrets.token_bytes(3), secrets.randbelow(10**9), secrets.choice(range(10**9)),
         str(uuid.uuid4()), uuid.getnode(), SystemRandom().random(), SystemRandom().getrandbits(100), SystemRandom().randbytes(9)]
ask()
[*parts, random.random(), secrets.token_hex(), uuid.uuid4().hex, str(uuid.uuid1())[14:]]
"""


def value(code, **options):
    return fermata.Program(code).run(**options).value


class Chance(unittest.TestCase):
    def run_with_states(self, **options):
        step = fermata.Program(CHANCE, functions=["ask"]).start(**options)
        while isinstance(step, fermata.Paused):
            step = fermata.load(step.save()).resume()
        return step.value

    def test_nothing_repeats(self):
        program = fermata.Program(CHANCE, functions={"ask": lambda: None})
        for other in (program.run().value, self.run_with_states()):
            for one, two in zip(program.run().value, other):
                self.assertNotEqual(one, two)

    def test_a_state_that_is_resumed_twice_draws_new_secrets(self):
        state = fermata.Program("import secrets\nask()\nsecrets.token_hex()", functions=["ask"]).start().save()
        self.assertNotEqual(fermata.load(state).resume().value, fermata.load(state).resume().value)

    def test_with_a_seed_all_of_it_repeats(self):
        program = fermata.Program(CHANCE, functions={"ask": lambda: None})
        first = program.run(seed=7, clock=NOON).value
        self.assertEqual(program.run(seed=7, clock=NOON).value, first)
        self.assertEqual([a == b for a, b in zip(program.run(seed=8, clock=NOON).value, first)], [False] * len(first))
        self.assertEqual(self.run_with_states(seed=7, clock=NOON)[:-1], first[:-1])

    def test_a_state_keeps_its_seed_unless_it_gets_another(self):
        step = fermata.Program("import secrets\nask()\nsecrets.token_hex()", functions=["ask"]).start(seed=1)
        other = fermata.load(step.save(), seed=2).resume().value
        self.assertEqual(fermata.load(step.save()).resume().value, step.resume().value)
        self.assertNotEqual(other, step.session.step.value)

    def test_the_seed_that_a_state_has_does_not_begin_anew(self):
        program = fermata.Program(
            "import random, secrets\none = random.random(), secrets.token_hex()\nask()\n[one, random.Random().random(), secrets.token_hex()]",
            functions=["ask"],
        )
        whole = program.start(seed=3).resume().value
        self.assertEqual(fermata.load(program.start(seed=3).save(), seed=3).resume().value, whole)
        self.assertNotEqual(fermata.load(program.start(seed=3).save(), seed=4).resume().value, whole)

    def test_the_hosts_own_entropy(self):
        asked = []

        def entropy(count):
            asked.append(count)
            return bytes(range(count))

        code = "import secrets, random, uuid\n[secrets.token_bytes(4), str(uuid.uuid4()), random.SystemRandom().random() < 1]"
        self.assertEqual(value(code, entropy=entropy), [b"\0\1\2\3", "00010203-0405-4607-8809-0a0b0c0d0e0f", True])
        self.assertEqual(asked, [8, 4, 16, 7])
        for wrong in (lambda count: b"", lambda count: "x" * count):
            with self.assertRaises(fermata.UsageError):
                value(code, entropy=wrong)

        def broken(count):
            raise OSError("no entropy left")

        with self.assertRaisesRegex(OSError, "no entropy left"):
            value(code, entropy=broken)
        with self.assertRaises(fermata.UsageError):
            value("1", entropy=5)

    def test_much_of_it_is_bounded(self):
        step = fermata.Program("import secrets\nsecrets.token_bytes(10**12)").start()
        self.assertEqual(step.error.type, "MemoryError")


class Clocks(unittest.TestCase):
    def test_the_machines(self):
        before = time.time() - 0.002
        got = value(
            "import time, datetime\n[time.time(), time.time_ns() / 1e9, datetime.datetime.now().timestamp(), datetime.datetime.utcnow().timestamp()]"
        )
        for each in got:
            self.assertTrue(before <= each <= time.time() + 0.002, (before, each))
        for clock in "time", "perf_counter", "monotonic":  # how long something took is never 0
            self.assertTrue(
                value(f"from time import {clock} as now\ngot = [now() for _ in range(1000)]\nall(a < b for a, b in zip(got, got[1:]))")
            )
        self.assertEqual(value("import datetime\ndatetime.date.today()"), datetime.datetime.now(datetime.timezone.utc).date())

    def test_one_that_stands(self):
        code = """
import time, datetime
d = datetime.datetime
[time.time(), time.time_ns(), time.monotonic(), time.perf_counter(), time.process_time(), str(d.now()), str(d.now(datetime.timezone.utc)), str(d.today()),
 str(datetime.date.today()), str(d.utcnow()), time.strftime("%Y-%m-%d %H:%M:%S %Z"), time.ctime(), time.asctime(), tuple(time.gmtime()), time.localtime().tm_hour,
 str(d.now().astimezone())]
"""
        expected = [
            1795348800.0,
            1795348800 * 10**9,
            1795348800.0,
            1795348800.0,
            0.0,
            "2026-11-22 12:00:00",
            "2026-11-22 12:00:00+00:00",
            "2026-11-22 12:00:00",
            "2026-11-22",
            "2026-11-22 12:00:00",
            "2026-11-22 12:00:00 UTC",
            "Sun Nov 22 12:00:00 2026",
            "Sun Nov 22 12:00:00 2026",
            (2026, 11, 22, 12, 0, 0, 6, 326, 0),
            12,
            "2026-11-22 12:00:00+00:00",
        ]
        self.assertEqual(value(code, clock=NOON), expected)
        self.assertEqual(value(code, clock=NOON.replace(tzinfo=None)), expected)
        self.assertEqual(asyncio.run(fermata.Program(code).run_async(clock=NOON)).value, expected)
        self.assertEqual(fermata.Session(clock=NOON).feed(code).value, expected)

    def test_one_that_steps(self):
        clock = fermata.SteppingClock(NOON, datetime.timedelta(seconds=2))
        times = value("import time\n[time.time() for i in range(4)]", clock=clock)
        self.assertEqual([b - a for a, b in zip(times, times[1:])], [2.0, 2.0, 2.0])
        self.assertEqual(value("import time\n[time.time() for i in range(4)]", clock=clock), times)
        with self.assertRaises(fermata.UsageError):
            value("1", clock=fermata.SteppingClock(NOON, datetime.timedelta(seconds=-1)))
        with self.assertRaisesRegex(fermata.UsageError, "a SteppingClock's step must be a timedelta, not 1"):
            value("1", clock=fermata.SteppingClock(NOON, 1))
        with self.assertRaisesRegex(fermata.UsageError, "a clock must give a datetime or seconds since 1970, not 'noon'"):
            value("1", clock=fermata.SteppingClock("noon"))

    def test_a_function(self):
        times = iter(range(100, 200))
        self.assertEqual(value("import time\n[time.time(), time.time()]", clock=lambda: next(times)), [101.0, 102.0])
        self.assertEqual(value("import datetime\nstr(datetime.datetime.now())", clock=lambda: NOON), "2026-11-22 12:00:00")
        # It runs on the host's own stack, deep as it may go, and sees the session in use.
        session = fermata.Session(clock=lambda: deep(500))

        def deep(n):
            if n:
                return deep(n - 1)
            with self.assertRaises(fermata.UsageError):
                session.feed("1")
            return 5

        self.assertEqual(session.feed("import time\ntime.time()").value, 5.0)

    def test_a_function_that_fails(self):
        calls = []

        def clock():
            calls.append(1)
            if len(calls) == 2:
                raise OSError("no clock today")
            return 7

        session = fermata.Session(clock=clock)
        with self.assertRaisesRegex(OSError, "no clock today"):
            session.feed("import time\nx = time.time()\ny = time.time()\n[x, y]")
        self.assertEqual(session.step.limit, "interrupt")
        self.assertEqual(session.step.resume().value, [7.0, 7.0])
        for wrong in ("x", None, float("nan"), float("inf"), 1e300, True, 10**400, 10**5000):
            with self.subTest(wrong=wrong), self.assertRaises(fermata.UsageError):
                value("import time\ntime.time()", clock=lambda: wrong)

    def test_wrong_ones(self):
        for wrong in ("utc", 5, None, object()):
            with self.subTest(wrong=wrong), self.assertRaises(fermata.UsageError):
                value("1", clock=wrong)

    def test_monotonic_never_goes_back(self):
        code = "import time\na = time.monotonic()\nask()\nb = time.monotonic()\nask()\n[a, b, time.monotonic(), time.time()]"
        step = fermata.Program(code, functions=["ask"]).start(clock=lambda: 2000)
        step = fermata.load(step.save(), clock=lambda: 1000).resume()
        step = fermata.load(step.save("json"), clock=lambda: 3000).resume()
        self.assertEqual(step.value, [2000.0, 2000.0, 3000.0, 3000.0])


class Zones(unittest.TestCase):
    CODE = """
import time, datetime
d = datetime.datetime
out = []
for seconds in moments:
    local = d.fromtimestamp(seconds)
    out.append((str(local), local.fold, local.timestamp(), str(local.astimezone()), time.strftime("%Y-%m-%d %H:%M:%S %z %Z", time.localtime(seconds)),
                time.localtime(seconds).tm_isdst, time.localtime(seconds).tm_gmtoff, time.localtime(seconds).tm_zone, time.mktime(time.localtime(seconds)),
                str(datetime.date.fromtimestamp(seconds)), str(d.fromtimestamp(seconds, datetime.timezone.utc).astimezone())))
out, time.timezone, time.altzone, time.daylight, time.tzname
"""
    MOMENTS = [
        0,
        951782400,
        1774745999,
        1774746000,
        1774746001,
        1792886399,
        1792886400,
        1792889999,
        1792890000,
        1795348800,
        2145916800,
        4102444800,
        8000000000,
        1711850400,
        1143000000,
        1301400000,
    ] + [1_600_000_000 + n * 8_000_003 for n in range(40)]

    def test_as_cpython_has_them(self):
        for zone in (
            "UTC",
            "Europe/Berlin",
            "America/New_York",
            "Asia/Kolkata",
            "Australia/Sydney",
            "America/Sao_Paulo",
            "Pacific/Apia",
            "Asia/Tokyo",
        ):
            with self.subTest(zone=zone):
                got = fermata.Program(self.CODE, inputs=["moments"]).run({"moments": self.MOMENTS}, zone=zone, clock=NOON).value
                done = subprocess.run(
                    [
                        sys.executable,
                        "-c",
                        f"moments = {self.MOMENTS}\n{self.CODE.strip().rpartition(chr(10))[0]}\n"
                        "print(repr((out, time.timezone, time.altzone, time.daylight, time.tzname)))",
                    ],
                    env={"TZ": zone},
                    capture_output=True,
                    text=True,
                    check=True,
                )
                expected = eval(done.stdout)
                for mine, theirs in zip(got[0], expected[0]):
                    self.assertEqual(mine, theirs)
                self.assertEqual(got[1:], expected[1:])

    def test_now(self):
        code = "import datetime\nstr(datetime.datetime.now())"
        berlin = zoneinfo.ZoneInfo("Europe/Berlin")
        self.assertEqual(value(code, zone="Europe/Berlin", clock=NOON), str(NOON.astimezone(berlin).replace(tzinfo=None)))

    def test_a_state_keeps_its_zone_unless_it_gets_another(self):
        step = fermata.Program("import datetime\nask()\nstr(datetime.datetime.now())", functions=["ask"]).start(
            clock=NOON, zone="Asia/Tokyo"
        )
        for encoding in ("msgpack", "json"):
            state = step.save(encoding)
            self.assertEqual(fermata.load(state, clock=NOON).resume().value, "2026-11-22 21:00:00")
            self.assertEqual(fermata.load(state, clock=NOON, zone="UTC").resume().value, "2026-11-22 12:00:00")
        forged = step.save("json").replace("Asia/Tokyo", "../../etc/passwd")
        with self.assertRaisesRegex(fermata.StateError, "time zone"):
            fermata.load(forged)
        self.assertEqual(fermata.load(forged, zone="UTC", clock=NOON).resume().value, "2026-11-22 12:00:00")

    def test_unknown_ones(self):
        for wrong in ("Europe/Nowhere", "../passwd", "/etc/passwd", "", "Europe/", "Europe", "a" * 1000, "Europe//Berlin", "tzdata.zi"):
            with self.subTest(wrong=wrong), self.assertRaises(fermata.UsageError):
                value("1", zone=wrong)
        with self.assertRaises(fermata.UsageError):
            value("1", zone=5)


class Sleep(unittest.TestCase):
    CODE = "import time\na = time.monotonic()\ntime.sleep(0.05)\ntime.monotonic() - a"

    def test_run_sleeps(self):
        for run in (
            lambda: value(self.CODE),
            lambda: asyncio.run(fermata.Program(self.CODE).run_async()).value,
            lambda: fermata.Session().feed(self.CODE).value,
        ):
            began = time.monotonic()
            self.assertGreaterEqual(run(), 0.049)
            self.assertGreaterEqual(time.monotonic() - began, 0.045)

        async def within_a_loop():
            return value(self.CODE)

        self.assertGreaterEqual(asyncio.run(within_a_loop()), 0.049)

    def test_an_interrupt_ends_sleep(self):
        session = fermata.Session()
        threading.Timer(0.2, session.interrupt).start()
        step = session.feed("import time\ntime.sleep(3600)\n1")
        self.assertEqual(step.limit, "interrupt")
        self.assertIsNotNone(step.resume().due)
        self.assertIsNotNone(fermata.load(session.save()).due)
        session.abandon()
        self.assertEqual(session.feed("import time\ntime.sleep(0.01)\n2").value, 2)

    def test_an_interrupt_ends_waiting_for_asynchronous_functions(self):
        async def run():
            ended = []

            async def slow():
                try:
                    await asyncio.sleep(3600)
                finally:
                    ended.append(1)

            session = fermata.Session(functions={"slow": slow})
            threading.Timer(0.2, session.interrupt).start()
            step = await session.feed_async("import asyncio\nawait slow()")
            again = fermata.Session(functions={"slow": slow})
            threading.Timer(0.2, again.interrupt).start()
            slept = await again.feed_async("import asyncio\nawait asyncio.sleep(3600)")
            return step.limit, ended, slept.limit

        self.assertEqual(asyncio.run(run()), ("interrupt", [1], "interrupt"))

    def test_a_clock_that_stands(self):
        self.assertEqual(value(self.CODE, clock=NOON), 0.0)
        self.assertEqual(asyncio.run(fermata.Program(self.CODE).run_async(clock=NOON)).value, 0.0)

    def test_a_state_says_when_it_is_due(self):
        step = fermata.Program("import time\ntime.sleep(3600 * 24 * 3)\n'slept'").start(clock=NOON)
        self.assertEqual((step.call.kind, step.call.line, step.due), ("timer", 2, NOON.timestamp() + 3600 * 24 * 3))
        later = NOON + datetime.timedelta(days=3)
        for encoding in ("msgpack", "json"):
            self.assertIsInstance(fermata.load(step.save(encoding), clock=NOON).resume_due(), fermata.Paused)
            self.assertEqual(fermata.load(step.save(encoding), clock=later).resume_due().value, "slept")
        again = fermata.load(step.save()).throw(KeyboardInterrupt())
        self.assertEqual(again.error.type, "KeyboardInterrupt")

    def test_others_go_on_being_answered(self):
        code = """
import asyncio, time
async def nap():
    await asyncio.sleep(0)
    time.sleep(60)
    return 'napped'
await asyncio.gather(fetch(1), fetch(2), nap(), fetch(3))
"""
        step = fermata.Program(code, functions=["async def fetch(n): ..."]).start()
        calls = {call.args[0] if call.args else "timer": call.id for call in step.calls_pending}
        self.assertEqual(set(calls), {1, 2, 3, "timer"})
        step = fermata.load(step.save()).resume({calls[2]: "two"})
        step = fermata.load(step.save()).resume({calls[1]: "one", calls["timer"]: None})
        self.assertEqual(step.resume("three").value, ["one", "two", "napped", "three"])

    def test_wrong_lengths(self):
        self.assertEqual(
            value(
                """
import time
out = []
for wrong in (-1, float("nan"), 1e300, "1", None):
    try:
        time.sleep(wrong)
    except Exception as e:
        out.append(f"{type(e).__name__}: {e}")
out"""
            ),
            [
                "ValueError: sleep length must be non-negative",
                "ValueError: Invalid value NaN (not a number)",
                "OverflowError: timestamp too large to convert to C _PyTime_t",
                "TypeError: 'str' object cannot be interpreted as an integer",
                "TypeError: 'NoneType' object cannot be interpreted as an integer",
            ],
        )


if __name__ == "__main__":
    unittest.main()
