# Threads: what is deterministic about them.
import queue
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, as_completed, wait

# --- start, join, results, names


def work(out, n):
    total = 0
    for i in range(n):
        total += i
    out.append(total)


out = []
threads = [threading.Thread(target=work, args=(out, n)) for n in (10, 100, 50_000)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(out), [t.is_alive() for t in threads], [t.name for t in threads])
print(threading.current_thread() is threading.main_thread(), threading.active_count())

t = threading.Thread(target=print, args=("in", "it"), kwargs={"sep": "-"}, name="printer", daemon=True)
print(t.name, t.daemon, t.is_alive(), t.ident)
t.start()
t.join()
print(t.is_alive(), t.ident is not None)
try:
    t.start()
except RuntimeError as e:
    print(e)


class Counter(threading.Thread):
    def __init__(self, n):
        super().__init__()
        self.n, self.result = n, None

    def run(self):
        self.result = sum(range(self.n))


counters = [Counter(n) for n in range(5)]
for c in counters:
    c.start()
for c in counters:
    c.join()
print([c.result for c in counters])

# --- locks

lock, counter = threading.Lock(), 0


def add(n):
    global counter
    for _ in range(n):
        with lock:
            value = counter
            counter = value + 1


threads = [threading.Thread(target=add, args=(2000,)) for _ in range(5)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(counter)

rlock = threading.RLock()
with rlock:
    with rlock:
        print("twice")
    got = []
    t = threading.Thread(target=lambda: got.append(rlock.acquire(blocking=False)))
    t.start()
    t.join()
    print(got)
try:
    rlock.release()
except RuntimeError as e:
    print(e)


def hold(lock, ready, go):
    with lock:
        ready.set()
        go.wait()


ready, go = threading.Event(), threading.Event()
t = threading.Thread(target=hold, args=(lock, ready, go))
t.start()
ready.wait()
print(lock.locked(), lock.acquire(timeout=0.01), lock.acquire(False))
go.set()
print(lock.acquire(timeout=10))
lock.release()
t.join()

# --- events, conditions, semaphores, barriers

event = threading.Event()
print(event.wait(0.01), event.is_set())
threading.Timer(0.01, event.set).start()
print(event.wait(5), event.is_set())

items, condition = [], threading.Condition()


def consume(got):
    with condition:
        while not items:
            condition.wait()
        got.append(items.pop(0))


got = []
threads = [threading.Thread(target=consume, args=(got,)) for _ in range(3)]
for t in threads:
    t.start()
for i in range(3):
    with condition:
        items.append(i)
        condition.notify()
for t in threads:
    t.join()
print(sorted(got))

semaphore, inside, most = threading.BoundedSemaphore(2), 0, 0


def enter():
    global inside, most
    with semaphore:
        inside += 1
        most = max(most, inside)
        time.sleep(0.001)
        inside -= 1


threads = [threading.Thread(target=enter) for _ in range(6)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(most <= 2, inside)
try:
    semaphore.release()
except ValueError as e:
    print(e)

barrier, passed = threading.Barrier(3), []


def meet(n):
    barrier.wait()
    passed.append(n)


threads = [threading.Thread(target=meet, args=(n,)) for n in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(passed))

# --- local attributes

local = threading.local()
local.x = "main"
seen = []


def look():
    seen.append(hasattr(local, "x"))
    local.x = threading.current_thread().name
    time.sleep(0.001)
    seen.append(local.x == threading.current_thread().name)


threads = [threading.Thread(target=look) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(seen.count(False), seen.count(True), local.x)


class Own(threading.local):
    made = []

    def __init__(self, n):
        self.n = n
        self.made.append(threading.current_thread() is threading.main_thread())


own = Own(3)
t = threading.Thread(target=lambda: setattr(own, "n", own.n + 1))
t.start()
t.join()
print(own.n, Own.made)

# --- queues

q = queue.Queue(2)


def produce():
    for i in range(10):
        q.put(i)
    q.put(None)


t = threading.Thread(target=produce)
t.start()
got = []
while (item := q.get()) is not None:
    got.append(item)
    q.task_done()
q.task_done()
t.join()
q.join()
print(got)
try:
    q.get(timeout=0.01)
except queue.Empty:
    print("empty")


def worker():
    while True:
        n = tasks.get()
        results.append(n * n)
        tasks.task_done()


tasks, results = queue.Queue(), []
for _ in range(3):
    threading.Thread(target=worker, daemon=True).start()
for i in range(20):
    tasks.put(i)
tasks.join()
print(sorted(results))

# --- executors

with ThreadPoolExecutor(max_workers=3) as pool:
    print(list(pool.map(lambda x: x**2, range(6))))
    futures = {pool.submit(pow, 2, n): n for n in range(5)}
    print(sorted((futures[f], f.result()) for f in as_completed(futures)))
    f = pool.submit(lambda: 1 / 0)
    print(type(f.exception()).__name__, f.done())
    slow = pool.submit(time.sleep, 0.05)
    done, rest = wait([slow, pool.submit(int, "7")], return_when=FIRST_COMPLETED)
    print([f.result() for f in done], len(rest))
    try:
        list(pool.map(int, ["1", "x"]))
    except ValueError as e:
        print(e)

# --- exceptions in threads


def fail():
    raise ValueError("in a thread")


def hook(args):
    print(args.exc_type.__name__, args.exc_value, args.thread.name, args.exc_traceback is not None)


threading.excepthook = hook
t = threading.Thread(target=fail, name="failing")
t.start()
t.join()
t = threading.Thread(target=sys.exit)
t.start()
t.join()
print("after")


# --- generators, exceptions being handled and recursion are a thread's own


def numbers(n):
    for i in range(n):
        yield i


shared, got = numbers(30), []
turn = threading.Lock()


def take():
    while True:
        with turn:
            value = next(shared, None)
        if value is None:
            return
        got.append(value)


threads = [threading.Thread(target=take) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(got) == list(range(30)))


def handle(results):
    results.append(sys.exc_info()[0])
    try:
        raise KeyError("own")
    except KeyError:
        time.sleep(0.001)
        results.append(sys.exc_info()[0])


results = []
try:
    raise IndexError
except IndexError:
    t = threading.Thread(target=handle, args=(results,))
    t.start()
    t.join()
    print(results, sys.exc_info()[0])


def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)


depths = []
threads = [threading.Thread(target=lambda: depths.append(deep(400))) for _ in range(3)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(depths)
