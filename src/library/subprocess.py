"""What CPython's asyncio.events takes from module subprocess. There are no processes here, and programs find no such module."""

PIPE = -1
STDOUT = -2
DEVNULL = -3
