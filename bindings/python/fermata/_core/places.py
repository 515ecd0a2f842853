"""The places of a pool that has a number of them: each session takes one, and waits in line when there is none.

A place comes back when its session is closed or collected, and Python collects at any moment, even in the midst of these functions. So
there is no lock: what several threads do at the same time are single operations of deques, and _pump() brings the two together.
"""

from __future__ import annotations

import gc
import threading
import time
from collections import deque
from typing import TYPE_CHECKING, Union

from fermata._errors import JailError

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop, Future


_LOOK_S = 1.0


class Place:
    """A session's place, until it is closed or collected."""

    __slots__ = ("_places",)

    def __init__(self, places: Places) -> None:
        self._places: Places | None = places

    def close(self) -> None:
        places, self._places = self._places, None
        if places is not None:
            places.put()

    def __del__(self) -> None:
        self.close()


class _Thread:
    """A thread that waits."""

    __slots__ = ("lock",)

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.lock.acquire()

    def give(self) -> bool:
        self.lock.release()
        return True


class _Task:
    """A task that waits."""

    __slots__ = ("future", "loop", "places")

    def __init__(self, places: Places) -> None:
        import asyncio  # (late: who needs it has it)

        self.loop: AbstractEventLoop = asyncio.get_running_loop()
        self.future: Future[None] = self.loop.create_future()
        self.places = places

    def give(self) -> bool:
        try:
            self.loop.call_soon_threadsafe(self._given)
        except RuntimeError:  # the loop is closed
            return False
        return True

    def _given(self) -> None:
        if self.future.done():  # it waits no longer
            self.places.put()
        else:
            self.future.set_result(None)


class Places:
    def __init__(self, most: int) -> None:
        self.most = most
        self._free: deque[None] = deque([None] * most)
        self._line: deque[Union[_Thread, _Task]] = deque()
        self._next_look = 0.0  # time.monotonic(), of _look_for_garbage()

    @property
    def waiting(self) -> int:
        return len(self._line)

    def put(self) -> None:
        self._free.append(None)
        self._pump()

    def take(self, seconds: float) -> Place:
        """Raises JailError when none is free by then, or when this is the only thread: nobody else could free one."""
        if self._take_free():
            return Place(self)
        if threading.active_count() == 1:
            return self._last_try("and this thread, the only one, would wait for itself")
        one = _Thread()
        self._line.append(one)
        self._pump()
        end = time.monotonic() + min(seconds, threading.TIMEOUT_MAX)
        given = False
        try:
            while not given and (left := end - time.monotonic()) > 0:
                self._look_for_garbage()
                given = one.lock.acquire(timeout=min(left, _LOOK_S))
        except BaseException:  # a KeyboardInterrupt
            if not self._leave(one):
                self.put()
            raise
        if given or not self._leave(one):
            return Place(self)
        return self._last_try(f"and none has become free for {seconds:g} s")

    async def take_async(self, seconds: float) -> Place:
        """take() for a task; others go on meanwhile."""
        if self._take_free():
            return Place(self)
        import asyncio

        one = _Task(self)
        self._line.append(one)
        self._pump()
        try:
            end = time.monotonic() + seconds
            while not one.future.done() and (left := end - time.monotonic()) > 0:
                self._look_for_garbage()
                await asyncio.wait({one.future}, timeout=min(left, _LOOK_S))
        except BaseException:
            if one.future.done():
                self.put()
            self._give_up(one)
            raise
        if one.future.done():
            return Place(self)
        self._give_up(one)
        return self._last_try(f"and none has become free for {seconds:g} s")

    def _give_up(self, one: _Task) -> None:
        one.future.cancel()
        self._leave(one)

    def _leave(self, one: _Thread | _Task) -> bool:
        """Whether it was still in line. If not, a place is on its way to it."""
        try:
            self._line.remove(one)
        except ValueError:
            return False
        return True

    def _take_free(self) -> bool:
        try:
            self._free.pop()
        except IndexError:
            return False
        return True

    def _look_for_garbage(self) -> None:
        """Sessions that nobody has any more, such as those of a LimitError that was caught, are often part of a cycle. For all who wait one
        looks, once in a while, the seldomer the longer it takes."""
        began = time.monotonic()
        if began < self._next_look:
            return
        self._next_look = began + 1e9
        gc.collect()
        now = time.monotonic()
        self._next_look = now + max(_LOOK_S, 20 * (now - began))

    def _last_try(self, why: str) -> Place:
        gc.collect()  # sessions that nobody has any more
        if self._take_free():
            return Place(self)
        raise JailError(f"all {self.most} processes of the pool are in use, {why}. Close sessions, or give the pool more processes")

    def _pump(self) -> None:
        while self._line and self._take_free():
            try:
                one = self._line.popleft()
            except IndexError:  # it has left
                self._free.append(None)
                continue
            if not one.give():
                self._free.append(None)
