# Executors do their work where they are given it; what programs see of them is the same.
import asyncio
import concurrent.futures
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed, wait


def square(n):
    if n == 3:
        raise ValueError("three")
    return n * n


with ThreadPoolExecutor(max_workers=4) as pool:
    futures = {pool.submit(square, n): n for n in range(5)}
    print(sorted((futures[f], repr(f.exception()) if f.exception() else f.result()) for f in as_completed(futures)))
    print(list(pool.map(square, [1, 2], timeout=10)), list(pool.map(lambda a, b: a + b, "ab", "cd")))
    done, pending = wait(futures, return_when=concurrent.futures.ALL_COMPLETED)
    print(len(done), len(pending))
    try:
        list(pool.map(square, range(5)))
    except ValueError as e:
        print(e)
    called = []
    pool.submit(len, "abc").add_done_callback(lambda f: called.append(f.result()))
try:
    pool.submit(len, "a")
except RuntimeError as e:
    print(e)
print(called, issubclass(ProcessPoolExecutor, concurrent.futures.Executor), isinstance(pool.submit, type(pool.map)))
with ThreadPoolExecutor(initializer=called.append, initargs=("begun",), max_workers=1) as pool:
    print(pool.submit(lambda: list(called)).result())


async def main():
    loop = asyncio.get_running_loop()
    print(await asyncio.to_thread(square, 7), await loop.run_in_executor(None, square, 8))
    with ThreadPoolExecutor() as pool:
        print(await loop.run_in_executor(pool, square, 9))
    print(await asyncio.gather(*[asyncio.to_thread(square, n) for n in range(5)], return_exceptions=True))


asyncio.run(main())
