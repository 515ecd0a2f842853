"""The toolset of fermata.pydantic_ai: run_code, in place of the tools that its programs call."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import importlib.metadata
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from fermata import Call, Done, Limits, Paused, Pool, Sealer, Session, StateError, Step
from fermata import SyntaxError as CodeError

from fermata._core import (
    Held, Leave, call_record, drive, entered_async, failure, forgotten, go_on, must_ask, plain, start, told,
)  # fmt: skip

from .approvals import sealed_state
from .tool_functions import ToolFunction, annotation, identifier, run_code_description

try:
    from pydantic import TypeAdapter, ValidationError
    from pydantic_ai import DeferredToolRequests, DeferredToolResults, RunContext, ToolApproved, ToolDenied, ToolReturn
    from pydantic_ai.exceptions import AgentRunError, ApprovalRequired, CallDeferred, ModelRetry, ToolFailed, UserError
    from pydantic_ai.messages import ToolCallPart
    from pydantic_ai.tool_manager import ToolManager
    from pydantic_ai.tools import AgentDepsT, ToolDefinition
    from pydantic_ai.toolsets import AbstractToolset, CombinedToolset, FunctionToolset, ToolsetTool, WrapperToolset
    from pydantic_core import SchemaValidator, core_schema
except ImportError as _missing:
    raise ImportError("fermata.pydantic_ai needs pydantic-ai-slim: pip install 'fermata-lang[pydantic-ai]'") from _missing
if tuple(map(int, importlib.metadata.version("pydantic-ai-slim").split(".")[:2])) < (2, 60):
    # Those call a tool that requires an approval without one, when another tool calls it.
    raise ImportError("fermata.pydantic_ai needs pydantic-ai-slim 2.60 or later: pip install 'fermata-lang[pydantic-ai]'")

METADATA = "fermata"  # the key of ours in a deferred call's metadata
_ANSWERS = "answers"
_KEPT_STATES = 100
_SCHEMA = {
    "type": "object",
    "properties": {"code": {"type": "string", "description": "The Python program."}},
    "required": ["code"],
    "additionalProperties": False,
}
_VALIDATOR = SchemaValidator(
    core_schema.typed_dict_schema({"code": core_schema.typed_dict_field(core_schema.str_schema(), required=True)}, extra_behavior="forbid")
)
_TO_DATA: TypeAdapter[Any] = TypeAdapter(Any)


_Place = tuple[str | None, str | None]


def _place(ctx: RunContext[Any]) -> _Place:
    """A tool call among those of all conversations: some models call their calls "1", "2", …"""
    return ctx.conversation_id, ctx.tool_call_id


def _bound(ctx: RunContext[Any]) -> dict[str, str]:
    """What the state of a call's program is bound to."""
    return {"tool_call_id": ctx.tool_call_id or ""}


@dataclass(kw_only=True)
class _RunCode(ToolsetTool[AgentDepsT]):
    """The one tool, with the tools that its program may call, by their names in the program."""

    tools: dict[str, ToolsetTool[AgentDepsT]]


