"""Runs programs on both sides and says what differs."""

import os
import re
import select
import subprocess
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
PYTHON = "/usr/bin/python3" if os.path.exists("/usr/bin/python3") else sys.executable
MODES = ("plain", "teleport", "gc-stress")

# What both may do in their own way: how deep a recursion goes and what memory there is. And tests/divergences/annotations_in_match.py.
INCOMPARABLE = re.compile(
    r"RecursionError|MemoryError|OverflowError|Exceeds the limit|index-sized integer|name '__annotations__' is not defined"
)
ADDRESS = re.compile(r"\b0x[0-9a-f]{6,}|(?<=Task-)\d+")


class Side:
    """A process that runs programs, started again when one of them ends it."""

    def __init__(self, argv, results, seconds):
        self.argv, self.results, self.seconds = argv, results, seconds
        self.process = None

    def start(self):
        self.buffer = b""
        environment = {**os.environ, "PYTHONHASHSEED": "0", "ASAN_OPTIONS": "detect_stack_use_after_return=0:detect_leaks=0"}
        self.process = subprocess.Popen(self.argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)

    def close(self):
        if self.process:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def run(self, texts):
        """For each text a list of (status, output, errors)."""
        answers = []
        while len(answers) < len(texts):
            if not self.process:
                self.start()
            process, rest = self.process, texts[len(answers) :]
            writer = threading.Thread(target=self.write, args=(process, rest), daemon=True)
            writer.start()
            for _ in rest:
                answer = []
                try:
                    for _ in range(self.results):
                        answer.append(self.read(process))
                except EOFError as e:
                    process.kill()
                    stderr = process.communicate()[1].decode("utf-8", "replace")
                    answer += [("crashed", "", f"{e} {process.returncode}\n{stderr[-3000:]}")] * (self.results - len(answer))
                    self.process = None
                answers.append(answer)
                if not self.process:
                    break
            writer.join()
        return answers

    @staticmethod
    def write(process, texts):
        try:
            for text in texts:
                data = text.encode("utf-8", "surrogatepass")
                process.stdin.write(b"%d\n%s" % (len(data), data))
                process.stdin.flush()
        except (OSError, ValueError):
            pass  # it has died; the reader knows

    def read(self, process):
        status, out, errors = self.take(process, None).split()
        out, errors = self.take(process, int(out)), self.take(process, int(errors))
        return status.decode(), out.decode("utf-8", "replace"), errors.decode("utf-8", "replace")

    def take(self, process, count):
        """So many bytes, or a line. Our own buffer: select() doesn't know that of a file."""
        while True:
            end = self.buffer.find(b"\n") + 1 if count is None else count if len(self.buffer) >= count else 0
            if end or count == 0:
                taken, self.buffer = self.buffer[:end], self.buffer[end:]
                return taken
            if not select.select([process.stdout], [], [], self.seconds)[0]:
                raise EOFError("no end")
            more = os.read(process.stdout.fileno(), 1 << 16)
            if not more:
                raise EOFError("ended with")
            self.buffer += more


class Comparison:
    """Both sides. differences() of many programs at once."""

    def __init__(self, build, modes=MODES):
        self.modes = modes
        self.cpython = Side([PYTHON, "-W", "ignore", os.path.join(HERE, "reference.py")], 1, 20)
        self.fermata = Side([os.path.join(build, "tests/fuzz/run_programs"), *modes], len(modes), 60)
        self.compared = self.skipped = 0

    def close(self):
        self.cpython.close()
        self.fermata.close()

    def differences(self, texts):
        """For each text None, or (what, the expected, the actual text) of the first mode that differs."""
        expected = []
        reader = threading.Thread(target=lambda: expected.extend(self.cpython.run(texts)))
        reader.start()
        actual = self.fermata.run(texts)
        reader.join()
        return [self.difference(e[0], a) for e, a in zip(expected, actual)]

    def difference(self, expected, actual):
        if expected[0] in ("timeout", "crashed") or INCOMPARABLE.search(expected[1] + expected[2]):
            self.skipped += 1
            bad = [a for a in actual if a[0] in ("crashed", "broken")]
            return (bad[0][0], "", bad[0][2]) if bad else None
        if any(a[0] == "exhausted" for a in actual) and not any(a[0] in ("crashed", "broken") for a in actual):
            self.skipped += 1
            return None
        self.compared += 1
        wanted = visible(*expected)
        for mode, (status, out, errors) in zip(self.modes, actual):
            got = visible(status, out, errors)
            if got != wanted:
                if status in ("crashed", "broken"):
                    return f"{mode}: {status}", "", errors
                kind = "output" if got[1] != wanted[1] else "status" if got[0] != wanted[0] else "traceback"
                return f"{mode}: {kind}", "\n".join(wanted), "\n".join(got)
        return None


UNBOUND = re.compile(
    r"(?:UnboundLocalError|NameError)(\W+)cannot access (?:local|free) variable|cannot access (?:local|free) variable|(?<=associated with a value) in enclosing scope"
)
FRAME = re.compile(r'^(?P<margin>[ |+-]*)  File "(?P<file>[^"]*)", line \d+(?:, in (?P<name>.*))?$')


def visible(status, out, errors):
    """What must be alike. A SystemExit is an end."""
    if status == "raised" and re.search(r"^SystemExit\b.*\n?\Z", errors, re.M):
        status, errors = "done", ""
    # tests/divergences/comprehension_of_a_function.py
    out, errors = (UNBOUND.sub(lambda found: "" if found[0].startswith(" in") else "unbound variable", text) for text in (out, errors))
    return status, ADDRESS.sub("…", out), ADDRESS.sub("…", "\n".join(told_alike(errors.splitlines())))


def told_alike(lines):
    """Without warnings and the library's own frames; a list, set or dict comprehension has no frame in Fermata (tests/divergences): its
    place is the one of the frame around it."""
    lines = ["" if not line.strip(" |") else line for line in lines]  # an empty line of a message in a group: with or without a margin
    lines = [
        re.sub(r"^ +\| ", "", line) if "sub-exception" in line else line for line in lines
    ]  # what follows a line end in a group's message
    lines = [line.partition(". Did you mean: ")[0] for line in lines]  # traceback.py doesn't say it
    entries = []  # a frame with its source, or another line
    skip = False
    for line in lines:
        if re.fullmatch(r" *\+-+", line):
            continue  # the ends of exception groups: traceback.py and CPython's own printing differ in them
        frame = FRAME.match(line)
        if "Warning: " in line:
            skip = True
            continue
        if skip and line.startswith("  ") and not frame:
            skip = False
            continue
        skip = False
        if frame:
            entries.append((frame, [line]))
        elif entries and entries[-1][0] and line.strip(" |+-") and line.startswith(entries[-1][0]["margin"] + "    "):
            entries[-1][1].append(line)
        else:
            entries.append((None, [line]))
    kept = []
    for frame, text in entries:
        if frame and not frame["file"] == "program.py":
            continue
        if frame and frame["name"] in ("<listcomp>", "<setcomp>", "<dictcomp>") and kept and kept[-1][0]:
            around = kept.pop()[0]
            text = [re.sub(r"in <\w+>$", f"in {around['name']}", text[0]), *text[1:]]
            frame = FRAME.match(text[0])
        kept.append((frame, text))
    return [line for _, text in kept for line in text]
