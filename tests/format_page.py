"""Checks that the generated parts of serialization/FORMAT.md are what the tables of the code say. tests/format_page.py [--update].

Kinds of objects and their fields, instructions and limits come from the format's fingerprint, which a unit test compares with the compiled
tables; the words about them from types.def, opcodes.def and the enums of flags. The example is tests/states/v<N>/double in both encodings,
taken apart by serialization/read_state.py.
"""

import functools
import glob
import itertools
import json
import os
import re
import sys
import textwrap

import tree

sys.dont_write_bytecode = True
PAGE = os.path.join(tree.ROOT, "serialization", "FORMAT.md")
# How the fingerprint's words for fields are called on the page.
WORDS = {"double": "float", "structs": "rows"}
# Fields whose form their C++ type doesn't tell, and kinds whose records aren't their fields.
FORMS = {("Code", "words"): "instructions", ("Code", "sites"): "sites", ("Generator", "registers"): "registers"}
OWN_FORMS = {
    "Dict": "`entries` entries",
    "Set": "`size` uint, `finger` uint, `slots` bytes, `hashes` ints, `items` values",
    "FrozenSet": "`size` uint, `finger` uint, `slots` bytes, `hashes` ints, `items` values",
    "Shape": "`cls` Class, `names` names",
    "Instance": "`shape` Shape, `payload` payload, `attributes` items",
}
WIDTH, COLUMN = 150, 55  # of the page, and where the hex dump's words begin


def read(path):
    with open(os.path.join(tree.ROOT, path), encoding="utf-8") as file:
        return file.read()


def found(pattern, text, what, flags=0):
    """All matches, of which there is one at least."""
    matches = re.findall(pattern, text, flags)
    if not matches:
        sys.exit(f"tests/format_page.py: no {what} found")
    return matches


def fingerprint():
    """The newest one, its lines as (first word, rest)."""
    paths = glob.glob(os.path.join(tree.ROOT, "tests/unit/serialization/fingerprint_v*.inc"))
    path = max(paths, key=lambda path: int(re.search(r"_v(\d+)", path)[1]))
    return [tuple(line.split(" ", 1)) for line in read(path).strip().splitlines()[1:-1]]


@functools.cache
def added():
    """{(kind, field): the version that has it first}, of what came later."""
    rows = found(r"^ADDED\((\w+), (\w+), (\d+)\)", read("serialization/added_fields.def"), "added fields", re.M)
    return {(kind, field): version for kind, field, version in rows}


FIELD = re.compile(r"(\w+):(\w+)(?: \( ((?:\w+:\w+ )+)\))?(?: |$)")


def field_list(kind, text):
    """ "`name` kind, …" of "name:kind … name:structs ( name:kind … ) …"."""
    if FIELD.sub("", text):
        sys.exit(f"tests/format_page.py: the fields of {kind} aren't understood: {text}")
    parts = []
    for name, word, members in FIELD.findall(text):
        word = FORMS.get((kind, name)) or WORDS.get(word, word)
        since = f" *({added()[kind, name]})*" if (kind, name) in added() else ""
        parts.append(f"`{name}`{since} {word}" + (f" ({field_list(kind, members)})" if word == "rows" else ""))
    return ", ".join(parts)


def kinds(lines):
    classes = dict(found(r'^TYPE\((\d+), \w+, "(.*?)"', read("src/heap/types.def"), "types", re.M))
    leaves = found(
        r"Kind::k(\w+)", found(r"bool is_leaf\(Kind kind\) \{(.*)\}", read("serialization/json_rules.h"), "is_leaf")[0], "leaves"
    )
    image = found(
        r"Kind::k(\w+)",
        found(r"void check_savable(.*?)\n}", read("serialization/save.cpp"), "check_savable", re.S)[0],
        "kinds of the image",
    )
    own = {"Instance", *found(r"case Kind::k(\w+):", read("serialization/record_writer.h"), "records of a form of their own")}
    if own != OWN_FORMS.keys():
        sys.exit(f"tests/format_page.py: {', '.join(own ^ OWN_FORMS.keys())}: does the record have a form of its own?")
    what = {
        **OWN_FORMS,
        **dict.fromkeys(leaves, "no record: it stands where it is mentioned"),
        **dict.fromkeys(image, "no record: only the image has them, by their names"),
    }
    page = ["| number | kind | class in Python | fields |", "|---|---|---|---|"]
    for number, name, text in (re.match(r"(\d+) (\w+): (.*)", rest).groups() for word, rest in lines if word == "type"):
        page.append(f"| {number} | {name} | `{classes[number]}` | {what.get(name) or field_list(name, text)} |")
    return "\n".join(page)


