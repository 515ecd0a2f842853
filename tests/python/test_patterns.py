"""fermata.patterns: code out of answers, validation, execution, audit."""

import asyncio
import dataclasses
import datetime
import hashlib
import json
import logging
import tempfile
import threading
import time
import unittest
from typing import Any

import fermata
from fermata.patterns import AuditLog, CodeBlock, Executor, audit_record, code_hash, extract_blocks, extract_code, validate


def lookup(order_id: int, *, deep: bool = False) -> dict[str, int]:
    return {"id": order_id, "total": 42}


class Extraction(unittest.TestCase):
    def test_one_block(self) -> None:
        self.assertEqual(extract_code("Sure:\n\n```python\nx = 1\nprint(x)\n```\nDone."), "x = 1\nprint(x)\n")
        self.assertEqual(extract_code("```py\nx = 1\n```"), "x = 1\n")
        self.assertEqual(extract_code("```Python3 title=a.py\nx = 1\n```"), "x = 1\n")
        self.assertEqual(extract_code("~~~python\nx = 1\n~~~"), "x = 1\n")
        self.assertEqual(extract_code("``` {.python .numberLines}\nx = 1\n```"), "x = 1\n")

    def test_a_plain_fence_counts_when_none_is_marked(self) -> None:
        self.assertEqual(extract_code("```\nx = 1\n```"), "x = 1\n")
        self.assertEqual(extract_code("```\nnot me\n```\n```python\nx = 1\n```"), "x = 1\n")

    def test_other_languages_do_not(self) -> None:
        self.assertEqual(extract_code('```json\n{"a": 1}\n```\n```bash\nls\n```'), "")
        self.assertEqual(extract_code("```bash\npip install x\n```\n```python\nimport math\n```"), "import math\n")

    def test_several_blocks(self) -> None:
        answer = "First\n```python\nx = 1\n```\nthen\n```python\nx + 1\n```\n"
        self.assertEqual(extract_code(answer), "x = 1\n\nx + 1\n")
        self.assertEqual(extract_code(answer, which="first"), "x = 1\n")
        self.assertEqual(extract_code(answer, which="last"), "x + 1\n")

    def test_an_unclosed_fence(self) -> None:
        self.assertEqual(extract_code("```python\nx = 1\nprint(x)"), "x = 1\nprint(x)\n")
        self.assertEqual(extract_blocks("text\n```python\nx = 1"), [CodeBlock("python", "x = 1\n", 2, False)])
        self.assertEqual(extract_code("```python"), "")

    def test_a_fence_within_a_string(self) -> None:
        code = 'prompt = """\n```\ntext\n```\n"""\nprint(prompt)\n'
        self.assertEqual(extract_code(f"Here:\n```python\n{code}```\nand\n```python\ny = 2\n```\n"), code + "\ny = 2\n")

    def test_a_longer_fence(self) -> None:
        code = 's = """\n```\n"""\n'
        self.assertEqual(extract_code(f"````python\n{code}````"), code)

    def test_a_block_within_markdown(self) -> None:
        self.assertEqual(extract_code("````markdown\n# Title\n```python\nx = 1\n```\n````\n"), "x = 1\n")
        self.assertEqual(extract_code("```markdown\n# Title\n```python\nx = 1\n```\nmore\n```\n"), "x = 1\n")
        self.assertEqual(extract_blocks("text\n````md\n\n```py\nx\n```\n````")[0].line, 4)

    def test_broken_code_ends_at_its_own_fence(self) -> None:
        self.assertEqual(extract_code("```python\nx = (1\n```\nprose, not code\n```python\ny = 2\n```\n", which="first"), "x = (1\n")

    def test_indented_and_quoted_fences(self) -> None:
        self.assertEqual(extract_code("1. Do:\n   ```python\n   if x:\n       y = 1\n\n   z\n   ```\n"), "if x:\n    y = 1\n\nz\n")
        self.assertEqual(extract_code("> ```python\n> x = 1\n>\n> y = 2\n> ```\n"), "x = 1\n\ny = 2\n")

    def test_prompts_are_taken_off(self) -> None:
        self.assertEqual(extract_code("```pycon\n>>> x = 1\n>>> if x:\n...     print(x)\n...\n1\n```"), "x = 1\nif x:\n    print(x)\n\n")

    def test_no_fences(self) -> None:
        self.assertEqual(extract_code("x = lookup(1)\nx['total']"), "x = lookup(1)\nx['total']\n")
        for prose in ("I can't do that.", "Done", "yes, no", "", "42"):
            self.assertEqual(extract_code(prose), "")

    def test_no_answer_takes_long(self) -> None:
        fence = "```\n"
        for answer in ("```python\n" * 20000, '```python\nx="""\n' + fence * 20000, "> " * 100000, fence * 20001, "```md\n" * 5000):
            began = time.process_time()
            extract_code(answer)
            self.assertLess(time.process_time() - began, 5, answer[:20])

    def test_inline_code_is_no_fence(self) -> None:
        self.assertEqual(extract_blocks("Use ```x``` here\n```x```\n"), [])


