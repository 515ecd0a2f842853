"""Goes on with a program whose host functions are another framework's tools, where the framework decides which calls wait.

drive() is for an event loop (calls that the program makes at the same time run at the same time), drive_now() for plain code. Both
take a step, answer what can be answered, and give back the step where the program ended or where everything left waits for
somebody: a person's approval, a result from elsewhere. Used by fermata.pydantic_ai, fermata.langchain and fermata.mcp.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from . import Call, Paused, Step


class Held(BaseException):
    """Raised in place of answering a call: it waits for somebody. `reason` is whatever the one who asks wants to know later.

    No Exception, so that nothing between the tool and the driver takes it for an error of the tool.
    """

    def __init__(self, reason: Any = None) -> None:
        super().__init__(reason)
        self.reason = reason


class Leave(BaseException):
    """Raised in place of answering a call: the whole run ends with `error`, which the program doesn't get to see."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


async def drive(step: Step, perform: Callable[[Call], Awaitable[Any]]) -> tuple[Step, dict[Any, Any]]:
    """Answers calls with what `perform` gives (or raises, as long as it is an Exception) until the program stands.

    Returns the step and the reasons of the calls that are held, by their ids. Timers are slept through, except when a call
    is held: then the program stands and its timers go on counting. The program itself runs in a thread, so the loop stays free.
    """
    running: dict[asyncio.Task[Any], Call] = {}
    held: dict[Any, Any] = {}
    seen: set[Any] = set()
    try:
        while isinstance(step, Paused):
            paused = step
            pending = {call.id: call for call in step.calls_pending}
            for task in [task for task, call in running.items() if call.id not in pending]:
                await _stop([task])  # the program gave the call up: a timeout, a cancelled task
                del running[task]
            held = {key: reason for key, reason in held.items() if key in pending}
            for call in pending.values():
                if call.id not in seen and call.kind != "timer":
                    seen.add(call.id)
                    running[asyncio.ensure_future(perform(call))] = call
            due = [call for call in pending.values() if call.kind == "timer"]
            if not running and (held or not due):
                return step, held
            wait = max(0.0, min(_seconds(call) for call in due)) if due else None
            done, _ = await asyncio.wait(running, timeout=wait, return_when=asyncio.FIRST_COMPLETED) if running else (set(), set())
            if not running and wait:
                await asyncio.sleep(wait)
            answers: dict[Any, Any] = {}
            for task in sorted(done, key=lambda task: running[task].id):
                call = running.pop(task)
                try:
                    answers[call.id] = task.result()
                except Held as hold:
                    held[call.id] = hold.reason
                except Leave as leave:
                    raise leave.error from None
                except Exception as error:
                    answers[call.id] = error
            if answers:
                step = await _in_thread(step, lambda: paused.resume(answers=answers))
            elif due and min(_seconds(call) for call in due) <= 0:
                step = await _in_thread(step, paused.resume_due)
        return step, {}
    finally:
        await _stop(list(running))


def drive_now(step: Step, perform: Callable[[Call], Any]) -> tuple[Step, dict[Any, Any]]:
    """As drive(), for plain functions: calls are performed one after the other, in the order in which they began."""
    held: dict[Any, Any] = {}
    while isinstance(step, Paused):
        paused, pending = step, step.calls_pending
        held = {call.id: held[call.id] for call in pending if call.id in held}
        todo = [call for call in pending if call.id not in held and call.kind != "timer"]
        if todo:
            call = todo[0]
            try:
                answer = perform(call)
            except Held as hold:
                held[call.id] = hold.reason
            except Leave as leave:
                raise leave.error from None
            except Exception as error:
                step = paused.resume(answers={call.id: error})
            else:
                step = paused.resume(answers={call.id: answer})
            continue
        due = sorted((call for call in pending if call.kind == "timer"), key=_seconds)
        if held or not due:
            return step, held
        time.sleep(max(0.0, _seconds(due[0])))
        step = paused.resume_due()
    return step, {}


def _seconds(timer: Call) -> float:
    """How long until a timer is due, negative when it is past."""
    return (timer.due or 0.0) - time.time()


async def _in_thread(step: Step, go_on: Callable[[], Step]) -> Step:
    try:
        return await asyncio.to_thread(go_on)
    except asyncio.CancelledError:
        step.session.interrupt()  # else the thread would run on until a limit
        raise


async def _stop(tasks: list[asyncio.Task[Any]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
