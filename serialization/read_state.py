"""Prints what a saved state waits for, and the frames of its tasks with their locals: read_state.py FILE

It needs no Fermata: it was written from FORMAT.md. MessagePack states are turned into the form of JSON states first, by unpack_state.py;
state_values.py says what a value is, and shows it."""

import base64
import collections
import json
import struct
import sys

from state_values import Values
from unpack_state import MAGIC, UNSET, BadState, Unpacker, positions

Frame = collections.namedtuple("Frame", "function file line hidden variables")


def line_of(code, pc):
    if pc == 0xFFFFFFFF:
        return code["first_line"]
    return next((line for at, line in reversed([*positions(base64.b64decode(code["positions"]))]) if at <= pc), 0)


class State(Values):
    HIDDEN = 256  # among a Code's flags

    def variables(self, function, code, holder):
        """{name: value}: a module's globals; locals; variables of enclosing functions."""
        found = {}
        if self.name(code) == "<module>":
            found = {name: value for name, value in self.pairs(function["globals"]) if isinstance(name, str) and not name.startswith("__")}
        is_cell = dict(zip(map(self.at, code["locals"]), base64.b64decode(code["local_is_cell"])))
        for name, value in holder["locals"].items():
            content = self.at(value)["$cell"] if is_cell[name] and "$cell" in self.at(value) else value
            if content != UNSET and not name.startswith("."):
                found.setdefault(name, content)
        for name, cell in zip(code["free_names"], function["closure"]):
            if self.at(cell)["$cell"] != UNSET:
                found[self.at(name)] = self.at(cell)["$cell"]
        return found

    def frame(self, function, pc, holder):
        function = self.at(function)
        code = self.at(function["code"])
        variables = [(name, self.show(value)) for name, value in self.variables(function, code, holder).items()]
        return Frame(self.name(code), self.text(code["filename"]), line_of(code, pc), bool(code["flags"] & self.HIDDEN), variables)

    def stack(self, task):
        return [
            self.frame(f["function"], f["pc"], f if f["generator"] is None else self.at(f["generator"])) for f in self.at(task)["frames"]
        ]

    def awaiting(self, node):
        """The frames of a coroutine, of what it awaits, and so on."""
        frames = []
        while isinstance(coroutine := self.at(node), dict) and coroutine.get("$kind") == "Generator" and len(frames) < 100:
            if coroutine["state"] == 3:  # finished
                break
            frames.append(self.frame(coroutine["function"], coroutine["pc"], coroutine))
            name, *operands = self.at(coroutine["code"])["words"][coroutine["pc"]].split()
            if coroutine["state"] == 0 or name not in ("AWAIT", "YIELD_FROM"):  # 0: it hasn't begun
                break
            node = coroutine["temporaries"].get(operands[1])
        return frames

    def threads(self):
        """[(task, identity)] of all threads, when there are several."""
        if "threads" in self.state:
            return [(thread["task"], thread["identity"]) for thread in self.state["threads"]]
        flat = self.at(self.state["extra"][4]) if len(self.state["extra"]) > 4 else []  # before version 6
        return [*zip(flat[::3], flat[1::3])]

    def tasks(self):
        """[(name, frames)]: the running task, then asyncio's, then the other threads."""
        found = [("main", self.stack(self.state["task"]))] if self.state["task"] != UNSET else []
        if self.state.get("library_state", UNSET) != UNSET:
            kept = self.attributes(dict(self.pairs(self.state["library_state"])).get("asyncio", {}))
            for _, task in self.pairs(dict(kept).get("tasks", {})):
                attributes = dict(self.attributes(task))
                found.append((self.text(attributes["_name"]), self.awaiting(attributes["_coro"])))
        for task, identity in self.threads():
            if task != self.state["task"]:
                found.append((f"thread {identity}", self.stack(task)))
        return [(name, frames) for name, frames in found if frames]

    def lines(self):
        yield f"a state of version {self.version}: {self.state['status']}"
        for call in self.state["pending"]:
            arguments = [self.show(item) for item in self.at(call["args"])["$tuple"]]
            arguments += [f"{name}={self.show(value)}" for name, value in self.pairs(call["kwargs"])] if call["kwargs"] != UNSET else []
            what = f"timer, due at {call['due']}" if call.get("kind") == "timer" else f"{call['function']}({', '.join(arguments)})"
            yield f"waits for call {call['id']}: {what}, {call['file']} line {call['line']}"
        if self.state["result"] != UNSET:
            yield f"result: {self.show(self.state['result'])}"
        for name, frames in self.tasks():
            yield f"task {name}"
            for frame in frames:
                yield f"  {frame.function}, {frame.file} line {frame.line}{' (hidden)' * frame.hidden}"
                yield from (f"    {name} = {value}" for name, value in frame.variables)


def is_sealed(data):  # SEALED.md
    return data.startswith(b"\xc1fermata\x01") and len(data) > 9


def read(data):
    if data.lstrip()[:1] == b"{":
        return State(json.loads(data))
    if not data.startswith(MAGIC):
        raise BadState(f"it is sealed with the key {data[10:][: data[9]].decode('ascii')!r}" if is_sealed(data) else "it is not a state")
    return State(Unpacker(data).state())


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: read_state.py FILE")
    path = sys.argv[1]
    try:
        with open(path, "rb") as file:
            data = file.read()
        for line in [*read(data).lines()]:
            print("".join(c if c.isprintable() else ascii(c)[1:-1] for c in line))
    except BadState as error:
        sys.exit(f"{path}: {error}")
    except OSError as error:
        sys.exit(str(error))
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError, struct.error) as error:
        sys.exit(f"{path}: it is damaged, or not a state ({type(error).__name__}: {error})")


if __name__ == "__main__":
    main()
