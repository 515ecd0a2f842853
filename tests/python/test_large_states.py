"""What a program may make within its limits is saved, and loads again, whatever it is made of."""

import unittest

import fermata

PROGRAMS = {
    "many sets of attributes": "import types\nkept = [types.SimpleNamespace(**{f'x{i}': i}) for i in range(15_000)]\nask(1)\nsum([one.x7 for one in kept[7:8]])",
    "attributes of an own class": "class A: pass\nkept = [A() for i in range(12_000)]\nfor i, one in enumerate(kept): setattr(one, f'y{i}', i)\nask(1)\nkept[11_999].y11999",
    "keys of one hash": "kept = {i * (2**61 - 1): i for i in range(12_000)}\nask(1)\nkept[11_999 * (2**61 - 1)]",
    "a set of one hash": "kept = {i * (2**61 - 1) for i in range(12_000)}\nask(1)\n11_999 * (2**61 - 1) in kept, 5 in kept, len(kept)",
    "registers": "exec('def g():\\n' + '\\n'.join(f' a{i} = 1' for i in range(2000)) + '\\n yield 5\\n')\nkept = [g() for _ in range(8_000)]\nask(1)\nnext(kept[7_999])",
    "code of generators": """\
body = "".join(
    f" try:\\n  a{i} = f(1, 2, 3)\\n  with x{i}: pass\\n except ValueError as e: c{i} = 1\\n finally: pass\\n" for i in range(30)
)
exec("def g():\\n yield 1\\n if 0:\\n  " + body.replace("\\n", "\\n ").strip() + "\\n yield 2\\n")
kept = [g() for _ in range(20_000)]
for one in kept[:10_000]: next(one)
ask(1)
next(kept[0]), next(kept[19_999])
""",
}


class LargeStates(unittest.TestCase):
    def test_they_load(self):
        for name, program in PROGRAMS.items():
            step = fermata.Program(program, functions=["ask"]).start()
            self.assertIsInstance(step, fermata.Paused, name)
            states = step.save(), step.save("json")
            value = step.resume(None).value
            for state in states:
                with self.subTest(name, encoding=type(state).__name__):
                    loaded = fermata.load(state, functions=["ask"])
                    self.assertEqual(loaded.save() if type(state) is bytes else loaded.save("json"), state)
                    self.assertEqual(loaded.resume(None).value, value)


if __name__ == "__main__":
    unittest.main()
