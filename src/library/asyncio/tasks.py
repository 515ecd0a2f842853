"""In addition to CPython's asyncio.tasks, over our _asyncio: a counter for each session, and what states of earlier releases find."""

from _asyncio import _is_of_library, _key


def __session__():
    yield "_task_name_counter", itertools.count(1).__next__


_task_name_counter = None

# In states there is code that was ours.
_coroutines, _events, _futures = coroutines, events, futures
_CancelledError, _InvalidStateError, _TimeoutError = exceptions.CancelledError, exceptions.InvalidStateError, exceptions.TimeoutError


class _Tick:
    __slots__ = ()

    def __await__(self):
        yield


def _set_unless_done(future, result):
    if not future.done():
        future.set_result(result)
