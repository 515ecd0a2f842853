"""Threads, timers and loops whose time is up have their turn though the others never rest."""

import asyncio
import queue
import threading
import time

MOST = 3_000_000  # of what would go on forever


def hand_over(over):
    """Two threads that only ever hand their turns to each other, until `over` is set."""
    items, handed = queue.Queue(3), 0

    def put():
        nonlocal handed
        while not over.is_set() and handed < MOST:
            items.put(1)
            handed += 1
        items.put(None)

    def get():
        while items.get() is not None:
            pass

    threads = [threading.Thread(target=each) for each in (put, get)]
    for thread in threads:
        thread.start()
    return threads, lambda: handed < MOST


def joined(threads):
    for thread in threads:
        thread.join()


def sleeper():
    over = threading.Event()
    threads, early = hand_over(over)
    time.sleep(0.01)
    over.set()
    joined(threads)
    print("sleep", early())


def timeouts():
    over = threading.Event()
    threads, early = hand_over(over)
    lock = threading.Lock()
    lock.acquire()
    print(lock.acquire(timeout=0.01), threading.Event().wait(0.01))
    try:
        queue.Queue().get(timeout=0.01)
    except queue.Empty as error:
        print(repr(error))
    threads[0].join(0.001)
    over.set()
    joined(threads)
    print("timeouts", early())


def timer():
    over = threading.Event()
    threads, early = hand_over(over)
    threading.Timer(0.01, over.set).start()
    joined(threads)
    print("timer", early())


def many():
    over, woken = threading.Event(), []

    def sleep(i):
        time.sleep(0.001 * i)
        woken.append(i)

    sleepers = [threading.Thread(target=sleep, args=(i,)) for i in range(1, 9)]
    threads, early = hand_over(over)
    for each in sleepers:
        each.start()
    joined(sleepers)
    over.set()
    joined(threads)
    print("many", sorted(woken), early())


def loop_in_a_thread():
    done = []

    async def main():
        await asyncio.sleep(0.01)
        done.append("slept")
        try:
            await asyncio.wait_for(asyncio.Event().wait(), 0.01)
        except asyncio.TimeoutError:
            done.append("timed out")

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    spins = 0
    while len(done) < 2 and spins < 10 * MOST:
        spins += 1
    thread.join()
    print(done, spins < 10 * MOST)


def thread_of_a_loop():
    over, ticks = threading.Event(), []

    def spin():
        spins = 0
        while not over.is_set() and spins < MOST:
            spins += 1
        return spins < MOST

    async def main():
        busy = asyncio.create_task(asyncio.to_thread(spin))
        for i in range(3):
            await asyncio.sleep(0.005)
            ticks.append(i)
        over.set()
        print("to_thread", await busy, ticks)

    asyncio.run(main())


sleeper()
timeouts()
timer()
many()
loop_in_a_thread()
thread_of_a_loop()
