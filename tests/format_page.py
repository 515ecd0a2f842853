"""Checks that the generated parts of serialization/FORMAT.md are what the tables of the code say. tests/format_page.py [--update].

Kinds of objects and their fields, instructions and limits come from the format's fingerprint, which a unit test compares with the compiled tables; the
words about them from types.def, opcodes.def and the enums of flags. The example is tests/states/v<N>/double in both encodings, taken apart by
serialization/read_state.py.
"""

import glob
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
# Fields whose form isn't told by their C++ type.
FORMS = {("Code", "words"): "instructions", ("Code", "sites"): "sites", ("Generator", "registers"): "registers"}


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


FIELD = re.compile(r"(\w+):(\w+)(?: \( ((?:\w+:\w+ )+)\))?(?: |$)")


def field_list(kind, text):
    """"`name` kind, …" of "name:kind … name:structs ( name:kind … ) …"."""
    if FIELD.sub("", text):
        sys.exit(f"tests/format_page.py: the fields of {kind} aren't understood: {text}")
    parts = []
    for name, word, members in FIELD.findall(text):
        word = FORMS.get((kind, name)) or WORDS.get(word, word)
        parts.append(f"`{name}` {word}" + (f" ({field_list(kind, members)})" if word == "rows" else ""))
    return ", ".join(parts)


def kinds(lines):
    classes = dict(found(r'^TYPE\((\d+), \w+, "(.*)"\)', read("src/heap/types.def"), "types", re.M))
    leaves = found(r"Kind::k(\w+)", found(r"bool is_leaf\(Kind kind\) \{(.*)\}", read("serialization/json_rules.h"), "is_leaf")[0], "leaves")
    image = found(r"Kind::k(\w+)", found(r"void check_savable(.*?)\n}", read("serialization/save.cpp"), "check_savable", re.S)[0], "kinds of the image")
    own = found(r"case Kind::k(\w+):", read("serialization/record_writer.h"), "records of a form of their own")
    what = {"Instance": "see below", **dict.fromkeys(own, "see below"), **dict.fromkeys(leaves, "no record: it stands where it is mentioned"),
            **dict.fromkeys(image, "no record: only the image has them, by their names")}
    page = ["| number | kind | class in Python | fields |", "|---|---|---|---|"]
    for number, name, text in (re.match(r"(\d+) (\w+): (.*)", rest).groups() for word, rest in lines if word == "type"):
        page.append(f"| {number} | {name} | `{classes[number]}` | {what.get(name) or field_list(name, text)} |")
    return "\n".join(page)


def flags():
    """The enums of flags, with what is said beside them."""
    page = []
    for title, path, enum, prefix in (("Code", "src/compiler/code.h", "CodeFlag", "kCode"), ("Class", "src/heap/layout_program.h", "ClassFlag", "kClass")):
        body = found(rf"enum {enum} : uint32_t \{{\n(.*?)\n\}};", read(path), enum, re.S)[0]
        page += [f"The `flags` of a {title}:", "", "| flag | name | |", "|---|---|---|"]
        rows = [re.fullmatch(rf"  {prefix}(\w+) = (\d+),(?: +// (.*))?", line) for line in body.split("\n")]
        if not all(rows):
            sys.exit(f"tests/format_page.py: a line of {enum} isn't understood")
        page += [f"| {row[2]} | {row[1]} | {row[3] or ''} |" for row in sorted(rows, key=lambda row: int(row[2]))] + [""]
    return "\n".join(page[:-1])


