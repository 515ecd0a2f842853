"""The executor of processes, which are threads here."""

from concurrent.futures._base import BrokenExecutor


class BrokenProcessPool(BrokenExecutor):
    """Raised when a process of a ProcessPoolExecutor ended by itself. (A thread doesn't.)"""


def __getattr__(name):
    if name == "ProcessPoolExecutor":
        from concurrent.futures import ProcessPoolExecutor

        return ProcessPoolExecutor
    raise AttributeError(f"module 'concurrent.futures.process' has no attribute {name!r}")
