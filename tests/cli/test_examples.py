"""The programs of examples/cpp print what they should, and examples/run's demo its end."""

import os
import unittest

from command import CAN_JAIL, FERMATA, CommandTest

EXPECTED = {
    "functions": "no price for 'car'\ntotal: 13.50\n",
    "inspecting": (
        "waits for confirm, 2 arguments\n<module> line 8: quote('ada', 3)\n    rate = 0.25\nquote line 6:     return confirm(customer, price)\n"
        "    customer = 'ada'\n    days = 3\n    price = 75.0\nglobal rate = 0.25\nhost calls: 1\n"
    ),
    "interrupting": "exhausted: interrupt\n",
    "jailed": "done: 11 in all\ncrashed: killed by SIGKILL\ndone: 6\n",
    "limits": "too large\nexhausted: steps\nexhausted: steps\ndone: 10000\n",
    "pausing": "paused\nrefunds.py line 3: approve(amount=20)? yes\nrefunds.py line 3: approve(amount=400)? no\ndone, 1 approved\n",
    "slices": "job 3: 499500\njob 2: 1999000\njob 1: 4498500\n",
}


class Examples(CommandTest):
    def test_each(self):
        for name, expected in EXPECTED.items():
            with self.subTest(name):
                if name == "jailed" and not CAN_JAIL:
                    continue
                ran = self.call([os.path.join(os.path.dirname(FERMATA), "examples", "cpp", "example_" + name)])
                self.assertEqual((ran.out, ran.err, ran.code), (expected, "", 0))


if __name__ == "__main__":
    unittest.main()
