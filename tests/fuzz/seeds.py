"""Makes the fuzzers' seeds: tests/fuzz/seeds.py FERMATA BUILD fills BUILD/seeds/TARGET. Programs are our scripts, whole and cut into their
top-level statements; states are those of tests/states and the first stops of the pausing scripts."""

import ast
import glob
import hashlib
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def write(folder, data, ending=""):
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, hashlib.sha1(data).hexdigest()[:16] + ending), "wb") as file:
        file.write(data)


def programs():
    for kind in ("conformance", "pausing", "tracebacks", "golden/*"):
        for path in sorted(glob.glob(os.path.join(ROOT, "tests", *kind.split("/"), "*.py"))):
            with open(path, encoding="utf-8") as file:
                yield file.read()
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "attacks", "*.txt"))):
        with open(path, encoding="utf-8") as file:
            yield from (line.replace("\\n", "\n") for line in file if not line.startswith("#"))


def pieces(text):
    """Groups of statements, each small enough to be changed with some effect."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError):
        yield text
        return
    lines = text.splitlines(keepends=True)
    start = 0
    for node in body:
        if sum(map(len, lines[start : node.end_lineno])) > 600:
            yield "".join(lines[start : node.end_lineno])
            start = node.end_lineno
    if start < len(lines):
        yield "".join(lines[start:])


# States of sessions that were given objects: their classes are in them.
OBJECTS = [
    '[{"$record": {"type": "Order", "fields": {"id": 1}}}, {"$enum": {"type": "Color", "name": "RED", "value": 1}}]',
    '{"$dict": [[{"$handle": {"type": "Database", "name": "db"}}, {"$namedtuple": {"type": "Point", "fields": {"x": 1, "y": {"$date": "2026-01-02"}}}}]]}',
    '[{"$datetime": "2026-01-02T03:04:05+01:00"}, {"$decimal": "1.5"}, {"$uuid": "00000000-0000-0000-0000-0000000000ff"}, {"$timedelta": [1, 2, 3]}]',
]


def stops(fermata, path, answers, state):
    """The bytes of the state, in each encoding, at each stop of the program."""
    argv = [fermata, "start", path, "--function", "ask", "-o", state]
    for answer in answers:
        if subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True).returncode != 3:
            break
        for encoding in ("msgpack", "json"):
            other = os.path.join(os.path.dirname(state), "other." + encoding)
            subprocess.run([fermata, "convert", state, other], check=True)
            with open(other, "rb") as file:
                yield encoding, file.read()
        argv = [fermata, "resume", state, "--result", answer, "-o", state]


def main():
    fermata, build = map(os.path.abspath, sys.argv[1:3])
    seeds = os.path.join(build, "seeds")
    if os.path.exists(os.path.join(seeds, "made")):
        return
    shutil.rmtree(seeds, ignore_errors=True)
    for text in programs():
        for piece in pieces(text):
            if len(piece) <= 4096:
                for target in ("lexer", "parser", "compile_run"):
                    write(os.path.join(seeds, target), piece.encode("utf-8", "surrogatepass"))
    for encoding in ("msgpack", "json"):
        for path in glob.glob(os.path.join(ROOT, "tests", "states", "v*", f"*.{encoding}")):
            if not path.endswith(".expect.json"):
                with open(path, "rb") as file:
                    write(os.path.join(seeds, "load_" + encoding), file.read(), "." + encoding)
    state = os.path.join(seeds, "state.msgpack")
    for path in sorted(glob.glob(os.path.join(ROOT, "tests", "pausing", "*.py"))):
        for encoding, data in stops(fermata, path, ["1"] * 5, state):
            if len(data) <= 65536:
                write(os.path.join(seeds, "load_" + encoding), data, "." + encoding)
    program = os.path.join(seeds, "objects.py")
    with open(program, "w") as file:
        file.write("seen = []\nwhile True: seen.append(ask(seen))\n")
    for encoding, data in stops(fermata, program, OBJECTS + ["1"], state):
        write(os.path.join(seeds, "load_" + encoding), data, "." + encoding)
    for path in glob.glob(os.path.join(seeds, "*.*")):
        os.remove(path)
    with open(os.path.join(seeds, "made"), "w"):
        pass


if __name__ == "__main__":
    main()
