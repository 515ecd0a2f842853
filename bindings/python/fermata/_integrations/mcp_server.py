"""The MCP server behind fermata.mcp: its tools, how approvals are asked for, and what results look like."""

from __future__ import annotations

import asyncio
import json
import keyword
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any, Literal

from mcp.server import MCPServer
from mcp.server.elicitation import render_elicitation_schema
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

from mcp_types import (
    CallToolResult, ContentBlock, ElicitRequest, ElicitRequestFormParams, ElicitResult, ImageContent, InputRequiredResult, TextContent,
    ToolAnnotations,
)  # fmt: skip
from mcp_types.version import is_version_at_least
from pydantic import BaseModel, Field

from fermata import (
    Call,
    Crashed,
    Display,
    Done,
    Exhausted,
    LimitError,
    Limits,
    Paused,
    Pool,
    Raised,
    Sealer,
    Session,
    StateError,
    Step,
    UsageError,
    __version__,
    describe,
)
from fermata import SyntaxError as CodeError

from fermata._core import (
    Granted, Held, call_record, describe_call, drive, entered_async, forgotten, go_on, must_ask, plain, shortened, start,
)  # fmt: skip
from fermata._describe import classes_of, is_async

from .approvals import sealed_state
from .mcp_states import StateTooLarge, States, StatesInFolder, StatesInMemory, new_id

# Since this revision a question to the user is a result ("input_required") that the client answers by calling again.
_INPUT_REQUIRED_VERSION = "2026-07-28"
# Of what a program shows: so many things, in forms of so many characters, and pictures of so many characters of base64 in all.
_MOST_SHOWN, _LONGEST_FORM, _MOST_PICTURES = 100, 50_000, 8 << 20
_PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp")
# Clients give up after about ten such rounds of one call: then a state id is the better answer.
_MAX_ROUNDS = 8

_INTRODUCTION = """\
Runs a Python program in a sandbox. The value of its last expression is the result's `value`; what it prints is in `stdout`.
It has Python 3.12's language and much of its standard library, but no network and no packages. Its files are its own,
empty at first and gone with it. display(x) shows you a
table or a picture. `inputs` are global variables that it finds. Each run starts afresh."""
_FUNCTIONS = """\
The program can call these functions (`await` those that are async). They and the classes among them are there already. The
modules that these stubs import are not: the program imports what it uses of them itself."""
_RESUME = """\
Goes on with a program that waits for an approval (`status` "paused"): `state_id` is that of the result. Give `approve` (true: the
call is made; false: it raises PermissionError), or `error` (a message: the call raises RuntimeError), or neither: then `answer`
stands for the call's result. `call_id` says which call is meant when several wait. Approve only what the user has agreed to.
A state is resumed once; when the program waits again the result has a new id."""


class PendingCall(BaseModel):
    """A call that waits for an approval."""

    id: int
    function: str
    args: list[Any]
    kwargs: dict[str, Any]
    line: int
    text: str = Field(description="The call as Python.")


class ProgramError(BaseModel):
    """What the program raised."""

    type: str
    message: str
    traceback: str


class RunResult(BaseModel):
    """Where a program stands."""

    status: Literal["done", "raised", "paused", "exhausted", "invalid", "crashed"] = Field(
        description="done: see value. raised: see error. paused: it waits, see pending and state_id. exhausted: see limit. invalid: "
        "it can't be compiled, see error. crashed: the process that ran it died, see error."
    )
    value: Any = None
    stdout: str = ""
    stderr: str = ""
    error: ProgramError | None = None
    limit: str | None = Field(default=None, description="The limit that is used up: steps, time_ms, heap_bytes, …")
    pending: list[PendingCall] = []
    state_id: str | None = None
    display: list[dict[str, Any]] = Field(
        default=[], description="What it showed, each thing in forms by MIME types; pictures come beside this, as images."
    )


Told = Annotated[CallToolResult, RunResult]


class Approval(BaseModel):
    """The form that the user is shown."""

    approve: bool = Field(title="Approve", description="Whether the call is made.")
    reason: str = Field(default="", title="Reason", description="When not: what the program is told.")


