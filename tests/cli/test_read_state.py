"""serialization/read_state.py, which knows what FORMAT.md says: all golden states and fresh ones, against what the command says."""

import contextlib
import glob
import io
import json
import os
import re
import subprocess
import sys
import unittest

from command import EXHAUSTED, FERMATA, PAUSED, RAISED, ROOT, CommandTest, some

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "serialization"))
import read_state
import unpack_state

LIBRARY = ("<image ", "<frozen ", "/usr/lib/python3.11/")
GOLDEN = sorted(glob.glob(os.path.join(ROOT, "tests/states/v*/*.msgpack")))


def state_of(path):
    with open(path, "rb") as file:
        return read_state.read(file.read())


def printed(*arguments):
    """What the script writes to standard output and error, and its exit code."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        try:
            sys.argv[1:] = arguments
            read_state.main()
        except SystemExit as end:
            return out.getvalue(), end.code
    return out.getvalue(), None


def parts(state, node):
    """What a node of the JSON form is, and what it consists of."""
    if isinstance(node, (list, tuple)):
        return "list", node
    if not isinstance(node, dict):
        return repr(node), []
    tag = next(iter(node), "")
    match tag:
        case "$image" | "$special":
            return node, []
        case "$tuple" | "$set" | "$frozenset":
            return tag, node[tag]
        case "$cell":
            return tag, [node[tag]]
        case "$instance":
            pairs = state.attributes(node)
            return (tag, [name for name, _ in pairs], "dict" in node), [node[tag], node.get("payload")] + [value for _, value in pairs]
        case "$kind" | "$new":
            forms = {name: form for name, _, form, _ in unpack_state.FIELDS[node[tag]] if name in node}
            children = {name: node[name] for name, form in forms.items() if form not in ("rows", "registers", "sites")}
            rows = [
                list(row.values()) if isinstance(row, dict) else [row]
                for name, form in forms.items()
                if form == "rows"
                for row in node[name]
            ]
            names = [name for name in ("locals", "temporaries") if "registers" in forms.values()]
            return (node[tag], list(children), sum(rows, [])), [*children.values(), *(node[name] for name in names)]
    if "deliver" in node:
        node = {name: value for name, value in node.items() if name not in ("in", "file", "line")}
    pairs = state.pairs(node)
    return "dict", [part for pair in pairs for part in pair]


class ReadStateTest(CommandTest):
    def inspected(self, path):
        process = subprocess.run([FERMATA, "inspect", "--json", path], capture_output=True, timeout=60)
        self.assertEqual(process.returncode, 0, process.stderr)
        return json.loads(process.stdout)

    def same_frames(self, ours, theirs, where):
        ours = [frame for frame in ours if not frame.hidden]
        self.assertEqual([(frame.function, frame.line) for frame in ours], [(frame["function"], frame["line"]) for frame in theirs], where)
        for frame, their in zip(ours, theirs):
            if not frame.file.startswith("<image "):  # a text of the library, which only the library knows
                self.assertEqual(frame.file, their["file"], where)
            more = dict(frame.variables)
            for name in their["locals"]:
                self.assertIn(name, more, where)
                del more[name]
            # Of a module inspect leaves out what the host or the library gave, and what its text defines.
            for name, value in more.items():
                self.assertEqual(frame.function, "<module>", (where, name))
                self.assertRegex(value, r"^<(?!Generator)", (where, name))

    def same_as_inspect(self, path):
        state, report = state_of(path), self.inspected(path)
        tasks = state.tasks()
        frames, stack = tasks.pop(0)[1] if tasks and tasks[0][0] == "main" else [], report["stack"]
        for task in report["tasks"]:
            if task["in_stack"]:  # in the place of the event loop's own frames
                begin = len(stack) - len(task["stack"])
                self.assertEqual(stack[begin:], task["stack"], path)
                stack = stack[:begin]
                while frames and (frames[-1].hidden or frames[-1].file.startswith(LIBRARY)):
                    frames.pop()
        self.same_frames(frames, stack, path)
        tasks = [(name, frames) for name, frames in tasks if not all(frame.hidden for frame in frames)]
        self.assertEqual([name for name, _ in tasks], [task["name"] for task in report["tasks"]], path)
        for (_, frames), task in zip(tasks, report["tasks"]):
            self.same_frames(frames, task["stack"], path)
        self.assertEqual(state.state["status"], report["status"], path)
        self.assertEqual(
            [(call["id"], call["line"]) for call in state.state["pending"]],
            [(call["id"], call["line"]) for call in report["pending"]],
            path,
        )
        for call, their in zip(state.state["pending"], report["pending"]):
            self.assertEqual(call["function"], their.get("function", ""), path)

    def same_in_both(self, packed, json_path):
        """Both encodings give the same text, and the same graph of objects."""
        self.assertEqual(printed(packed), printed(json_path))
        one, other = state_of(packed), state_of(json_path)
        todo, seen = [({**one.state, "heap": None}, {**other.state, "heap": None})], set()
        while todo:
            a, b = todo.pop()
            a, b = one.at(a), other.at(b)
            if isinstance(a, (dict, list)):
                if (id(a), id(b)) in seen:
                    continue
                seen.add((id(a), id(b)))
            (a, children), (b, others) = parts(one, a), parts(other, b)
            self.assertEqual((a, len(children)), (b, len(others)), packed)
            todo += zip(children, others)
        self.assertGreater(len(seen), 40)


class Golden(ReadStateTest):
    def test_all(self):
        self.assertGreater(len(GOLDEN), 40)
        self.assertEqual({os.path.basename(os.path.dirname(path)) for path in GOLDEN}, {f"v{n + 1}" for n in range(unpack_state.VERSION)})
        for path in GOLDEN:
            json_path = path.replace(".msgpack", ".json")
            self.same_in_both(path, json_path)
            self.same_as_inspect(path)

    def test_text(self):
        version = unpack_state.VERSION
        self.assertEqual(
            printed(os.path.join(ROOT, f"tests/states/v{version}/double.msgpack")),
            (
                f"""\
