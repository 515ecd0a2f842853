"""In addition to CPython's asyncio.runners: what states of earlier releases find here."""

_contextvars, _coroutines, _events, _tasks = contextvars, coroutines, events, tasks
