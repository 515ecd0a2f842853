#!/usr/bin/env python3
"""What a jail costs, as ratios in one run: not a test, as it measures time.

    tests/jail/bench.py [--build build] [--rounds 200] [--programs FOLDER]

A warm session and a host call come from build/tests/jail/price; where pydantic-monty is installed, a session of its pool stands beside
them (its processes serve one session after the other: compare ours of one tenant). With --programs each program of the folder is run with
--jail and without, in turn, CPU seconds of all processes, the least of five; the last line is the geometric mean.
"""

import argparse
import glob
import math
import os
import re
import statistics
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def prices(build, rounds):
    env = {**os.environ, "FERMATA_JAIL": os.path.join(build, "fermata-jail")}
    out = subprocess.run([os.path.join(build, "tests/jail/price"), str(rounds)], env=env, check=True, capture_output=True, text=True).stdout
    return {name: float(value) for name, value in re.findall(r"^(.*): ([\d.]+) us$", out, re.M)}


def monty(rounds):
    """Microseconds of a session of its pool, which goes back to the pool afterwards; None where it isn't installed."""
    try:
        import pydantic_monty
    except ImportError:
        return None
    times = []
    with pydantic_monty.Monty() as pool:
        for _ in range(rounds):
            begin = time.perf_counter()
            with pool.checkout() as session:
                session.feed_run("1 + 2")
            times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1e6


def cpu_seconds(argv):
    with open(os.devnull, "wb") as nothing:
        pid = os.posix_spawn(argv[0], argv, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, nothing.fileno(), 1)])
        _, status, usage = os.wait4(pid, 0)
    if status:
        raise SystemExit(f"{argv}: status {status}")
    return usage.ru_utime + usage.ru_stime


def programs(fermata, folder):
    logs = []
    for path in sorted(glob.glob(os.path.join(folder, "*.py"))):
        if subprocess.run([fermata, "run", path], stdin=subprocess.DEVNULL, capture_output=True).returncode:
            continue  # it isn't a program for us
        inside = outside = math.inf
        for _ in range(5):
            outside = min(outside, cpu_seconds([fermata, "run", path]))
            inside = min(inside, cpu_seconds([fermata, "run", "--jail", path]))
        logs.append(math.log(inside / outside))
        print(f"{os.path.basename(path):24} {outside:7.3f} s, jailed {inside:7.3f} s, x{inside / outside:.3f}")
    if logs:
        print(f"jailed programs take x{math.exp(sum(logs) / len(logs)):.3f} the CPU time")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--programs")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    price = prices(build, args.rounds)
    for name, value in price.items():
        print(f"{name:42} {value:8.1f} us")
    pong = price["a bare ping-pong"]
    print(f"a host call through the wall is x{price['a host call through the wall'] / pong:.2f} of a bare ping-pong")
    print(f"1 + 2 in a waiting process is x{price['1 + 2 in a waiting process'] / pong:.2f} of a bare ping-pong")
    peer = monty(args.rounds)
    if peer:
        for ours in ("1 + 2 in a waiting process", "1 + 2 in its tenant's process"):
            print(f"1 + 2 in a session of pydantic-monty's pool {peer:8.1f} us, x{peer / price[ours]:.2f} of {ours}")
    if args.programs:
        programs(os.path.join(build, "fermata"), args.programs)


if __name__ == "__main__":
    main()