a state of version {version}: paused
waits for call 1: ask(21), tests/states/programs/double.py line 3
task main
  <module>, tests/states/programs/double.py line 5
    ask = <HostFunction ask>
    double = <Function double>
  double, tests/states/programs/double.py line 3
    n = 21
""",
                None,
            ),
        )


class Fresh(ReadStateTest):
    def start(self, *arguments, code=PAUSED):
        """The state in both encodings."""
        self.fermata("start", *arguments, "-o", "s.msgpack", code=code)
        self.fermata("convert", "s.msgpack", "s.json")
        return self.path("s.msgpack"), self.path("s.json")

    def expect(self, paths, text):
        for path in paths:
            out, problem = printed(path)
            self.assertIsNone(problem)
            out = re.sub(r"^  .* \(hidden\)\n(?:    .*\n)*", "", out, flags=re.M)
            self.assertEqual(out, text.replace("VERSION", str(unpack_state.VERSION)))

    def test_pausing_scripts(self):
        scripts = some(sorted(glob.glob(os.path.join(ROOT, "tests/pausing/*.py"))[::3]))
        for script in scripts:
            with open(script, encoding="utf-8") as file:
                named = re.search(r"^# async: (.*)$", file.read(), re.M)
            options = [option for name in (named[1].split() if named else []) for option in ("--async", name)]
            paths = self.start(script, "--function", "ask", *options)
            self.same_in_both(*paths)
            self.same_as_inspect(paths[0])

    def test_values(self):
        self.write("p.py", VALUES)
        self.expect(self.start("p.py", "--function", "ask"), VALUES_SHOWN)

    def test_frames(self):
        self.write("p.py", FRAMES)
        paths = self.start("p.py", "--function", "ask")
        self.expect(paths, FRAMES_SHOWN)
        self.same_as_inspect(paths[0])

    def test_control_characters(self):
        name = "'\\x1b[31m\\udc80'"
        self.write("p.py", f"def f(): ask()\nf.__code__ = f.__code__.replace(co_name={name}, co_qualname={name})\nf()\n")
        self.start("p.py", "--function", "ask")
        out, problem = printed(self.path("s.msgpack"))
        self.assertIsNone(problem)
        self.assertIn("\n  \\x1b[31m\\udc80, p.py line 1\n", out)

    def test_ended(self):
        self.write("p.py", "ask()\n[1, 'a']\n")
        self.start("p.py", "--function", "ask")
        self.fermata("resume", "s.json", "--result", "1", "-o", "d.json")
        self.expect([self.path("d.json")], "a state of version VERSION: done\nresult: [1, 'a']\n")
        self.fermata("resume", "s.json", "--raise", "ValueError: no", "-o", "r.msgpack", code=RAISED)
        self.expect([self.path("r.msgpack")], "a state of version VERSION: raised\nresult: builtins.ValueError('no',)\n")

    def test_exhausted(self):
        self.write("p.py", "def f(n):\n    while True:\n        n += 1\nf(1)\n")
        for path in self.start("p.py", "--limit-steps", "1000", code=EXHAUSTED):
            self.same_as_inspect(path)
            self.assertIn(": exhausted\n", printed(path)[0])


class Refused(ReadStateTest):
    def refuses(self, name, data, message):
        self.write(name, data)
        self.assertEqual(printed(self.path(name)), ("", f"{self.path(name)}: {message}"))

    def test_others(self):
        for data in (b"", b"hello", b'{"a": 1}', b"[1]", b"\x81\xa1a\x01", bytes(99), b"\xa7fermat"):
            self.refuses("other", data, "it is not a state")
        self.refuses("sealed", b"\xc1fermata\x01\x02k1" + bytes(80), "it is sealed with the key 'k1'")
        later = unpack_state.VERSION + 1
        message = f"it has version {later} of the format, and FORMAT.md describes versions 1 to {later - 1}"
        self.refuses("later.msgpack", b"\xa7fermata" + bytes([later]), message)
        self.refuses("later.json", json.dumps({"fermata": later}), message)
        self.refuses(
            "deep.msgpack",
            b"\xa7fermata\x05" + b"\x91" * 100_000,
            "it is damaged, or not a state (RecursionError: maximum recursion depth exceeded)",
        )
        self.refuses("long.msgpack", b"\xa7fermata\x05\xdd\xff\xff\xff\xff", "it ends within an object")
        self.assertEqual(printed(self.path("none")), ("", f"[Errno 2] No such file or directory: '{self.path('none')}'"))

    def test_command(self):
        script = os.path.join(ROOT, "serialization", "read_state.py")
        self.write("x", "x")
        ran = self.python(script, "x")
        self.assertEqual((ran.code, ran.out, ran.err), (1, "", "x: it is not a state\n"))
        self.assertEqual(self.python(script).err, "usage: read_state.py FILE\n")

    def test_damaged(self):
        """Whatever the bytes, the end is a text or a line that says why there is none."""
        for path in (os.path.join(ROOT, "tests/states/v5/generators.msgpack"), os.path.join(ROOT, "tests/states/v5/generators.json")):
            with open(path, "rb") as file:
                data = file.read()
            for at in some(range(8, len(data) - 2, 97)):
                self.write("cut", data[:at])
                out, said = printed(self.path("cut"))
                self.assertRegex((out, said)[1], "^.*/cut: [^\n]+$")
                self.write("changed", data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
                out, said = printed(self.path("changed"))
                self.assertTrue(out.startswith("a state of version ") if said is None else "\n" not in said, said)


VALUES = """\
class Point:
    def __init__(self, x):
        self.x = x
