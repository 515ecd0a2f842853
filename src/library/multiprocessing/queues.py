"""Queues of threads, with what those of processes have."""

import queue as _queue

__all__ = ["JoinableQueue", "Queue", "SimpleQueue"]


class JoinableQueue(_queue.Queue):
    def close(self):
        pass

    def join_thread(self):
        pass

    def cancel_join_thread(self):
        pass


class Queue(JoinableQueue):
    pass


class SimpleQueue:
    def __init__(self):
        self._queue = _queue.SimpleQueue()

    def put(self, obj):
        self._queue.put(obj)

    def get(self):
        return self._queue.get()

    def empty(self):
        return self._queue.empty()

    def close(self):
        pass