def plain(text):
    """A comment of the code as Markdown."""
    return re.sub(r"([\\*_|\[])", r"\\\1", text)


def flags():
    """The enums of flags, with what is said beside them."""
    page = []
    for title, path, enum, prefix in (
        ("Code", "src/compiler/code.h", "CodeFlag", "kCode"),
        ("Class", "src/heap/layout_program.h", "ClassFlag", "kClass"),
    ):
        body = found(rf"enum {enum} : uint32_t \{{\n(.*?)\n\}};", read(path), enum, re.S)[0]
        page += [f"The `flags` of a {title}:", "", "| flag | name | |", "|---|---|---|"]
        rows = [re.fullmatch(rf"  {prefix}(\w+) = (\d+),(?: +// (.*))?", line) for line in body.split("\n")]
        if not all(rows):
            sys.exit(f"tests/format_page.py: a line of {enum} isn't understood")
        page += [f"| {row[2]} | {row[1]} | {plain(row[3] or '')} |" for row in sorted(rows, key=lambda row: int(row[2]))] + [""]
    return "\n".join(page[:-1])


def instructions(lines):
    rows = read("src/compiler/opcodes.def")
    docs = dict(found(r'^OP\(\d+, (\w+), ".*?", "(.*?)"[,)]', rows, "instructions", re.M))
    ops = [rest.split(" ") for word, rest in lines if word == "op"]
    has_d = {row[1] for row in re.finditer(r"^OP\(\d+, (\w+),(?:(?!^OP).)*?D_BITS\(", rows, re.M | re.S)}
    page = ["| opcode | name | D | operands | what it does |", "|---|---|---|---|---|"]
    page += [
        f"| {number} | {name} | {'D' if name in has_d else ''} | `{operands}` | {plain(docs[name])} |" for number, name, operands in ops
    ]
    names = found(r"#define FERMATA_SPECIAL_NAMES\(X\)((?:.*\\\n)+.*)", read("src/compiler/opcodes.h"), "kSpecialNames")[0]
    special = ", ".join(f"`{name}`" for name in re.findall(r"X\((\w+)\)", names))
    return "\n".join([*page, "", f"kSpecialNames, from 0: {special}."])


def limits(lines):
    """The struct, and a table of what they mean."""
    rows = {row[0]: row[1:] for row in found(r'^LIMIT\((\w+), .*, "(.*)", (\d+), "(.*)"\)', read("src/base/limits.def"), "limits", re.M)}
    names = [rest for word, rest in lines if word == "limit"]
    members = ", ".join(f"`{name}` {'' if rows[name][1] == '1' else f'*({rows[name][1]})* '}uint" for name in names)
    page = ["| limit | of | what happens; 0 means that there is none |", "|---|---|---|"]
    return f"struct ({members})", "\n".join(page + [f"| {name} | {rows[name][0]} | {plain(rows[name][2])} |" for name in names])


# --- the example


