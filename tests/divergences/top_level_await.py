# description: The main program may use await, async for and async with outside functions; the rest of the program goes on when it is done.
# cause: A program is mostly a script that calls the host, whose functions may be asynchronous. (python3 -m asyncio does the same at its prompt.)
# workaround: None needed; asyncio.run() works as everywhere.
# cpython:
#   SyntaxError: 'await' outside function
# fermata:
#   3
import asyncio

print(await asyncio.sleep(0, 3))
