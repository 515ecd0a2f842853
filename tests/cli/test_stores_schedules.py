"""fermata submit --every, schedules, pause, unpause, unschedule; submit --at."""

import datetime
import unittest

from command import USAGE, CommandTest


class Schedules(CommandTest):
    def setUp(self):
        super().setUp()
        self.write("report.py", "40 + 2")

    def schedule(self, *more, every="0 9 * * mon-fri"):
        return self.fermata("submit", "report.py", "--every", every, "--json", *more).report

    def test_it_is_made_listed_paused_and_deleted(self):
        made = self.schedule("--zone", "Europe/Berlin", "--missed", "all", "--queue", "q", "--tag", "a=b", "--by", "ada")
        self.assertTrue(made["new"])
        [one] = self.fermata("schedules", "--json").report["schedules"]
        self.assertEqual({**one, "new": True}, made)
        self.assertEqual((one["every"], one["zone"], one["missed"]), ("0 9 * * mon-fri", "Europe/Berlin", "all"))
        self.assertEqual((one["name"], one["queue"], one["tags"], one["by"]), ("report.py", "q", {"a": "b"}, "ada"))
        self.assertEqual((one["paused"], one["last"], one["last_run"], one["runs"]), (False, None, None, 0))
        self.assertIn(one["next"][10:], ("T07:00:00.000Z", "T08:00:00.000Z"))
        self.assertIn(f"{made['schedule']}  report.py  0 9 * * mon-fri Europe/Berlin  next ", self.fermata("schedules").out)
        self.assertIn("  paused", self.fermata("pause", made["schedule"][:14]).out)
        self.assertIn("is paused", self.fermata("pause", made["schedule"], code=USAGE).err)
        self.assertTrue(self.fermata("schedules", "--json").report["schedules"][0]["paused"])
        self.assertIn("  next ", self.fermata("unpause", made["schedule"]).out)
        self.assertEqual(self.fermata("unschedule", made["schedule"], "--json").report, {"schedule": made["schedule"]})
        self.assertEqual(self.fermata("schedules", "--json").report, {"schedules": []})
        self.assertIn("there is no schedule", self.fermata("unschedule", made["schedule"], code=USAGE).err)
        self.assertEqual(self.fermata("runs", "--json").report["runs"], [])

    def test_a_worker_begins_its_runs(self):
        made = self.schedule(every="1s")
        while not (runs := self.fermata("runs", "--status", "done", "--json").report["runs"]):
            self.fermata("work", "--drain", "--no-jail")
        self.assertEqual(runs[-1]["result"], 42)
        self.assertTrue(runs[-1]["key"].startswith(f"schedule:{made['schedule']}:"))
        self.assertIn(" as ", self.fermata("schedules").out)

    def test_a_key_is_scheduled_once(self):
        first = self.schedule("--key", "daily")
        self.assertEqual(self.schedule("--key", "daily"), {**first, "new": False})
        told = self.fermata("submit", "report.py", "--every", "1h", "--key", "daily", code=USAGE).err
        self.assertIn("whose timetable is another one", told)

    def test_what_makes_no_sense(self):
        for more, told in (
            (("--every", "0 9 * * fry"), "'fry' isn't a number from 0 to 7, nor a name: sun, mon"),
            (("--every", "soon"), "five fields"),
            (("--every", "0 0 30 2 *"), "ever comes"),
            (("--every", "1h", "--zone", "Mars/Base"), "there is no time zone 'Mars/Base'"),
            (("--every", "1h", "--missed", "maybe"), "--missed"),
            (("--every", "1h", "--wait"), "--wait"),
            (("--every", "1h", "--delay", "3"), "--delay"),
            (("--every", "1h", "--at", "3h"), "--at"),
            (("--at", "soon"), "--at takes a time"),
        ):
            self.assertIn(told, self.fermata("submit", "report.py", *more, code=USAGE).err)

    def test_not_before_a_time(self):
        run = self.fermata("submit", "report.py", "--at", "2h").out.strip()
        at = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=2)
        report = self.fermata("show", run, "--json").report
        self.assertEqual(report["status"], "sleeping")
        due = datetime.datetime.fromisoformat(report["due"].replace("Z", "+00:00"))
        self.assertLess(abs((due - at).total_seconds()), 600)
        run = self.fermata("submit", "report.py", "--at", "2999-12-01T10:00:00Z").out.strip()
        self.assertEqual(self.fermata("show", run, "--json").report["due"], "2999-12-01T10:00:00.000Z")


if __name__ == "__main__":
    unittest.main()