@dataclass(init=False)
class FermataToolset(WrapperToolset[AgentDepsT]):
    """One tool, `run_code`, in place of the wrapped toolset's.

    tools: a toolset, or a sequence of toolsets and functions. tool_name: the one tool's name. limits: of each program. max_retries: how
    often the model may correct a program that fails. asynchronous: whether the program sees `async def` functions, which it can
    gather, or plain ones. sealer: the states in the metadata of deferred calls are sealed, each bound to its tool call's id. pool: the
    programs run in it (fermata.Pool).
    """

    limits: Limits | None
    tool_name: str
    max_retries: int
    asynchronous: bool
    sealer: Sealer | None
    pool: Pool | None
    # States of programs that wait in this process, for those who answer without handing the metadata back.
    kept: dict[_Place, dict[str, Any]] = field(repr=False, compare=False)

    def __init__(
        self,
        tools: AbstractToolset[AgentDepsT] | Sequence[AbstractToolset[AgentDepsT] | Callable[..., Any]] = (),
        *,
        tool_name: str = "run_code",
        limits: Limits | None = None,
        max_retries: int = 3,
        asynchronous: bool = True,
        sealer: Sealer | None = None,
        pool: Pool | None = None,
        wrapped: AbstractToolset[AgentDepsT] | None = None,
        kept: dict[_Place, dict[str, Any]] | None = None,
    ) -> None:
        self.wrapped: AbstractToolset[AgentDepsT] = wrapped or _one_toolset(tools)
        self.limits = limits
        self.tool_name = tool_name
        self.max_retries = max_retries
        self.asynchronous = asynchronous
        self.sealer = sealer
        self.pool = pool
        self.kept = {} if kept is None else kept

    async def get_tools(self, ctx: RunContext[AgentDepsT]) -> dict[str, ToolsetTool[AgentDepsT]]:
        """The one tool; the wrapped toolset's are in its description."""
        tools = _by_program_name(await self.wrapped.get_tools(ctx))
        definition = ToolDefinition(
            name=self.tool_name,
            description=self._description(tools),
            parameters_json_schema=_SCHEMA,
            metadata={"code_arg_name": "code", "code_arg_language": "python"},
        )
        return {
            self.tool_name: _RunCode(
                toolset=self, tool_def=definition, max_retries=self.max_retries, args_validator=_VALIDATOR, tools=tools
            )
        }

    async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: RunContext[AgentDepsT], tool: ToolsetTool[AgentDepsT]) -> Any:
        """Runs the program, or goes on with the one that waited. Raises ModelRetry, or ApprovalRequired with the program's state."""
        tools = tool.tools if isinstance(tool, _RunCode) else _by_program_name(await self.wrapped.get_tools(ctx))
        run = _Run(self, ctx, tools)
        waiting = self._waiting(ctx)
        if waiting is None or waiting.get("code") != tool_args["code"]:  # somebody changed the code: what was approved isn't in it
            step: Step = await run.begin(tool_args["code"])
        else:
            step = await run.go_on(waiting)
        try:
            return await self._finish(run, step, tool_args["code"])
        finally:
            step.session.close()

    async def _finish(self, run: _Run, step: Step, code: str) -> Any:
        step, held = await drive(step, run.perform)
        if isinstance(step, Done) and not forgotten(step):
            return ToolReturn(told(step), metadata={METADATA: {"calls": run.calls}})
        if held:
            raise ApprovalRequired({METADATA: self._keep(run.ctx, code, step, held)})
        raise ModelRetry(failure(step))

    def _description(self, tools: Mapping[str, ToolsetTool[AgentDepsT]]) -> str:
        return run_code_description([each.function for each in self._functions(tools)], self.asynchronous)

    def _functions(self, tools: Mapping[str, ToolsetTool[AgentDepsT]]) -> list[ToolFunction]:
        functions = []
        for name, tool in tools.items():
            definition = tool.tool_def
            schema, returned = definition.parameters_json_schema, definition.return_schema
            returns = annotation(returned, returned) if returned else Any
            functions.append(ToolFunction(name, definition.description, schema, returns=returns, asynchronous=self.asynchronous))
        return functions

    def _keep(self, ctx: RunContext[AgentDepsT], code: str, step: Step, held: Mapping[Any, Any]) -> dict[str, Any]:
        calls = []
        for call in step.calls_pending if isinstance(step, Paused) else ():
            if call.id in held:
                calls.append({**call_record(call), **held[call.id], "tool_call_id": f"{ctx.tool_call_id}:{call.id}"})
        kept = {"code": code, "state": base64.b64encode(sealed_state(step, self.sealer, _bound(ctx))).decode("ascii"), "calls": calls}
        self.kept[_place(ctx)] = kept
        while len(self.kept) > _KEPT_STATES:
            del self.kept[next(iter(self.kept))]
        return kept

    def _waiting(self, ctx: RunContext[AgentDepsT]) -> dict[str, Any] | None:
        """What was kept of this call when it was deferred, and the answers to its own calls; None: it begins."""
        kept = self.kept.pop(_place(ctx), None)
        if not ctx.tool_call_approved:
            return None
        given = ctx.tool_call_metadata.get(METADATA) if isinstance(ctx.tool_call_metadata, Mapping) else None
        waiting = {**(kept or {}), **(given if isinstance(given, Mapping) else {})}
        if "state" not in waiting:
            raise UserError(
                f"the state of the program in call {ctx.tool_call_id} is missing: give DeferredToolResults(…, metadata=requests.metadata)"
            )
        return waiting