class Validator(unittest.TestCase):
    def test_good_code(self) -> None:
        self.assertEqual(validate("import math\nlookup(1)['total'] * math.pi", functions=[lookup]), {"valid": True, "issues": []})

    def test_what_is_wrong(self) -> None:
        told = validate("import fcntl\nx = nowhere\nlookup()\n", functions=[lookup])
        self.assertFalse(told["valid"])
        self.assertEqual(
            told["issues"],
            [
                "line 1: No module named 'fcntl'. The sandbox starts no processes and reaches no machine: call a host function instead.",
                "line 2: name 'nowhere' is not defined",
                "line 3: lookup() missing 1 required positional argument: 'order_id'",
            ],
        )

    def test_syntax(self) -> None:
        told = validate("def f(:\n  pass")
        self.assertEqual(told, {"valid": False, "issues": ["line 1: SyntaxError: invalid syntax"]})

    def test_inputs_imports_and_length(self) -> None:
        self.assertTrue(validate("x + 1", inputs=["x"])["valid"])
        self.assertEqual(validate("import json, re", allowed_imports=["json"])["issues"], ["line 1: import of 're' isn't allowed"])
        self.assertEqual(validate("x" * 11, max_length=10)["issues"], ["the code has 11 characters, 10 are allowed"])


class Execution(unittest.TestCase):
    def test_output_is_what_was_printed_and_the_value(self) -> None:
        self.assertEqual(Executor().execute("print('hi')\n1 + 1"), {"success": True, "output": "hi\n2\n", "error": None})
        self.assertEqual(Executor().execute("print('hi')"), {"success": True, "output": "hi\n", "error": None})
        self.assertEqual(Executor(functions=[lookup]).execute("lookup(n)['total']", {"n": 1})["output"], "42\n")

    def test_errors(self) -> None:
        told = Executor().execute("print('before')\n\nint('x')")
        self.assertEqual(
            told,
            {
                "success": False,
                "output": "before\n",
                "error": "ValueError: invalid literal for int() with base 10: 'x' (program.py, line 3)",
            },
        )
        self.assertEqual(Executor().execute("x =")["error"], "SyntaxError: invalid syntax (line 1)")
        self.assertEqual(
            Executor(limits=fermata.Limits(steps=1000)).execute("print(1)\nwhile True: pass"),
            {"success": False, "output": "1\n", "error": "LimitError: the limit of steps (1000) is used up (program.py, line 2)"},
        )
        self.assertIn("approve()", Executor(functions=["approve"]).execute("approve(1)")["error"] or "")

    def test_types(self) -> None:
        point = dataclasses.make_dataclass("Point", [("x", int)])
        self.assertEqual(Executor(types=[point]).execute("p.x + Point(2).x", {"p": point(1)})["output"], "3\n")

    def test_asynchronous_functions(self) -> None:
        async def fetch(n: int) -> int:
            return n * 2

        code = "import asyncio\nsum(await asyncio.gather(fetch(1), fetch(2)))"
        self.assertEqual(Executor(functions=[fetch]).execute(code)["output"], "6\n")


