"""fermata.langchain with the real packages: the tool by itself, and in LangGraph graphs that are interrupted and resumed."""

import asyncio
import json
import time
import unittest
from typing import Annotated, Any, TypedDict

from support import needs

needs("langchain_core", "langgraph")

from langchain_core.documents import Document  # noqa: E402
from langchain_core.messages import AIMessage, ToolMessage  # noqa: E402
from langchain_core.runnables import RunnableConfig  # noqa: E402
from langchain_core.tools import ToolException, tool  # noqa: E402
from langgraph.checkpoint.memory import InMemorySaver  # noqa: E402
from langgraph.graph import END, START, MessagesState, StateGraph  # noqa: E402
from langgraph.prebuilt import ToolNode  # noqa: E402
from langgraph.types import Command, Send, interrupt  # noqa: E402

import fermata  # noqa: E402
from fermata.langchain import FermataTool  # noqa: E402

LOG = []


@tool
def look(order: int) -> dict:
    """Looks up an order."""
    LOG.append(("look", order))
    return {"total": order * 100, "items": ["a", "b"]}


@tool
def pay(amount: int, to: str = "shop") -> str:
    """Pays.

    Args:
        amount: in cents
        to: whom
    """
    LOG.append(("pay", amount, to))
    return f"paid {amount} to {to}"


@tool
async def slow(n: int) -> int:
    """Takes its time."""
    LOG.append(("start", n))
    await asyncio.sleep(0.03)
    LOG.append(("end", n))
    return n


@tool("search-web")
def search(query: str) -> list[Document]:
    """Searches."""
    return [Document(page_content=f"about {query}", metadata={"n": 1})]


@tool
def broken(kind: str) -> str:
    """Fails."""
    raise ToolException("out of order") if kind == "tool" else LookupError("nothing there")


@tool
def confirm(question: str) -> str:
    """Asks the user; it interrupts the graph itself."""
    LOG.append(("asking", question))
    return f"user said {interrupt({'question': question})}"


