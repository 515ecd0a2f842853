"""Running a session on an event loop, whose tasks answer its calls.

The session's own functions answer them, or, when the calls are another framework's tools, what its module gives (driving.py).
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from fermata import _native
from fermata._errors import Unanswered, UsageError

from .calls import CURRENT, Call
from .waiting import Held, Leave

if TYPE_CHECKING:
    from .session import Session


class WaitingOver(Exception):
    """The limit of wall_ms or an interrupt(), while a session waits."""


class Driver:
    """Answers a session's calls until it ends, a limit is used up, or nothing that it waits for can be answered here.

    `perform` gives a call's answer, or raises it, as long as it is an Exception; without it the session's functions are called.
    Timers are slept through, except when a call is held and nothing else runs: then the program stands still and they go on counting. While
    the program runs for long it does so in a thread, and the loop stays free. It waits no longer than the limit of wall_ms leaves. Without
    `sleep` the run comes back where nothing but timers is left to wait for.
    """

    def __init__(self, session: Session, perform: Callable[[Call], Awaitable[Any]] | None = None, sleep: bool = True) -> None:
        self.session = session
        self.sleep = sleep
        self.native = session._native
        self.perform = perform or self.call_function
        self.calls: dict[int, Call] = {}  # that are pending, by id
        self.tasks: dict[int, asyncio.Future[Any]] = {}
        self.held: dict[int, Any] = {}  # the reasons of those that wait for somebody
        self.woken: asyncio.Future[None]  # an interrupt() came
        self.dropped: list[asyncio.Future[Any]] = []  # of calls that the program gave up

    async def run(self, status: int | None = None) -> int:
        if self.session._driven:
            raise UsageError("the session is already run by an event loop")
        if self.session._performed:
            raise UsageError("calls are being performed: wait for their steps before the session is run")
        self.session._driven = True
        loop = asyncio.get_running_loop()
        self.woken = loop.create_future()
        self.session._wake = lambda: loop.call_soon_threadsafe(self.wake)
        if self.session._woken.is_set():
            self.session._woken.clear()
            self.wake()
        if status is None:
            status = self.native.status
        try:
            while True:
                self.native.show()
                if status == _native.YIELDED:
                    try:
                        status = await asyncio.to_thread(self.native.go_on, None, True)
                    except asyncio.CancelledError:
                        self.native.interrupt()  # the thread goes on until it is told
                        raise
                elif status != _native.PAUSED:
                    self.held = {}
                    return status
                else:
                    try:
                        answers = await self.answers()
                    except WaitingOver:
                        status = self.native.end_waiting()
                        continue
                    if answers is None:
                        return status
                    status = self.native.answer(answers, True, True) if answers else self.native.resume_next(True)
        finally:
            self.session._driven = False
            self.session._wake = self.session._woken.set
            await self.drop()

    def wake(self) -> None:
        if not self.woken.done():
            self.woken.set_result(None)

    async def answers(self) -> dict[int, Any] | None:
        """What there is to answer now, waiting for it if need be. Empty: a timer is due. None: nothing of it can be answered here."""
        calls = self.calls = {call[0]: Call(*call) for call in self.native.pending()}
        for id in self.tasks.keys() - calls.keys():
            self.tasks[id].cancel()
            self.dropped.append(self.tasks.pop(id))
        self.held = {id: reason for id, reason in self.held.items() if id in calls}
        for id, call in calls.items():
            if call.kind != "timer" and id not in self.tasks and id not in self.held:
                self.tasks[id] = asyncio.ensure_future(self.answer(call))
        due = self.native.next_due()
        clock = asyncio.get_running_loop().time
        # (The session's clock may stand still: what has been waited for is due.)
        end = None if due is None else clock() + due - self.native.now()
        while True:
            wait, left = None if end is None else end - clock(), self.native.wall_time_left()
            if wait is not None and wait <= 0:
                return {}
            if not self.tasks and (self.held or wait is None or not self.sleep):
                return None
            if left is not None and left <= 0:
                raise WaitingOver
            most = min((seconds for seconds in (wait, left) if seconds is not None), default=None)
            done, _ = await asyncio.wait({self.woken, *self.tasks.values()}, timeout=most, return_when=asyncio.FIRST_COMPLETED)
            if self.woken in done:
                self.woken = asyncio.get_running_loop().create_future()
                raise WaitingOver
            answers = self.take(done)
            if answers:
                return answers

    def take(self, done: set[asyncio.Future[Any]]) -> dict[int, Any]:
        """The answers of tasks that are done, in the order of their calls; what they hold is noted."""
        answers: dict[int, Any] = {}
        for id, task in sorted(self.tasks.items()):
            if task not in done:
                continue
            del self.tasks[id]
            error = asyncio.CancelledError("the function was cancelled") if task.cancelled() else task.exception()
            if isinstance(error, Held):
                refusal = self.session._refusal(self.calls[id])
                if refusal is None:
                    self.held[id] = error.reason
                else:
                    answers[id] = refusal
            elif isinstance(error, Leave):
                raise error.error from None
            elif error is None or isinstance(error, (Exception, asyncio.CancelledError)):
                answers[id] = task.result() if error is None else error
            else:
                raise error
        return answers

    async def answer(self, call: Call) -> Any:
        CURRENT.set(call)  # (the task's own)
        return await self.perform(call)

    async def call_function(self, call: Call) -> Any:
        """What the session's function gives, or the exception that it raises. Calls of other names, and those to stop at, are held."""
        function, stops = self.session.callables.get(call.function), self.native.stops
        if function is None or stops is None or call.function in stops:
            raise Held
        value, raised = None, None
        try:
            value = function(*call.args, **call.kwargs)
            if inspect.isawaitable(value):
                value = await value
        except Unanswered as error:
            raise Leave(error) from None
        except Exception as error:
            value, raised = None, error  # (not raised on: a coroutine can't raise StopIteration)
        self.native.record(call.function, call.args, call.kwargs, call.line, value, raised, call.id)
        return value if raised is None else raised

    async def drop(self) -> None:
        """Cancels what still runs, and waits for its end."""
        tasks = [*self.tasks.values(), *self.dropped]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)
