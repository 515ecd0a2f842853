"""Toolbox: functions that answer calls from any thread."""

from __future__ import annotations

import inspect
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

from .contexts import Context, within
from .failing import ToolTimeout

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Event


class Toolbox:
    """Plain functions run in the thread that asks for the answer; what they await, on an event loop: the one that is given, or one in a
    thread of the toolbox's own, from the first that needs it until close(). What is awaited longer than its `timeouts` allow, in seconds,
    is cancelled."""

    def __init__(
        self,
        functions: Mapping[str, Callable[..., Any]],
        timeouts: Mapping[str, float | None],
        loop: AbstractEventLoop | None = None,
    ) -> None:
        self._functions = functions
        self._timeouts = timeouts
        self._given = loop
        self._own: _Loop | None = None
        self._lock = threading.Lock()

    def answer(self, name: str, args: tuple[Any, ...], kwargs: Mapping[str, Any], context: Context) -> Any:
        """What the function gives. Raises what it raises, and ToolTimeout."""
        with within(context):  # (which its coroutine gets a copy of)
            value = self._functions[name](*args, **kwargs)
            if not inspect.isawaitable(value):
                return value
            import asyncio

            value, error = asyncio.run_coroutine_threadsafe(_ended(value, self._timeouts.get(name)), self._loop()).result()
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
