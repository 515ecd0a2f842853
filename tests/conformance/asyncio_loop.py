"""The loop itself: callbacks, futures, handlers, runners, context variables."""
import asyncio
import contextvars
import io
import sys

var = contextvars.ContextVar("var", default="none")


async def callbacks():
    loop = asyncio.get_running_loop()
    log = []
    loop.call_soon(log.append, 1)
    loop.call_later(0.3, log.append, 4)
    loop.call_later(0.1, log.append, 3)
    loop.call_soon(log.append, 2)
    handle = loop.call_later(0.2, log.append, "never")
    handle.cancel()
    await asyncio.sleep(0.5)
    print(log, handle.cancelled(), loop.is_running(), loop.is_closed(), loop.get_debug())
    print(loop is asyncio.get_event_loop(), type(loop.time()) is float)


async def futures():
    loop = asyncio.get_running_loop()
    f = loop.create_future()
    print(f, f.done(), f.cancelled())
    f.add_done_callback(lambda f: print("called", f.result()))
    loop.call_soon(f.set_result, 5)
    print(await f, f)
    try:
        f.set_result(6)
    except asyncio.InvalidStateError as e:
        print(e)
    f = loop.create_future()
    f.set_exception(KeyError("k"))
    try:
        await f
    except KeyError as e:
        print(repr(e), f)
    f = loop.create_future()
    print(f.cancel("m"), f.cancel(), f.cancelled(), f)
    try:
        await f
    except asyncio.CancelledError as e:
        print(e.args)
    f = loop.create_future()
    try:
        f.set_exception(StopIteration)
    except TypeError as e:
        print(e)
    callback = print
    f.add_done_callback(callback)
    f.add_done_callback(callback)
    print(f.remove_done_callback(callback))
    outer = asyncio.shield(f)
    outer.cancel()
    print(f.cancelled(), outer.cancelled())
    f.cancel()


async def contexts():
    var.set("outer")

    async def child():
        before = var.get()
        var.set("child")
        await asyncio.sleep(0)
        return before, var.get()

    print(await asyncio.gather(child(), child()), var.get())
    context = contextvars.copy_context()
    context.run(var.set, "given")
    task = asyncio.create_task(child(), context=context)
    print(await task, context[var], var.get())
    token = var.set("inner")
    print(token.old_value, token.var is var)
    var.reset(token)
    print(var.get(), [v.name for v in context], len(context), var in context)
    try:
        var.reset(token)
    except RuntimeError as e:
        print(str(e).split(" at 0x")[0])


async def handlers():
    loop = asyncio.get_running_loop()
    seen = []
    loop.set_exception_handler(lambda loop, context: seen.append((context["message"].split(" at /")[0].split("(")[0], repr(context["exception"]))))

    def broken():
        raise ValueError("in a callback")

    loop.call_soon(broken)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    print(seen)
    loop.set_exception_handler(None)
    real, sys.stderr = sys.stderr, io.StringIO()
    loop.call_exception_handler({"message": "told", "a": 1, "exception": ValueError("x")})
    text, sys.stderr = sys.stderr.getvalue(), real
    print(text)


for part in (callbacks, futures, contexts, handlers):
    print("--", part.__name__)
    asyncio.run(part())

print("-- outside", var.get())
with asyncio.Runner() as runner:
    async def setter():
        var.set("kept")
        return asyncio.get_running_loop()

    async def getter():
        return var.get()

    loop = runner.run(setter())
    print(runner.run(getter()), runner.get_loop() is loop, var.get())
print(loop.is_closed())
try:
    runner.run(getter())
except ValueError as e:
    print(e)
except RuntimeError as e:
    print(e)

loop = asyncio.new_event_loop()
print(loop.run_until_complete(asyncio.sleep(0, "done")))
loop.call_soon(loop.stop)
loop.run_forever()
future = loop.create_future()
loop.call_soon(loop.stop)
try:
    loop.run_until_complete(future)
except RuntimeError as e:
    print(e)
loop.close()
try:
    loop.call_soon(print)
except RuntimeError as e:
    print(e)
print(repr(asyncio.CancelledError("x")), issubclass(asyncio.CancelledError, Exception), asyncio.TimeoutError is TimeoutError,
      asyncio.exceptions.InvalidStateError is asyncio.InvalidStateError)


# (A generator that is left in the middle is closed by CPython when it is collected: not asked here.)
async def generators_closed():
    async def ticks(n):
        for i in range(n):
            await asyncio.sleep(0)
            yield i

    g = ticks(5)
    print(await anext(g), await g.asend(None), await anext(g))
    await g.aclose()
    print([i async for i in g], [x async for x in ticks(2) if x])


asyncio.run(generators_closed())


async def leave():
    sys.exit(2)


try:
    asyncio.run(leave())
except SystemExit as e:
    print("left with", e.code)
