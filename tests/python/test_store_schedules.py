"""Store.schedule(): runs that begin at times."""

import datetime
import unittest

import fermata
from durable_support import StoreCase


class Schedules(StoreCase):
    def test_a_schedule(self):
        schedule = self.store.schedule(
            "n * 2", {"n": 21}, every="0 9 * * mon-fri", zone="Europe/Berlin", name="report.py", tags={"a": "b"}, key="daily", by="ada"
        )
        self.assertEqual((schedule.every, schedule.zone, schedule.missed), ("0 9 * * mon-fri", "Europe/Berlin", "once"))
        self.assertEqual((schedule.name, schedule.tags, schedule.key, schedule.by), ("report.py", {"a": "b"}, "daily", "ada"))
        self.assertEqual((schedule.last, schedule.last_run, schedule.runs), (None, None, 0))
        self.assertEqual(schedule.next.minute, 0)
        self.assertIn(schedule.next.hour, (7, 8))
        self.assertEqual(repr(schedule), f"<Schedule {schedule.id} of 'report.py', '0 9 * * mon-fri'>")
        schedule.pause()
        self.assertRaises(fermata.RefusedError, schedule.pause)
        self.assertIsNone(self.store.schedules()[0].next)
        schedule.resume()
        self.assertEqual(self.store.schedules()[0].next, schedule.next)
        self.assertEqual(self.store.schedules(tenant="b"), [])
        schedule.delete()
        self.assertRaises(fermata.RefusedError, schedule.delete)
        self.assertEqual(self.store.schedules(), [])

    def test_a_worker_begins_its_runs(self):
        made = self.store.schedule("n * 2", {"n": 21}, every=datetime.timedelta(seconds=1), missed="all")
        self.assertEqual(made.every, "1s")
        while not (runs := self.store.runs(status="done")):
            self.drain()
        made.delete()
        self.assertEqual(runs[-1].result(), 42)
        self.assertEqual(runs[-1].history()[0].kind, "fire")
        self.assertEqual(runs[-1].history()[0].data["schedule"], made.id)

    def test_a_key_is_scheduled_once(self):
        first = self.store.schedule("1", every="@daily", key="daily")
        self.assertEqual(self.store.schedule("1", every="@daily", key="daily").id, first.id)
        with self.assertRaisesRegex(fermata.KeyConflictError, "whose program is another one"):
            self.store.schedule("2", every="@daily", key="daily")

    def test_what_makes_no_sense(self):
        for more in (
            {"every": "now and then"},
            {"every": "@daily", "zone": "Mars/Base"},
            {"every": "@daily", "missed": "maybe"},
            {"every": 5},
            {"every": datetime.timedelta(0)},
            {"every": datetime.timedelta(milliseconds=1500)},
        ):
            with self.assertRaises(fermata.UsageError):
                self.store.schedule("1", **more)
        with self.assertRaises(fermata.SyntaxError):
            self.store.schedule("1 +", every="@daily")
        self.assertEqual(self.store.schedules(), [])


if __name__ == "__main__":
    unittest.main()
