"""Locks, events, conditions, semaphores, barriers, queues."""
import asyncio


async def locks():
    lock = asyncio.Lock()
    log = []

    async def worker(name):
        async with lock:
            log.append(name + "+")
            await asyncio.sleep(0)
            log.append(name + "-")

    await asyncio.gather(*[worker(n) for n in "abc"])
    print(" ".join(log), lock.locked(), repr(lock).split(" ")[-1])
    try:
        lock.release()
    except RuntimeError as e:
        print(e)
    await lock.acquire()
    waiter = asyncio.create_task(lock.acquire())
    await asyncio.sleep(0)
    print(repr(lock).split(" [")[1])
    waiter.cancel()
    await asyncio.sleep(0)
    lock.release()
    print(lock.locked())


async def events():
    event = asyncio.Event()
    log = []

    async def waiter(i):
        log.append((i, await event.wait()))

    tasks = [asyncio.create_task(waiter(i)) for i in range(3)]
    await asyncio.sleep(0)
    print(event.is_set(), log, repr(event).split(" [")[1])
    event.set()
    await asyncio.gather(*tasks)
    print(log, event.is_set())
    event.clear()
    print(event.is_set())


async def conditions():
    condition = asyncio.Condition()
    items = []

    async def consumer(n):
        async with condition:
            await condition.wait_for(lambda: items)
            return n, items.pop(0)

    tasks = [asyncio.create_task(consumer(i)) for i in range(3)]
    await asyncio.sleep(0)
    for x in "xyz":
        async with condition:
            items.append(x)
            condition.notify(1)
        await asyncio.sleep(0)
    print(await asyncio.gather(*tasks))
    for call in (condition.notify, condition.notify_all):
        try:
            call()
        except RuntimeError as e:
            print(e)
    try:
        await condition.wait()
    except RuntimeError as e:
        print(e)


async def semaphores():
    semaphore = asyncio.Semaphore(2)
    running = most = 0

    async def work(i):
        nonlocal running, most
        async with semaphore:
            running += 1
            most = max(most, running)
            await asyncio.sleep(0.0005 * (i % 3))
            running -= 1
        return i

    print(await asyncio.gather(*[work(i) for i in range(8)]), most, semaphore.locked(), repr(semaphore).split(" [")[1])
    bounded = asyncio.BoundedSemaphore(1)
    await bounded.acquire()
    bounded.release()
    try:
        bounded.release()
    except ValueError as e:
        print(e)
    try:
        asyncio.Semaphore(-1)
    except ValueError as e:
        print(e)


async def barriers():
    barrier = asyncio.Barrier(3)
    order = await asyncio.gather(*[barrier.wait() for _ in range(3)])
    print(sorted(order), barrier.parties, barrier.n_waiting, barrier.broken)

    async def broken():
        try:
            async with barrier:
                pass
        except asyncio.BrokenBarrierError as e:
            return str(e)

    tasks = [asyncio.create_task(broken()) for _ in range(2)]
    await asyncio.sleep(0)
    print(barrier.n_waiting)
    await barrier.abort()
    print(await asyncio.gather(*tasks), barrier.broken)


async def queues():
    queue = asyncio.Queue(2)
    got = []

    async def producer():
        for i in range(5):
            await queue.put(i)

    async def consumer():
        while True:
            got.append(await queue.get())
            queue.task_done()

    c = asyncio.create_task(consumer())
    await producer()
    await queue.join()
    c.cancel()
    print(got, queue.qsize(), queue.empty(), queue.full(), queue.maxsize)
    try:
        queue.get_nowait()
    except asyncio.QueueEmpty as e:
        print(repr(e))
    queue.put_nowait(1)
    queue.put_nowait(2)
    try:
        queue.put_nowait(3)
    except asyncio.QueueFull as e:
        print(repr(e), str(queue))
    for cls in (asyncio.PriorityQueue, asyncio.LifoQueue):
        q = cls()
        for x in (3, 1, 2):
            q.put_nowait(x)
        print(cls.__name__, [q.get_nowait() for _ in range(3)])
    try:
        q.task_done(), q.task_done(), q.task_done(), q.task_done()
    except ValueError as e:
        print(e)


for part in (locks, events, conditions, semaphores, barriers, queues):
    print("--", part.__name__)
    asyncio.run(part())
