"""TaskGroup and timeout: structured concurrency."""
import asyncio


async def value(x, delay=0.0):
    await asyncio.sleep(delay)
    return x


async def fails(exc, delay=0.0):
    await asyncio.sleep(delay)
    raise exc


async def good():
    async with asyncio.TaskGroup() as group:
        a = group.create_task(value(1, 0.001), name="a")
        b = group.create_task(value(2))
        print(group)
    print(a.result(), b.result(), a.get_name(), group)
    try:
        group.create_task(value(1))
    except RuntimeError as e:
        print(str(e).split("<")[0], str(e).split("> ")[-1])


async def bad():
    tasks = []
    try:
        async with asyncio.TaskGroup() as group:
            tasks.append(group.create_task(value("slow", 50)))
            tasks.append(group.create_task(fails(ValueError("v"))))
            tasks.append(group.create_task(fails(KeyError("k"))))
            await asyncio.sleep(50)
    except* ValueError as e:
        print("values", e.exceptions)
    except* KeyError as e:
        print("keys", e.exceptions)
    print([t.cancelled() for t in tasks])
    try:
        async with asyncio.TaskGroup() as group:
            t = group.create_task(value(1, 50))
            raise ZeroDivisionError("body")
    except ExceptionGroup as e:
        print(e, e.exceptions, t.cancelled())
    try:
        async with asyncio.TaskGroup():
            raise ValueError("alone")
    except ExceptionGroup as e:
        print(repr(e))


async def nested():
    try:
        async with asyncio.TaskGroup() as outer:
            async def inner():
                async with asyncio.TaskGroup() as group:
                    group.create_task(fails(OSError("deep")))
                    group.create_task(value(1, 50))
            outer.create_task(inner())
            outer.create_task(value(2, 50))
    except BaseExceptionGroup as e:
        print(repr(e))


async def cancelled_outside():
    async def body():
        async with asyncio.TaskGroup() as group:
            group.create_task(value(1, 50))
            await asyncio.sleep(50)
    t = asyncio.create_task(body())
    await asyncio.sleep(0.001)
    t.cancel("enough")
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", e.args, t.cancelled())


async def timeouts():
    try:
        async with asyncio.timeout(0.002) as t:
            await asyncio.sleep(50)
    except TimeoutError as e:
        print(repr(e), type(e.__cause__).__name__, t.expired())
    async with asyncio.timeout(50) as t:
        print(repr(t).split("when")[0], t.expired())
        await asyncio.sleep(0)
    print(t, t.expired())
    async with asyncio.timeout(None) as t:
        print(t.when())
        t.reschedule(asyncio.get_running_loop().time() + 20)
    try:
        async with asyncio.timeout_at(asyncio.get_running_loop().time() - 1):
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            print("not reached")
    except TimeoutError:
        print("in the past")
    try:
        async with asyncio.timeout(0.5):
            try:
                async with asyncio.timeout(0.001):
                    await asyncio.sleep(50)
            except TimeoutError:
                print("inner")
            await asyncio.sleep(50)
    except TimeoutError:
        print("outer")
    try:
        t.reschedule(3)
    except RuntimeError as e:
        print(e)
    try:
        async with asyncio.timeout(0.001):
            raise KeyError("own")
    except KeyError as e:
        print(repr(e))


for part in (good, bad, nested, cancelled_outside, timeouts):
    print("--", part.__name__)
    asyncio.run(part())
