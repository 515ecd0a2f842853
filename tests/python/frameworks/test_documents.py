"""The samples of FRAMEWORKS.md run as they are, with models that are scripts."""

import asyncio
import contextlib
import io
import json
import os
import re
import sys
import tempfile
import unittest

from support import needs

needs("smolagents", "pydantic_ai", "langchain_core", "langgraph", "mcp")

from langchain_core.messages import AIMessage, ToolMessage  # noqa: E402
from mcp import Client  # noqa: E402
from mcp.client.stdio import StdioServerParameters, stdio_client  # noqa: E402
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart  # noqa: E402
from pydantic_ai.models.function import FunctionModel  # noqa: E402
from test_smolagents import Script  # noqa: E402

DOCUMENT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../bindings/python/FRAMEWORKS.md")
REFUND = "order = {0}find_order('Ann')\n{0}refund(order['id'], order['total'])"


def sections():
    """{heading: [(language, text), …]}"""
    with open(DOCUMENT, encoding="utf-8") as file:
        parts = re.split(r"^## (.*)$", file.read(), flags=re.M)
    return {heading: re.findall(r"^```(\w+)\n(.*?)^```$", text, re.M | re.S) for heading, text in zip(parts[1::2], parts[2::2])}


def run_blocks(heading, **names):
    """Runs a section's Python blocks one after the other; gives what they printed, and their names."""
    printed = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
        for number, (language, text) in enumerate(sections()[heading]):
            if language == "python":
                path = os.path.join(folder, f"sample_{number}.py")  # smolagents reads the source of tools
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                exec(compile(text, path, "exec"), names)
    return printed.getvalue(), names


class Samples(unittest.TestCase):
    def test_every_section_is_tested(self):
        self.assertEqual(list(sections()), ["smolagents", "Pydantic AI", "LangChain and LangGraph", "MCP"])

    def test_smolagents(self):
        model = Script("both = [population(c) for c in ('Paris', 'Lyon')]\nsum(both)", "final_answer(sum(both))", "final_answer(both[1])")
        printed, _ = run_blocks("smolagents", model=model)
        self.assertIn("\n2620000\n", printed)
        self.assertTrue(printed.endswith("\n520000\n"))

    def test_pydantic_ai(self):
        def model(messages, info):
            last = messages[-1].parts[-1]
            if last.part_kind == "tool-return":
                return ModelResponse(parts=[TextPart(f"Done: {last.content['value']}.")])
            return ModelResponse(parts=[ToolCallPart("run_code", {"code": REFUND.format("await ")})])

        printed, _ = run_blocks("Pydantic AI", model=FunctionModel(model))
        call, answer = printed.splitlines()
        self.assertRegex(call, r"^\S+ refund \{'order_id': 17, 'amount': 84\}$")
        self.assertEqual(answer, "Done: refunded 84 for order 17.")

    def test_langchain(self):
        class Model:
            def invoke(self, messages):
                if isinstance(messages[-1], ToolMessage):
                    return AIMessage("Done: " + messages[-1].content)
                return AIMessage("", tool_calls=[{"name": "run_code", "args": {"code": REFUND.format("")}, "id": "1"}])

        printed, _ = run_blocks("LangChain and LangGraph", model=Model())
        value, calls, answer = printed.splitlines()
        self.assertEqual(value, '{"value": 168}')
        self.assertIn("'tool': 'refund', 'arguments': {'order_id': 17, 'amount': 84}", calls)
        self.assertEqual(answer, 'Done: {"value": "refunded 84 for order 17"}')

    def test_mcp(self):
        blocks = sections()["MCP"]
        command = json.loads(next(text for language, text in blocks if language == "json"))["mcpServers"]["fermata"]
        shell = next(text for language, text in blocks if language == "bash").split()
        self.assertEqual(shell[:-2], [command["command"], *command["args"][:-2]])
        _, names = run_blocks("MCP")

        async def use(server):
            async with Client(server) as client:
                result = (await client.call_tool("run_python", {"code": REFUND.format("")})).structured_content
                result = await client.call_tool("resume", {"state_id": result["state_id"], "approve": True})
                return result.structured_content["value"]

        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "tools.py"), "w", encoding="utf-8") as file:
                file.write(next(text for language, text in blocks if language == "python"))
            environment = {**os.environ, "PYTHONPATH": os.path.abspath(os.environ["PYTHONPATH"])}
            parameters = StdioServerParameters(command=sys.executable, args=command["args"], cwd=folder, env=environment)
            for server in (names["server"].mcp, stdio_client(parameters)):
                self.assertEqual(asyncio.run(use(server)), "refunded 84 for order 17")


if __name__ == "__main__":
    unittest.main()
