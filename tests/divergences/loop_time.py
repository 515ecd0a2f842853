# description: The time of the event loop stands still while the program runs, and moves when the host has answered. So a task that only yields (sleep(0)) never sees a timer go off.
# cause: The program has no clock to measure its own computing with, and a run must be the same whenever and wherever it is repeated.
# workaround: Wait for what you wait for: an Event, a Future, sleep() of more than 0.
# cpython:
#   True
# fermata:
#   False
import asyncio


async def main():
    loop = asyncio.get_running_loop()
    before = loop.time()
    for _ in range(1000):
        await asyncio.sleep(0)
    print(loop.time() > before)


asyncio.run(main())
