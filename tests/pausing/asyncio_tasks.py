"""Tasks that wait, hold locks and queues, time out and are cancelled; weak references, views and contexts between them."""
# async: fetch
import array
import asyncio
import contextlib
import contextvars
import weakref

user = contextvars.ContextVar("user", default="nobody")


class Node:
    def __init__(self, value):
        self.value = value


@contextlib.asynccontextmanager
async def opened(name):
    print("open", name, await fetch(name))
    try:
        yield name
    finally:
        print("close", name, await fetch("closed"))


async def numbers(n):
    for i in range(n):
        yield await fetch(i)


async def worker(name, queue, lock):
    user.set(name)
    while (item := await queue.get()) is not None:
        async with lock:
            print(user.get(), item, await fetch(item))
        queue.task_done()


async def main():
    node = Node([1, 2])
    weak = weakref.ref(node)
    view = memoryview(array.array("i", range(6)))[1:5:2]
    queue, lock = asyncio.Queue(2), asyncio.Lock()
    workers = [asyncio.create_task(worker(f"w{i}", queue, lock), name=f"w{i}") for i in range(2)]
    for i in range(5):
        await queue.put(i * 10)
    await queue.join()
    for _ in workers:
        await queue.put(None)
    await asyncio.gather(*workers)
    async with opened("a") as a, opened("b"):
        print(a, [x async for x in numbers(3)], weak() is node, view.tolist())
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(fetch("other"))
            group.create_task(fails())
    except* ValueError as e:
        print(repr(e))
    future = asyncio.get_running_loop().create_future()
    waits = asyncio.ensure_future(asyncio.shield(future))
    print(await fetch("future"))
    future.set_result(await fetch(7))
    print(await waits)


async def fails():
    await fetch("before")
    raise ValueError("bad")


asyncio.run(main())
print("end")
