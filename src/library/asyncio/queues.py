"""In addition to CPython's asyncio.queues: what states of earlier releases find here."""

_collections, _heapq, _locks = collections, heapq, locks
