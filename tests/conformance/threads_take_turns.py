# A loop that spends most of its time in the library's code lets the others have their turns all the same.
# teleport: no, each collection counts for more steps than the turn between two loads
import gc
import itertools
import threading
import time

lock = threading.Lock()


def waits_for(other, body):
    done = []

    def work():
        other()
        done.append(1)

    thread = threading.Thread(target=work)
    thread.start()
    while not done:
        body()
    thread.join()
    return len(done)


def counts():
    for _ in range(2000):
        pass


bodies = {
    "lock": lambda: (lock.acquire(), lock.release()),
    "collect": lambda: gc.collect(0),
    "eval": lambda: eval("1"),
    "current": threading.current_thread,
    "event": lambda event=threading.Event(): event.wait(0),
}
for name, body in bodies.items():
    print(name, waits_for(counts, body))
for k in range(1, 9):
    print(k, waits_for(counts, lambda: (lock.acquire(), lock.release(), [int() for _ in range(k)])))
    print(k, waits_for(lambda: time.sleep(0.02), lambda: (lock.acquire(), lock.release(), [int() for _ in range(k)])))


def ends_when_told(name, body):
    # A function without a call or a loop, called by what is written in C.
    told = []
    thread = threading.Thread(target=lambda: body(told))
    thread.start()
    time.sleep(0.02)
    told.append(1)
    thread.join()
    print(name)


ends_when_told("sum", lambda told: sum(iter(lambda: 0 if told else 1, 0)))
ends_when_told("all", lambda told: all(map(lambda x: not told, itertools.repeat(1))))
ends_when_told("max", lambda told: max(itertools.takewhile(lambda x: not told, itertools.repeat(1))))
ends_when_told("set", lambda told: set(iter(lambda: 0 if told else 1, 0)))
ends_when_told("filter", lambda told: next(filter(lambda x: told, itertools.count())))
ends_when_told("any", lambda told: any(bool(told) for _ in itertools.count()))
stop = []
collecting = threading.Thread(target=lambda: [gc.collect(0) for _ in iter(lambda: bool(stop), True)])
collecting.start()
time.sleep(0.05)
stop.append(1)
collecting.join()
print("ended")
