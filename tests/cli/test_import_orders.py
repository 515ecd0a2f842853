"""The library's modules are made when somebody first asks for them, once for all sessions of a process: in whatever order, they are the
same."""

import random
import unittest

from command import CommandTest

PROGRAM = """
import importlib, sys
failed = []
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as e:
        if not name.startswith("_") or e.name != name:
            failed.append((name, str(e)))
    except Exception as e:
        failed.append((name, f"{type(e).__name__}: {e}"))
for name in names:
    if name not in sys.modules:
        continue
    # CPython has these under two names.
    if sys.modules[name].__name__ != name and name not in ("os.path", "collections.abc", "xml.parsers.expat.errors", "xml.parsers.expat.model"):
        failed.append((name, sys.modules[name].__name__))
print(failed)
print(sorted((name, len([v for v in vars(sys.modules[name]).values() if not isinstance(v, type(sys))])) for name in names if name in sys.modules))
"""


class ImportOrders(CommandTest):
    def modules(self):
        self.write(
            "modules.py", "import sys\nhelp('modules')\nprint(*[name for name in sys.stdlib_module_names if name[0] == '_'], sep=', ')"
        )
        return self.fermata("run", "modules.py").out.strip().replace("\n", ", ").split(", ")

    def test_any_order_gives_the_same_modules(self):
        names = self.modules()
        self.assertGreater(len(names), 200)
        orders = [names, names[::-1]]
        for seed in range(6):
            orders.append(random.Random(seed).sample(names, len(names)))
        # A package's modules before anything that would have imported the package.
        orders.append(sorted(names, key=lambda name: (-name.count("."), name)))
        seen = set()
        for order in orders:
            self.write("program.py", f"names = {order!r}\n{PROGRAM}")
            *_, failed, described = self.fermata("run", "program.py", "--limit-time-ms", "0").out.splitlines()  # `this` prints, too
            self.assertEqual(failed, "[]", order)
            seen.add(described)
        self.assertEqual(len(seen), 1, [line for line in zip(*map(eval, seen)) if len(set(line)) > 1])


if __name__ == "__main__":
    unittest.main()
