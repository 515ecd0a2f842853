"""Runs sleep for months, and the members of the host's enums change: in the program they stay what they were, and what leaves is the
host's."""

import enum
import unittest

import fermata
from test_changed_code import Case, Order, Point, paused


class Members(Case):
    def test_a_member_has_another_name(self):
        today = enum.Enum("Color", {"CRIMSON": 1, "BLUE": 2})
        for state in paused("c = Color.RED\nask(c) is c"):
            step = fermata.load(state, types=[Order, today, Point])
            self.assertEqual(step.call.args, (today.CRIMSON,))
            self.assertIs(step.resume(today.CRIMSON).value, True)

    def test_a_member_has_another_value(self):
        """In the program it is what it was; what leaves is the host's."""
        today = enum.Enum("Color", {"GREEN": 3, "RED": 10, "BLUE": 2})
        for state in paused(
            "kept = {Color.RED: 1}\nnew = ask(Color.RED, [Color.BLUE])\n(kept[new], new.value, new, Color.GREEN, list(kept))"
        ):
            for again in (state, fermata.load(state, types=[Order, today, Point]).save()):
                step = fermata.load(again, types=[Order, today, Point])
                self.assertEqual(step.call.args, (today.RED, [today.BLUE]))
                self.assertEqual(step.resume(today.RED).value, (1, 1, today.RED, today.GREEN, [today.RED]))

    def test_members_have_other_names_again_and_again(self):
        names = ({"RED": 1, "BLUE": 2}, {"BLUE": 2, "CRIMSON": 1}, {"SCARLET": 1, "BLUE": 20, "RED": 3}, {"RED": 1, "BLUE": 2})
        code = "kept = {c: c.name for c in (Color.RED, Color.BLUE)}\nwhile True:\n    if (c := ask(kept, *kept)) is None:\n        break\n    kept[c]"
        for state in paused(code, [enum.Enum("Color", names[0])]):
            for members in names[1:2] + names[:2]:
                today = enum.Enum("Color", members)
                step = fermata.load(state, types=[today])
                red, blue = today(1), today.BLUE
                self.assertEqual((step.call.args, step.call.kwargs), (({red: "RED", blue: "BLUE"}, red, blue), {}))
                step = step.resume(red)
                self.assertEqual(step.call.args[1:], (red, blue))
                state = step.save()
        for state in paused(code):
            taken = enum.Enum("Color", {"RED": 5, "BLUE": 2, "CRIMSON": 1})
            words = "Color.CRIMSON is new and has the value that Color.RED has in the state"
            self.refused(state, "changed type", words, types=[Order, taken, Point])

    def test_flags_have_other_names(self):
        before, today = enum.Flag("Access", {"READ": 1, "WRITE": 2, "SEND": 4}), enum.Flag("Access", {"LOOK": 1, "WRITE": 2, "SEND": 4})
        for state in paused("ask(Access.READ | Access.WRITE, Access.READ, Access.SEND | Access.WRITE)", [before]):
            step = fermata.load(state, types=[today])
            self.assertEqual(step.call.args, (today.LOOK | today.WRITE, today.LOOK, today.SEND | today.WRITE))


if __name__ == "__main__":
    unittest.main()
