"""Toolbox: a worker's functions, which answer calls from any thread."""

from __future__ import annotations

import inspect
import math
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fermata._describe import declaration_of_tool, is_async, known_parameters
from fermata._values import Types, call_problem

from .contexts import Context, within
from .failing import Final, ToolTimeout, final_names

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Event

# For a coroutine function that is cancelled in time, besides its own: its worker waits for what it has to say.
_TO_END_MS = 5_000


class Toolbox:
    """Plain functions run in the thread that asks for the answer; what they await, on an event loop: the one that is given, or one in a
    thread of the toolbox's own, from the first that needs it until close()."""

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]],
        types: Types,
        loop: AbstractEventLoop | None = None,
        check_types: bool = False,
    ) -> None:
        self._functions = functions
        self._types = types
        self._check_types = check_types
        self._declared = {name: declaration_of_tool(function) for name, function in functions.items()}
        self._given = loop
        self._own: _Loop | None = None
        self._lock = threading.Lock()

    @property
    def asks(self) -> frozenset[str]:
        """The functions that a person is asked about before each call."""
        return frozenset(name for name, declared in self._declared.items() if declared.approve)

    def rows(self) -> list[dict[str, Any]]:
        """What they are declared as, for the engine: times in milliseconds, 0 for what has no bound."""
        return [self._row(name) for name in self._functions]

    def _row(self, name: str) -> dict[str, Any]:
        declared, retries, asynchronous = self._declared[name], self._declared[name].retries, is_async(self._functions[name])
        calls, seconds = declared.rate or (0, 1.0)
        return {
            "name": name,
            "asynchronous": asynchronous,
            "idempotent": declared.idempotent,
            "attempts": retries.attempts,
            "pause_ms": _milliseconds(retries.pause),
            "longest_ms": _milliseconds(retries.longest),
            "final": final_names(retries.final),
            "hold": retries.hold,
            "timeout_ms": 0 if declared.timeout is None else _milliseconds(declared.timeout) + _TO_END_MS * asynchronous,
            "concurrency": declared.concurrency or 0,
            "rate_calls": calls,
            "rate_ms": _milliseconds(seconds),
            "parameters": known_parameters(self._functions[name], name),
        }

    def misfit(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> str:
        """Why the function doesn't take these arguments; empty when it does."""
        return call_problem(name, args, kwargs, self._functions[name], self._types, self._check_types)

    def answer(self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], context: Context) -> Any:
        """What the function gives. Raises what it raises, Final and ToolTimeout."""
        if problem := self.misfit(name, args, kwargs):
            raise Final(TypeError(problem))
        with within(context):  # (which its coroutine gets a copy of)
            value = self._functions[name](*args, **kwargs)
            if not inspect.isawaitable(value):
                return value
            import asyncio

            ended = asyncio.run_coroutine_threadsafe(_ended(value, self._declared[name].timeout), self._loop())
            value, error = ended.result()
            if error is not None:
                raise error
            return value

    def close(self) -> None:
        """Ends the toolbox's own loop, and what still runs there. No answer may be on its way."""
        if self._own is not None:
            self._own.close()

    def _loop(self) -> AbstractEventLoop:
        if self._given is not None:
            return self._given
        with self._lock:
            if self._own is None:
                self._own = _Loop()
        return self._own.loop


async def _ended(value: Awaitable[Any], timeout: float | None) -> tuple[Any, BaseException | None]:
    """What came of it. (Not raised on: a future can't raise StopIteration, and a loop doesn't outlive SystemExit.)"""
    import asyncio

    try:
        async with asyncio.timeout(timeout) as limit:
            return await value, None
    except TimeoutError as error:
        return None, ToolTimeout(f"it took longer than {timeout:g} s") if limit.expired() else error
    except asyncio.CancelledError as error:
        if (task := asyncio.current_task()) is not None and task.cancelling():
            raise
        return None, error
    except BaseException as error:
        return None, error


def _milliseconds(seconds: float) -> int:
    return math.ceil(seconds * 1000)


class _Loop:
    """An event loop in a thread of its own."""

    def __init__(self) -> None:
        self.loop: AbstractEventLoop
        self._ends: Event
        begun = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(begun,), name="fermata tools", daemon=True)
        self._thread.start()
        begun.wait()

    def _serve(self, begun: threading.Event) -> None:
        import asyncio

        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            self._ends = asyncio.Event()
            begun.set()
            await self._ends.wait()

        asyncio.run(serve())

    def close(self) -> None:
        self.loop.call_soon_threadsafe(self._ends.set)
        self._thread.join()
