"""CPython's executor of threads; there are no processes, so that of processes is another one."""


class ProcessPoolExecutor(ThreadPoolExecutor):
    """Threads in place of processes: what is given to them and back is shared, not copied."""

    def __init__(self, max_workers=None, mp_context=None, initializer=None, initargs=(), *, max_tasks_per_child=None):
        super().__init__(max_workers, "", initializer, initargs)
