"""In addition to CPython's asyncio.futures, which is over our _asyncio: what states of earlier releases find here."""

from _asyncio import HostFuture, begin_host_call

_events = events
_CancelledError, _InvalidStateError = exceptions.CancelledError, exceptions.InvalidStateError
