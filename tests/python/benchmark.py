"""How long the package takes for small things: run by hand, on a release build, with nothing else running.

    FERMATA_CODE_CACHE= PYTHONPATH=build-release/bindings/python /usr/bin/python3 tests/python/benchmark.py [--repeat N]

CPU time of this process and of those it waited for, the best of N rounds. Where pydantic-monty is installed its figures are shown next to
ours; it runs programs in a process of its own, so wall time is what is taken for it.
"""

import argparse
import contextlib
import itertools
import os
import statistics
import tempfile
import threading
import time

import fermata

# Twenty lines that wait at a call, again and again.
PROGRAM = """\
def price(item):
    return item["price"] * item["count"]

order = {"id": 17, "items": [{"name": "cup", "price": 4, "count": 3}, {"name": "tea", "price": 7, "count": 2}]}
total = 0
for item in order["items"]:
    total += price(item)

seen = []

def note(answer):
    if answer:
        seen.append(answer)
    return len(seen)

n = 0
while True:
    answer = step(n)
    n += 1
    if n % 100 == 0:
        seen.clear()
    note(answer)
"""
CALLS = 100_000
LOOP = f"for i in range({CALLS}):\n    step(i)"
FIB = "def fib(n):\n    return n if n < 2 else fib(n - 1) + fib(n - 2)\nfib(32)"  # long enough that starting threads doesn't count
FOREVER = fermata.Limits(steps=0, time_ms=0)


def best(function, times, repeat, clock=time.process_time):
    """Microseconds a call."""
    figures = []
    for _ in range(repeat):
        begin = clock()
        for _ in range(times):
            function()
        figures.append((clock() - begin) / times * 1e6)
    return min(figures)


def step(i):
    return i


def ours(repeat):
    yield 'Program("1 + 2").run()', best(lambda: fermata.Program("1 + 2").run(), 2000, repeat)
    program = fermata.Program("1 + 2")
    yield "the same, compiled before", best(program.run, 2000, repeat)

    state = [fermata.Program(PROGRAM, functions=["step"]).start()]

    def one_round():
        state[0] = fermata.load(state[0].save()).resume(1)

    yield "load(step.save()).resume(x)", best(one_round, 1000, repeat)

    calls = fermata.Program(LOOP, functions=[step])
    with_calls = best(lambda: calls.run(limits=FOREVER), 1, repeat) / CALLS
    alone = best(lambda: [step(i) for i in range(CALLS)], 1, repeat) / CALLS
    yield "a host call, over the function itself", with_calls - alone


@contextlib.contextmanager
def package_of_modules():
    """A folder with a package of fifty modules, each of fifty functions."""
    text = "".join(f"def f{i}(a, b={i}):\n    return [a + {i}, {{'b': b}}, f'{{a}} {i}']\n\n" for i in range(50))
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "many"))
        for name, content in {f"m{i}": text for i in range(50)} | {"__init__": "".join(f"from . import m{i}\n" for i in range(50))}.items():
            with open(os.path.join(folder, "many", name + ".py"), "w") as file:
                file.write(content)
        yield folder


def importing(repeat):
    with package_of_modules() as folder:
        program = fermata.Program("import many")

        def first():
            # (Another text is another package.)
            with open(os.path.join(folder, "many", "note.txt"), "w") as file:
                file.write(str(time.perf_counter_ns()))
            program.run(packages=[folder])

        yield "importing 50 modules", best(first, 1, repeat)
        yield "the same, imported before", best(lambda: program.run(packages=[folder]), 1, repeat)


def monty(repeat):
    try:
        import pydantic_monty
    except ImportError:
        return
    with pydantic_monty.Monty() as pool, pool.checkout() as session:
        yield 'Program("1 + 2").run()', best(lambda: session.feed_run("1 + 2"), 500, repeat, time.perf_counter)
        states = [session.feed_start(PROGRAM, external_lookup={"step": step}).dump()]

        def one_round():
            with pool.checkout() as other:
                states[0] = other.load_snapshot(states[0], external_lookup={"step": step}).resume({"return_value": 1}).dump()

        yield "load(step.save()).resume(x)", best(one_round, 200, repeat, time.perf_counter)
    calls = 900  # a session of it allows no more than 1000
    loop = LOOP.replace(str(CALLS), str(calls))
    with pydantic_monty.Monty() as pool:

        def looped():
            with pool.checkout() as session:
                session.feed_run(loop, external_lookup={"step": step})

        with_calls = best(looped, 1, repeat, time.perf_counter) / calls
        alone = best(lambda: [step(i) for i in range(calls)], 1, repeat, time.perf_counter) / calls
        yield "a host call, over the function itself", with_calls - alone


def threads(repeat):
    """The time of four programs in four threads over that of one after another: the median of the rounds."""
    program = fermata.Program(FIB)

    def run():
        program.run(limits=FOREVER)

    def at_once():
        all_threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in all_threads:
            thread.start()
        for thread in all_threads:
            thread.join()

    def wall(function):
        return best(function, 1, 1, time.perf_counter)

    return statistics.median(wall(at_once) / wall(lambda: [run() for _ in range(4)]) for _ in range(repeat))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--repeat", type=int, default=7)
    repeat = parser.parse_args().repeat
    peer = dict(monty(repeat))
    print(f"{'microseconds':42}{'fermata':>10}{'monty':>10}")
    for what, figure in itertools.chain(ours(repeat), importing(repeat)):
        print(f"{what:42}{figure:10.2f}" + (f"{peer[what]:10.2f}" if what in peer else ""))
    print(f"{'fib(32) on four threads / one by one':42}{threads(repeat):10.0%}")


if __name__ == "__main__":
    main()
