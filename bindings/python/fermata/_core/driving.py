"""Goes on with a program whose host functions are another framework's tools, where the framework decides which calls wait.

drive() is for an event loop (calls that the program makes at the same time run at the same time), drive_now() for plain code. Both
take a step, answer what can be answered, and give back the step where the program ended or where everything left waits for
somebody (a person's approval, a result from elsewhere), with the reasons of the calls that are held, by their ids. Used by
fermata.pydantic_ai, fermata.langchain and fermata.mcp.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import Any

from .calls import CURRENT, Call
from .granted import Functions, Granted
from .limits import Limits
from .pause_at import names_of
from .pool import Entry, Pool, entered
from .program import Program
from .sealing import Bound, Sealer
from .session import Session, load
from .steps import Paused, Step
from .surroundings import surroundings
from .waiting import Held, Leave, sleep_until_due

OnOutput = Callable[[int, str], object]


def start(
    code: str,
    functions: Functions,
    approve: Iterable[str],
    limits: Limits | None,
    inputs: Mapping[str, Any] | None = None,
    on_output: OnOutput | None = None,
    types: Iterable[type] = (),
    pool: Pool | Entry | None = None,
) -> Step:
    """A program at its first call. Its state knows which of its functions (names in the program) wait for an approval."""
    granted = Granted(functions).without_callables()
    with entered(pool) as entry:
        program = Program(code, name="program.py", inputs=tuple(inputs or ()), functions=granted, types=types, pool=entry.pool)
        given = surroundings(None, "system", None, None)
        session, status = program._begin(inputs, limits, given, True, names_of(approve), on_output, entry)
        return session._step(status)


def go_on(
    state: bytes | str,
    functions: Functions,
    approve: Iterable[str],
    limits: Limits | None,
    on_output: OnOutput | None = None,
    types: Iterable[type] = (),
    sealer: Sealer | None = None,
    bound: Bound | None = None,
    pool: Pool | Entry | None = None,
) -> Step:
    """A program that waited. What its state says needs an approval still does, besides what the host says now. `bound` is for a sealed
    state."""
    where: Any = pool  # (load() is told users of pools alone)
    step = load(
        state,
        functions=Granted(functions).without_callables(),
        types=types,
        limits=limits,
        on_output=on_output,
        sealer=sealer,
        bound=None if sealer is None else bound,
        pool=where,
    )
    kept = step.session.pause_at
    if kept is not None:
        step.session._stop_at(kept.union(approve))
    return step


def must_ask(session: Session, function: str) -> bool:
    """Whether calls of the function wait for an approval."""
    return session.pause_at is None or function in session.pause_at


async def drive(step: Step, perform: Callable[[Call], Awaitable[Any]]) -> tuple[Step, dict[int, Any]]:
    """Answers calls with what `perform` gives (or raises: see Driver) until the program stops."""
    from .running import Driver

    if not isinstance(step, Paused):
        return step, {}
    step._open()
    driver = Driver(step.session, perform)
    status = await driver.run()
    return step.session._step(status), driver.held


def drive_now(step: Step, perform: Callable[[Call], Any]) -> tuple[Step, dict[int, Any]]:
    """As drive(), for plain functions: calls are performed one after the other, in the order in which they began."""
    held: dict[int, Any] = {}
    while isinstance(step, Paused):
        paused, pending = step, step.calls_pending
        held = {call.id: held[call.id] for call in pending if call.id in held}
        todo = [call for call in pending if call.id not in held and call.kind != "timer"]
        if todo:
            call = todo[0]
            token = CURRENT.set(call)
            try:
                answer = perform(call)
            except Held as hold:
                refusal = paused.session._refusal(call)
                if refusal is None:
                    held[call.id] = hold.reason
                    continue
                answer = refusal
            except Leave as leave:
                raise leave.error from None
            except Exception as error:
                answer = error
            finally:
                CURRENT.reset(token)
            step = paused._answer({call.id: answer}, performed=True)
            continue
        if held or paused.due is None:
            return step, held
        session = paused.session
        step = session._step(sleep_until_due(session))
    return step, {}
