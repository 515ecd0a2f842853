"""Prints what a saved state waits for, and the frames of its tasks with their locals: read_state.py FILE

It needs no Fermata. It was written from FORMAT.md, and takes the lists of members, fields and instructions from the tables there. A MessagePack state is
turned into the form of a JSON state; what prints knows that form alone."""

import base64
import json
import os
import re
import struct
import sys

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "FORMAT.md"), encoding="utf-8") as page:
    SECTIONS = dict(section.split("\n", 1) for section in page.read().split("\n## ")[1:])


def rows(section, first):
    """The rows of a section's tables whose first cell matches, as lists of cells."""
    found = [line[2:].split(" | ") for line in SECTIONS[section].splitlines() if line.startswith("| ")]
    return [row for row in found if re.match(first, row[0])]


def fields(text):
    """[(name, since, kind, members)] of "`name` *(2)* kind (members), …"."""
    found = re.findall(r"`(\w+)`(?: \*\((\d+)\)\*)? (\w+)(?: \(((?:[^()]|\(\d+\))*)\))?", text)
    return [(name, int(since or 1), kind, fields(members)) for name, since, kind, members in found]


VERSION = int(re.search(r'"fermata": (\d+)', SECTIONS["The top level"])[1])
MEMBERS = [field for row in rows("The top level", "`") for field in fields(" ".join(row[:2]))]
KINDS = {int(row[0]): (row[1], fields(row[3])) for row in rows("Kinds of objects", r"\d")}
FIELDS = dict(KINDS.values())
OPCODES = {int(row[0]): (row[1], row[2] == "D", row[3].strip("`").replace("-", "")) for row in rows("Instructions", r"\d")}
SPECIALS = {3: "NotImplemented", 4: "Ellipsis", 5: "missing", 6: "exhausted"}
UNSET = {"$special": "unset"}
CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}  # first bytes of MessagePack objects
NUMBERS = dict(zip(range(0xCA, 0xD4), (">f", ">d", ">B", ">H", ">I", ">Q", ">b", ">h", ">i", ">q")))
SIZES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I", 0xC7: ">B", 0xC8: ">H", 0xC9: ">I", 0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDC: ">H", 0xDD: ">I"}


class BadState(Exception):
    pass


def varint(data, at):
    """The number at data[at:], and where the next one is."""
    number = shift = 0
    while data[at] & 0x80:
        number, shift, at = number | (data[at] & 0x7F) << shift, shift + 7, at + 1
    return number | data[at] << shift, at + 1


def unfolded(number):
    return number >> 1 ^ -(number & 1)


def instructions(words):
    """A Code's instructions as texts."""
    texts, at = [], 0
    while at < len(words):
        (text, has_d, letters), at = OPCODES[words[at]], at + 1
        if has_d:
            text, at = f"{text}/{words[at]}" if words[at] else text, at + 1
        for letter in letters:
            number, at = varint(words, at)
            text += f" {unfolded(number) if letter in 'jJ' else number}"
        texts.append(text)
    return texts