class _Live:
    """Sends what a program prints to the client as progress while it runs; on_output of its session. A client that can't keep up gets fewer
    and longer messages; one that gave no token for progress gets none. At its end all has been sent."""

    def __init__(self, ctx: Context) -> None:
        self.ctx = ctx
        self.loop = asyncio.get_running_loop()
        self.printed: list[str] = []
        self.count = 0  # of characters: progress has to grow
        self.sending: asyncio.Task[None] | None = None

    def __call__(self, stream: int, text: str) -> None:
        self.loop.call_soon_threadsafe(self._add, text)

    def _add(self, text: str) -> None:
        self.printed.append(text)
        if self.sending is None or self.sending.done():
            self.sending = self.loop.create_task(self._send())

    async def _send(self) -> None:
        while self.printed:
            text = "".join(self.printed)
            self.printed.clear()
            self.count += len(text)
            await self.ctx.report_progress(self.count, message=shortened(text))

    async def __aenter__(self) -> _Live:
        return self

    async def __aexit__(self, *error: object) -> None:
        await asyncio.sleep(0)  # what other threads gave comes first
        if self.sending is not None:
            await self.sending


class FermataServer:
    """An MCP server with the tools run_python and resume.

    functions: what programs may call, by name; they run on the server, plain ones in threads. types: classes of values and
    exceptions that they may use besides those of the functions' signatures. approve: names of those whose calls
    wait for an approval. approval: "elicit" asks the client's user and refuses when the client can't; "state" always gives a state
    id; "auto" asks where the client can. check_types: arguments that aren't of the parameters' types raise TypeError or ValueError in the
    program, as with fermata.Program; a model's text is where such mistakes are. limits: of each program. state_dir: a folder for states
    that wait (default: memory). sealer: they are sealed, each bound to its id. pool: programs run in it (fermata.Pool), as they should
    where a model writes them; without it they run in this process. `mcp` is the SDK's server, for running it in ways of one's own. Raises
    fermata.UsageError.
    """

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]] | Iterable[Callable[..., Any]] = (),
        *,
        types: Iterable[type] = (),
        approve: Iterable[str] = (),
        approval: Literal["auto", "elicit", "state"] = "auto",
        check_types: bool = True,
        limits: Limits | None = None,
        state_dir: str | None = None,
        max_states: int = 256,
        max_state_bytes: int = 16 << 20,
        sealer: Sealer | None = None,
        pool: Pool | None = None,
        log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"] = "WARNING",
    ) -> None:
        named = functions if isinstance(functions, Mapping) else {each.__name__: each for each in functions}
        self.functions: dict[str, Callable[..., Any]] = Granted(named, check_types).callables
        self.types: list[type] = list(dict.fromkeys([*classes_of(self.functions), *types]))  # those that the description shows
        self.approve: frozenset[str] = frozenset(approve)
        if unknown := self.approve - self.functions.keys():
            raise UsageError(f"no function to approve: {', '.join(sorted(unknown))}")
        self.approval: Literal["auto", "elicit", "state"] = approval
        self.limits: Limits = limits or Limits()
        self.sealer: Sealer | None = sealer
        self.pool: Pool | None = pool
        self.states: States
        if state_dir is None:
            self.states = StatesInMemory(max_states, max_state_bytes)
        else:
            self.states = StatesInFolder(state_dir, max_states, max_state_bytes)
        self.mcp: MCPServer[Any] = MCPServer("fermata", version=__version__, log_level=log_level)
        changes = ToolAnnotations(read_only_hint=not self.functions, open_world_hint=bool(self.functions))
        self.mcp.add_tool(self.run_python, description=self._description(), annotations=changes)
        if self.approve:
            self.mcp.add_tool(self.resume, description=_RESUME, annotations=ToolAnnotations(read_only_hint=False, destructive_hint=True))

    def run(self, transport: Literal["stdio", "streamable-http"] = "stdio", **options: Any) -> None:
        """Serves until it is stopped; options are those of the SDK's run() (host, port)."""
        self.mcp.run(transport, **options)

    # --- the tools ---

    async def run_python(self, code: str, ctx: Context, inputs: dict[str, Any] | None = None) -> Told | InputRequiredResult:
        if ctx.request_state is not None:
            return await self._answered(ctx)
        given = inputs or {}
        if wrong := [name for name in given if not name.isidentifier() or keyword.iskeyword(name) or name in self.functions]:
            raise ToolError(f"not a name for an input: {', '.join(map(repr, wrong))}")
        async with _Live(ctx) as live:
            entry = await entered_async(self.pool)
            try:
                step = await asyncio.to_thread(start, code, self.functions, self.approve, self.limits, given, live, self.types, pool=entry)
            except CodeError as error:
                finding = error.findings[0]
                problem = ProgramError(type=finding.type, message=finding.message, traceback=str(error))
                return _told(RunResult(status="invalid", error=problem), [])
            return await self._go_on(step, set(), ctx, 0)

    async def resume(
        self,
        state_id: str,
        ctx: Context,
        approve: bool | None = None,
        answer: Any = None,
        error: str | None = None,
        call_id: int | None = None,
    ) -> Told | InputRequiredResult:
        if ctx.request_state is not None:
            return await self._answered(ctx)
        if approve is not None and (error is not None or answer is not None):
            raise ToolError("give one of approve, answer and error")
        async with _Live(ctx) as live:
            step = await self._take(state_id, live)
            calls = [call.id for call in _waiting(step)]
            if call_id not in calls if call_id is not None else len(calls) != 1:
                self.states.put(self._state(step, state_id), state_id)
                raise ToolError(f"call_id must be one of {', '.join(map(str, calls))}")
            chosen = calls[0] if call_id is None else call_id
            if approve:
                return await self._go_on(step, {chosen}, ctx, 0)
            if approve is False:
                given: Any = PermissionError("the call was not approved")
            else:
                given = RuntimeError(error) if error is not None else answer
            return await self._go_on(await _answer(step, {chosen: given}), set(), ctx, 0)

    # --- running ---

    async def _go_on(self, step: Step, approved: set[int], ctx: Context, rounds: int) -> Told | InputRequiredResult:
        """Runs a program until it ends or waits for somebody, and asks the user where that can be done."""
        with step.session:
            return await self._until_somebody(step, approved, ctx, rounds)

    async def _until_somebody(self, step: Step, approved: set[int], ctx: Context, rounds: int) -> Told | InputRequiredResult:
        session = step.session
        while True:
            step, held = await drive(step, lambda call: self._perform(session, call, approved))
            if not isinstance(step, Paused) or not held:
                return _report(step)
            calls = [call for call in step.calls_pending if call.id in held]
            how = self._how_to_ask(ctx, rounds)
            if how == "result":
                questions = {str(call.id): ElicitRequest(params=_question(call)) for call in calls}
                state = json.dumps({"state": self._keep(step), "rounds": rounds + 1})
                return InputRequiredResult(input_requests=dict(questions), request_state=state)
            if how == "nobody":
                answers: dict[int, Any] = {call.id: PermissionError("nobody can be asked to approve the call") for call in calls}
                step = await _answer(step, answers)
                continue
            decided = {call.id: await self._elicit(call, ctx) for call in calls} if how == "request" else {}
            step, approved, any_decided = await _decide(step, decided)
            if not any_decided:
                return _report(step, self._keep(step), calls)

    def _how_to_ask(self, ctx: Context, rounds: int) -> Literal["request", "result", "state", "nobody"]:
        """By a request to the client, by a result that it answers, by a state id, or not at all."""
        capability = ctx.client_capabilities.elicitation if ctx.client_capabilities else None
        forms = capability is not None and (capability.form is not None or capability.url is None)
        if self.approval == "state":
            return "state"
        if not forms:
            return "nobody" if self.approval == "elicit" else "state"
        if not is_version_at_least(ctx.protocol_version or "", _INPUT_REQUIRED_VERSION):
            return "request"
        return "result" if rounds < _MAX_ROUNDS or self.approval == "elicit" else "state"

    async def _elicit(self, call: Call, ctx: Context) -> ElicitResult:
        question = _question(call)
        answer: ElicitResult = await ctx.session.elicit_form(question.message, question.requested_schema, related_request_id=ctx.request_id)
        return answer

    async def _answered(self, ctx: Context) -> Told | InputRequiredResult:
        """The client calls again with the answers to the questions that a result held."""
        asked = json.loads(ctx.request_state or "")
        async with _Live(ctx) as live:
            step = await self._take(asked["state"], live)
            responses = ctx.input_responses or {}
            calls = _waiting(step)
            given = {call.id: responses.get(str(call.id)) for call in calls}
            decided = {key: response for key, response in given.items() if isinstance(response, ElicitResult)}
            step, approved, any_decided = await _decide(step, decided)
            if not any_decided:
                return _report(step, self._keep(step), calls)
            return await self._go_on(step, approved, ctx, asked["rounds"])

    async def _perform(self, session: Session, call: Call, approved: set[int]) -> Any:
        function = self.functions.get(call.function)
        if function is None:
            raise NameError(f"name '{call.function}' is not defined")
        if must_ask(session, call.function) and call.id not in approved:
            raise Held()
        if is_async(function):
            return await function(*call.args, **call.kwargs)
        return await asyncio.to_thread(function, *call.args, **call.kwargs)

    # --- states ---

    def _keep(self, step: Step) -> str:
        try:
            state_id = new_id()
            return self.states.put(self._state(step, state_id), state_id)
        except StateTooLarge as error:
            raise ToolError(str(error)) from error

    async def _take(self, key: str, live: _Live) -> Step:
        state = self.states.take(key)
        if state is None:
            raise ToolError("no program waits under this state_id: it was resumed already, or dropped")
        entry = await entered_async(self.pool)
        try:
            bound, sealer = {"state_id": key}, self.sealer
            return await asyncio.to_thread(go_on, state, self.functions, self.approve, self.limits, live, self.types, sealer, bound, entry)
        except StateError as error:
            self.states.put(state, key)  # it may fit another time
            raise ToolError(f"the state can't be loaded: {error}") from error

    def _state(self, step: Step, state_id: str) -> bytes:
        return sealed_state(step, self.sealer, {"state_id": state_id})

    def _description(self) -> str:
        if not self.functions:
            return _INTRODUCTION
        parts = [_INTRODUCTION, _FUNCTIONS, describe(self.functions, "python", types=self.types).strip()]
        if self.approve:
            parts.append(f"Calls of these wait for the user's approval: {', '.join(sorted(self.approve))}.")
        return "\n\n".join(parts)


