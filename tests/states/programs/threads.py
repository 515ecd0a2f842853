# Saved in a thread's call, while others wait in a lock's and a queue's line, sleep, hold a generator, and stand in the midst of a loop.
import queue
import threading
import time

lock, tasks, log = threading.RLock(), queue.Queue(), []
local = threading.local()


def numbers(n):
    for i in range(n):
        yield i * 10


def ask_all():
    local.name = "asker"
    with lock:
        for n in numbers(3):
            log.append(ask(n))
    tasks.put(local.name)


def sleep():
    time.sleep(0.01)
    log.append("slept")


def wait_for_lock():
    try:
        raise KeyError("handled")
    except KeyError as e:
        with lock:
            log.append(repr(e))


def wait_for_queue():
    log.append(tasks.get())


def work():
    total = 0
    for i in range(300_000):
        total += i
    log.append(total)


threads = [threading.Thread(target=f) for f in (work, ask_all, sleep, wait_for_lock, wait_for_queue)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(sorted(log, key=str), hasattr(local, "name"), threading.active_count())
