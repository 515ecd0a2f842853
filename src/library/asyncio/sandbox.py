"""What asyncio has elsewhere and can't have in a sandbox: processes, connections. Such a call's error says what to use."""

from asyncio.base_events import _no_network


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
