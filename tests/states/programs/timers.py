# async: fetch
import asyncio, contextvars, time

told = []
name = contextvars.ContextVar("name", default="nobody")


async def late(seconds):
    name.set(f"late {seconds}")
    await asyncio.sleep(seconds)
    told.append((seconds, name.get()))
    return seconds


async def guarded(seconds):
    try:
        return await asyncio.wait_for(fetch("guarded"), seconds)
    finally:
        told.append("guarded")


async def forgotten():
    pass


async def main():
    forgotten()
    queue = asyncio.Queue()
    lock = asyncio.Lock()

    async def take():
        async with lock:
            return await queue.get()

    async def give():
        got = await fetch("given")
        time.sleep(0.25)
        await queue.put(got)

    async with asyncio.TaskGroup() as group:
        group.create_task(give())
        group.create_task(late(1000.0))
        group.create_task(late(2.5))
        taken = [group.create_task(take()), group.create_task(guarded(86400.0))]
    return [task.result() for task in taken]


print(ask("before"))
print(asyncio.run(main()), told, name.get())
time.sleep(3600)
print(ask("after"))
