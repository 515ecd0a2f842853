"""In addition to CPython's asyncio.locks: what states of earlier releases find here."""

_BrokenBarrierError, _CancelledError, _collections = exceptions.BrokenBarrierError, exceptions.CancelledError, collections
