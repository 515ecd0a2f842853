"""Running a session on an event loop: its asynchronous host functions are tasks of the loop."""

from __future__ import annotations

import asyncio
import inspect
import time
from typing import TYPE_CHECKING, Any

from fermata import _native

if TYPE_CHECKING:
    from fermata._session import Session


class Driver:
    """Answers a session's calls until it ends, a limit is over, or nothing that it waits for can be answered here."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.native = session._native
        self.tasks: dict[int, asyncio.Task[Any]] = {}  # of pending calls, by id

    async def run(self, status: int | None = None) -> int:
        if status is None:
            status = self.native.status
        try:
            while True:
                if status == _native.YIELDED:
                    # It takes long: meanwhile the loop goes on with other things.
                    try:
                        status = await asyncio.to_thread(self.native.go_on, None, True)
                    except asyncio.CancelledError:
                        self.native.interrupt()  # the thread goes on until it is told
                        raise
                elif status != _native.PAUSED:
                    return status
                else:
                    answers = await self.answers()
                    if answers is None:
                        return status
                    status = self.native.answer(answers, True) if answers else self.native.resume_due(True)
        finally:
            await self.drop()

    async def answers(self) -> dict[int, Any] | None:
        """What there is to answer now, waiting for it if need be. Empty: a timer is due. None: nothing of it can be answered here."""
        pending = self.native.pending()
        functions = self.session.callables
        stops = self.native.stops
        ids = {call[0] for call in pending}
        for id in self.tasks.keys() - ids:  # the program gave the call up
            self.tasks.pop(id).cancel()
        unknown = False
        for id, name, args, kwargs, _, line, kind, _ in pending:
            if kind == "timer" or id in self.tasks:
                continue
            function = functions.get(name)
            if function is None or stops is None or name in stops:
                unknown = True
                continue
            if kind == "call":  # (advance() has answered it, unless its function is asynchronous or it was just loaded)
                return {id: await self.perform(name, args, kwargs, line)}
            self.tasks[id] = asyncio.ensure_future(self.perform(name, args, kwargs, line))
        due = self.native.next_due()
        wait = None if due is None else due - time.time()
        if wait is not None and wait <= 0:
            return {}
        if not self.tasks and (unknown or wait is None):
            return None
        if self.tasks:
            done, _ = await asyncio.wait(self.tasks.values(), timeout=wait, return_when=asyncio.FIRST_COMPLETED)
            answers = {id: task.result() for id, task in self.tasks.items() if task in done}
            for id in answers:
                del self.tasks[id]
            return answers
        await asyncio.sleep(wait or 0)
        return {}

    async def perform(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], line: int) -> Any:
        """What the function gives, or the exception that it raises."""
        value, raised = None, None
        try:
            value = self.session.callables[name](*args, **kwargs)
            if inspect.isawaitable(value):
                value = await value
        except Exception as error:
            raised = error
        self.native.record(name, args, kwargs, line, value, raised)
        return raised if raised is not None else value

    async def drop(self) -> None:
        """Cancels what still runs."""
        tasks = list(self.tasks.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.gather(*tasks, return_exceptions=True)