class Names(list):
    pass
def f():
    numbers = (1, -2, 2 ** 70, -2 ** 70, 1.5, float('inf'), 1e300, 2 ** 4000)
    floats = [0.0, -0.0, 2.0 ** -255, -2.0 ** -255, 2.0 ** 256, 2.0 ** 257, float('nan')]
    texts = ['a', 'ä' * 3, chr(0xDC80), b'bytes', '']
    empty = [(), [], {}, set(), frozenset()]
    mapping = {1: 'one', 'two': 2, (3,): None}
    del mapping[1]
    members = {5}
    around = [1]
    around.append(around)
    deep = [[[[[[]]]]]]
    many = list(range(100))
    point = Point([True, None])
    names = Names(['n'])
    names.more = ...
    steps = range(2, 9, 3)
    piece = bytearray(b'abc')
    method = around.append
    error = KeyError('gone')
    return ask([1, 'a'], to='you')
f()
"""
VALUES_SHOWN = """\
a state of version VERSION: paused
waits for call 1: ask([1, 'a'], to='you'), p.py line 25
task main
  <module>, p.py line 26
    ask = <HostFunction ask>
    Point = <Class Point>
    Names = <Class Names>
    f = <Function f>
  f, p.py line 25
    numbers = (1, -2, 1180591620717411303424, -1180591620717411303424, 1.5, inf, 1e+300, 0x1BIG…
    floats = [0.0, -0.0, 1.727233711018889e-77, -1.727233711018889e-77, 1.157920892373162e+77, 2.315841784746324e+77, nan]
    texts = ['a', 'äää', '\\udc80', b'bytes', '']
    empty = [(), [], {}, set({}), frozenset({})]
    mapping = {'two': 2, (3,): None}
    members = set({5})
    around = [1, …]
    deep = [[[[…]]]]
    many = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …]
    point = Point(x=[True, None])
    names = Names(payload=['n'], more=<Ellipsis>)
    steps = Range(start=2, stop=9, step=3, length=3)
    piece = ByteArray(data=b'abc')
    method = BoundMethod(self=[1, …], function=<builtins.list.append>)
    error = builtins.KeyError('gone',)
""".replace(
    "BIG", "0" * 122
)
FRAMES = """\
def outer(a):
    shared = [a]
    def inner(b):
        shared.append(b)
        kept = sorted([3, 1], key=lambda item: ask(item) or b)
        return kept
    return inner(a + 1)
def pair():
    yield outer(1)
    yield 2
for item in pair():
    print(item)
"""
# Frames of Fermata's own are left out: they may change.
FRAMES_SHOWN = """\
a state of version VERSION: paused
waits for call 1: ask(3), p.py line 5
task main
  <module>, p.py line 11
    ask = <HostFunction ask>
    outer = <Function outer>
    pair = <Function pair>
  pair, p.py line 9
  outer, p.py line 7
    a = 1
    shared = [1, 2]
    inner = <Function outer.<locals>.inner>
  outer.<locals>.inner, p.py line 5
    b = 2
    shared = [1, 2]
  outer.<locals>.inner.<locals>.<lambda>, p.py line 5
    item = 3
    b = 2
"""


if __name__ == "__main__":
    unittest.main()
