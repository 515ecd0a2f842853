# description: When every task waits, and no call and no timer is pending that could wake one up, RuntimeError is raised.
# cause: CPython waits forever; a session that is paused for nothing could never be resumed.
# workaround: None needed. The notes of the exception name the tasks.
# cpython:
#   TimeoutError()
# fermata:
#   RuntimeError('deadlock: the event loop waits, but no call of the host and no timer is pending that could wake it up')
import asyncio
import sys


async def waits_for_ever():
    await asyncio.Event().wait()


async def main():
    # (CPython is stopped after a moment.)
    if is_cpython():
        await asyncio.wait_for(waits_for_ever(), 0.01)
    await waits_for_ever()


def is_cpython():
    return sys.implementation.name == "cpython"


try:
    asyncio.run(main())
except Exception as e:
    print(repr(e))
