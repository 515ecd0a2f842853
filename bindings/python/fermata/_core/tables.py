"""A program's value as a table: rows that are mappings, dataclasses, named tuples, models or Records. (What a program gives to display()
becomes one in the sandbox, by library/fermata_display.py.)"""

from __future__ import annotations

import datetime
import decimal
import enum
import fractions
import html
import ipaddress
import pathlib
import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from fermata._describe import kind_of
from fermata._values import Record, field_names, shown

_MOST_ROWS, _LONGEST_CELL = 1000, 500
_AS_STR = (
    str, int, float, complex, decimal.Decimal, fractions.Fraction, datetime.date, datetime.time, datetime.timedelta, datetime.tzinfo,
    uuid.UUID, pathlib.PurePath, ipaddress.IPv4Address, ipaddress.IPv6Address, ipaddress.IPv4Network, ipaddress.IPv6Network,
)  # fmt: skip


def table_forms(value: Any) -> dict[str, str | bytes]:
    """HTML and Markdown; nothing for what isn't a list or tuple of such rows."""
    if not isinstance(value, (list, tuple)) or not value or hasattr(type(value), "_fields"):
        return {}
    rows = [_fields(row) for row in value[:_MOST_ROWS]]
    found = [row for row in rows if row is not None]
    columns = list(dict.fromkeys(name for row in found for name in row))
    if len(found) < len(rows) or not columns:
        return {}
    cells = [[_cell(row[name]) if name in row else "" for name in columns] for row in found]
    left = len(value) - len(rows)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in cells)
    lines = [_line(columns), _line(["---"] * len(columns)), *map(_line, cells)]
    if left:
        body += f'<tr><td colspan="{len(columns)}">and {left} more rows</td></tr>'
        lines.append(f"\nand {left} more rows")
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return {"text/html": table, "text/markdown": "\n".join(lines)}


def _fields(row: Any) -> dict[str, Any] | None:
    if isinstance(row, Record):
        row = row.fields
    if isinstance(row, Mapping):
        return {_cell(name): value for name, value in row.items()}
    if kind_of(type(row)) not in ("namedtuple", "dataclass", "model"):
        return None
    return {name: getattr(row, name, "") for name in field_names(type(row))}


def _line(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _cell(value: Any) -> str:
    if isinstance(value, enum.Enum):
        text = f"{type(value).__name__}.{value.name}"
    else:
        text = str(value) if isinstance(value, _AS_STR) and type(value) is not int else shown(value)
    return text if len(text) <= _LONGEST_CELL else text[:_LONGEST_CELL] + "…"
