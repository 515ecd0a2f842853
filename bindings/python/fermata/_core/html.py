"""Steps and results as HTML, for notebooks: the source with the pending line marked, arguments, locals, output.

Only public attributes are read, and all they give is escaped: a program's text, names and values come from a model. Long texts
are cut. `_repr_html_` of Step and Result calls this.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Mapping
from typing import Any

from fermata._errors import Error
from fermata._values import call_shown, shown

CONTEXT_LINES = 4  # of source before and after the pending line
MOST_CHARACTERS = 4000
MOST_ROWS = 50

_CELL = "text-align:left;vertical-align:top;padding:2px 8px;font-family:monospace"
_PRE = "margin:4px 0;padding:6px 8px;background:#f6f6f6;color:#222;overflow:auto"
_MARK = "background:#ffe9a8;color:#222;display:inline-block;min-width:100%"
_COLOURS = {"done": "#1b7f3b", "paused": "#9a6700", "raised": "#b3261e", "exhausted": "#b3261e", "crashed": "#b3261e"}


def render_step_html(step: Any) -> str:
    """One `<div>` for a Step."""
    status = str(getattr(step, "status", "") or type(step).__name__.lower())
    parts = [_heading(status, _summary(step, status))]
    current = getattr(step, "current", True) and status != "crashed"  # a session that has gone on has another stack, or none
    frames = _items(step, "stack") if current else []
    sources = _mapping(step, "sources") if current else {}
    for call in _items(step, "calls_pending"):
        parts.append(_call(call, str(sources.get(getattr(call, "file", ""), ""))))
    parts.append(_stack(frames))
    if current:
        parts.append(render_displays_html(step))
    parts.append(_ending(step, status))
    parts.extend(_output(step))
    parts.append(_answered(_items(step, "calls")))
    return _box(parts)


def render_result_html(result: Any) -> str:
    """One `<div>` for a Result."""
    parts = [_heading("done", ""), render_displays_html(result), _labelled("value", shown(getattr(result, "value", None)))]
    parts.extend(_output(result))
    parts.append(_answered(_items(result, "calls")))
    return _box(parts)


# --- parts ---


def render_displays_html(step: Any) -> str:
    """What a program showed, in frames of their own where no script runs: its HTML comes from a model, too."""
    parts = []
    try:
        displays = _items(step, "display")[:MOST_ROWS]
    except Error:  # it is more than there is room for
        return ""
    for display in displays:
        form = display.html if display.html is not None else display.svg
        if form is not None:
            parts.append(_frame(form, display.svg is not None and display.html is None))
        elif display.png is not None or display.jpeg is not None:
            kind, data = ("png", display.png) if display.png is not None else ("jpeg", display.jpeg)
            parts.append(f'<div><img src="data:image/{kind};base64,{base64.b64encode(data or b"").decode()}" style="max-width:100%"></div>')
        elif not display.is_result:
            text = display.markdown or display.latex or display.text or ""
            parts.append(f'<pre style="{_PRE}">{_text(_cut(text, MOST_CHARACTERS))}</pre>')
    return "".join(parts)


def _frame(form: str, picture: bool) -> str:
    if picture:  # (an image's SVG runs no scripts and loads nothing)
        data = base64.b64encode(form.encode("utf-8", "replace")).decode()
        return f'<div><img src="data:image/svg+xml;base64,{data}" style="max-width:100%"></div>'
    rule = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    page = f'<meta http-equiv="Content-Security-Policy" content="{rule}">{form}'
    lines = min(24, 3 + form.count("<tr") * 2 + form.count("<p") * 2 + form.count("\n"))
    return f'<iframe sandbox srcdoc="{_text(page)}" style="width:100%;height:{lines * 14}px;border:0"></iframe>'


def _box(parts: Iterable[str]) -> str:
    return '<div class="fermata" style="border-left:3px solid #999;padding:2px 10px">' + "".join(parts) + "</div>"


def _heading(status: str, summary: str) -> str:
    colour = _COLOURS.get(status, "#444")
    return f'<div><b style="color:{colour}">{_text(status)}</b> {_text(summary)}</div>'


def _summary(step: Any, status: str) -> str:
    if status == "paused":
        pending = _items(step, "calls_pending")
        return "waits for " + ", ".join(_call_name(call) for call in pending) if pending else ""
    if status == "exhausted":
        return f"limit: {getattr(step, 'limit', '')}"
    if status == "crashed":
        last = getattr(step, "last_call", None)
        return f"{getattr(step, 'reason', '')}" + (f", after {_call_name(last)}" if last is not None else "")
    return ""


def _call_name(call: Any) -> str:
    return "a timer" if getattr(call, "kind", "") == "timer" else f"{getattr(call, 'function', '')}()"


def _call(call: Any, source: str) -> str:
    rows = [(f"[{i}]", shown(value)) for i, value in enumerate(getattr(call, "args", ()) or ())]
    rows += [(f"{name}=", shown(value)) for name, value in dict(getattr(call, "kwargs", {}) or {}).items()]
    name = _call_name(call)
    due = getattr(call, "due", None)
    if due is not None:
        name += f", due at {due}"
    return f"<div>{_text(name)}</div>" + _source(source, getattr(call, "line", 0) or 0) + _table(rows)


def _source(source: str, line: int) -> str:
    lines = source.splitlines()
    first = max(0, line - 1 - CONTEXT_LINES)
    last = min(len(lines), line + CONTEXT_LINES) if line else 0
    shown = []
    for number in range(first + 1, last + 1):
        text = f"{number:>4}  {_text(_cut(lines[number - 1], 300))}"
        shown.append(f'<span class="fermata-pending" style="{_MARK}">{text}</span>' if number == line else text)
    return f'<pre style="{_PRE}">' + "\n".join(shown) + "</pre>" if shown else ""


def _stack(frames: list[Any]) -> str:
    """The innermost frame is open, those around it are folded."""
    parts = []
    for i, frame in enumerate(reversed(frames[-MOST_ROWS:])):
        title = f"{getattr(frame, 'function', '')} in {getattr(frame, 'file', '')}, line {getattr(frame, 'line', '')}"
        rows = [(str(name), str(value)) for name, value in _mapping(frame, "locals").items()]
        opened = " open" if i == 0 else ""
        parts.append(f"<details{opened}><summary>{_text(title)}</summary>{_table(rows) or '<i>no locals</i>'}</details>")
    return "".join(parts)


def _ending(step: Any, status: str) -> str:
    if status == "done":
        return _labelled("value", shown(getattr(step, "value", None)))
    error = getattr(step, "error", None)
    if error is None:
        return ""
    text = getattr(error, "traceback", "") or f"{getattr(error, 'type', type(error).__name__)}: {getattr(error, 'message', error)}"
    return _labelled("error", str(text))


def _output(shown: Any) -> list[str]:
    return [_labelled(name, text) for name in ("stdout", "stderr") for text in [getattr(shown, name, "") or ""] if text]


def _answered(calls: list[Any]) -> str:
    if not calls:
        return ""
    rows = []
    for record in calls[-MOST_ROWS:]:
        error = getattr(record, "exception", None)
        answer = f"raised {shown(error)}" if error is not None else shown(getattr(record, "value", None))
        called = call_shown(getattr(record, "function", ""), getattr(record, "args", ()) or (), _mapping(record, "kwargs"))
        rows.append((called, answer))
    return f"<details><summary>{len(calls)} answered call{'s' if len(calls) != 1 else ''}</summary>{_table(rows)}</details>"


def _labelled(label: str, text: str) -> str:
    return f'<div>{_text(label)}</div><pre style="{_PRE}">{_text(_cut(text, MOST_CHARACTERS))}</pre>'


def _table(rows: list[tuple[str, str]]) -> str:
    if not rows:
        return ""
    cells = [
        f'<tr><th style="{_CELL}">{_text(_cut(name, 300))}</th><td style="{_CELL}">{_text(_cut(value, 1000))}</td></tr>'
        for name, value in rows[:MOST_ROWS]
    ]
    if len(rows) > MOST_ROWS:
        cells.append(f'<tr><td style="{_CELL}" colspan="2">and {len(rows) - MOST_ROWS} more</td></tr>')
    return "<table>" + "".join(cells) + "</table>"


# --- texts ---


def _items(shown: Any, name: str) -> list[Any]:
    value = getattr(shown, name, None)
    return list(value) if value is not None else []


def _mapping(shown: Any, name: str) -> Mapping[str, Any]:
    value = getattr(shown, name, None)
    return value if isinstance(value, Mapping) else {}


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _text(text: str) -> str:
    # Lone surrogates can't be sent to a browser.
    return html.escape(str(text), quote=True).encode("utf-8", "replace").decode()
