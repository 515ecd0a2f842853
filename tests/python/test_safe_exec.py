"""fermata.safe_exec: the samples of SafeExec's documentation run as they stand, under our module's name."""

import json
import unittest
from typing import Any

import fermata
from fermata.safe_exec import InteractiveExecutor, SafeExec, SecurityViolation, violations_of


class Documented(unittest.TestCase):
    """Each sample as documented; the comments there are the assertions here."""

    def test_basic_execution(self) -> None:
        code = """
numbers = [1, 2, 3, 4, 5]
result = sum(n * 2 for n in numbers)
"""

        executor = SafeExec(code)
        self.assertEqual(executor.run(), 30)

    def test_external_functions(self) -> None:
        def fetch_price(symbol: str) -> float:
            # Your actual API call here
            return 150.0

        code = """
price = fetch_price('AAPL')
result = 'Buy' if price < 160 else 'Hold'
"""

        executor = SafeExec(code, external_functions={"fetch_price": fetch_price})
        self.assertEqual(executor.run(), "Buy")

    def test_security_validation(self) -> None:
        dangerous = "import os; os.system('rm -rf /')"
        executor = SafeExec(dangerous)
        violations = executor.validate()
        self.assertEqual(violations, ["Import blocked: os"])

        # Attempting to run raises SecurityViolation
        try:
            executor.run()
        except SecurityViolation as e:
            self.assertEqual(str(e), "Import blocked: os")
        else:
            self.fail("not blocked")

    def test_state_serialization(self) -> None:
        executor = InteractiveExecutor(
            code="data = fetch(url)\nresult = process(data)",
            inputs={"url": "https://api.example.com"},
            external_functions=["fetch", "process"],
        )

        state = executor.start()
        self.assertEqual(state.pending_call, {"function": "fetch", "args": ("https://api.example.com",)})

        # Serialize for storage or transmission
        json_state = state.to_json()

        # Later: resume with the call result
        state = executor.resume(call_result={"items": [1, 2, 3]})
        self.assertEqual(state.pending_call, {"function": "process", "args": ({"items": [1, 2, 3]},)})

        # and the text that was kept, in another process
        again = InteractiveExecutor.from_json(json_state)
        self.assertEqual(again.pending_call, {"function": "fetch", "args": ("https://api.example.com",)})
        state = again.resume(call_result=[7])
        state = state.resume(call_result="processed")
        self.assertIsNone(state.pending_call)
        self.assertEqual(state.result, "processed")

    def test_code_mode(self) -> None:
        weather = {"NYC": 45, "LA": 72, "Chicago": 38, "Miami": 80}

        def get_weather(city: str) -> dict[str, Any]:
            return {"temp": weather[city]}

        code = """
cities = ['NYC', 'LA', 'Chicago', 'Miami']
temps = {city: get_weather(city)['temp'] for city in cities}
result = max(temps, key=temps.get)  # 'Miami'
"""
        self.assertEqual(SafeExec(code=code, external_functions={"get_weather": get_weather}).run(), "Miami")


class Policy(unittest.TestCase):
    def test_what_is_blocked(self) -> None:
        for code, violations in [
            ("import os, sys", ["Import blocked: os", "Import blocked: sys"]),
            ("from os.path import join", ["Import blocked: os.path"]),
            ("from . import x", ["Import blocked: ."]),
            ("eval('1')", ["Call blocked: eval"]),
            ("f = exec", ["Call blocked: exec"]),
            ("open('x')", ["Call blocked: open"]),
            ("__import__('os')", ["Call blocked: __import__"]),
            ("class A: pass", ["Class blocked: A"]),
            ("().__class__.__bases__", ["Attribute blocked: __bases__", "Attribute blocked: __class__"]),
            ("__builtins__", ["Name blocked: __builtins__"]),
            ("x = [n for n in range(3)]\nprint(x)", []),
        ]:
            with self.subTest(code=code):
                self.assertEqual(sorted(violations_of(code)), violations)

    def test_order_is_that_of_the_text(self) -> None:
        self.assertEqual(
            violations_of("eval('1')\nimport os\nclass A: pass"), ["Call blocked: eval", "Import blocked: os", "Class blocked: A"]
        )

    def test_text_that_is_no_python(self) -> None:
        self.assertTrue(violations_of("x = (")[0].startswith("Syntax error: "))
        with self.assertRaises(SecurityViolation):
            SafeExec("x = (").run()

    def test_parts_can_be_lifted(self) -> None:
        self.assertEqual(SafeExec("import math\nmath.floor(2.5)", allow=["import"]).run(), 2)
        self.assertEqual(SafeExec("class A: x = 3\nA.x", allow=["class"]).run(), 3)
        with self.assertRaises(fermata.UsageError):
            SafeExec("1", allow=["files"]).validate()

    def test_the_sandbox_holds_without_it(self) -> None:
        everything = ["import", "class", "call", "dunder"]
        for code in (
            "import os; os.system('true')",
            "import os; os.open('/etc/passwd', os.O_RDONLY)",
            "import io; io.FileIO('/etc/passwd')",
            "import pathlib; pathlib.Path('/etc/passwd').read_text()",
            "import subprocess; subprocess.run(['true'])",
            "import socket; socket.create_connection(('127.0.0.1', 80))",
            "open('/etc/passwd')",
            "().__class__.__base__.__subclasses__()[0].__init__.__globals__['sys'].modules['os']",
        ):
            with self.subTest(code=code), self.assertRaises(fermata.RuntimeError):
                SafeExec(code, allow=everything).run()


