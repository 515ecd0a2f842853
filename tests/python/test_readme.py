"""The code blocks of README.md, bindings/python/README.md and docs/durable.md, run in their order from the first that imports the package.

A Python block goes on where the one before stopped. A block of text after one is what it prints. Blocks of console and of other languages
are not run. A comment `#> text` after an expression or call says what repr() of it gives.
"""

import ast
import asyncio
import contextlib
import inspect
import io
import os
import re
import tempfile
import unittest
from typing import Any

from fermata.patterns import CodeBlock, extract_blocks

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def run_block(document: str, block: CodeBlock, names: dict[str, Any]) -> str:
    """Runs a block statement by statement; returns what it printed. `#> text` at a statement's end is checked against its value."""
    lines = block.code.splitlines()
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        for statement in ast.parse(block.code).body:
            last = lines[(statement.end_lineno or 1) - 1]
            wanted = re.search(r"#> (.*)$", last)
            place = f"{document}, line {block.line + statement.lineno}"
            flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
            if wanted and isinstance(statement, ast.Expr):
                value = eval(compile(ast.Expression(statement.value), place, "eval", flags), names)
                assert repr(value) == wanted.group(1), f"{place}: {value!r}, not {wanted.group(1)}"
            else:
                code = compile(ast.Module([statement], []), place, "exec", flags)
                waited = eval(code, names)
                if code.co_flags & inspect.CO_COROUTINE:
                    asyncio.run(waited)
    return printed.getvalue()


class Readme(unittest.TestCase):
    def test_every_block(self) -> None:
        self.assertEqual(self.run_blocks("README.md"), 1)
        self.assertGreater(self.run_blocks("bindings/python/README.md"), 8)
        self.assertEqual(self.run_blocks("docs/durable.md"), 4)

    def run_blocks(self, document: str) -> int:
        with open(os.path.join(ROOT, document), encoding="utf-8") as file:
            blocks = extract_blocks(file.read())
        blocks = blocks[next(at for at, block in enumerate(blocks) if re.search(r"^import .*\bfermata$", block.code, re.MULTILINE)) :]
        names: dict[str, Any] = {"__name__": "readme"}
        ran = 0
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                for block, after in zip(blocks, [*blocks[1:], None]):
                    if block.language != "python":
                        continue
                    ran += 1
                    printed = run_block(document, block, names)
                    if after is not None and after.language == "text":
                        self.assertEqual(printed, after.code, f"{document}, line {block.line}")
            finally:
                os.chdir(before)
        return ran


if __name__ == "__main__":
    unittest.main()
