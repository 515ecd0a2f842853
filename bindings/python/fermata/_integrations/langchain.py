"""The tool of fermata.langchain: run_code, whose programs call other LangChain tools."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from fermata import Call, Limits, Paused, Pool, Sealer, Session, Step, UsageError
from fermata import SyntaxError as CodeError
from fermata._core import Entry, Held, drive, drive_now, entered_async, go_on, must_ask, plain, start

from .approvals import decisions, stand
from .opaque import opaque
from .tool_functions import ToolFunction, identifier, run_code_description

try:
    from langchain_core.runnables import RunnableConfig
    from langchain_core.tools import BaseTool, ToolException
    from pydantic import BaseModel, Field, PrivateAttr
except ImportError as _missing:
    raise ImportError("fermata.langchain needs langchain-core: pip install 'fermata-lang[langchain]'") from _missing

_CALL_ID = "fermata_tool_call_id"


Outcome = tuple[str, dict[str, Any]]  # a tool message's content and artifact


class RunCode(BaseModel):
    """What the tool takes."""

    code: str = Field(description="The Python program.")


class FermataTool(BaseTool):
    """A tool that runs programs, whose host functions are other LangChain tools.

    tools: what the programs may call. Arguments that LangGraph injects (state, store, runtime) they don't get. approve: names of those
    tools whose calls wait for a person. limits: of each program. asynchronous: the programs see `async def` functions and can gather
    them, which runs them at the same time under ainvoke(). sealer: artifacts and checkpoints hold sealed states, bound to the tool's name.
    pool: the programs run in it (fermata.Pool).

    A program that fails gives a ToolMessage of status "error" with its traceback (handle_tool_error=False raises ToolException).
    """

    name: str = "run_code"
    description: str = ""
    args_schema: Any = RunCode
    response_format: Any = "content_and_artifact"
    handle_tool_error: Any = True
    tools: Sequence[BaseTool] = ()
    approve: frozenset[str] = frozenset()
    limits: Limits | None = None
    asynchronous: bool = False
    sealer: Sealer | None = None
    pool: Pool | None = None
    _by_name: dict[str, BaseTool] = PrivateAttr(default_factory=dict)
    _callables: dict[str, ToolFunction] = PrivateAttr(default_factory=dict)
    _functions: list[Callable[..., Any]] = PrivateAttr(default_factory=list)
    _graph: Any = PrivateAttr(default=None)

    def __init__(self, tools: Iterable[BaseTool] = (), *, approve: Iterable[str] = (), **options: Any) -> None:
        super().__init__(tools=list(tools), approve=frozenset(approve), **options)
        for tool in self.tools:
            name = identifier(tool.name)
            if name in self._by_name:
                raise UsageError(f"two tools are named {name!r} in a program")
            self._by_name[name] = tool
            self._callables[name] = ToolFunction(name, tool.description, _schema(tool), asynchronous=self.asynchronous)
            self._functions.append(self._callables[name].function)
        if unknown := self.approve - {tool.name for tool in self.tools}:
            raise UsageError(f"approve names tools that aren't there: {', '.join(sorted(unknown))}")
        if not self.description:
            self.description = run_code_description(self._functions, self.asynchronous)

    # --- as a tool ---

    def run(self, tool_input: str | dict[str, Any], *args: Any, **options: Any) -> Any:
        """As BaseTool.run()."""
        return super().run(tool_input, *args, **_with_call_id(options))

    async def arun(self, tool_input: str | dict[str, Any], *args: Any, **options: Any) -> Any:
        """As BaseTool.arun()."""
        return await super().arun(tool_input, *args, **_with_call_id(options))

    def _run(self, code: str, config: RunnableConfig) -> Outcome:
        if _in_graph(config):
            graph, own_config = self._subgraph(config)
            return _outcome(graph.invoke({"code": code}, own_config))
        step = self._begin(code)
        step, held = drive_now(step, self._performer(step.session, config, {}))
        return _outcome(self._stand(step, held))

    async def _arun(self, code: str, config: RunnableConfig) -> Outcome:
        if _in_graph(config):
            graph, own_config = self._subgraph(config)
            return _outcome(await graph.ainvoke({"code": code}, own_config))
        step = await asyncio.to_thread(self._begin, code, await entered_async(self.pool))
        step, held = await drive(step, self._async_performer(step.session, config, {}))
        return _outcome(self._stand(step, held))

    # --- outside graphs ---

    def resume(self, artifact: Mapping[str, Any], decision: Any = True, config: RunnableConfig | None = None) -> Outcome:
        """Goes on with a program that waited: `artifact` is that of its tool message. Returns content and artifact as a call does.

        decision: True or False; {"type": "approve"}, {"type": "edit", "args": {…}}, {"type": "reject", "message": "why"} or
        {"type": "respond", "value": the call's result}; or, when several calls wait, a dictionary from their ids to these.
        Raises ToolException when the program fails, fermata.StateError when the state can't be loaded.
        """
        step, approved = self._decide(artifact, decisions(decision, artifact["calls"]))
        return _outcome(self._stand(*drive_now(step, self._performer(step.session, config or {}, approved))))

    async def aresume(self, artifact: Mapping[str, Any], decision: Any = True, config: RunnableConfig | None = None) -> Outcome:
        """As resume(), on the event loop."""
        entry = await entered_async(self.pool)
        step, approved = await asyncio.to_thread(self._decide, artifact, decisions(decision, artifact["calls"]), entry)
        return _outcome(self._stand(*await drive(step, self._async_performer(step.session, config or {}, approved))))

    # --- programs and calls ---

    def _begin(self, code: str, entry: Entry | None = None) -> Step:
        try:
            return start(code, self._functions, self._asked(), self.limits, pool=entry or self.pool)
        except CodeError as error:
            raise ToolException(str(error)) from error

    def _decide(
        self, waiting: Mapping[str, Any], decisions: Mapping[Any, Mapping[str, Any]], entry: Entry | None = None
    ) -> tuple[Step, dict[Any, Any]]:
        """Loads a state and answers the calls that were decided; returns those that may now be performed, with their new arguments."""
        state, pool = waiting["state"], entry or self.pool
        step = go_on(state, self._functions, self._asked(), self.limits, sealer=self.sealer, bound=self._bound(), pool=pool)
        answers: dict[Any, Any] = {}
        approved: dict[Any, Any] = {}
        for call in step.calls_pending if isinstance(step, Paused) else ():
            decision = decisions.get(call.id)
            if decision is None:
                continue
            if decision["type"] == "reject":
                answers[call.id] = PermissionError(decision.get("message") or "the call was not approved")
            elif decision["type"] == "respond":
                answers[call.id] = decision.get("value")
            elif decision["type"] == "fail":
                answers[call.id] = RuntimeError(decision["message"])
            else:
                approved[call.id] = decision.get("args")
        if answers and isinstance(step, Paused):
            step = step.resume(answers=answers)
        return step, approved

    def _stand(self, step: Step, held: Mapping[Any, Any]) -> dict[str, Any]:
        try:
            return stand(step, held, self.sealer, self._bound())
        finally:
            step.session.close()

    def _bound(self) -> dict[str, str]:
        return {"tool": self.name}

    def _asked(self) -> set[str]:
        return {identifier(name) for name in self.approve}

    def _arguments(self, session: Session, call: Call, approved: Mapping[Any, Any]) -> tuple[BaseTool, dict[str, Any]]:
        """The tool that a call is for, and its arguments by name. Raises Held when it has to be approved first."""
        tool = self._by_name.get(call.function)
        if tool is None:
            raise NameError(f"name '{call.function}' is not defined")
        arguments = self._callables[call.function].arguments(call.args, call.kwargs)
        if must_ask(session, call.function) and call.id not in approved:
            raise Held({"kind": "approval", "tool": tool.name, "arguments": plain(arguments)})
        edited = approved.get(call.id)
        return tool, arguments if edited is None else edited

    def _performer(self, session: Session, config: RunnableConfig, approved: Mapping[Any, Any]) -> Callable[[Call], Any]:
        def perform(call: Call) -> Any:
            tool, arguments = self._arguments(session, call, approved)
            try:
                return opaque(tool.invoke(arguments, config), tool.name)
            except Exception as error:
                raise _as_the_program_sees(error, tool, arguments) from error

        return perform

    def _async_performer(self, session: Session, config: RunnableConfig, approved: Mapping[Any, Any]) -> Callable[[Call], Any]:
        async def perform(call: Call) -> Any:
            tool, arguments = self._arguments(session, call, approved)
            try:
                return opaque(await tool.ainvoke(arguments, config), tool.name)
            except Exception as error:
                raise _as_the_program_sees(error, tool, arguments) from error

        return perform

    # --- in a graph: a subgraph, so that the state has checkpoints of its own ---

    def _subgraph(self, config: RunnableConfig) -> tuple[Any, RunnableConfig]:
        from .langgraph import own_namespace, program_graph

        if self._graph is None:
            self._graph = program_graph(self)
        call_id = config.get("configurable", {}).get(_CALL_ID)
        return self._graph, config if call_id is None else own_namespace(config, f"{self.name}:{call_id}")


def _with_call_id(options: dict[str, Any]) -> dict[str, Any]:
    """Options of run() whose config tells _run() which tool call it is."""
    call_id, config = options.get("tool_call_id"), options.get("config")
    if call_id is None or config is None:
        return options
    return {**options, "config": {**config, "configurable": {**config.get("configurable", {}), _CALL_ID: call_id}}}


def _in_graph(config: RunnableConfig) -> bool:
    """Whether a LangGraph node is running: it leaves keys of its own in the config."""
    return any(str(key).startswith("__pregel_") for key in config.get("configurable", {}))


def _schema(tool: BaseTool) -> Mapping[str, Any]:
    schema: Any = tool.tool_call_schema
    return cast(Mapping[str, Any], schema if isinstance(schema, dict) else schema.model_json_schema())


def _as_the_program_sees(error: Exception, tool: BaseTool, arguments: dict[str, Any]) -> BaseException:
    """An error of a tool at its call in the program; but interrupts and commands of LangGraph belong to the graph."""
    if any(cls.__name__ == "GraphBubbleUp" for cls in type(error).__mro__):
        return Held({"kind": "interrupt", "tool": tool.name, "arguments": arguments})
    if isinstance(error, ToolException) or type(error).__name__ == "ValidationError":
        return RuntimeError(f"{tool.name}: {error}")
    return error


def _outcome(stand: Mapping[str, Any]) -> Outcome:
    status = stand["status"]
    if status == "failed":
        raise ToolException(stand["error"])
    if status == "paused":
        waiting = "; ".join(call["description"] for call in stand["calls"])
        return f"The program waits for an approval: {waiting}", dict(stand)
    result = {key: stand[key] for key in ("value", "stdout", "stderr") if key in stand}
    return json.dumps(result, ensure_ascii=False), {"status": status, **result}
