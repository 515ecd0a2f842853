"""Tasks: results, exceptions, cancellation, names, what is printed of them."""
import asyncio
import inspect


async def value(x, delay=0):
    await asyncio.sleep(delay)
    return x


async def fails(x):
    await asyncio.sleep(0)
    raise ValueError(x)


async def basics():
    t = asyncio.create_task(value(3), name="three")
    print(t.get_name(), t.done(), await t, t.done(), t.result(), t.exception(), t.cancelled())
    t.set_name(7)
    print(t.get_name(), repr(t).split(" coro")[0])
    t = asyncio.create_task(fails("no"))
    try:
        await t
    except ValueError as e:
        print(repr(e), t.exception() is e)
    print(asyncio.current_task().get_name(), len(asyncio.all_tasks()))
    for wrong in (3, value, None):
        try:
            asyncio.create_task(wrong)
        except TypeError as e:
            print(str(e).split(" at 0x")[0])
    try:
        t.set_result(1)
    except RuntimeError as e:
        print(e)
    print(asyncio.iscoroutinefunction(value), asyncio.iscoroutinefunction(print), asyncio.isfuture(t), asyncio.iscoroutine(t))
    coro = value(1)
    print(asyncio.iscoroutine(coro), inspect.iscoroutine(coro), inspect.isawaitable(t))
    print(await coro)


async def cancelling():
    log = []

    async def stubborn():
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError as e:
            log.append(e.args)
            try:
                await asyncio.sleep(0)
            finally:
                log.append("cleaned")
            raise

    t = asyncio.create_task(stubborn())
    await asyncio.sleep(0)
    print(t.cancel("why"), t.cancelling(), t.cancel("again"), t.cancelling(), t.uncancel())
    try:
        await t
    except asyncio.CancelledError as e:
        print("cancelled", e.args)
    print(log, t.cancelled(), t.done(), t.cancel())
    t = asyncio.create_task(value(1))
    t.cancel()
    print(await asyncio.gather(t, return_exceptions=True))

    async def swallows():
        try:
            await asyncio.sleep(100)
        except asyncio.CancelledError:
            return "survived"

    t = asyncio.create_task(swallows())
    await asyncio.sleep(0)
    t.cancel()
    print(await t, t.cancelled())

    async def cancels_itself():
        asyncio.current_task().cancel("me")
        await asyncio.sleep(0)

    try:
        await asyncio.create_task(cancels_itself())
    except asyncio.CancelledError as e:
        print("itself", e.args)
    try:
        t.result()
        asyncio.Future().result()
    except asyncio.InvalidStateError as e:
        print(e)


async def many():
    print(await asyncio.gather(value(1, 0.002), value(2, 0.001), value(3)))
    print(await asyncio.gather(value(1), fails("a"), return_exceptions=True))
    try:
        await asyncio.gather(value(1), fails("b"), value(2))
    except ValueError as e:
        print(repr(e))
    print(await asyncio.gather())
    done, pending = await asyncio.wait([asyncio.create_task(value(i, 0.1 * i)) for i in range(3)], return_when=asyncio.FIRST_COMPLETED)
    print(len(done), len(pending))
    done, pending = await asyncio.wait(pending)
    print(sorted([t.result() for t in done]), len(pending))
    done, pending = await asyncio.wait([asyncio.create_task(value(i, i)) for i in (0, 50)], timeout=0.01)
    print([t.result() for t in done], [t.cancel() for t in pending])
    for arguments in ([], value):
        try:
            await asyncio.wait(arguments)
        except (TypeError, ValueError) as e:
            print(repr(e))
    print([await f for f in asyncio.as_completed([value(i, 0.04 * i) for i in (2, 0, 1)])])
    try:
        for f in asyncio.as_completed([value(1, 50)], timeout=0.002):
            await f
    except TimeoutError as e:
        print(repr(e))


async def waiting_for():
    print(await asyncio.wait_for(value(1), 5), await asyncio.wait_for(value(2), None))
    for timeout in (0.002, 0, -1):
        try:
            await asyncio.wait_for(value(1, 50), timeout)
        except asyncio.TimeoutError as e:
            print(repr(e), repr(e.__cause__))
    try:
        await asyncio.wait_for(fails("w"), 5)
    except ValueError as e:
        print(repr(e))
    inner = asyncio.create_task(value("inner", 0.3))
    try:
        await asyncio.wait_for(asyncio.shield(inner), 0.001)
    except TimeoutError:
        print("shielded", inner.done(), await inner)


async def bad_awaits():
    class Odd:
        def __await__(self):
            yield 42

    class Generator:
        def __await__(self):
            return iter([])

    for awaitable in (Odd(), Generator()):
        try:
            async def wait():
                return await awaitable
            print(await asyncio.create_task(wait()))
        except RuntimeError as e:
            print(e)
    try:
        await 3
    except TypeError as e:
        print(e)

    async def on_itself():
        await task

    task = asyncio.create_task(on_itself())
    try:
        await task
    except RuntimeError as e:
        print(str(e).split(":")[0])


for part in (basics, cancelling, many, waiting_for, bad_awaits):
    print("--", part.__name__)
    asyncio.run(part())

for wrong in (3, value):
    try:
        asyncio.run(wrong)
    except ValueError as e:
        print(str(e).split(" at 0x")[0])


async def nested():
    coro = value(1)
    try:
        asyncio.run(coro)
    except RuntimeError as e:
        print(e)
    coro.close()


asyncio.run(nested())
try:
    asyncio.get_running_loop()
except RuntimeError as e:
    print(e)
try:
    asyncio.run(fails("out"))
except ValueError as e:
    print(repr(e))


async def left_behind():
    async def background():
        try:
            await asyncio.sleep(1000)
        finally:
            print("ended by run()")
    asyncio.create_task(background())
    await asyncio.sleep(0)
    return "main"


print(asyncio.run(left_behind()))
