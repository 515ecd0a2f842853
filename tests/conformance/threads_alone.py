"""Waits with a timeout that nobody can end, as there is one thread: they take their time."""

import asyncio
import concurrent.futures
import queue
import threading
import time


def timed(wait):
    began = time.monotonic()
    try:
        got = wait()
    except Exception as error:
        got = type(error).__name__
    print(got, time.monotonic() - began >= 0.0199)


lock = threading.Lock()
lock.acquire()
condition = threading.Condition()
timed(lambda: lock.acquire(timeout=0.02))
timed(lambda: threading.Event().wait(0.02))
timed(lambda: queue.Queue().get(timeout=0.02))
timed(lambda: queue.SimpleQueue().get(timeout=0.02))
timed(lambda: concurrent.futures.Future().result(0.02))
timed(lambda: threading.Semaphore(0).acquire(timeout=0.02))
with condition:
    timed(lambda: condition.wait(0.02))
stop, turns, until = threading.Event(), 0, time.monotonic() + 0.1
while time.monotonic() < until:
    stop.wait(0.02)
    turns += 1
print(turns <= 6)


async def main():
    print(abs(asyncio.get_running_loop().time() - time.monotonic()) < 1)
    rang = asyncio.Event()
    asyncio.get_running_loop().call_at(time.monotonic() + 0.01, rang.set)
    print(await asyncio.wait_for(rang.wait(), 20))


asyncio.run(main())
