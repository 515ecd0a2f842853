"""Some dozens of the random attack programs of tests/fuzz/attacks, always the same ones."""

import importlib.machinery
import importlib.util
import os
import sys
import unittest

from command import FERMATA, ROOT, some

FOLDER = os.path.join(ROOT, "tests", "fuzz", "attacks")
sys.path.insert(0, FOLDER)
import grammar  # noqa: E402

loader = importlib.machinery.SourceFileLoader("run_attacks", os.path.join(FOLDER, "run"))
run_attacks = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_attacks", loader))
loader.exec_module(run_attacks)

SEEDS = some(range(1, 61))


class RandomAttacks(unittest.TestCase):
    def test_each_ends_within_its_limits(self):
        for seed, problem in run_attacks.problems_of(os.path.dirname(os.path.abspath(FERMATA)), SEEDS, 2):
            with self.subTest(seed):
                self.assertIsNone(problem)

    def test_a_seed_is_always_the_same_program(self):
        self.assertEqual(grammar.program(7), grammar.program(7))
        self.assertNotEqual(grammar.program(7), grammar.program(8))


if __name__ == "__main__":
    unittest.main()
