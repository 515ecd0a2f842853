"""Checks that src/durable/TRANSITIONS.md is what the table of transitions says. tests/transitions_page.py [--update]."""

import os
import re
import sys

import tree

TABLE = os.path.join(tree.ROOT, "src", "durable", "transitions", "transitions.def")
PAGE = os.path.join(tree.ROOT, "src", "durable", "TRANSITIONS.md")
INTRODUCTION = """# Transitions

Generated from `transitions/transitions.def` by `tests/transitions_page.py --update`. What isn't here doesn't happen: a store refuses it.
`fermata/durable/store.h` has a function for each; `renew` alone writes no event.
"""


def word(name):
    """kAwaitingApproval is awaiting_approval to people."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.removeprefix("k")).lower()


def rows(text, kind):
    found = re.findall(rf"^{kind}\((.*)\)$", text, re.M)
    return [[part.strip('"') for part in re.findall(r'"[^"]*"|[^,"\s]+', row)] for row in found]


def moves(table, transition):
    """{from: [to, …]} in words, in the table's order."""
    found = {}
    for name, start, end in table:
        if name == transition:
            found.setdefault(word(start), []).append(word(end))
    return "; ".join(f"{start} → {', '.join(ends)}" for start, ends in found.items()).replace("none", "–")


def page(text):
    lines = [INTRODUCTION]
    for title, kind in (("Runs are", "RUN_STATUS"), ("Calls are", "CALL_STATE")):
        lines.append(f"| {title} | |\n|---|---|")
        lines += [f"| {word(name)} | {meaning} |" for name, meaning in rows(text, kind)]
        lines.append("")
    lines.append("| transition | by | needs | run | calls | writes, besides the run and its log |\n|---|---|---|---|---|---|")
    runs, calls = rows(text, "RUN_MOVE"), rows(text, "CALL_MOVE")
    for name, who, needs, *writes in rows(text, "TRANSITION"):
        lines.append(f"| {word(name)} | {who} | {needs} | {moves(runs, name)} | {moves(calls, name)} | {writes[0] if writes else ''} |")
    return "\n".join(lines) + "\n"


def main():
    with open(TABLE, encoding="utf-8") as file:
        text = page(file.read())
    if "--update" in sys.argv[1:]:
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
    with open(PAGE, encoding="utf-8") as file:
        if file.read() == text:
            return 0
    print("src/durable/TRANSITIONS.md isn't what transitions.def says; tests/transitions_page.py --update")
    return 1


if __name__ == "__main__":
    sys.exit(main())
