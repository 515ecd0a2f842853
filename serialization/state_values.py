"""What the values of a state are, and how people read them: for read_state.py. Written from FORMAT.md, "Values"."""

import base64

from unpack_state import FIELDS, UNSET, checked_version


class Values:
    DEPTH, ITEMS, TEXT = 4, 10, 200  # how much is shown of a value: levels, items of each, characters

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
        node = self.at(node)
        return self.pairs(node.get("attributes", {})) + self.pairs(node.get("dict", {}))

    def name(self, node):
        node = self.at(node)
        return node.get("$image") or self.text(node.get("qualname") or node["name"])

    def text(self, node):
        """A str. One of the library's may be known only by what it is called there."""
        text = self.at(node)
        return text if isinstance(text, str) else f"<image {text['$image']}>"

    def show(self, node, outer=()):
        """A value as text; `outer` is what it is within."""
        node = self.at(node)
        if len(outer) == self.DEPTH or any(node is other for other in outer if isinstance(node, (list, dict))):
            return "…"
        within = (*outer, node)

        def each(nodes, form=lambda node: self.show(node, within)):
            return ", ".join([form(node) for node in nodes[: self.ITEMS]] + ["…"] * (len(nodes) > self.ITEMS))

        def named(pairs):
            return each(pairs, lambda pair: f"{pair[0]}={self.show(pair[1], within)}")

        kind = isinstance(node, dict) and (node.get("$kind") or node.get("$new"))
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
                text = f"{[*node][0][1:]}({{{each([item for item in items if item != UNSET])}}})"
            case {"$image": name} | {"$special": name}:
                text = f"<{name}>"
            case {"$cell": content}:
                text = f"<cell of {self.show(content, within)}>"
            case {"$instance": cls}:
                payload = [("payload", node["payload"])] if "payload" in node else []
                text = f"{self.name(cls)}({named(payload + self.attributes(node))})"
            case {"cls": cls, "args": args} if kind == "Exception":
                text = self.name(cls) + self.show(args, within)
            case dict() if kind in ("Class", "Code", "Function", "Generator", "HostFunction", "Module"):
                text = f"<{kind} {self.name(node)}>"
            case dict() if kind:
                fields = [(name, {"$bytes": node[name]} if form == "bytes" else node[name]) for name, _, form, _ in FIELDS[kind]]
                text = f"{kind}({named(fields)})"
            case _:
                text = "{" + each(self.pairs(node), lambda pair: ": ".join(self.show(part, within) for part in pair)) + "}"
        return text if len(text) <= self.TEXT else text[: self.TEXT] + "…"
