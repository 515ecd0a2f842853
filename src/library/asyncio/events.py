"""What each session has of its own in CPython's asyncio.events, over our _asyncio; and what states of earlier releases find here."""

from _asyncio import _Kept, kept


def __session__():
    yield "_lock", threading.Lock()
    yield "_running_loop", _RunningLoop()


_lock = _running_loop = None


class DefaultEventLoopPolicy(BaseDefaultEventLoopPolicy):
    def _loop_factory(self):
        from asyncio.base_events import BaseEventLoop

        return BaseEventLoop()