class Audit(unittest.TestCase):
    def test_a_record(self) -> None:
        code = "print('x' * 500)"
        log = AuditLog()
        Executor(functions=[lookup], audit=log, user_id="u1", agent_id="a7").execute("lookup(1)\n" + code)
        (record,) = log.records
        self.assertEqual(record.code_hash, hashlib.sha256(("lookup(1)\n" + code).encode()).hexdigest())
        self.assertEqual((record.user_id, record.agent_id, record.success, record.error), ("u1", "a7", True, None))
        self.assertEqual(record.output_preview, "x" * 200 + "…")
        self.assertEqual(record.calls, ("lookup",))
        when = datetime.datetime.fromisoformat(record.time)
        self.assertEqual(when.utcoffset(), datetime.timedelta(0))
        self.assertLess(abs((datetime.datetime.now(datetime.timezone.utc) - when).total_seconds()), 60)
        self.assertGreaterEqual(record.duration_ms or -1, 0)

    def test_lines_of_json(self) -> None:
        with tempfile.NamedTemporaryFile("r") as file, self.assertLogs("fermata.audit", logging.INFO) as logged:
            log = AuditLog(file.name)
            executor = Executor(audit=log, user_id="ü")
            threads = [threading.Thread(target=executor.execute, args=(f"{i} + 1",)) for i in range(8)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            executor.execute("1 / 0")
            lines = [json.loads(line) for line in file.read().splitlines()]
        self.assertEqual(len(lines), 9)
        self.assertEqual(len(logged.records), 9)
        self.assertEqual(sorted(line["output_preview"] for line in lines[:8]), [f"{i + 1}\n" for i in range(8)])
        self.assertEqual(lines[8]["error"], "ZeroDivisionError: division by zero (program.py, line 1)")
        self.assertEqual(lines[8]["user_id"], "ü")

    def test_ids_alerts_and_a_hook(self) -> None:
        seen: list[Any] = []
        log = AuditLog(alerts=lambda record: None if record.success else f"failed: {record.error}", hook=seen.append)
        executor = Executor(audit=log)
        with self.assertLogs("fermata.audit", logging.INFO) as logged:
            executor.execute("1")
            executor.execute("1 / 0")
        self.assertEqual([record.levelno for record in logged.records], [logging.INFO, logging.WARNING])
        self.assertEqual(seen, log.records)
        self.assertEqual(len({record.id for record in seen}), 2)
        self.assertEqual([record.alert for record in seen], [None, "failed: ZeroDivisionError: division by zero (program.py, line 1)"])
        self.assertEqual(json.loads(seen[1].to_json())["id"], seen[1].id)

    def test_an_alert_or_a_hook_that_fails_loses_no_record(self) -> None:
        def fails(record: Any) -> str:
            raise ValueError("the host's")

        for log in (AuditLog(alerts=fails), AuditLog(hook=fails)):
            with self.assertRaisesRegex(ValueError, "the host's"):
                Executor(audit=log).execute("1")
            self.assertEqual(len(log.records), 1)

    def test_executing_on_an_event_loop(self) -> None:
        async def fetch(n: int) -> int:
            await asyncio.sleep(0)
            return n + 1

        log = AuditLog()
        executor = Executor(functions=[fetch], audit=log)
        done = asyncio.run(executor.execute_async("await fetch(n)", {"n": 1}))
        self.assertEqual(done, {"success": True, "output": "2\n", "error": None})
        for code, error in (
            ("x = (", "SyntaxError: '(' was never closed (line 1)"),
            ("1 / 0", "ZeroDivisionError: division by zero (program.py, line 1)"),
        ):
            self.assertEqual(asyncio.run(executor.execute_async(code))["error"], error)
        self.assertEqual([record.calls for record in log.records], [("fetch",), (), ()])

    def test_code_that_is_no_text(self) -> None:
        record = audit_record("x = '\ud800'", {"success": False, "output": "\ud800", "error": None})
        self.assertEqual(record.code_hash, code_hash("x = '\ud800'"))
        record.to_json().encode("ascii")


if __name__ == "__main__":
    unittest.main()
