"""Some dozens of the random attack programs of tests/fuzz/attacks, always the same ones."""

import importlib.machinery
import importlib.util
import os
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor

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
        with ThreadPoolExecutor(2) as pool:
            for seed, problem in zip(
                SEEDS, pool.map(lambda seed: run_attacks.problem_of(os.path.abspath(FERMATA), grammar.program(seed)), SEEDS)
            ):
                with self.subTest(seed):
                    self.assertIsNone(problem)

    def test_a_seed_is_always_the_same_program(self):
        self.assertEqual(grammar.program(7), grammar.program(7))
        self.assertNotEqual(grammar.program(7), grammar.program(8))


if __name__ == "__main__":
    unittest.main()
