"""Event loops in several threads: each has its own timers, and what one hands to another comes."""

import asyncio
import threading

loop = asyncio.new_event_loop()
threading.Thread(target=loop.run_forever, daemon=True).start()


async def main():
    handed = [asyncio.wrap_future(asyncio.run_coroutine_threadsafe(asyncio.sleep(delay, delay), loop)) for delay in (0.02, 0.04)]
    for each in handed:
        print(await each)


asyncio.run(main())

ends = []


async def sleeper(name, delay):
    await asyncio.sleep(delay)
    ends.append(name)


threads = [threading.Thread(target=asyncio.run, args=(sleeper(name, delay),)) for name, delay in (("late", 0.4), ("early", 0.02), ("middle", 0.2))]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(ends)


async def names():
    first = asyncio.create_task(asyncio.sleep(0))
    named = asyncio.create_task(asyncio.sleep(0), name="named")
    second = asyncio.create_task(asyncio.sleep(0))
    await asyncio.gather(first, named, second)
    numbers = [int(task.get_name().removeprefix("Task-")) for task in (first, second)]
    print(numbers[1] - numbers[0], named.get_name())


asyncio.run(names())
