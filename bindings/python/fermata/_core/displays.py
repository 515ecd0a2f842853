"""Display: what a program showed, in all its forms; and what the value of a last expression looks like."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

from fermata import _native
from fermata._values import Instance, shown

_RESULT = "x-fermata/result"
_LONGEST_TEXT = 100_000
_TEXTS = ("application/json", "image/svg+xml")


class Display:
    """One thing that a program showed, by display() or as its last expression. `forms` are by MIME types: str, and bytes for pictures
    other than SVG. `is_result` says that it is the program's result. All of it comes from the program's code: show its HTML and SVG only
    where scripts don't run, or what they could reach doesn't matter."""

    __slots__ = ("forms", "is_result")

    def __init__(self, forms: Mapping[str, str | bytes], is_result: bool = False) -> None:
        self.forms: dict[str, str | bytes] = dict(forms)
        self.is_result: bool = is_result

    def _str(self, kind: str) -> str | None:
        form = self.forms.get(kind)
        return form if isinstance(form, str) else None

    def _bytes(self, kind: str) -> bytes | None:
        form = self.forms.get(kind)
        return form if isinstance(form, bytes) else None

    @property
    def text(self) -> str | None:
        """Plain text, as repr() gives it."""
        return self._str("text/plain")

    @property
    def html(self) -> str | None:
        """HTML."""
        return self._str("text/html")

    @property
    def markdown(self) -> str | None:
        """Markdown."""
        return self._str("text/markdown")

    @property
    def latex(self) -> str | None:
        """LaTeX."""
        return self._str("text/latex")

    @property
    def svg(self) -> str | None:
        """A picture as SVG."""
        return self._str("image/svg+xml")

    @property
    def png(self) -> bytes | None:
        """A picture as PNG."""
        return self._bytes("image/png")

    @property
    def jpeg(self) -> bytes | None:
        """A picture as JPEG."""
        return self._bytes("image/jpeg")

    @property
    def json(self) -> Any:
        """The value of its JSON; None if it has none, or none that can be read."""
        import json  # (late: not all who import the package need it)

        text = self._str("application/json")
        try:
            return None if text is None else json.loads(text)
        except (ValueError, RecursionError):
            return None

    def to_dict(self) -> dict[str, Any]:
        """The forms as Jupyter has them: pictures in base64, JSON as values."""
        import json

        told: dict[str, Any] = {}
        for kind, form in self.forms.items():
            if isinstance(form, bytes):
                told[kind] = base64.b64encode(form).decode()
            elif _is_json(kind):
                try:
                    told[kind] = json.loads(form)
                except (ValueError, RecursionError):
                    told[kind] = form
            else:
                told[kind] = form
        return told

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return self.to_dict()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Display) and (self.forms, self.is_result) == (other.forms, other.is_result)

    def __reduce__(self) -> tuple[Any, ...]:
        return Display, (self.forms, self.is_result)

    def __repr__(self) -> str:
        return f"<Display {', '.join(self.forms)}>"


def displays_of(native: _native.Session) -> list[Display]:
    """What the session has shown since its start or the last feed."""
    return [_display(forms) for forms in native.displayed()]


def with_result(displays: list[Display], value: Any, tables: bool = True) -> list[Display]:
    """With the value of a program that has ended, if that didn't show itself; as a table, where it is one."""
    if value is None or any(display.is_result for display in displays):
        return displays
    text = value.repr if isinstance(value, Instance) else shown(value)
    rich: dict[str, str | bytes] = {}
    if tables and isinstance(value, (list, tuple)):
        from .tables import table_forms

        rich = table_forms(value)
    return [*displays, Display({"text/plain": text[:_LONGEST_TEXT], **rich}, is_result=True)]


def _display(forms: dict[str, bytes]) -> Display:
    return Display({kind: _form(kind, data) for kind, data in forms.items() if kind != _RESULT}, _RESULT in forms)


def _form(kind: str, data: bytes) -> str | bytes:
    if kind.startswith("text/") or kind in _TEXTS or kind.endswith("+json"):
        return data.decode("utf-8", "replace")
    try:
        return data if kind.startswith(("image/", "audio/", "video/")) else data.decode("utf-8")
    except UnicodeDecodeError:
        return data


def _is_json(kind: str) -> bool:
    return kind == "application/json" or kind.endswith("+json")
