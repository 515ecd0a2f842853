"""What locks and queues have in common: they belong to the loop in which they are first waited for."""

from asyncio import events as _events


class _LoopBoundMixin:
    _loop = None

    def _get_loop(self):
        loop = _events.get_running_loop()
        if self._loop is None:
            self._loop = loop
        if loop is not self._loop:
            raise RuntimeError(f"{self!r} is bound to a different event loop")
        return loop
