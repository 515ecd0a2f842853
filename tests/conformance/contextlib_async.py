# The asynchronous half of contextlib, driven by hand.
import contextlib
from contextlib import asynccontextmanager, aclosing, AsyncExitStack, nullcontext, AbstractAsyncContextManager, AsyncContextDecorator


def run(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as e:
        return e.value


@asynccontextmanager
async def manager(name):
    """Doc."""
    print("enter", name)
    try:
        yield name.upper()
    except KeyError as e:
        print("caught", e)
    finally:
        print("exit", name)


class Plain:
    def __enter__(self): return "plain"
    def __exit__(self, *details): print("left", details[0])


async def main():
    async with manager("a") as a:
        print(a)
    async with manager("b"):
        raise KeyError(1)
    try:
        async with manager("c"):
            raise ValueError(2)
    except ValueError as e:
        print("out", e, e.__context__)

    @manager("d")
    async def decorated(x):
        return x
    print(await decorated(5), decorated.__name__, manager.__doc__)

    async def numbers():
        try:
            yield 1
            yield 2
        finally:
            print("closed")
    async with aclosing(numbers()) as items:
        async for item in items:
            print(item)
            break
    async with nullcontext(3) as three:
        print(three)

    async def callback(*args, **kwds):
        print("callback", args, kwds)
    async with AsyncExitStack() as stack:
        print(await stack.enter_async_context(manager("e")), stack.enter_context(Plain()))
        stack.push_async_callback(callback, 1, k=2)
        stack.callback(print, "plain callback")

        async def swallow(kind, value, tb):
            print("swallow", kind)
            return True
        stack.push_async_exit(swallow)
        raise OSError("x")
    stack = AsyncExitStack()
    await stack.enter_async_context(manager("f"))
    other = stack.pop_all()
    await stack.aclose()
    print("nothing yet")
    await other.aclose()
    for bad in (stack.enter_async_context(5),):
        try:
            await bad
        except TypeError as e:
            print(e)


run(main())
print(issubclass(nullcontext, AbstractAsyncContextManager), isinstance(manager("x"), AbstractAsyncContextManager))
print(sorted(name for name in contextlib.__all__ if name != "chdir"))
