"""Threads of a program: where they stand, states that say something impossible about them, and what ends them."""

import copy
import json
import os
import unittest

from command import BAD_STATE, DONE, EXHAUSTED, FERMATA, RAISED, ROOT, CommandTest

STATE, OLD_STATE = (os.path.join(ROOT, "tests", "states", version, "threads.json") for version in ("v6", "v5"))


class Threads(CommandTest):
    def test_inspect_shows_where_each_stands(self):
        report = self.call([FERMATA, "inspect", STATE, "--json"]).report
        stands = {task["name"]: [frame["function"] for frame in task["stack"]] for task in report["tasks"]}
        self.assertEqual(report["stack"][-1]["function"], "ask_all")
        self.assertEqual(stands["thread 1"][0], "<module>")
        self.assertEqual(stands["thread 4"][-1], "sleep")

    def assert_refused(self, state, changes):
        for name, change in changes.items():
            with self.subTest(name):
                other = copy.deepcopy(state)
                change(other)
                self.write("forged.json", json.dumps(other))
                ran = self.call([FERMATA, "resume", "forged.json", "--result", "1", "-o", "next"])
                self.assertEqual(ran.code, BAD_STATE, ran.err)
                self.assertNotIn("Traceback", ran.err)

    def test_impossible_threads_are_refused(self):
        with open(STATE, encoding="utf-8") as file:
            state = json.load(file)
        threads = state["threads"]
        (running,) = [i for i, thread in enumerate(threads) if thread["task"] == state["task"]]
        other = running - 1
        changes = {
            "no list": lambda s: s.update(threads=5),
            "a dict": lambda s: s.update(threads={}),
            "missing": lambda s: s.pop("threads"),
            "only one": lambda s: s["threads"].__delitem__(slice(1, None)),
            "without a task": lambda s: s["threads"][other].pop("task"),
            "no task": lambda s: s["threads"][other].update(task=7),
            "something else": lambda s: s["threads"][other].update(task={"$ref": 0}),
            "twice": lambda s: s["threads"][other].update(task=threads[running]["task"]),
            "without the running one": lambda s: s["threads"].pop(running),
            "identity of another": lambda s: s["threads"][1].update(identity=1),
            "identity of nobody": lambda s: s["threads"][0].update(identity=2),
            "no identity": lambda s: s["threads"][1].update(identity="x"),
            "an identity that is too large": lambda s: s["threads"][-1].update(identity={"$int": str(2**64 - 1)}),
            "another order": lambda s: s["threads"].reverse(),
            "unknown state": lambda s: s["threads"][other].update(state="runs"),
            "no state": lambda s: s["threads"][other].update(state=None),
        }
        self.assert_refused(state, changes)

    def test_settings_of_the_wrong_kind_are_refused(self):
        with open(os.path.join(os.path.dirname(STATE), "settings_of_modules.json"), encoding="utf-8") as file:
            state = json.load(file)
        wrong = {"patches": 7, "fed": -1, "named_result": 1, "allow_eval": None, "host_types": []}
        self.assert_refused(state, {name: lambda s, name=name: s.update({name: wrong[name]}) for name in wrong})

    def test_impossible_threads_of_version_5_are_refused(self):
        with open(OLD_STATE, encoding="utf-8") as file:
            state = json.load(file)
        threads = state["extra"][4]
        (running,) = [i for i in range(0, len(threads), 3) if threads[i] == state["task"]]

        def swap(threads):
            threads[0:3], threads[3:6] = threads[3:6], threads[0:3]

        changes = {
            "no list": lambda s: s["extra"].__setitem__(4, 5),
            "a dict": lambda s: s["extra"].__setitem__(4, {"$dict": []}),
            "empty": lambda s: s["extra"].__setitem__(4, []),
            "only one": lambda s: s["extra"].__setitem__(4, threads[:3]),
            "a part": lambda s: s["extra"][4].pop(),
            "a value too many": lambda s: s["extra"].append(0),
            "no task": lambda s: s["extra"][4].__setitem__(3, 7),
            "something else": lambda s: s["extra"][4].__setitem__(3, {"$ref": 0}),
            "twice": lambda s: s["extra"][4].__setitem__(0, threads[3]),
            "without the running one": lambda s: s["extra"][4].__delitem__(slice(running, running + 3)),
            "identity of another": lambda s: s["extra"][4].__setitem__(4, threads[1]),
            "identity of nobody": lambda s: s["extra"][4].__setitem__(1, 2),
            "no identity": lambda s: s["extra"][4].__setitem__(4, "x"),
            "another order": lambda s: swap(s["extra"][4]),
            "unknown state": lambda s: s["extra"][4].__setitem__(5, 3),
            "no state": lambda s: s["extra"][4].__setitem__(5, None),
            "a sum of three": lambda s: s["extra"].__setitem__(2, 4),
            "settings that are a text": lambda s: s["extra"].__setitem__(0, "x"),
        }
        self.assert_refused(state, changes)

    def test_a_program_that_was_given_the_list_has_another_one(self):
        with open(OLD_STATE, encoding="utf-8") as file:
            state = json.load(file)
        log = state["heap"][str(state["main_globals"]["$ref"])]["value"]["log"]  # to which the program appends
        heap_list = state["heap"][str(log["$ref"])]
        heap_list["value"] = state["extra"][4]
        state["extra"][4] = log
        self.write("forged.json", json.dumps(state))
        ran = self.call([FERMATA, "resume", "forged.json", "--result", "1", "-o", "next"])
        self.assertEqual(ran.code, DONE, ran.err)

    def test_a_deadlock_is_an_error_of_the_main_thread(self):
        ran = self.run_text(
            "import threading\nl = threading.Lock()\nl.acquire()\nt = threading.Thread(target=l.acquire)\nt.start()\nt.join()\n"
        )
        self.assertEqual(ran.code, RAISED)
        self.assertIn("RuntimeError: deadlock: every thread waits for another one", ran.err)

    def test_daemons_end_with_the_program(self):
        ran = self.run_text(
            "import threading\ndef f():\n  while True: pass\nthreading.Thread(target=f, daemon=True).start()\nprint('end')\n"
        )
        self.assertEqual((ran.code, ran.out), (DONE, "end\n"), ran.err)

    def test_others_are_waited_for(self):
        text = "import threading, time\ndef f():\n  time.sleep(0.05)\n  print('thread')\nthreading.Thread(target=f).start()\n"
        ran = self.run_text(text + "raise KeyError('main')\n")
        self.assertEqual((ran.code, ran.out), (RAISED, "thread\n"), ran.err)
        self.assertTrue(ran.err.endswith("KeyError: 'main'\n"), ran.err)

    def test_limits_hold_for_all_of_them_together(self):
        text = "import threading\ndef f():\n  while True: pass\nfor _ in range(3): threading.Thread(target=f).start()\n"
        ran = self.run_text(text, "--limit-steps", "2000000")
        self.assertEqual(ran.code, EXHAUSTED, ran.err)

    def test_as_many_as_fit(self):
        text = "import threading\ndef f():\n  threading.Thread(target=f).start()\nf()\n"
        ran = self.run_text(text, "--limit-heap-bytes", "40000000")
        self.assertIn(ran.code, (DONE, EXHAUSTED), ran.err)
        self.assertTrue(ran.code == EXHAUSTED or "can't start new thread" in ran.err or "MemoryError" in ran.err, ran.err)

    def run_text(self, text, *options):
        self.write("program.py", text)
        return self.call([FERMATA, "run", *options, "program.py"])


if __name__ == "__main__":
    unittest.main()
