"""What the process takes from the system stays near what the heap limit counts."""

import os
import resource
import subprocess
import tempfile
import unittest

COMMAND = os.environ["FERMATA"]


def megabytes(program):
    """The most memory that a run of the program held."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as file, open(os.devnull, "w") as nothing:
        file.write(program)
        file.flush()
        pid = os.posix_spawn(COMMAND, [COMMAND, "run", file.name], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
        return status, usage.ru_maxrss / 1024


@unittest.skipIf("sanitize" in COMMAND, "sanitizers keep freed memory")
class Memory(unittest.TestCase):
    def test_unpacking_into_lists_and_sets_leaves_nothing_behind(self):
        status, least = megabytes("pass")
        self.assertEqual(status, 0)
        status, held = megabytes("s = list(range(20000))\nfor i in range(2000):\n    t = [1, *s]\n    u = {1, *s[:2000]}\n")
        self.assertEqual(status, 0)
        self.assertLess(held - least, 100)

    def test_the_characters_that_min_and_max_look_at_are_freed(self):
        for function in ("max", "min"):
            status, held = megabytes(f"a = '\\u1234' * 5_000_000\n{function}(a)")
            self.assertEqual(status, 0)
            self.assertLess(held, 120)

    def test_a_collection_comes_before_each_memory_error(self):
        # Two of the three texts are garbage each time round; the instructions that make them end without telling that they did.
        program = (
            "def go():\n    total = 0\n    for i in range(20):\n        s = 'x' * 20_000_000\n        t = [0] * 2_000_000\n"
            "        u = t + t\n        total += len(s) + len(t) + len(u)\n        t = u = None\n    return total\nprint(go())\n"
        )
        with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
            file.write(program)
            file.flush()
            ran = subprocess.run(
                [COMMAND, "run", "--limit-time-ms", "0", "--limit-heap-bytes", str(160 << 20), file.name], capture_output=True, text=True
            )
        self.assertEqual((ran.stdout, ran.stderr), ("520000000\n", ""))

    def test_the_collectors_stack_is_bounded_and_loses_nothing(self):
        # Per level seven lists wait while the eighth item is followed: half a million of them, twice what the stack holds.
        for order in ("[i], [], [], [], [], [], [], x", "x, [], [], [], [], [], [], [i]"):
            program = (
                f"import gc\nx = None\nfor i in range(80_000):\n    x = ({order})\nfor _ in range(3):\n    gc.collect()\n    garbage = [[j] for j in range(300_000)]\n"
                "n = 0\nwhile x:\n    lists = [v for v in x if type(v) is list]\n    assert sorted(map(len, lists)) == [0] * 6 + [1], lists\n    n += sum(map(sum, lists))\n"
                "    x = next(v for v in x if type(v) is not list)\nprint(n)\n"
            )
            with tempfile.NamedTemporaryFile("w", suffix=".py") as file:
                file.write(program)
                file.flush()
                ran = subprocess.run([COMMAND, "run", "--limit-time-ms", "0", file.name], capture_output=True, text=True)
            self.assertEqual((ran.stdout, ran.stderr), (f"{79_999 * 80_000 // 2}\n", ""))

    def test_an_address_space_that_does_not_hold_the_heap(self):
        # `ulimit -v`: such a heap is refused, and what it holds ends with a MemoryError of the program's, not with the process.
        growing = (
            "a = []\nwhile True: a.append(object())",
            "a = []\nwhile True: a.extend(range(100_000))",
            "s = 'x'\nwhile True: s += s",
            "d = {}\nwhile True: d[len(d)] = [len(d)]",
            "s = set()\nwhile True: s.add(len(s) * 1.5)",
            "a = []\nwhile True: a.append(bytearray(3_000_000))",
            "i = 3\nwhile True: i *= i",
            "import json\na = [1, 'two']\nwhile True: a.append(json.dumps(a))",
        )
        heap = 100 << 20
        refused = 0
        for mapped in range(160, 400, 40):

            def limit(mapped=mapped):
                resource.setrlimit(resource.RLIMIT_AS, (mapped << 20, mapped << 20))

            for program in growing:
                argv = [COMMAND, "run", "--limit-heap-bytes", str(heap), "--limit-time-ms", "20000", "-"]
                ran = subprocess.run(argv, input=program, capture_output=True, text=True, preexec_fn=limit)
                with self.subTest(program=program, megabytes=mapped):
                    if "ulimit -v" in ran.stderr:
                        self.assertEqual(ran.returncode, 2, ran.stderr)
                        self.assertIn("which doesn't hold a heap of 100 MB: give a lower limit of heap_bytes", ran.stderr)
                        refused += 1
                        break
                    self.assertEqual(ran.returncode, 1, ran.stderr)
                    self.assertIn("MemoryError", ran.stderr)
        self.assertIn(refused, range(1, 5))


if __name__ == "__main__":
    unittest.main()
