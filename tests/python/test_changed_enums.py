"""Runs sleep for months, and the members of the host's enums change: in the program they stay what they were, and what leaves is the
host's."""

import enum
import unittest

import fermata
from test_changed_code import Case, Color, Order, Point, paused


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

    def test_flags_have_other_values(self):
        """Flags together are known by their names."""
        code = "both = Access.READ | Access.WRITE\nnew = ask(both, Access.WRITE)\nask(new, both | new, new is both, Access.WRITE in new)"
        for base in (enum.Flag, enum.IntFlag):
            before, today = base("Access", {"READ": 1, "WRITE": 2}), base("Access", {"WRITE": 1, "READ": 4})
            for state in paused(code, [before]):
                for again in (state, fermata.load(state, types=[today]).save()):
                    step = fermata.load(again, types=[today])
                    self.assertEqual(step.call.args, (today.READ | today.WRITE, today.WRITE))
                    self.assertEqual([one.value for one in step.call.args], [5, 1])
                    other = fermata.load(step.save(), types=[today]).resume(today.READ)
                    self.assertEqual(other.call.args, (today.READ, today.READ | today.WRITE, False, False))
                    last = step.resume(today.WRITE | today.READ).call.args
                    self.assertEqual((last, last[0].value), ((today.READ | today.WRITE,) * 2 + (True, True), 5))

    def test_a_flag_comes_in_between(self):
        code = "both = A.ONE | A.TWO\nnew = ask(both)\nask(new, both | new, A.LATE in new, A.LATE in both, new & A.TWO, A.LAST | both)"
        for base in (enum.Flag, enum.IntFlag):
            before, today = base("A", {"ONE": 1, "TWO": 2}), base("A", {"ONE": 1, "LATE": 2, "TWO": 4, "LAST": 8})
            one, late, two, last = today
            for state in paused(code, [before]):
                self.refused(state, "changed type", "A.LATE is new and has the value that A.TWO has in the state", types=[today])
                asked = []
                options = {"types": [today], "migrate": lambda name, fields: asked.append((name, fields)) or fields}
                for again in (state, fermata.load(state, **options).save()):
                    step = fermata.load(again, **options)
                    self.assertEqual(step.call.args, (one | two,))
                    other = fermata.load(step.save(), **options).resume(late)
                    self.assertEqual(other.call.args[:3], (late, one | two | late, True))
                    told = step.resume(late | two).call.args
                    self.assertEqual(told, (late | two, one | two | late, True, False, two, one | two | last))
                self.assertEqual(asked, [])

    def test_the_program_has_changed_the_class(self):
        for state in paused("Color._member_map_['E'] = 5\nask(Color.RED) is Color.RED"):
            for today in (Color, enum.Enum("Color", {"RED": 1, "BLUE": 2, "GREEN": 3})):
                step = fermata.load(state, types=[Order, today, Point])
                self.assertEqual(step.call.args, (today.RED,))
                self.assertIs(step.resume(today.RED).value, True)

    def test_a_result_that_is_no_value_of_the_hosts(self):
        """The state isn't lost for it."""
        session = fermata.Session(types=[Color])
        session.feed("import enum\nclass Color(enum.Enum): EVIL = [1]\nColor.EVIL")
        for session in (session, fermata.Session.load(session.save(), types=[Color])):
            with self.assertRaisesRegex(fermata.CrossingError, "it has no member 'EVIL' of the value"):
                session.step.value  # noqa: B018
            self.assertEqual(session.feed("1 + 1").value, 2)

    def test_flags_that_are_gone_are_mapped_or_refused(self):
        before, today = enum.Flag("A", {"ONE": 1, "TWO": 2}), enum.Flag("A", {"ONE": 1})
        for state in paused("ask(A.ONE | A.TWO)", [before]):
            self.refused(state, "changed type", "A has no member 'TWO' any more", types=[today])
            for answer in ({"name": "ONE|TWO", "value": 3}, {"name": "NOPE", "value": 77}, {"name": None, "value": 3}):
                with self.assertRaisesRegex(fermata.StateError, "it has no member"):
                    fermata.load(state, types=[today], migrate=lambda name, fields, answer=answer: answer)
            step = fermata.load(state, types=[today], migrate=lambda name, fields: {"name": "ONE", "value": 3})
            self.assertEqual(step.call.args, (today.ONE,))


if __name__ == "__main__":
    unittest.main()