def _waiting(step: Step) -> list[Call]:
    return [call for call in step.calls_pending if call.kind != "timer"] if isinstance(step, Paused) else []


async def _answer(step: Step, answers: Mapping[int, Any]) -> Step:
    return await asyncio.to_thread(step.resume, answers=answers) if answers and isinstance(step, Paused) else step


async def _decide(step: Step, decided: Mapping[int, ElicitResult]) -> tuple[Step, set[int], bool]:
    """Answers the calls that the user declined; the second of the three are those that he approved, the third whether he said anything.

    Who dismisses the question has decided nothing: the call waits on.
    """
    approved: set[int] = set()
    refused: dict[int, Any] = {}
    for key, result in decided.items():
        content = result.content or {}
        if result.action == "accept" and content.get("approve") is True:
            approved.add(key)
        elif result.action != "cancel":
            refused[key] = PermissionError(str(content.get("reason") or "") or "the user did not approve the call")
    return await _answer(step, refused), approved, bool(approved or refused)


def _question(call: Call) -> ElicitRequestFormParams:
    message = f"The program, at line {call.line}, wants to call:\n\n{describe_call(call)}"
    return ElicitRequestFormParams(message=message, requested_schema=render_elicitation_schema(Approval))


def _told(result: RunResult, displays: Iterable[Display]) -> CallToolResult:
    """With what the program showed: what is text in the result, pictures as such, in base64, as far as there is room for them."""
    pictures: list[ContentBlock] = []
    room = _MOST_PICTURES
    for display in displays:
        forms = display.to_dict()
        for kind in [kind for kind, form in display.forms.items() if isinstance(form, bytes)]:
            data = forms.pop(kind)
            if kind in _PICTURES and len(data) <= room:
                pictures.append(ImageContent(type="image", data=data, mime_type=kind))
                room -= len(data)
            else:
                forms.setdefault("text/plain", f"<{kind}, {len(data)} characters of base64, left out>")
        whole = {kind: form for kind, form in forms.items() if len(display.forms.get(kind, "")) <= _LONGEST_FORM}
        result.display.append(whole | {kind: shortened(str(display.forms[kind])) for kind in forms.keys() - whole.keys()})
        if len(result.display) == _MOST_SHOWN:
            break
    text = TextContent(type="text", text=result.model_dump_json(indent=2))
    return CallToolResult(content=[text, *pictures], structured_content=result.model_dump(mode="json"))


