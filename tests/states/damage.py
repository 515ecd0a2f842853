"""Damages states at random and gives them to the command, which must load and run each on or refuse it.

    tests/states/damage.py [--command build/fermata] [--count 1000] [--seed 1] [--keep DIR] [PROGRAM.py …]

Each program (all of tests/pausing without arguments) is run to its first stops; the states, of both encodings, are damaged COUNT times in
all and resumed with `fermata resume STATE --result 1`. Exit codes 0 to 5 are fine (5: refused); a signal, another code or more than TIMEOUT
seconds is not: the state is kept and the script ends with 1.
"""

import argparse
import concurrent.futures
import glob
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TIMEOUT = 30
STOPS = 4  # states of each program


def run(command, *arguments):
    try:
        done = subprocess.run(
            [command, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=TIMEOUT
        )
        return done.returncode, done.stderr[-2000:].decode(errors="replace")
    except subprocess.TimeoutExpired:
        return "timeout", ""


def states_of(command, program, folder):
    """The states of a program's first stops, in both encodings."""
    name = os.path.splitext(os.path.basename(program))[0]
    state = os.path.join(folder, name + ".0.msgpack")
    code, _ = run(command, "start", program, "--function", "ask", "-o", state)
    for stop in range(STOPS):
        if code != 3 or not os.path.exists(state):
            return
        as_json = state.replace(".msgpack", ".json")
        run(command, "convert", state, as_json)
        for path in (state, as_json):
            with open(path, "rb") as file:
                yield os.path.basename(path), file.read()
        following = os.path.join(folder, f"{name}.{stop + 1}.msgpack")
        code, _ = run(command, "resume", state, "--result", "1", "-o", following)
        state = following


def damaged(data, chance):
    data = bytearray(data)
    for _ in range(chance.randint(1, 4)):
        if not data:
            break
        at = chance.randrange(len(data))
        kind = chance.randrange(8)
        if kind == 0:
            data[at] = chance.randrange(256)
        elif kind == 1:
            data[at] ^= 1 << chance.randrange(8)
        elif kind == 2:
            del data[at : at + chance.randint(1, 4)]
        elif kind == 3:
            data.insert(at, chance.randrange(256))
        elif kind == 4 and chance.randrange(4) == 0:
            del data[at:]
        elif kind == 5:
            data[at] = (data[at] + chance.choice((1, -1))) % 256
        elif kind == 6:
            source = chance.randrange(len(data))
            piece = data[source : source + chance.randint(1, 16)]
            data[at : at + len(piece)] = piece
        else:
            digits = [i for i in range(at, min(at + 200, len(data))) if data[i] in b"0123456789"]
            if digits:
                data[chance.choice(digits)] = chance.choice(b"0123456789")
    return bytes(data)


def attempt(command, folder, number, name, data):
    suffix = ".json" if name.endswith(".json") else ".msgpack"
    path = os.path.join(folder, f"damaged{number}{suffix}")
    with open(path, "wb") as file:
        file.write(data)
    code, error = run(command, "resume", path, "--result", "1", "-o", path + ".out" + suffix, "--limit-steps", "2000000")
    for made in (path + ".out" + suffix, path):
        if made != path or code in range(6):
            if os.path.exists(made):
                os.remove(made)
    return code, error, path


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("programs", nargs="*")
    arguments.add_argument("--command", default=os.path.join(ROOT, "build", "fermata"))
    arguments.add_argument("--count", type=int, default=1000)
    arguments.add_argument("--seed", type=int, default=1)
    arguments.add_argument("--jobs", type=int, default=2)
    arguments.add_argument("--keep", default=tempfile.gettempdir())
    options = arguments.parse_args()
    programs = options.programs or sorted(glob.glob(os.path.join(ROOT, "tests", "pausing", "*.py")))
    chance = random.Random(options.seed)
    codes, bad = {}, 0
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        states = [state for program in programs for state in states_of(options.command, program, folder)]
        if not states:
            print("no program gave a state")
            return 1

        def one(number):
            name, data = states[number % len(states)]
            return name, *attempt(options.command, folder, number, name, damaged_data[number])

        damaged_data = [damaged(states[i % len(states)][1], chance) for i in range(options.count)]
        for name, code, error, path in pool.map(one, range(options.count)):
            codes[code] = codes.get(code, 0) + 1
            if code not in range(6):
                bad += 1
                kept = os.path.join(options.keep, "fermata-" + os.path.basename(path))
                os.replace(path, kept)
                print(f"{kept} (from {name}): {code}\n{error}")
    print(
        f"{options.count} damaged states of {len(states)}: " + ", ".join(f"{n} × exit {code}" for code, n in sorted(codes.items(), key=str))
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