class Unpacker:
    """Reads a MessagePack state."""

    def __init__(self, data):
        self.data, self.at = data, 0
        self.known, self.records = [], []  # all that was mentioned, by its number; those of new objects

    def state(self):
        state = {self.raw(): self.raw()}
        version = checked_version(state)
        for name, since, kind, members in MEMBERS:
            if since <= version:
                state[name] = self.field(kind, [member for member in members if member[1] <= version])
        for record in self.records:  # grows while it is worked off
            self.fill(record)
        if len(self.raw()) % 2 or self.at != len(self.data):
            raise BadState("it doesn't end where it should")
        state["heap"] = heap = {str(record["number"]): record for record in self.records}

        def at(node):
            return heap[str(node["$ref"])]

        def name_registers(holder, function):
            names = at(at(function)["code"])["locals"]
            registers = list(enumerate(holder["registers"]))
            holder["locals"] = {names[i]: value for i, value in registers[:len(names)] if value != UNSET and names.index(names[i]) == i}
            holder["temporaries"] = {str(i): value for i, value in registers[len(names):] if value != UNSET}

        for record in self.records:
            if record["$kind"] == "Instance":
                shape = at(record["shape"])
                attributes = list(zip(shape["names"], record["values"], strict=True))
                record["value"] = {"$instance": shape["cls"], **record["payload"], "attributes": [pair for pair in attributes if pair[0] is not None],
                                   **{"dict": value for name, value in attributes if name is None}}
            for holder in [record] if record["$kind"] == "Generator" else record.get("frames", []):
                if holder["registers"] is not None:
                    name_registers(holder, holder["function"])
        return state

    def take(self, size):
        self.at += size
        if self.at > len(self.data):
            raise BadState("it ends within an object")
        return self.data[self.at - size:self.at]

    def number(self, letters):
        return struct.unpack(letters, self.take(struct.calcsize(letters)))[0]

    def raw(self):
        """The next MessagePack object: None, bool, int, float, str, list; bytes for bin, {type: bytes} for ext."""
        head = self.take(1)[0]
        if head < 0x80 or head >= 0xE0:
            return (head ^ 0x80) - 0x80
        if head in CONSTANTS:
            return CONSTANTS[head]
        if head in NUMBERS:
            return self.number(NUMBERS[head])
        if 0xD4 <= head <= 0xD8:
            return {self.number(">b"): self.take(1 << head - 0xD4)}
        if head < 0x90 or head >= 0xC0 and head not in SIZES:
            raise BadState(f"byte {self.at - 1} begins nothing that a state has")
        size = head & 0x0F if head < 0xA0 else head & 0x1F if head < 0xC0 else self.number(SIZES[head])
        if head < 0xA0 or head >= 0xDC:
            return [self.raw() for _ in range(size)]
        if 0xC7 <= head <= 0xC9:
            return {self.number(">b"): self.take(size)}
        return self.take(size) if 0xC4 <= head <= 0xC6 else self.take(size).decode("utf-8", "surrogatepass")

    def value(self, raw):
        """A Python value, in its JSON form. The record of a new object follows later."""
        match raw:
            case []:
                return UNSET
            case [int(number)] if number >= 0:
                return self.known[number]
            case {3: data}:
                return {"$special": SPECIALS[data[0]]}
            case None | bool() | int():
                return raw
            case float() if raw.hex() == "0x0.0p+0" or 2.0 ** -255 <= abs(raw) < 2.0 ** 257 and raw != 2.0 ** -255:
                return raw
            case float() | str():
                new = raw
            case bytes():
                new = raw.decode("utf-8", "surrogatepass")
            case {1: data}:
                new = {"$bytes": base64.b64encode(data).decode()}
            case {2: data}:
                new = int.from_bytes(data[1:], "little") * (-1 if data[:1] == b"-" else 1)
            case [str(name)]:
                new = {"$image": name}
            case [-6, 0]:
                new = {"$tuple": []}
            case [int(kind), *counts]:
                new = {"$ref": len(self.known)}
                self.records.append({"$kind": KINDS[-kind][0], "number": len(self.known), "counts": counts})
            case _:
                raise BadState(f"there is no value before byte {self.at}")
        self.known.append(new)
        return new

    def values(self, raws):
        return [self.value(raw) for raw in raws]

    def field(self, kind, members=(), count=0):
        if kind == "struct":
            return {name: self.field(kind) for name, _, kind, _ in members}
        if kind == "items":
            return self.values(self.raw() for _ in range(count))
        raw = self.raw()
        if kind == "structs":  # with those that the list's header counts, but without the others
            parts = iter(raw + [self.raw() for _ in range(len(raw) * (len(members) - 1))])
            return [{name: self.value(next(parts)) if kind == "value" else next(parts) for name, _, kind, _ in members} for _ in raw]
        if kind in ("values", "registers"):
            return self.values(raw)
        if kind == "frames":
            names = ("function", "pc", "deliver", "generator", "handled", "receiver", "registers")
            return [dict(zip(names, (*self.values(frame[:6]), frame[6] and self.values(frame[6])), strict=True)) for frame in raw]
        if kind == "sites":
            return self.values(site[0] if isinstance(site, list) else site for site in raw)
        if kind == "bytes":
            return base64.b64encode(raw).decode()
        if kind == "instructions":
            return instructions(raw)
        return self.value(raw) if kind in FIELDS or kind == "value" else raw

    def fill(self, record):
        kind, counts = record["$kind"], record["counts"]
        for name, _, field, members in FIELDS[kind]:
            record[name] = self.field(field, members, *counts)
        if kind in ("List", "Tuple", "Cell"):
            record["value"] = record["items"] if kind == "List" else {"$tuple": record["items"]} if kind == "Tuple" else {"$cell": record["content"]}
        elif kind == "Dict":
            parts = self.raw()
            parts = self.values(parts[len(parts) % 2:])
            record["value"] = {"$dict": [pair for pair in zip(parts[::2], parts[1::2]) if pair[0] != UNSET]}
        elif kind in ("Set", "FrozenSet"):
            *_, elements = [self.raw() for _ in range(5)]
            record["value"] = {"$" + kind.lower(): self.values(elements)}
        elif kind == "Shape":
            record["cls"], names = self.value(self.raw()), self.raw()
            record["names"] = [None] if names is None else self.values(names)
        elif kind == "Instance":
            record["shape"] = self.value(self.raw())
            record["payload"] = {"payload": self.value(self.raw())} if counts[1:] else {}
            record["values"] = self.values(self.raw() for _ in range(counts[0]))


