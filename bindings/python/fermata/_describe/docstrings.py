"""Reads docstrings: what they say about a function, its parameters and its result.

Google ("Args:"), NumPy ("Parameters" over dashes) and reST (":param x:") are told apart by their own marks; a docstring with none of
them is all description. `signature.py` calls this.
"""

from __future__ import annotations

import dataclasses
import inspect
import re

_GOOGLE_PARAMETERS = {"args", "arguments", "parameters", "params", "keyword args", "keyword arguments", "other parameters"}
_GOOGLE_RETURNS = {"returns", "return", "yields", "yield"}
_SECTION = re.compile(r"^([A-Z][A-Za-z ]*):\s*$")
_GOOGLE_ENTRY = re.compile(r"^(\*{0,2}\w+)\s*(?:\(([^)]*(?:\([^)]*\)[^)]*)*)\))?\s*:\s*(.*)$")
# "dict[str, int]: the counts" has its type in front; a sentence with a colon hasn't.
_GOOGLE_TYPED = re.compile(r"^[\w.]+(?:\[[^:]*\])?(?: \| [\w.]+(?:\[[^:]*\])?)*:\s+(.*)$", re.DOTALL)
_REST_FIELD = re.compile(r"^:(\w+)((?:\s+[^:]+)?):\s*(.*)$")
_REST_PARAMETERS = {"param", "parameter", "arg", "argument", "key", "keyword"}


@dataclasses.dataclass
class Docstring:
    """`description`: the text without the sections of parameters and results. `parameters`: name to text. Texts have no line breaks
    but those between paragraphs."""

    description: str = ""
    parameters: dict[str, str] = dataclasses.field(default_factory=dict)
    returns: str = ""


def parse_docstring(text: str | None) -> Docstring:
    """Never fails: what isn't understood stays in the description."""
    if not text or not text.strip():
        return Docstring()
    lines = inspect.cleandoc(text).splitlines()
    if any(_is_numpy_heading(lines, i) for i in range(len(lines))):
        return _numpy(lines)
    if any(_REST_FIELD.match(line) for line in lines):
        return _rest(lines)
    return _google(lines)


# --- Google ---


def _google(lines: list[str]) -> Docstring:
    found = Docstring()
    description: list[str] = []
    i = 0
    while i < len(lines):
        heading = _SECTION.match(lines[i])
        title = heading.group(1).lower() if heading else ""
        if title not in _GOOGLE_PARAMETERS | _GOOGLE_RETURNS:
            description.append(lines[i])
            i += 1
            continue
        block, i = _indented_block(lines, i + 1)
        if title in _GOOGLE_PARAMETERS:
            _google_entries(block, found.parameters)
        else:
            found.returns = _google_returns(block)
    found.description = _tidy(description)
    return found


def _google_entries(block: list[str], into: dict[str, str]) -> None:
    """Entries start at the block's own indentation; deeper lines continue the one before."""
    depth = min((_indent(line) for line in block if line.strip()), default=0)
    name = ""
    texts: dict[str, list[str]] = {}
    for line in block:
        entry = _GOOGLE_ENTRY.match(line.strip()) if line.strip() and _indent(line) == depth else None
        if entry:
            name = entry.group(1).lstrip("*")
            texts[name] = [entry.group(3)]
        elif name:
            texts[name].append(line)
    into.update({key: _join(value) for key, value in texts.items()})


def _google_returns(block: list[str]) -> str:
    text = _join(block)
    typed = _GOOGLE_TYPED.match(text)
    return typed.group(1) if typed else text


def _indented_block(lines: list[str], start: int) -> tuple[list[str], int]:
    """The lines from `start` that are indented (or empty), and where they end."""
    end = start
    while end < len(lines) and (not lines[end].strip() or _indent(lines[end]) > 0):
        end += 1
    return lines[start:end], end


# --- NumPy ---


def _is_numpy_heading(lines: list[str], i: int) -> bool:
    return i + 1 < len(lines) and bool(lines[i].strip()) and bool(re.fullmatch(r"-{3,}\s*", lines[i + 1]))


def _numpy(lines: list[str]) -> Docstring:
    found = Docstring()
    description: list[str] = []
    i = 0
    while i < len(lines):
        if not _is_numpy_heading(lines, i):
            description.append(lines[i])
            i += 1
            continue
        title = lines[i].strip().lower()
        end = i + 2
        while end < len(lines) and not _is_numpy_heading(lines, end):
            end += 1
        block = lines[i + 2 : end]
        if title in _GOOGLE_PARAMETERS:
            _numpy_entries(block, found.parameters)
        elif title in _GOOGLE_RETURNS:
            found.returns = _join([line for line in block if _indent(line) > 0]) or _join(block)
        else:
            description.extend(lines[i:end])
        i = end
    found.description = _tidy(description)
    return found


def _numpy_entries(block: list[str], into: dict[str, str]) -> None:
    """Names are at the margin ("a, b : int"), their text is indented below."""
    names: list[str] = []
    texts: dict[str, list[str]] = {}
    for line in block:
        if line.strip() and _indent(line) == 0:
            names = [name.strip().lstrip("*") for name in line.split(":")[0].split(",")]
            texts.update({name: [] for name in names})
        else:
            for name in names:
                texts[name].append(line)
    into.update({key: _join(value) for key, value in texts.items()})


# --- reST ---


def _rest(lines: list[str]) -> Docstring:
    found = Docstring()
    description: list[str] = []
    i = 0
    while i < len(lines):
        field = _REST_FIELD.match(lines[i])
        if not field:
            description.append(lines[i])
            i += 1
            continue
        block, end = _indented_block(lines, i + 1)
        role, argument, text = field.group(1), field.group(2).split(), _join([field.group(3), *block])
        if role in _REST_PARAMETERS and argument:
            found.parameters[argument[-1].lstrip("*")] = text
        elif role in ("returns", "return", "yields"):
            found.returns = text
        elif role not in ("type", "rtype"):
            description.extend(lines[i:end])
        i = end
    found.description = _tidy(description)
    return found


# --- lines ---


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _join(lines: list[str]) -> str:
    """Lines of one paragraph become one line; an empty line between keeps the paragraphs apart."""
    paragraphs: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            paragraphs[-1].append(line.strip())
        elif paragraphs[-1]:
            paragraphs.append([])
    return "\n".join(" ".join(paragraph) for paragraph in paragraphs if paragraph)


def _tidy(lines: list[str]) -> str:
    return re.sub(r"\n{3,}", "\n\n", "\n".join(line.rstrip() for line in lines)).strip()
