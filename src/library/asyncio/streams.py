"""CPython's streams serve whoever feeds them. What would connect them with somebody else is refused."""

from asyncio.sandbox import open_connection, start_server, open_unix_connection, start_unix_server