def checked_version(state):
    version = state.get("fermata") if isinstance(state, dict) else None
    if not isinstance(version, int):
        raise BadState("it is no state")
    if not 1 <= version <= VERSION:
        raise BadState(f"it is of version {version}, and FORMAT.md describes versions 1 to {VERSION}")
    return version


def line_of(code, pc):
    table, at, entry_pc, line, found = base64.b64decode(code["positions"]), 0, 0, 0, 0
    if pc == 0xFFFFFFFF:
        return code["first_line"]
    while at < len(table):
        head, at = varint(table, at)
        numbers = []
        while len(numbers) < (4 if head & 1 else 2):
            number, at = varint(table, at)
            numbers.append(number)
        entry_pc += head >> 1
        line += unfolded(numbers[0]) if head & 1 else 0
        if entry_pc > pc:
            break
        found = line
    return found


class State:
    DEPTH, ITEMS, TEXT = 4, 10, 200  # how much is shown of a value: levels, items of each, characters
    HIDDEN = 256                     # among a Code's flags

    def __init__(self, state):
        self.version, self.state, self.heap = checked_version(state), state, state["heap"]

    def at(self, node):
        """What is there, or where the reference leads. Texts, numbers and bytes come without tags."""
        if isinstance(node, dict) and "$ref" in node:
            node = self.heap[str(node["$ref"])]
            node = node.get("value", node)
        match node:
            case {"$name": text} | {"$str": text}:
                return self.at(text)
            case {"$wtf8": data}:
                return base64.b64decode(data).decode("utf-8", "surrogatepass")
            case {"$bytes": data}:
                return base64.b64decode(data)
            case {"$int": digits}:
                return int(digits, 0)
            case {"$float": text}:
                return float("nan" if "0x" in text else text)
        return node

    def pairs(self, node):
        """[(key, value)] of a dict, or of an instance's attributes."""
        node = self.at(node)
        pairs = node if isinstance(node, list) else node["$dict"] if "$dict" in node else node.items()
        return [(self.at(pair[0]), pair[1]) for pair in pairs if pair]

    def attributes(self, node):
        return self.pairs(node.get("attributes", {})) + self.pairs(node.get("dict", {}))

    def name(self, node):
        node = self.at(node)
        return node.get("$image") or self.at(node.get("qualname") or node["name"])

    def show(self, node, depth=DEPTH):
        node = self.at(node)
        if depth == 0:
            return "…"

        def each(nodes, form=lambda node: self.show(node, depth - 1)):
            return ", ".join([form(node) for node in nodes[:self.ITEMS]] + ["…"] * (len(nodes) > self.ITEMS))

        def named(pairs):
            return each(pairs, lambda pair: f"{pair[0]}={self.show(pair[1], depth - 1)}")

        match node:
            case int() if abs(node) >> 1000:
                text = hex(node)
            case None | int() | float() | str() | bytes():
                text = repr(node)
            case list():
                text = f"[{each(node)}]"
            case {"$tuple": items}:
                text = f"({each(items)}{',' * (len(items) == 1)})"
            case {"$set": items} | {"$frozenset": items}:
                text = f"{{{each([item for item in items if item != UNSET])}}}"
            case {"$image": text} | {"$special": text}:
                text = f"<{text}>"
            case {"$cell": content}:
                text = f"<cell of {each([content])}>"
            case {"$instance": cls, **rest}:
                text = f"{self.name(cls)}({', '.join(filter(None, (each([rest['payload']] if 'payload' in rest else []), named(self.attributes(node)))))})"
            case {"$kind": "Exception", "cls": cls, "args": args} | {"$new": "Exception", "cls": cls, "args": args}:
                text = self.name(cls) + self.show(args, depth - 1)
            case {"$kind": "Class" | "Code" | "Function" | "Generator" | "HostFunction" | "Module" as kind} | {"$new": "HostFunction" as kind}:
                text = f"<{kind} {self.name(node)}>"
            case {"$kind": kind} | {"$new": kind}:
                text = f"{kind}({named([(name, {'$bytes': node[name]} if form == 'bytes' else node[name]) for name, _, form, _ in FIELDS[kind]])})"
            case _:
                text = f"{{{each(self.pairs(node), lambda pair: ': '.join(self.show(part, depth - 1) for part in pair))}}}"
        return text if len(text) <= self.TEXT else text[:self.TEXT] + "…"

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
        """A function's name, file, line, whether it is Fermata's own, and its variables."""
        function = self.at(function)
        code = self.at(function["code"])
        return self.name(code), self.at(code["filename"]), line_of(code, pc), bool(code["flags"] & self.HIDDEN), self.variables(function, code, holder)

    def stack(self, task):
        return [self.frame(f["function"], f["pc"], f if f["generator"] is None else self.at(f["generator"])) for f in self.at(task)["frames"]]

    def awaiting(self, coroutine):
        """The frames of a coroutine, of what it awaits, and so on."""
        frames = []
        while isinstance(coroutine := self.at(coroutine), dict) and coroutine.get("$kind") == "Generator" and coroutine["state"] != 3 and len(frames) < 100:
            frames.append(self.frame(coroutine["function"], coroutine["pc"], coroutine))
            name, *operands = self.at(coroutine["code"])["words"][coroutine["pc"]].split()
            if coroutine["state"] == 0 or name not in ("AWAIT", "YIELD_FROM"):
                break
            coroutine = coroutine["temporaries"].get(operands[1])
        return frames

    def tasks(self):
        """[(name, frames)]: the main task, then asyncio's."""
        found = [] if self.state["task"] == UNSET else [("main", self.stack(self.state["task"]))]
        library = self.state.get("library_state", UNSET)
        asyncio = dict(self.pairs(library)).get("asyncio") if library != UNSET else None
        for _, task in self.pairs(dict(self.attributes(self.at(asyncio)))["tasks"]) if asyncio else []:
            attributes = dict(self.attributes(self.at(task)))
            if frames := self.awaiting(attributes["_coro"]):
                found.append((self.at(attributes["_name"]), frames))
        return found

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
            for function, file, line, hidden, variables in frames:
                yield f"  {function}, {file} line {line}{' (hidden)' * hidden}"
                yield from (f"    {name} = {self.show(value)}" for name, value in variables.items())


def main():
    try:
        (path,) = sys.argv[1:]
        with open(path, "rb") as file:
            data = file.read()
        state = State(json.loads(data) if data[:1] == b"{" else Unpacker(data).state())
        print("\n".join(state.lines()))
    except BadState as error:
        sys.exit(f"{path}: {error}")
    except OSError as error:
        sys.exit(str(error))
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError, struct.error) as error:
        sys.exit(f"{path}: it is damaged, or no state ({type(error).__name__}: {error})")


if __name__ == "__main__":
    main()
