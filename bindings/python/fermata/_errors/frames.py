"""Frames: the functions of a program, as they stand or as an exception left them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Frame(NamedTuple):
    """A function of the program, as it stands or as an exception left it: at `line` (from 1) of `file`, whose text is `source_line`, which
    is empty in the library's own code.

    `locals` shows its variables by repr(), shortened; the frames of errors have none. `column` to `end_line` and `end_column` is what runs
    there: columns count from 1 in characters, the end is past the last one; 0 when that isn't known.
    """

    function: str
    file: str
    line: int
    source_line: str
    locals: dict[str, str]
    column: int = 0
    end_line: int = 0
    end_column: int = 0


# As the engine gives a frame.
Row = tuple[str, str, int, str, list[tuple[str, str]], int, int, int]


def frames_of(rows: Iterable[Row]) -> list[Frame]:
    return [Frame(function, file, line, source, dict(variables), *columns) for function, file, line, source, variables, *columns in rows]


def place_of(frames: Sequence[Frame]) -> str:
    """ " (program.py, line 3)", as Python words it: the innermost line of the program's own text; or nothing."""
    for frame in reversed(frames):
        if frame.source_line:
            return f" ({frame.file}, line {frame.line})"
    return ""


def stack_text(frames: Iterable[Frame], *, variables: bool = False) -> str:
    """As Python prints a traceback, without its last line."""
    lines = ["Traceback (most recent call last):"]
    for frame in frames:
        lines.append(f'  File "{frame.file}", line {frame.line}, in {frame.function}')
        if frame.source_line:
            lines.append(f"    {frame.source_line.strip()}")
        if variables:
            lines += [f"      {name} = {value}" for name, value in frame.locals.items()]
    return "\n".join(lines)
