"""sys.exit(): without a code, with None or 0 a program has ended; any other code is an error."""

import json
import unittest

import fermata

CLEAN = (
    "sys.exit()",
    "sys.exit(None)",
    "sys.exit(0)",
    "exit()",
    "quit(0)",
    "raise SystemExit",
    "sys.exit(False)",
    "e = SystemExit(3); e.code = 0; raise e",
)


def main(text):
    return fermata.Program(f"import sys\n{text}")


class Exit(unittest.TestCase):
    def test_a_program_that_has_ended(self):
        for text in CLEAN:
            with self.subTest(text):
                step = main(text).start()
                self.assertEqual((step.status, step.value), ("done", None))
        self.assertEqual(main("result = 5\ndef main(): return 0\nif True: sys.exit(main())").run().value, 5)
        self.assertEqual(main("class Over(SystemExit): pass\nraise Over").run().value, None)
        self.assertEqual(main("import asyncio\nasync def f(): sys.exit(0)\nasyncio.run(f())").run().value, None)
        self.assertEqual(main("import atexit\natexit.register(print, 'bye')\nsys.exit()").run().stdout, "bye\n")

    def test_a_failure(self):
        for argument, code, text in (
            ("1", 1, "1"),
            ("'no'", "no", "no"),
            ("True", True, "True"),
            ("0.0", 0.0, "0.0"),
            ("(0, 0)", (0, 0), "(0, 0)"),
            ("2 ** 70", 2**70, str(2**70)),
        ):
            with self.subTest(argument):
                with self.assertRaises(fermata.RuntimeError) as caught:
                    main(f"sys.exit({argument})").run()
                error = caught.exception
                self.assertEqual((error.type, error.message), ("SystemExit", text))
                self.assertIsInstance(error.exception, SystemExit)
                self.assertEqual(error.exception.code, code)
        self.assertEqual(main("raise SystemExit(0, 0)").start().error.exception.code, (0, 0))
        self.assertEqual(main("try: sys.exit(0)\nexcept SystemExit as e: answer = repr(e)\nanswer").run().value, "SystemExit(0)")

    def test_pieces_and_the_host(self):
        session = fermata.Session(functions=["ask"])
        self.assertEqual(session.feed("x = 1\nexit()").status, "done")
        self.assertEqual(session.feed("x").value, 1)
        self.assertEqual(session.feed("ask()").throw(SystemExit(0)).status, "done")
        self.assertEqual(session.feed("ask()").throw(SystemExit(2)).error.exception.code, 2)

    def test_states(self):
        step = main("print(1)\nsys.exit(0)").start()
        for encoding in ("msgpack", "json"):
            again = fermata.load(step.save(encoding))
            self.assertEqual((again.status, again.value, again.stdout), ("done", None, "1\n"))
        raised = json.loads(fermata.Program("raise SystemExit(2)").start().save("json"))
        text = json.dumps(raised).replace('"args": {"$tuple": [2]}', '"args": {"$tuple": [0]}')
        self.assertNotEqual(text, json.dumps(raised))
        self.assertEqual(fermata.load(text).status, "done")


if __name__ == "__main__":
    unittest.main()
