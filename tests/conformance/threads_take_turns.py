# A loop that spends most of its time in the library's code lets the others have their turns all the same.
# teleport: no, each collection counts for more steps than the turn between two loads
import gc
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
stop = []
collecting = threading.Thread(target=lambda: [gc.collect(0) for _ in iter(lambda: bool(stop), True)])
collecting.start()
time.sleep(0.05)
stop.append(1)
collecting.join()
print("ended")
