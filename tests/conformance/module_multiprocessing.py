"""Processes that are threads: what programs that don't count on memory of its own for each can see."""

import multiprocessing
import sys
import time
from multiprocessing import Array, Lock, Manager, Pipe, Pool, Process, Queue, RawArray, RawValue, Value, current_process
from multiprocessing.dummy import Pool as DummyPool
from multiprocessing.pool import ThreadPool


def square(x):
    return x * x


def add(a, b):
    return a + b


def fail(x):
    raise ValueError(f"no {x}")


def put_square(q, x):
    q.put((current_process().name, square(x)))


def count(value, lock, n):
    for _ in range(n):
        with lock:
            value.value += 1


def half(i, array):
    array[i] = array[i] / 2


def talk(end):
    end.send(["hello", 1, None])
    end.send(("got", end.recv()))
    end.close()


class Worker(Process):
    def __init__(self, out):
        super().__init__(name="a worker", daemon=True)
        self.out = out

    def run(self):
        self.out.put((self.name, self.daemon, current_process() is self))


def pools():
    with Pool(3) as pool:
        print(pool.map(square, range(10)), pool.starmap(add, [(1, 2), (3, 4)]))
        print(pool.apply(add, (1, 2)), pool.apply_async(square, (7,)).get(timeout=10))
        print(list(pool.imap(square, range(5), chunksize=2)), sorted(pool.imap_unordered(square, range(5))))
        result = pool.map_async(square, [1, 2, 3])
        result.wait()
        print(result.ready(), result.successful(), result.get())
        try:
            pool.map(fail, [1])
        except ValueError as error:
            print(repr(error))
    for make in (ThreadPool, DummyPool, multiprocessing.get_context("spawn").Pool):
        pool = make(2)
        print(pool.map(square, [1, 2, 3]))
        pool.close()
        pool.join()
        try:
            pool.map(square, [1])
        except ValueError as error:
            print(error)
    try:
        Pool(0)
    except ValueError as error:
        print(error)


def processes():
    q = Queue()
    jobs = [Process(target=put_square, args=(q, i)) for i in range(3)]
    print([job.name for job in jobs], jobs[0].exitcode, jobs[0].is_alive(), jobs[0].daemon, jobs[0].pid)
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    print(sorted(q.get() for _ in jobs), [job.exitcode for job in jobs], multiprocessing.active_children())
    worker = Worker(q)
    worker.start()
    print(q.get(timeout=10))
    worker.join()
    for end in (lambda: sys.exit(3), lambda: sys.exit(), lambda: None):
        job = multiprocessing.get_context("fork").Process(target=end)
        job.start()
        job.join(10)
        print(job.exitcode, job.is_alive())
    print(current_process().name, multiprocessing.parent_process())
    for wrong in (lambda: job.start(), lambda: Process().join(), lambda: Process(group=1)):
        try:
            wrong()
        except AssertionError as error:
            print(error)
    sleeper = Process(target=time.sleep, args=(0.2,))
    sleeper.start()
    sleeper.join(0.001)
    print(sleeper.is_alive(), sleeper.exitcode, [child is sleeper for child in multiprocessing.active_children()])
    sleeper.join()


def shared():
    value, lock = Value("i", 0), Lock()
    jobs = [Process(target=count, args=(value, lock, 100)) for _ in range(4)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    with value.get_lock():
        print(value.value, value)
    array = Array("d", [1.0, 2.0, 3.0])
    jobs = [Process(target=half, args=(i, array)) for i in range(3)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    print(array[:], len(array), list(array), array[-1])
    small = Value("b", 300)
    text = Array("c", b"hello")
    text[0] = b"J"
    print(small.value, text.value, text[1:3], Array("i", 4)[:], Value("d").value, Value("c", b"x").value)
    print([(Value(code), RawValue(code), Array(code, 2)[:]) for code in "bBhHiIlLqQfdcu"])
    print(Value("i", 2**33 + 1).value, RawArray("f", [0.1])[0], Value("i", 1, lock=False), Value("i").get_obj())
    for wrong in (lambda: Value("?"), lambda: Value("i", "x"), lambda: Array("d", ["x"]), lambda: Array("i", -1), lambda: array.value):
        try:
            print(wrong())
        except (TypeError, ValueError, AttributeError) as error:
            print(error)
    with Manager() as manager:
        d, names, namespace = manager.dict(), manager.list(), manager.Namespace()
        jobs = [Process(target=lambda i=i: (d.__setitem__(i, i * i), names.append(i))) for i in range(3)]
        for job in jobs:
            job.start()
        for job in jobs:
            job.join()
        namespace.x = 1
        print(sorted(d.items()), sorted(names), namespace.x)


def pipes():
    here, there = Pipe()
    job = Process(target=talk, args=(there,))
    job.start()
    print(here.poll(10), here.recv())
    here.send({"a": 1})
    print(here.recv())
    job.join()
    reader, writer = Pipe(duplex=False)
    writer.send_bytes(b"data")
    print(reader.recv_bytes(), reader.poll(), reader.readable, reader.writable)
    try:
        reader.send(1)
    except OSError as error:
        print(error)


if __name__ == "__main__":
    pools()
    processes()
    shared()
    pipes()
    print(multiprocessing.cpu_count() >= 1, multiprocessing.get_all_start_methods(), multiprocessing.get_start_method())
    try:
        multiprocessing.get_context("nope")
    except ValueError as error:
        print(error)
