"""Asynchronous calls: pending together, answered in any order, next to calls that stop everything."""
# async: fetch lookup
import asyncio
import inspect

print(fetch.__name__, inspect.iscoroutinefunction(fetch), asyncio.iscoroutinefunction(lookup))


async def double(x):
    return 2 * await fetch(x)


async def in_order():
    print(await fetch(1), await double(2))
    coro = fetch(3)
    print(inspect.iscoroutine(coro), asyncio.iscoroutine(coro))
    print(await coro)


async def together():
    print(await asyncio.gather(*[double(i) for i in range(4)], lookup("a"), fetch("b")))
    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(double(i)) for i in range(3)]
    print([t.result() for t in tasks])
    done, pending = await asyncio.wait([asyncio.create_task(fetch(i)) for i in range(2)])
    print(sorted([t.result() for t in done]), len(pending))
    print(sorted([await f for f in asyncio.as_completed([fetch(i) for i in range(3)])]))


async def with_stops():
    async def stops(i):
        x = await fetch(i)
        return ask(x + 10)

    print(await asyncio.gather(*[stops(i) for i in range(3)]))
    task = asyncio.create_task(fetch("kept"))
    await asyncio.sleep(0)
    print(ask("stop"))
    print(await task)


async def timers():
    async def later(x):
        await asyncio.sleep(3)
        return x

    got = await asyncio.gather(asyncio.sleep(0.001, "slept"), fetch("fetched"), asyncio.wait_for(fetch("in time"), 30))
    print(got)
    async with asyncio.timeout(1000):
        print(await double("timed"))
    t = asyncio.create_task(asyncio.sleep(5000))
    await asyncio.sleep(0)
    print(t.cancel())


async def protocols():
    class Box:
        async def __aenter__(self):
            return await fetch("entered")

        async def __aexit__(self, *exc):
            print(await fetch("left"))

    async def items():
        for i in range(3):
            yield await fetch(i)

    async with Box() as b:
        print(b)
    print([i async for i in items()], [await fetch(i) for i in "xy"], {i: await lookup(i) for i in range(2)})

    class Awaitable:
        def __await__(self):
            return (yield from fetch("from __await__").__await__())

    print(await Awaitable())
    queue = asyncio.Queue()

    async def worker():
        while (x := await queue.get()) is not None:
            await queue_done(x)
            queue.task_done()

    seen = []

    async def queue_done(x):
        seen.append(await fetch(x))

    workers = [asyncio.create_task(worker()) for _ in range(2)]
    for i in range(4):
        queue.put_nowait(i)
    await queue.join()
    for w in workers:
        queue.put_nowait(None)
    await asyncio.gather(*workers)
    print(sorted(seen))


for part in (in_order, together, with_stops, timers, protocols):
    print("--", part.__name__)
    asyncio.run(part())