def _displays(step: Step) -> list[Display]:
    """What a program showed, without a plain value: that is told anyway."""
    try:
        return [] if isinstance(step, Crashed) else [each for each in step._displays() if not each.is_result or len(each.forms) > 1]
    except UsageError:  # it is more than its session may hold
        return []


def _report(step: Step, state_id: str | None = None, calls: Iterable[Call] = ()) -> CallToolResult:
    result = RunResult(status="paused", stdout=shortened(step.stdout), stderr=shortened(step.stderr), state_id=state_id)
    if isinstance(step, Done) and (problem := forgotten(step)):
        result.status, result.error = "raised", ProgramError(type="RuntimeWarning", message=step.warnings[0].message, traceback=problem)
    elif isinstance(step, Done):
        result.status, result.value = "done", plain(step._value)
    elif isinstance(step, Raised):
        error = step.error
        result.status, result.error = "raised", ProgramError(type=error.type, message=error.message, traceback=error.traceback)
    elif isinstance(step, Exhausted):
        stopped = LimitError(step.limit, step)
        result.status, result.limit = "exhausted", step.limit
        result.error = ProgramError(type="LimitError", message=str(stopped), traceback=stopped.display("traceback"))
    elif isinstance(step, Crashed):
        result.status, result.error = "crashed", ProgramError(type="CrashError", message=str(step.error), traceback=step.error.display())
    else:
        result.pending = [PendingCall(**call_record(call), text=describe_call(call)) for call in calls]
    return _told(result, _displays(step))