class Alone(unittest.TestCase):
    def setUp(self):
        LOG.clear()

    def test_a_program_calls_the_tools(self):
        tool = FermataTool([look, pay])
        content = tool.invoke({"code": "print('x')\no = look(3)\npay(o['total'], to='me') + o['items'][1]"})
        self.assertEqual(json.loads(content), {"value": "paid 300 to meb", "stdout": "x\n"})
        self.assertEqual(LOG, [("look", 3), ("pay", 300, "me")])

    def test_asynchronously(self):
        self.assertEqual(json.loads(asyncio.run(FermataTool([look]).ainvoke({"code": "look(order=2)['total']"}))), {"value": 200})

    def test_gathered_calls_run_at_the_same_time(self):
        tool = FermataTool([slow], asynchronous=True)
        content = asyncio.run(tool.ainvoke({"code": "import asyncio\nawait asyncio.gather(slow(1), slow(2), slow(3))"}))
        self.assertEqual(json.loads(content), {"value": [1, 2, 3]})
        self.assertEqual([kind for kind, _ in LOG], ["start"] * 3 + ["end"] * 3)

    def test_the_description_and_the_schema(self):
        tool = FermataTool([look, pay, search], approve=["pay"])
        self.assertIn("def pay(amount: int, to: str", tool.description)
        self.assertIn("in cents", tool.description)
        self.assertIn("def search_web(query: str)", tool.description)
        self.assertEqual(list(tool.args), ["code"])
        self.assertEqual(tool.tool_call_schema.model_json_schema()["required"], ["code"])

    def test_a_tool_call_gives_a_tool_message(self):
        message = FermataTool([look]).invoke({"type": "tool_call", "id": "1", "name": "run_code", "args": {"code": "look(1)['total']"}})
        self.assertIsInstance(message, ToolMessage)
        self.assertEqual((message.status, json.loads(message.content)), ("success", {"value": 100}))
        self.assertEqual(message.artifact, {"status": "done", "value": 100})

    def test_a_program_that_fails(self):
        call = {"type": "tool_call", "id": "1", "name": "run_code", "args": {"code": "print('a')\n1 / 0"}}
        message = FermataTool([look]).invoke(call)
        self.assertEqual(message.status, "error")
        self.assertIn("ZeroDivisionError: division by zero\nPrinted before that:\na\n", message.content)
        message = FermataTool([look]).invoke({**call, "args": {"code": "x = ("}})
        self.assertIn("'(' was never closed", message.content)
        with self.assertRaises(ToolException):
            FermataTool([look], handle_tool_error=False).invoke({"code": "1 / 0"})
        message = FermataTool([look], limits=fermata.Limits(steps=1000)).invoke({**call, "args": {"code": "while True: pass"}})
        self.assertIn("limit of steps", message.content)

    def test_objects_of_classes_are_records_in_the_program(self):
        content = FermataTool([search]).invoke({"code": "d = search_web('owls')[0]\n[d.page_content, d.metadata['n']]"})
        self.assertEqual(json.loads(content), {"value": ["about owls", 1]})

    def test_errors_of_tools_are_raised_in_the_program(self):
        code = """
out = []
for kind in ('tool', 'other'):
    try:
        broken(kind)
    except Exception as e:
        out.append(repr(e))
out
"""
        value = json.loads(FermataTool([broken]).invoke({"code": code}))["value"]
        self.assertEqual(value, ["RuntimeError('broken: out of order')", "LookupError('nothing there')"])
        code = "try:\n    look('many')\nexcept RuntimeError as e:\n    r = str(e)\nr"
        self.assertIn("valid integer", FermataTool([look]).invoke({"code": code}))

    def test_names_in_approve_that_are_no_tools(self):
        with self.assertRaisesRegex(fermata.UsageError, "pay"):
            FermataTool([look], approve=["pay"])

    def test_an_approval_outside_of_graphs_is_in_the_artifact(self):
        tool = FermataTool([look, pay], approve=["pay"])
        call = {"type": "tool_call", "id": "1", "name": "run_code", "args": {"code": "pay(look(1)['total']) + '!'"}}
        message = tool.invoke(call)
        self.assertEqual(message.content, "The program waits for an approval: pay(100)")
        self.assertEqual(LOG, [("look", 1)])
        other = FermataTool([look, pay], approve=["pay"])
        content, artifact = other.resume(message.artifact, True)
        self.assertEqual((json.loads(content), artifact["status"]), ({"value": "paid 100 to shop!"}, "done"))
        self.assertEqual(LOG, [("look", 1), ("pay", 100, "shop")])
        content, _ = asyncio.run(other.aresume(message.artifact, {"type": "edit", "args": {"amount": 5, "to": "x"}}))
        self.assertEqual(json.loads(content), {"value": "paid 5 to x!"})
        with self.assertRaisesRegex(ToolException, "PermissionError: no way"):
            other.resume(message.artifact, {"type": "reject", "message": "no way"})
        with self.assertRaises(fermata.UsageError):
            other.resume(message.artifact, "yes")
        with self.assertRaises(fermata.StateError):
            other.resume({**message.artifact, "state": b"x"}, True)

    def test_a_sealed_artifact(self):
        options = {"approve": ["pay"], "sealer": fermata.Sealer({"k1": bytes(32)})}
        call = {"type": "tool_call", "id": "1", "name": "run_code", "args": {"code": "pay(1)"}}
        artifact = FermataTool([look, pay], **options).invoke(call).artifact
        self.assertEqual(fermata.Sealer.key_id_of(artifact["state"]), "k1")
        for other in (FermataTool([look, pay], approve=["pay"]), FermataTool([look, pay], name="other", **options)):
            with self.assertRaises(fermata.StateError):
                other.resume(artifact, True)
        content, _ = FermataTool([look, pay], **options).resume(artifact, True)
        self.assertEqual(json.loads(content), {"value": "paid 1 to shop"})

    def test_what_a_state_has_approved_another_tool_asks_for_too(self):
        call = {"type": "tool_call", "id": "1", "name": "run_code", "args": {"code": "[pay(1), look(1)['total'], pay(2)]"}}
        message = FermataTool([look, pay], approve=["pay"]).invoke(call)
        content, artifact = FermataTool([look, pay]).resume(message.artifact, True)
        self.assertEqual((artifact["status"], LOG), ("paused", [("pay", 1, "shop"), ("look", 1)]))
        content, artifact = FermataTool([look, pay], approve=["look"]).resume(message.artifact, True)
        self.assertEqual([each["function"] for each in artifact["calls"]], ["look"])


