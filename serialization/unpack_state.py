"""Turns a MessagePack state into what json.load() gives for a JSON state; read_state.py beside it prints either.

It needs no Fermata. It was written from FORMAT.md, and takes the lists of members, fields and instructions from the tables there. What a
loader needs and a reader doesn't (hashes, serials, a set's slots) is left out."""

import base64
import os
import re
import struct

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "FORMAT.md"), encoding="utf-8") as page:
    SECTIONS = dict(section.split("\n", 1) for section in page.read().split("\n## ")[1:])


def rows(section, first):
    """The rows of a section's tables whose first cell matches, as lists of cells."""
    found = [line[2:].split(" | ") for line in SECTIONS[section].splitlines() if line.startswith("| ")]
    return [row for row in found if re.match(first, row[0])]


def fields(text):
    """[(name, versions, kind, members)] of "`name` *(2)* kind (members), …"; `versions` are those that have it."""
    found = re.findall(r"`(\w+)`(?: \*\((\d*)(?:to (\d+))?\)\*)? (\w+)(?: \(((?:[^()]|\(\d+\))*)\))?", text)
    return [(name, range(int(first or 1), int(last or VERSION) + 1), kind, fields(members)) for name, first, last, kind, members in found]


VERSION = int(re.search(r'"fermata": (\d+)', SECTIONS["The top level"])[1])
MEMBERS = [field for row in rows("The top level", "`") for field in fields(" ".join(row[:2]))]
KINDS = {int(row[0]): row[1] for row in rows("Kinds of objects", r"\d")}
FIELDS = {row[1]: fields(row[3]) for row in rows("Kinds of objects", r"\d")}
OPCODES = {int(row[0]): (row[1], row[2] == "D", row[3].strip("`").replace("-", "")) for row in rows("Instructions", r"\d")}
FRAME = ("function", "pc", "deliver", "generator", "handled", "receiver", "registers")
SPECIALS = {3: "NotImplemented", 4: "Ellipsis", 5: "missing", 6: "exhausted"}
UNSET = {"$special": "unset"}
MAGIC = b"\xa7fermata"
# By the first byte of a MessagePack object.
CONSTANTS = {0xC0: None, 0xC2: False, 0xC3: True}
NUMBERS = dict(zip(range(0xCA, 0xD4), (">f", ">d", ">B", ">H", ">I", ">Q", ">b", ">h", ">i", ">q")))
SIZES = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I", 0xC7: ">B", 0xC8: ">H", 0xC9: ">I", 0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDC: ">H", 0xDD: ">I"}


class BadState(Exception):
    pass


def checked_version(state):
    version = state.get("fermata") if isinstance(state, dict) else None
    if not isinstance(version, int):
        raise BadState("it is not a state")
    if not 1 <= version <= VERSION:
        raise BadState(f"it has version {version} of the format, and FORMAT.md describes versions 1 to {VERSION}")
    return version


def base64_of(data):
    return base64.b64encode(data).decode()


def varint(data, at):
    """The number at data[at:], and where the next one is."""
    number = shift = 0
    while data[at] & 0x80:
        number, shift, at = number | (data[at] & 0x7F) << shift, shift + 7, at + 1
    return number | data[at] << shift, at + 1


def unfolded(number):
    return number >> 1 ^ -(number & 1)


def positions(table):
    """(first instruction, line) of each entry of a Code's positions."""
    at = pc = line = 0
    while at < len(table):
        head, at = varint(table, at)
        numbers = []
        while len(numbers) < (4 if head & 1 else 2):
            number, at = varint(table, at)
            numbers.append(number)
        pc += head >> 1
        line += unfolded(numbers[0]) if head & 1 else 0
        yield pc, line


def instructions(data):
    texts, at = [], 0
    while at < len(data):
        (text, has_d, letters), at = OPCODES[data[at]], at + 1
        if has_d:
            text, at = f"{text}/{data[at]}" if data[at] else text, at + 1
        for letter in letters:
            number, at = varint(data, at)
            text += f" {unfolded(number) if letter in 'jJ' else number}"
        texts.append(text)
    return texts


