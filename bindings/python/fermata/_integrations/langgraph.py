"""The graph in which fermata.langchain.FermataTool runs a program within LangGraph: run, ask, run, ask, …, end.

It is a subgraph of the one that called the tool and inherits its checkpointer. The program's state is a value of this graph, so
each stop is a checkpoint: after Command(resume=…) LangGraph runs the tool's node again, which finds itself here at "ask".
"""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypedDict

from langchain_core.runnables import RunnableConfig, RunnableLambda
from langchain_core.tools import ToolException
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from fermata._core import Entry, drive, drive_now, entered_async

from .approvals import decisions

if TYPE_CHECKING:
    from .langchain import FermataTool


class ProgramState(TypedDict, total=False):
    """What a checkpoint keeps: the code, and where the program stands (stand() of approvals.py)."""

    code: str
    status: str  # "done", "failed", "paused"; "decided" between "ask" and "run"
    state: bytes
    calls: list[dict[str, Any]]
    decided: dict[Any, Any]
    value: Any
    stdout: str
    stderr: str
    error: str


def program_graph(tool: FermataTool) -> Any:
    """The compiled graph of a tool."""

    def begin_or_decide(state: ProgramState, entry: Entry | None = None) -> tuple[Any, dict[Any, Any]]:
        if state.get("status") != "decided":
            return tool._begin(state["code"], entry), {}
        return tool._decide(state, {int(key): decision for key, decision in state["decided"].items()}, entry)

    def run(state: ProgramState, config: RunnableConfig) -> dict[str, Any]:
        step, approved = begin_or_decide(state)
        return tool._stand(*drive_now(step, tool._performer(step.session, config, approved)))

    async def arun(state: ProgramState, config: RunnableConfig) -> dict[str, Any]:
        step, approved = await asyncio.to_thread(begin_or_decide, state, await entered_async(tool.pool))
        return tool._stand(*await drive(step, tool._async_performer(step.session, config, approved)))

    # Before interrupt() nothing is done here: LangGraph runs the node from its beginning when the answer is there.

    def ask(state: ProgramState, config: RunnableConfig) -> dict[str, Any]:
        call = own_interrupt(state)
        if call is None:
            return decided(state)
        try:
            value = tool._by_name[call["function"]].invoke(call["arguments"], config)
        except ToolException as error:
            return answered(call, {"type": "fail", "message": f"{call['tool']}: {error}"})
        return answered(call, {"type": "respond", "value": value})

    async def aask(state: ProgramState, config: RunnableConfig) -> dict[str, Any]:
        call = own_interrupt(state)
        if call is None:
            return decided(state)
        try:
            value = await tool._by_name[call["function"]].ainvoke(call["arguments"], config)
        except ToolException as error:
            return answered(call, {"type": "fail", "message": f"{call['tool']}: {error}"})
        return answered(call, {"type": "respond", "value": value})

    def decided(state: ProgramState) -> dict[str, Any]:
        answer = interrupt({"tool": tool.name, "calls": [_for_people(call) for call in state["calls"]]})
        return {"status": "decided", "decided": {str(key): one for key, one in decisions(answer, state["calls"]).items()}}

    graph: Any = StateGraph(ProgramState)
    graph.add_node("run", RunnableLambda(run, arun))
    graph.add_node("ask", RunnableLambda(ask, aask))
    graph.add_edge(START, "run")
    graph.add_conditional_edges("run", lambda state: "ask" if state["status"] == "paused" else END, ["ask", END])
    graph.add_edge("ask", "run")
    return graph.compile(name=tool.name)


def own_namespace(config: RunnableConfig, name: str) -> RunnableConfig:
    """The config with which the graph of one tool call runs: its checkpoints are under a name of its own.

    LangGraph numbers the subgraphs that a node calls in the order in which they start. A ToolNode starts those of one message in
    threads, so that order may be another one when the node runs again, and one call would get the other's program.
    """
    configurable = dict(config.get("configurable", {}))
    scratchpad = configurable.get("__pregel_scratchpad")
    if not dataclasses.is_dataclass(scratchpad) or isinstance(scratchpad, type) or not hasattr(scratchpad, "subgraph_counter"):
        return config  # another LangGraph than we know: its own numbers, then
    configurable["__pregel_scratchpad"] = dataclasses.replace(scratchpad, subgraph_counter=lambda: 0)
    configurable["checkpoint_ns"] = f"{configurable.get('checkpoint_ns', '')}|{name.replace('|', '-')}"
    return {**config, "configurable": configurable}


def own_interrupt(state: ProgramState) -> dict[str, Any] | None:
    """A call of a tool that calls interrupt() itself: it is performed here, where its answer is kept."""
    return next((call for call in state["calls"] if call["kind"] == "interrupt"), None)


def answered(call: Mapping[str, Any], decision: dict[str, Any]) -> dict[str, Any]:
    """The change of the state when one call is decided."""
    return {"status": "decided", "decided": {str(call["id"]): decision}}


def _for_people(call: Mapping[str, Any]) -> dict[str, Any]:
    told = {key: call[key] for key in ("tool", "arguments", "line", "description")}
    return {"id": str(call["id"]), **told}  # LangGraph takes keys of a resume value for ids of interrupts, and wants them to be str
