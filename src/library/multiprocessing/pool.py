"""A pool's processes are threads: it talks with them as CPython's ThreadPool does with its own."""

from multiprocessing.process import BaseProcess as _BaseProcess


class ForkProcess(_BaseProcess):
    __module__ = "multiprocessing.context"

    def terminate(self):
        pass  # the pool tells it to return


def _process(ctx, *args, **kwds):
    return ForkProcess(*args, **kwds)


def _wait_for_updates(sentinels, change_notifier, timeout=None):
    if all([worker.tell_when_ended(change_notifier) for worker in sentinels]):
        change_notifier.get()
    while not change_notifier.empty():
        change_notifier.get()


def _no_sentinels(self):
    return []  # of the change notifier: it is waited for itself


Pool.Process = staticmethod(_process)
Pool._wrap_exception = False  # it comes back as it is, with its traceback
Pool._setup_queues = ThreadPool._setup_queues
Pool._help_stuff_finish = staticmethod(ThreadPool._help_stuff_finish)
Pool._wait_for_updates = staticmethod(_wait_for_updates)
Pool._get_sentinels = ThreadPool._get_sentinels = _no_sentinels