class Unpacker:
    def __init__(self, data):
        self.data, self.at = data, 0
        self.known, self.records = [], []  # all that was mentioned, by its number; those of new objects, as (number, record, counts)

    def state(self):
        state = {self.raw(): self.raw()}
        self.version = version = checked_version(state)
        for name, versions, kind, members in MEMBERS:
            if version in versions:
                state[name] = self.field(name, kind, [member for member in members if version in member[1]])
        for _, record, counts in self.records:  # reading one may add others
            self.fill(record, *counts)
        if len(self.raw()) % 2 or self.at != len(self.data):
            raise BadState("it doesn't end where it should")
        state["heap"] = heap = {str(number): record for number, record, _ in self.records}
        for record in heap.values():
            if record["$kind"] == "Instance":
                name_attributes(record, heap)
            for holder in [record] if record["$kind"] == "Generator" else record.get("frames", []):
                name_registers(holder, heap)
        return state

    def take(self, size):
        self.at += size
        if self.at > len(self.data):
            raise BadState("it ends within an object")
        return self.data[self.at - size : self.at]

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
        return self.take(size) if head in (0xC4, 0xC5, 0xC6) else self.take(size).decode("utf-8", "surrogatepass")

    def value(self, raw):
        match raw:
            case []:
                return UNSET
            case [int(number)] if number >= 0:
                return self.known[number]
            case {3: data}:
                return {"$special": SPECIALS[data[0]]}
            case None | bool() | int():
                return raw
            case float() if raw.hex() == "0x0.0p+0" or 2.0**-255 <= abs(raw) < 2.0**257 and raw != 2.0**-255:
                return raw
            case float() | str():
                new = raw
            case bytes():
                new = raw.decode("utf-8", "surrogatepass")
            case {1: data}:
                new = {"$bytes": base64_of(data)}
            case {2: data}:
                new = int.from_bytes(data[1:], "little") * (-1 if data[:1] == b"-" else 1)
            case [str(name)]:
                new = {"$image": name}
            case [-6, 0]:
                new = {"$tuple": []}
            case [int(kind), *counts]:
                new = {"$ref": len(self.known)}
                self.records.append((len(self.known), {"$kind": KINDS[-kind]}, counts))
            case _:
                raise BadState(f"there is no value before byte {self.at}")
        self.known.append(new)
        return new

    def values(self, raws):
        return [self.value(raw) for raw in raws]

    def field(self, name, kind, members=(), count=0):
        if kind == "struct":
            return {member: self.field(f"{name}.{member}", kind) for member, _, kind, _ in members}
        if kind == "items":
            return self.values(self.raw() for _ in range(count))
        raw = self.raw()
        match kind:
            case "structs":  # so far, what its header counts
                parts = iter(raw + [self.raw() for _ in range(len(raw) * (len(members) - 1))])
                return [
                    {member: self.value(next(parts)) if kind == "value" else next(parts) for member, _, kind, _ in members} for _ in raw
                ]
            case "values" | "registers":
                return self.values(raw)
            case "frames":
                return [dict(zip(FRAME, [*self.values(frame[:6]), frame[6] and self.values(frame[6])], strict=True)) for frame in raw]
            case "sites":
                return self.values(site[0] if isinstance(site, list) else site for site in raw)
            case "entries":
                parts = self.values(raw[len(raw) % 2 :])
                return {"$dict": [pair for pair in zip(parts[::2], parts[1::2]) if pair[0] != UNSET]}
            case "names":
                return [None] if raw is None else self.values(raw)
            case "bytes":
                return base64_of(raw)
            case "instructions":
                return instructions(raw)
        return self.value(raw) if kind in ("value", "payload") or kind in FIELDS else raw

    def fill(self, record, count=0, has_payload=False):
        kind = record["$kind"]
        for name, versions, form, members in FIELDS[kind]:
            if self.version not in versions:
                continue
            if form != "payload" or has_payload:
                record[name] = self.field(name, form, members, count)
        match kind:
            case "List":
                record["value"] = record["items"]
            case "Tuple" | "Set" | "FrozenSet":
                record["value"] = {f"${kind.lower()}": record["items"]}
            case "Cell":
                record["value"] = {"$cell": record["content"]}
            case "Dict":
                record["value"] = record["entries"]


def name_attributes(instance, heap):
    shape = heap[str(instance["shape"]["$ref"])]
    value = instance["value"] = {"$instance": shape["cls"], "attributes": []}
    if "payload" in instance:
        value["payload"] = instance["payload"]
    for name, item in zip(shape["names"], instance["attributes"], strict=True):
        if name is None:
            value["dict"] = item
        else:
            value["attributes"].append((name, item))


def name_registers(holder, heap):
    registers = holder.pop("registers")
    if registers is None:
        return
    names = heap[str(heap[str(holder["function"]["$ref"])]["code"]["$ref"])]["locals"]
    holder["locals"], holder["temporaries"] = {}, {}
    for i, value in enumerate(registers):
        if value != UNSET and i < len(names) and names.index(names[i]) == i:
            holder["locals"][names[i]] = value
        elif value != UNSET:
            holder["temporaries"][str(i)] = value