def packed(value, indent=0):
    """JSON text with as much in a line as there is room for."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(value, (dict, list)):
        return line
    pairs = isinstance(value, dict)
    lines = [""]
    parts = [(f"{json.dumps(name)}: ", item) for name, item in value.items()] if pairs else [("", item) for item in value]
    for part in [name + packed(item, indent + 1) for name, item in parts]:
        if indent + len(lines[-1]) + len(part.split("\n", 1)[0]) + 3 <= WIDTH and "\n" not in part + lines[-1]:
            lines[-1] += (", " if lines[-1] else " " * (indent + 1)) + part
        else:
            lines.append(" " * (indent + 1) + part)
    return "{["[not pairs] + "\n" + ",\n".join(filter(None, lines)) + "\n" + " " * indent + "}]"[not pairs]


def notation(raw):
    """A MessagePack object for people."""
    if isinstance(raw, bytes):
        return f"bin of {len(raw)}"
    if isinstance(raw, dict):
        return "".join(f"ext {kind} of {len(data)}" for kind, data in raw.items())
    if isinstance(raw, list):
        return f"[{', '.join(map(notation, raw))}]"
    text = json.dumps(raw, ensure_ascii=False)
    return "nil" if raw is None else text if len(text) <= 60 else text[:57] + "…" + text[-1]


def dump(data):
    """The lines of a MessagePack state: offset, bytes, what they are."""
    sys.path.insert(0, os.path.dirname(PAGE))
    import unpack_state  # reads the page, whose tables are fresh by now

    page = []

    class Noting(unpack_state.Unpacker):
        within, raws = 0, []

        def raw(self):
            self.within += 1
            raw = super().raw()
            self.within -= 1
            if not self.within:
                self.raws.append(raw)
            return raw

        def note(self, start, name, kind="", known=None):
            """Lines for what was read since the last ones."""
            raws, self.raws = self.raws, []
            kinds = {number: record["$kind"] for number, record, _ in self.records}
            new = ", ".join(f"{number} {kinds.get(number, '')}".strip() for number in range(len(self.known))[known:])
            if kind == "structs":
                text = f"{len(raws[0])}: " + ", ".join(map(notation, raws[0] + raws[1:]))
            else:
                text = "; ".join(unpack_state.instructions(raws[0])) if kind == "instructions" else ", ".join(map(notation, raws))
            beside = textwrap.wrap(f"{name}  {text}" + (f"  → {new}" if known is not None and new else ""), WIDTH - COLUMN)
            pieces = [f"{at:04x}  {data[at:min(at + 16, self.at)].hex(' ')}" for at in range(start, self.at, 16)]
            page.extend(f"{piece:{COLUMN}}{said}".rstrip() for piece, said in itertools.zip_longest(pieces, beside, fillvalue=""))

        def field(self, name, kind, *members):
            start, known = self.at, len(self.known)
            if self.raws:
                self.note(0, "magic and version")
            made = super().field(name, kind, *members)
            if self.raws:  # not those of a struct, whose members were noted
                self.note(start, name, kind, known)
            return made

        def fill(self, record, *counts):
            (number,) = [number for number, other, _ in self.records if other is record]
            page.append(f"      -- the record of object {number}, a {record['$kind']}")
            super().fill(record, *counts)

        def state(self):
            state = super().state()
            self.note(self.at - 1, "serials")
            return state

    Noting(data).state()
    return page


def example(version):
    name = f"tests/states/v{version}/double"
    if not os.path.exists(os.path.join(tree.ROOT, name + ".msgpack")):
        sys.exit(
            f"tests/format_page.py: the example must be of today's version: record {name} (tests/states/record.py --stop 0 v{version} tests/states/programs/double.py)"
        )
    with open(os.path.join(tree.ROOT, name + ".msgpack"), "rb") as file:
        data = file.read()
    state = json.loads(read(name + ".json"))
    program = "".join(f"    {line}\n" for line in state["program"]["text"].splitlines())
    return f"""
`{name}.json` and `.msgpack`. This program waits for `ask(21)`:

{program}
As JSON, with other line breaks:

```json
{packed(state)}
```

As MessagePack, of {len(data)} bytes. Behind the bytes stand the member's or field's name and what was written; `→` says which objects got a number there, and
of which kind those are that have a record.

```
{chr(10).join(dump(data))}
```
"""


def replaced(page, name, text):
    place = rf"(<!-- {name}: made by tests/format_page.py -->\n).*?(<!-- end -->)"
    page, times = re.subn(place, lambda match: f"{match[1]}{text.strip()}\n{match[2]}", page, flags=re.S)
    if times != 1:
        sys.exit(f"tests/format_page.py: FORMAT.md has no place for {name}")
    return page


def check_hashes():
    """The page's function gives what the unit test promises."""
    names = {}
    exec(found(r"^## Hashes\n.*?```python\n(.*?)```", read("serialization/FORMAT.md"), "the hash function", re.S | re.M)[0], names)
    for text, value in found(r'EXPECT_EQ\(hash_string\("(.*?)"\), (-?\d+)\);', read("tests/unit/base/hash_test.cpp"), "hashes"):
        if names["hash_of"](text.encode()) != int(value):
            sys.exit(f"serialization/FORMAT.md's hash of {text!r} isn't {value}")


def main():
    check_hashes()
    with open(PAGE, encoding="utf-8") as file:
        page = before = file.read()
    lines = fingerprint()
    version = dict(lines)["version"]
    members, limit_table = limits(lines)
    page = re.sub(r'(?<=^# The format of states, version )\d+|(?<="fermata": )\d+(?=, "status": …)', version, page, flags=re.M)
    page = re.sub(r"(?<=fingerprint_v)\d+(?=\.inc)|(?<=\*\(2\)\* to \*\()\d+(?=\)\*)|(?<=versions 5 to )\d+", version, page)
    page = re.sub(r"(?<=^\| `limits` \| ).*?(?= \| )", members, page, flags=re.M)
    for name, text in (("limits", limit_table), ("kinds", kinds(lines)), ("flags", flags()), ("instructions", instructions(lines))):
        page = replaced(page, name, text)
    if "--update" in sys.argv:  # the example is read by these tables
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page)
    elif page != before:
        sys.exit("serialization/FORMAT.md isn't what the code says: tests/format_page.py --update")
    page = replaced(page, "example", example(version))
    if "--update" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page)
    elif page != before:
        sys.exit(f"serialization/FORMAT.md's example isn't tests/states/v{version}/double: tests/format_page.py --update")


if __name__ == "__main__":
    main()
