"""The loop's clock goes on while the program computes, and timers come while others are busy."""

import asyncio
import math
import time


async def main():
    loop = asyncio.get_running_loop()
    before = loop.time()
    until = time.monotonic() + 0.05
    while time.monotonic() < until:
        pass
    print(loop.time() >= before + 0.05)
    # What is waited for counts from now, however long the program has computed.
    began = time.monotonic()
    await asyncio.sleep(0.1)
    print(time.monotonic() >= began + 0.099)

    rang = []
    loop.call_later(0.02, rang.append, "rang")
    while not rang:
        await asyncio.sleep(0)
    print(rang)
    try:
        async with asyncio.timeout(0.02):
            while True:
                await asyncio.sleep(0)
    except TimeoutError:
        print("in time")

    # Those of one millisecond come in their order, and one that is cancelled takes no other with it.
    order = []
    base = math.ceil(loop.time() * 1000 + 20) / 1000
    later = [loop.call_at(base + offset / 10_000, order.append, offset) for offset in (4, 1, 3, 2)]
    later[2].cancel()
    await asyncio.sleep(0.05)
    print(order)
    print(await asyncio.wait_for(asyncio.sleep(0.001, "value"), math.inf))
    print(await asyncio.gather(*[asyncio.sleep(0.01, n) for n in range(5)]))


asyncio.run(main())