class _Run:
    """One call of the tool: performs what its program calls."""

    def __init__(self, toolset: Any, ctx: RunContext[Any], tools: dict[str, ToolsetTool[Any]]) -> None:
        self.toolset = toolset
        self.ctx = ctx
        self.tools = tools
        self.names = {name: tool.tool_def.name for name, tool in tools.items()}
        self.calls: list[dict[str, Any]] = []  # what was called, for the tool return's metadata
        self.manager = ToolManager(
            toolset=toolset.wrapped,
            root_capability=ctx.root_capability,
            ctx=ctx,
            tools={tool.tool_def.name: tool for tool in tools.values()},
        )
        self.functions = {function.name: function for function in toolset._functions(tools)}
        self.session: Session  # the program's, once it has begun
        self.turn = _Turn()
        self.approved: dict[Any, dict[str, Any]] = {}  # calls that were held and may now be performed -> their metadata

    async def begin(self, code: str) -> Step:
        entry = await entered_async(self.toolset.pool)
        try:
            step = await asyncio.to_thread(start, code, self._bound(), self._asked(), self.toolset.limits, pool=entry)
        except CodeError as error:
            raise ModelRetry(str(error)) from error
        self.session = step.session
        return step

    async def go_on(self, waiting: Mapping[str, Any]) -> Step:
        """Loads the state and answers what was decided about the calls that it waits for."""
        entry = await entered_async(self.toolset.pool)
        try:
            step = go_on(
                base64.b64decode(waiting["state"]),
                self._bound(),
                self._asked(),
                self.toolset.limits,
                sealer=self.toolset.sealer,
                bound=_bound(self.ctx),
                pool=entry,
            )
        except (StateError, TypeError, ValueError) as error:
            raise UserError(f"the state of the program in call {self.ctx.tool_call_id} can't be loaded: {error}") from error
        self.session = step.session
        decisions = waiting.get(_ANSWERS)
        undecided: Any = True if decisions is None else {"denied": "the call was not decided about"}
        kinds = {call["id"]: call["kind"] for call in waiting.get("calls") or ()}
        answers: dict[Any, Any] = {}
        for call in step.calls_pending if isinstance(step, Paused) else ():
            decision = (decisions or {}).get(f"{self.ctx.tool_call_id}:{call.id}", undecided)
            if isinstance(decision, Mapping) and "value" in decision:
                answers[call.id] = decision["value"]
            elif isinstance(decision, Mapping) and "denied" in decision:
                answers[call.id] = PermissionError(decision["denied"])
            elif isinstance(decision, Mapping) and "failed" in decision:
                answers[call.id] = RuntimeError(decision["failed"])
            elif kinds.get(call.id, "approval") == "approval":
                self.approved[call.id] = dict(decision) if isinstance(decision, Mapping) else {}
        return await asyncio.to_thread(step.resume, answers=answers) if answers and isinstance(step, Paused) else step

    def _bound(self) -> list[Callable[..., Any]]:
        return [each.function for each in self.functions.values()]

    def _asked(self) -> set[str]:
        return {name for name, tool in self.tools.items() if tool.tool_def.kind == "unapproved"}

    async def perform(self, call: Call) -> Any:
        """Calls a tool as the agent itself would: its validation, hooks and limits hold here too."""
        function = self.functions.get(call.function)
        if function is None:
            raise NameError(f"name '{call.function}' is not defined")
        arguments = function.arguments(call.args, call.kwargs)
        approval = self.approved.get(call.id)
        if approval is not None and approval.get("override_args") is not None:
            arguments = approval["override_args"]
        if approval is None and must_ask(self.session, call.function) and call.function not in self._asked():
            # The state says so, of a tool that was another then.
            raise Held({"tool": self.names[call.function], "arguments": plain(arguments), "kind": "approval", "metadata": None})
        part = ToolCallPart(self.names[call.function], arguments, tool_call_id=f"{self.ctx.tool_call_id}:{call.id}")
        metadata = approval.get("metadata") if approval is not None else None
        record = {"tool": part.tool_name, "args": plain(arguments), "line": call.line}
        try:
            async with self.turn.alone() if self.tools[call.function].tool_def.sequential else self.turn.among_others():
                result = await self.manager.handle_call(
                    part, approved=approval is not None, metadata=metadata, wrap_validation_errors=False
                )
        except (ApprovalRequired, CallDeferred) as deferred:
            kind = "approval" if isinstance(deferred, ApprovalRequired) else getattr(deferred, "kind", "external")
            raise Held({"tool": part.tool_name, "arguments": plain(arguments), "kind": kind, "metadata": deferred.metadata}) from None
        except (ModelRetry, ToolFailed) as refused:
            raise RuntimeError(f"{part.tool_name}: {refused.message}") from refused
        except ValidationError as invalid:
            raise ValueError(f"{part.tool_name}: {invalid}") from invalid
        except (AgentRunError, UserError) as error:  # not the tool's failure but the run's: limits of usage, a wrong set-up
            raise Leave(error) from error
        finally:
            self.calls.append(record)
        if isinstance(result, ToolDenied):
            raise PermissionError(result.message)
        return _TO_DATA.dump_python(result.return_value if isinstance(result, ToolReturn) else result, mode="python")


