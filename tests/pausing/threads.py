"""Calls of the host in threads: all stand still meanwhile, wherever they are."""
import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor

lock = threading.Lock()
log = []


def work(n):
    for i in range(3):
        with lock:
            log.append((n, ask(10 * n + i)))
        time.sleep(0)


threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
for t in threads:
    t.start()
print("main", ask("main"))
for t in threads:
    t.join()
print(sorted(log))

with ThreadPoolExecutor(3) as pool:
    print(sum(pool.map(ask, range(12))))
    print(pool.submit(lambda: [ask(x) for x in (y for y in range(3))]).result())


def numbers():
    for i in range(6):
        yield ask(i)


def count(out):
    total = 0
    for i in range(30_000):
        total += i
        if i % 10_000 == 0:
            out.append(ask(i))
    out.append(total)


outs = [[], []]
threads = [threading.Thread(target=count, args=(out,)) for out in outs]
for t in threads:
    t.start()
print(list(numbers()))
for t in threads:
    t.join()
print(outs)

q, done = queue.Queue(3), []


def feed():
    for i in numbers():
        q.put(i)
    q.put(None)


threading.Thread(target=feed).start()
while (item := q.get()) is not None:
    done.append(ask(item))
print(done)

local = threading.local()


def own(n):
    local.n = n
    ask("own")
    log.append(local.n == n)


log.clear()
threads = [threading.Thread(target=own, args=(n,)) for n in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(log, hasattr(local, "n"))


def last():
    time.sleep(0.01)
    print("ends after the program", ask("last"))


threading.Thread(target=last).start()
print("the end")
