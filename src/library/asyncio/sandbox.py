"""What asyncio has elsewhere and can't have in a sandbox: threads, processes, connections. Such a call's error says what to use."""

import contextvars
from asyncio.base_events import _no_network


async def to_thread(func, /, *args, **kwargs):
    """Calls the function where it is: there are no threads, and nothing here keeps the loop waiting but what would keep a thread busy."""
    return contextvars.copy_context().run(func, *args, **kwargs)


async def open_connection(*args, **kwargs):
    _no_network("asyncio.open_connection()")


async def start_server(*args, **kwargs):
    _no_network("asyncio.start_server()")


async def open_unix_connection(*args, **kwargs):
    _no_network("asyncio.open_unix_connection()")


async def start_unix_server(*args, **kwargs):
    _no_network("asyncio.start_unix_server()")


async def create_subprocess_exec(*args, **kwargs):
    _no_network("asyncio.create_subprocess_exec()")


async def create_subprocess_shell(*args, **kwargs):
    _no_network("asyncio.create_subprocess_shell()")