def with_d(names):
    """The names of the instructions that have bits in D, as allowed_d() says."""
    header = read("src/compiler/opcodes.h")
    body = found(r"constexpr uint32_t allowed_d\(Op op\) \{\n(.*?)\n\}", header, "allowed_d", re.S)[0]
    fused = found(r"bool is_fused_compare\(Op op\) \{ return op >= Op::(\w+) && op <= Op::(\w+); \}", header, "is_fused_compare")[0]
    lines = [line.strip() for line in body.split("\n")]
    condition = re.fullmatch(r"if \(\(op >= Op::(\w+) && op <= Op::(\w+)\) \|\| is_fused_compare\(op\)\) return 1;", lines[0])
    cases = [re.fullmatch(r"case Op::(\w+):(?: return [\w |]+;)?", line) for line in lines[2:-2]]
    if not condition or lines[1] != "switch (op) {" or lines[-2:] != ["default: return 0;", "}"] or not all(cases):
        sys.exit("tests/format_page.py: allowed_d() isn't understood")
    ranges = [names[names.index(first):names.index(last) + 1] for first, last in (condition.groups(), fused)]
    return {name for part in ranges for name in part} | {case[1] for case in cases}


def instructions(lines):
    docs = dict(found(r'^OP\(\d+, (\w+), ".*?", "(.*)"\)', read("src/compiler/opcodes.def"), "instructions", re.M))
    ops = [rest.split(" ") for word, rest in lines if word == "op"]
    has_d = with_d([name for _, name, _ in ops])
    page = ["| opcode | name | D | operands | what it does |", "|---|---|---|---|---|"]
    page += [f"| {number} | {name} | {'D' if name in has_d else ''} | `{operands}` | {docs[name].replace('|', chr(92) + '|')} |" for number, name, operands in ops]
    return "\n".join(page)


def limits(lines):
    rows = dict(found(r"^LIMIT\((\w+), .*, (\d+), \"", read("src/base/limits.def"), "limits", re.M))
    names = [rest for word, rest in lines if word == "limit"]
    return "struct (" + ", ".join(f"`{name}` {'' if rows[name] == '1' else f'*({rows[name]})* '}uint" for name in names) + ")"


# --- the example

def notation(raw):
    """A MessagePack object for people."""
    if isinstance(raw, bytes):
        return f"bin, {raw.hex(' ')}" if len(raw) <= 8 else f"bin, {len(raw)} bytes"
    if isinstance(raw, dict):
        return "".join(f"ext {kind}, {data.hex(' ')}" for kind, data in raw.items())
    if isinstance(raw, list):
        return f"[{', '.join(map(notation, raw))}]"
    text = json.dumps(raw, ensure_ascii=False)
    return "nil" if raw is None else text if len(text) <= 40 else text[:37] + "…" + text[-1]


def dump(read_state, data):
    """The lines of a MessagePack state: offset, bytes, what they are."""
    page = []

    class Noting(read_state.Unpacker):
        depth = 0

        def note(self, start, text):
            for at in range(start, self.at, 16):
                piece = data[at:min(at + 16, self.at)].hex(" ")
                page.append(f"{at:04x}  {piece:47}  {text if at == start else ''}".rstrip())

        def raw(self):
            start, known = self.at, len(self.known)
            self.depth += 1
            raw = super().raw()
            self.depth -= 1
            if self.depth == 0:
                self.noted.append((start, raw, known))
            return raw
    return page


def parts():
    lines = fingerprint()
    return {"kinds": kinds(lines), "flags": flags(), "instructions": instructions(lines)}, limits(lines)


def main():
    made, limit_row = parts()
    with open(PAGE, encoding="utf-8") as file:
        page = before = file.read()
    for name, text in made.items():
        page, times = re.subn(rf"(<!-- {name}: made by tests/format_page.py -->\n).*?(<!-- end -->)", lambda match: f"{match[1]}{text}\n{match[2]}", page, flags=re.S)
        if times != 1:
            sys.exit(f"tests/format_page.py: FORMAT.md has no place for {name}")
    page = re.sub(r"(?<=^\| `limits` \| ).*?(?= \| )", limit_row, page, flags=re.M)
    if "--update" in sys.argv:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page)
    elif page != before:
        sys.exit("serialization/FORMAT.md isn't what the code says: tests/format_page.py --update")


if __name__ == "__main__":
    main()
