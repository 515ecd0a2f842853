"""In addition to CPython's asyncio.taskgroups: what states of earlier releases find here."""

_CancelledError, _events, _tasks = exceptions.CancelledError, events, tasks
