"""There are no threads here: an executor does its work where it is given it, and whoever asks for the result has it at once."""


def submit(self, fn, /, *args, **kwargs):
    """Calls fn(*args, **kwargs); a future that has its result, or its exception."""
    if self._broken:
        raise BrokenThreadPool(self._broken)
    if self._shutdown:
        raise RuntimeError("cannot schedule new futures after shutdown")
    if self._initializer is not None:
        initializer, self._initializer = self._initializer, None
        try:
            initializer(*self._initargs)
        except BaseException:
            _base.LOGGER.critical("Exception in initializer:", exc_info=True)
            self._initializer_failed()
            raise BrokenThreadPool(self._broken) from None
    future = _base.Future()
    _WorkItem(future, fn, args, kwargs).run()
    return future


submit.__qualname__ = "ThreadPoolExecutor.submit"
ThreadPoolExecutor.submit = submit
del submit


class ProcessPoolExecutor(ThreadPoolExecutor):
    """The same: there are no processes either."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, "", initializer, initargs)