class Running(unittest.TestCase):
    def test_functions_as_a_list(self) -> None:
        def double(x: int) -> int:
            return x * 2

        self.assertEqual(SafeExec("double(n)", external_functions=[double], inputs={"n": 4}).run(), 8)

    def test_what_was_printed(self) -> None:
        executor = SafeExec("print('a')\nresult = 1")
        self.assertEqual(executor.run(), 1)
        self.assertEqual(executor.stdout, "a\n")

    def test_time(self) -> None:
        with self.assertRaises(fermata.LimitError) as caught:
            SafeExec("while True: pass", timeout=0.05).run()
        self.assertEqual(caught.exception.limit, "time_ms")

    def test_an_exception(self) -> None:
        with self.assertRaises(fermata.RuntimeError) as caught:
            SafeExec("1 / 0").run()
        self.assertEqual(caught.exception.type, "ZeroDivisionError")

    def test_a_name_without_a_function(self) -> None:
        with self.assertRaises(fermata.Error):
            SafeExec("fetch(1)", external_functions=["fetch"]).run()


class Interactive(unittest.TestCase):
    def test_keyword_arguments(self) -> None:
        state = InteractiveExecutor("fetch(1, deep=True)", external_functions=["fetch"]).start()
        self.assertEqual(state.pending_call, {"function": "fetch", "args": (1,), "kwargs": {"deep": True}})

    def test_an_error_as_the_answer(self) -> None:
        code = "try:\n    x = fetch()\nexcept ValueError as e:\n    x = str(e)\nx"
        state = InteractiveExecutor(code, external_functions=["fetch"]).start()
        self.assertEqual(state.resume(error=ValueError("nothing there")).result, "nothing there")

    def test_a_program_that_fails(self) -> None:
        state = InteractiveExecutor("fetch()\n1 / 0", external_functions=["fetch"]).start().resume()
        self.assertTrue(state.completed)
        self.assertIn("ZeroDivisionError: division by zero", state.error or "")
        with self.assertRaises(fermata.RuntimeError):
            state.result
        with self.assertRaises(fermata.UsageError):
            state.resume(1)

    def test_a_result_before_the_end(self) -> None:
        state = InteractiveExecutor("fetch()", external_functions=["fetch"]).start()
        self.assertFalse(state.completed)
        with self.assertRaises(fermata.Error):
            state.result

    def test_it_stops_even_at_functions_that_are_there(self) -> None:
        state = InteractiveExecutor("abs_(1)", external_functions={"abs_": abs}).start()
        self.assertEqual(state.pending_call, {"function": "abs_", "args": (1,)})

    def test_the_state_is_json_and_refused_when_it_is_not(self) -> None:
        state = InteractiveExecutor("print('a')\nfetch()", external_functions=["fetch"]).start()
        self.assertIsInstance(json.loads(state.to_json()), dict)
        self.assertEqual(state.stdout, "a\n")
        with self.assertRaises(fermata.StateError):
            InteractiveExecutor.from_json(state.to_json()[:100])

    def test_the_policy_holds_here_too(self) -> None:
        with self.assertRaises(SecurityViolation):
            InteractiveExecutor("import os").start()

    def test_resume_before_start(self) -> None:
        with self.assertRaises(fermata.UsageError):
            InteractiveExecutor("1").resume(1)


if __name__ == "__main__":
    unittest.main()
