"""In addition to CPython's asyncio.mixins: a lock where nobody else is, which all sessions share."""

from contextlib import nullcontext

_global_lock = nullcontext()
