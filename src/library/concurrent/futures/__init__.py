"""Both executors are in concurrent.futures.thread."""


def __getattr__(name):
    if name in ("ThreadPoolExecutor", "ProcessPoolExecutor"):
        from concurrent.futures import thread

        return getattr(thread, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
