"""In addition to CPython's asyncio.timeouts: what states of earlier releases find here."""

_CancelledError, _events, _tasks = exceptions.CancelledError, events, tasks
_CREATED, _ENTERED, _EXPIRING, _EXPIRED, _EXITED = "created", "active", "expiring", "expired", "finished"