class LateTool(FermataTool):
    """Programs with a certain word in them begin later than others."""

    late: str = ""

    def _run(self, code: str, config: RunnableConfig) -> Any:
        if self.late and self.late in code:
            time.sleep(0.15)
        return super()._run(code, config)


def tools_graph(tools, checkpointer, calls, kind=FermataTool, **options):
    """A graph as agents have it: a (scripted) model that makes tool calls, a ToolNode, and the end."""

    def model(state: MessagesState):
        if isinstance(state["messages"][-1], ToolMessage):
            return {"messages": [AIMessage("done")]}
        return {
            "messages": [
                AIMessage("", tool_calls=[{"name": "run_code", "args": {"code": code}, "id": f"call-{n}"} for n, code in enumerate(calls)])
            ]
        }

    graph = StateGraph(MessagesState)
    graph.add_node("model", model)
    graph.add_node("tools", ToolNode([kind(tools, **options)]))
    graph.add_edge(START, "model")
    graph.add_conditional_edges("model", lambda state: "tools" if state["messages"][-1].tool_calls else END)
    graph.add_edge("tools", "model")
    return graph.compile(checkpointer=checkpointer)


def last_tool_message(result):
    return [message for message in result["messages"] if isinstance(message, ToolMessage)][-1]


class InGraphs(unittest.TestCase):
    def setUp(self):
        LOG.clear()
        self.saver = InMemorySaver()
        self.config = {"configurable": {"thread_id": "1"}}

    CODE = "o = look(7)\nreceipt = pay(o['total'])\nreceipt + '!'"

    def graph(self, *calls, tools=(look, pay), approve=("pay",), **options):
        return tools_graph(list(tools), self.saver, calls or [self.CODE], approve=approve, **options)

    def start(self, graph):
        return graph.invoke({"messages": [("user", "go")]}, self.config)

    def test_an_approval_interrupts_and_a_fresh_graph_goes_on(self):
        result = self.start(self.graph())
        (stop,) = result["__interrupt__"]
        (call,) = stop.value["calls"]
        self.assertEqual((call["tool"], call["arguments"], call["line"]), ("pay", {"amount": 700}, 2))
        self.assertEqual(call["description"], "pay(700)")
        json.dumps(stop.value)
        self.assertEqual(LOG, [("look", 7)])
        result = self.graph().invoke(Command(resume=True), self.config)
        self.assertEqual(LOG, [("look", 7), ("pay", 700, "shop")])
        self.assertEqual(json.loads(last_tool_message(result).content), {"value": "paid 700 to shop!"})
        self.assertEqual(result["messages"][-1].content, "done")

    def test_asynchronously(self):
        async def both():
            await self.graph().ainvoke({"messages": [("user", "go")]}, self.config)
            self.assertEqual(LOG, [("look", 7)])
            return await self.graph().ainvoke(Command(resume=True), self.config)

        result = asyncio.run(both())
        self.assertEqual(json.loads(last_tool_message(result).content), {"value": "paid 700 to shop!"})
        self.assertEqual(LOG, [("look", 7), ("pay", 700, "shop")])

    def test_the_decisions(self):
        code = "try:\n    r = pay(1)\nexcept PermissionError as e:\n    r = f'denied: {e}'\nr"
        for decision, value in (
            (False, "denied: the call was not approved"),
            ({"type": "reject", "message": "too much"}, "denied: too much"),
            ({"type": "approve"}, "paid 1 to shop"),
            ({"type": "edit", "args": {"amount": 2, "to": "b"}}, "paid 2 to b"),
            ({"type": "respond", "value": "by hand"}, "by hand"),
            ({"decisions": [{"type": "edit", "edited_action": {"name": "pay", "args": {"amount": 3}}}]}, "paid 3 to shop"),
        ):
            with self.subTest(decision=decision):
                self.config = {"configurable": {"thread_id": str(decision)}}
                self.start(self.graph(code))
                result = self.graph(code).invoke(Command(resume=decision), self.config)
                self.assertEqual(json.loads(last_tool_message(result).content), {"value": value})

    def test_a_decision_that_is_none_can_be_made_again(self):
        self.start(self.graph())
        with self.assertRaises(fermata.UsageError):
            self.graph().invoke(Command(resume="maybe"), self.config)
        self.assertEqual(LOG, [("look", 7)])

    def test_one_approval_after_the_other(self):
        code = "[pay(n) for n in range(3)]"
        self.start(self.graph(code))
        for n in range(3):
            self.assertEqual(len(LOG), n)
            result = self.graph(code).invoke(Command(resume=True), self.config)
        self.assertEqual(json.loads(last_tool_message(result).content)["value"][2], "paid 2 to shop")
        self.assertEqual(LOG, [("pay", n, "shop") for n in range(3)])

    def test_several_at_once(self):
        code = "import asyncio\n[str(x) for x in await asyncio.gather(pay(1), look(1), pay(2), return_exceptions=True)]"
        options = {"asynchronous": True}
        (stop,) = self.start(self.graph(code, **options))["__interrupt__"]
        first, second = (call["id"] for call in stop.value["calls"])
        result = self.graph(code, **options).invoke(Command(resume={first: False, second: True}), self.config)
        value = json.loads(last_tool_message(result).content)["value"]
        self.assertEqual([value[0], value[2]], ["the call was not approved", "paid 2 to shop"])
        self.assertEqual(LOG, [("look", 1), ("pay", 2, "shop")])

    def test_a_failing_program_after_an_approval(self):
        code = "pay(1)\n1 / 0"
        self.start(self.graph(code))
        message = last_tool_message(self.graph(code).invoke(Command(resume=True), self.config))
        self.assertEqual(message.status, "error")
        self.assertIn("ZeroDivisionError", message.content)

    def test_a_tool_that_interrupts_the_graph_itself(self):
        code = "a = look(1)['total']\nb = confirm('sure?')\nf'{a} {b}'"
        graph = self.graph(code, tools=[look, confirm], approve=[])
        (stop,) = self.start(graph)["__interrupt__"]
        self.assertEqual(stop.value, {"question": "sure?"})
        result = self.graph(code, tools=[look, confirm], approve=[]).invoke(Command(resume="yes"), self.config)
        self.assertEqual(json.loads(last_tool_message(result).content), {"value": "100 user said yes"})
        self.assertEqual(LOG.count(("look", 1)), 1)

    def test_two_programs_of_one_message_keep_apart_in_whatever_order_they_begin(self):
        codes = ["'one ' + pay(1)", "'two ' + pay(2)"]
        result = self.start(self.graph(*codes, kind=LateTool, late="one"))
        for _ in range(2):
            stops = result["__interrupt__"]
            result = self.graph(*codes, kind=LateTool, late="two").invoke(Command(resume={stop.id: True for stop in stops}), self.config)
        values = {
            message.tool_call_id: json.loads(message.content)["value"] for message in result["messages"] if isinstance(message, ToolMessage)
        }
        self.assertEqual(values, {"call-0": "one paid 1 to shop", "call-1": "two paid 2 to shop"})
        self.assertEqual(sorted(LOG), [("pay", 1, "shop"), ("pay", 2, "shop")])

    def test_two_programs_each_in_a_task_of_its_own(self):
        class Calls(TypedDict):
            codes: list[str]
            values: Annotated[list[str], lambda old, new: sorted(old + new)]

        def build():
            tool = FermataTool([pay], approve=["pay"])

            def one(call: dict[str, Any]):
                return {"values": [json.loads(tool.invoke({"code": call["code"]}))["value"]]}

            graph = StateGraph(Calls)
            graph.add_node("one", one)
            graph.add_conditional_edges(START, lambda state: [Send("one", {"code": code}) for code in state["codes"]])
            return graph.compile(checkpointer=self.saver)

        result = build().invoke({"codes": ["pay(1)", "pay(2)"], "values": []}, self.config)
        self.assertEqual(len(result["__interrupt__"]), 2)
        result = build().invoke(Command(resume={stop.id: True for stop in result["__interrupt__"]}), self.config)
        self.assertEqual(result["values"], ["paid 1 to shop", "paid 2 to shop"])
        self.assertEqual(sorted(LOG), [("pay", 1, "shop"), ("pay", 2, "shop")])

    def test_without_a_checkpointer_programs_without_approvals_run(self):
        graph = tools_graph([look], None, ["look(1)['total']"])
        self.assertEqual(json.loads(last_tool_message(graph.invoke({"messages": [("user", "go")]})).content), {"value": 100})


if __name__ == "__main__":
    unittest.main()