class _Turn:
    """Tools with sequential=True run alone; all others at the same time."""

    def __init__(self) -> None:
        self._changed = asyncio.Condition()
        self._running = 0
        self._alone = False

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[None]:
        async with self._enter(lambda: not self._running and not self._alone):
            self._alone = True
            try:
                yield
            finally:
                self._alone = False

    @contextlib.asynccontextmanager
    async def among_others(self) -> AsyncIterator[None]:
        async with self._enter(lambda: not self._alone):
            yield

    @contextlib.asynccontextmanager
    async def _enter(self, free: Callable[[], bool]) -> AsyncIterator[None]:
        async with self._changed:
            await self._changed.wait_for(free)
            self._running += 1
        try:
            yield
        finally:
            self._running -= 1
            async with self._changed:
                self._changed.notify_all()


def _one_toolset(tools: AbstractToolset[Any] | Sequence[AbstractToolset[Any] | Callable[..., Any]]) -> AbstractToolset[Any]:
    if isinstance(tools, AbstractToolset):
        return tools
    toolsets = [tool for tool in tools if isinstance(tool, AbstractToolset)]
    functions = [tool for tool in tools if not isinstance(tool, AbstractToolset)]
    if functions:
        toolsets.append(FunctionToolset(functions))
    return toolsets[0] if len(toolsets) == 1 else CombinedToolset(toolsets)


def _by_program_name(tools: Mapping[str, ToolsetTool[Any]]) -> dict[str, ToolsetTool[Any]]:
    """Tools by names that Python can say. Two that become the same name are an error of the set-up."""
    named: dict[str, ToolsetTool[Any]] = {}
    for tool in tools.values():
        name = identifier(tool.tool_def.name)
        if name in named:
            raise UserError(f"two tools are named {name!r} in a program: {named[name].tool_def.name!r} and {tool.tool_def.name!r}")
        named[name] = tool
    return named


def nested_calls(requests: DeferredToolRequests) -> list[ToolCallPart]:
    """The calls that wait inside of programs, each as if the model had made it: tool, arguments, and an id of its own for results()."""
    parts = []
    for metadata in requests.metadata.values():
        for call in (metadata.get(METADATA) or {}).get("calls", ()):
            parts.append(ToolCallPart(call["tool"], call["arguments"], tool_call_id=call["tool_call_id"]))
    return parts


def results(requests: DeferredToolRequests, answers: bool | Mapping[str, Any] = True) -> DeferredToolResults:
    """What to give to the next run as deferred_tool_results, with the states of the programs that waited.

    answers: True or False for all; or, by a nested call's id (nested_calls()): True, False, ToolApproved(override_args=…),
    ToolDenied("why"), ToolFailed("why"), or the value that stands for the call's result. What isn't named is approved in the first
    case only, and denied otherwise. Denials raise PermissionError at the call in the program.
    """
    approvals: dict[str, Any] = {}
    calls: dict[str, Any] = {}
    metadata: dict[str, dict[str, Any]] = {}
    default: Any = answers if isinstance(answers, bool) else False
    named: Mapping[str, Any] = {} if isinstance(answers, bool) else answers
    for part in requests.approvals:
        kept = requests.metadata.get(part.tool_call_id, {}).get(METADATA)
        if kept is None:
            approvals[part.tool_call_id] = named.get(part.tool_call_id, default)
            continue
        approvals[part.tool_call_id] = True
        decided = {call["tool_call_id"]: _decision(named.get(call["tool_call_id"], default)) for call in kept["calls"]}
        metadata[part.tool_call_id] = {METADATA: {**kept, _ANSWERS: decided}}
    for part in requests.calls:
        if part.tool_call_id in named:
            calls[part.tool_call_id] = named[part.tool_call_id]
    return DeferredToolResults(approvals=approvals, calls=calls, metadata=metadata)


def _decision(answer: Any) -> Any:
    """An answer as it travels in the metadata: JSON only, so that it can be stored with the state."""
    if answer is True or answer is False:
        return True if answer else {"denied": ToolDenied().message}
    if isinstance(answer, ToolApproved):
        return {"override_args": answer.override_args}
    if isinstance(answer, ToolDenied):
        return {"denied": answer.message}
    if isinstance(answer, ToolFailed):
        return {"failed": answer.message}
    return {"value": answer.return_value if isinstance(answer, ToolReturn) else answer}
