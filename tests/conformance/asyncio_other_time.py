"""An event loop whose time() is the program's: what is put off by some time waits for that time."""

import asyncio, time


async def main(loop):
    order = []
    done = asyncio.Event()
    loop.call_later(0.03, done.set)
    loop.call_at(loop.time() + 0.01, order.append, "early")
    gone = loop.call_later(0.02, order.append, "never")
    gone.cancel()
    await done.wait()
    await asyncio.sleep(0.01)
    try:
        await asyncio.wait_for(asyncio.Event().wait(), 0.01)
    except asyncio.TimeoutError:
        order.append("timeout")
    print(order)


loop = asyncio.new_event_loop()
cls = type(loop)
before = cls.time
try:
    for offset in (1000, -5000.5):
        cls.time = lambda self: time.monotonic() * 1 + offset
        loop.run_until_complete(main(loop))
finally:
    cls.time = before
    loop.close()
