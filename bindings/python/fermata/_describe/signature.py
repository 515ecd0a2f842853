"""A Signature: what is known about a host function before it is called, its parameters, their types and texts.

Types are kept as Python has them (`int`, `list[str]`, `Optional[Order]`).
"""

from __future__ import annotations

import dataclasses
import inspect
import typing
from collections.abc import Callable
from typing import Any

from .docstrings import parse_docstring

Kind = inspect._ParameterKind
POSITIONAL_ONLY = inspect.Parameter.POSITIONAL_ONLY
POSITIONAL_OR_KEYWORD = inspect.Parameter.POSITIONAL_OR_KEYWORD
VAR_POSITIONAL = inspect.Parameter.VAR_POSITIONAL
KEYWORD_ONLY = inspect.Parameter.KEYWORD_ONLY
VAR_KEYWORD = inspect.Parameter.VAR_KEYWORD


class Missing:
    """The type of MISSING: no annotation, no default."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = Missing()


class Unresolved:
    """Base of the stand-ins for types of which only the name is known. The stand-in's `__name__` is that name."""


@dataclasses.dataclass(frozen=True)
class SourceText:
    """A default of which only the source text is known."""

    text: str


@dataclasses.dataclass
class Parameter:
    name: str
    kind: Kind = POSITIONAL_OR_KEYWORD
    annotation: Any = MISSING
    default: Any = MISSING
    description: str = ""

    @property
    def required(self) -> bool:
        return self.default is MISSING and self.kind not in (VAR_POSITIONAL, VAR_KEYWORD)


@dataclasses.dataclass
class Signature:
    """`parameters` is None when nothing is known about them. `doc` is the docstring as written (cleaned of its indentation);
    `description` is its text without the sections of parameters and results."""

    name: str
    parameters: list[Parameter] | None = None
    returns: Any = MISSING
    doc: str = ""
    description: str = ""
    returns_description: str = ""
    is_async: bool = False
    function: Callable[..., Any] | None = None
    #: Classes that the stub text defined along with the function.
    classes: list[type] = dataclasses.field(default_factory=list)

    def set_doc(self, text: str | None) -> None:
        """Takes the texts of parameters over, too, where they have none yet."""
        self.doc = inspect.cleandoc(text) if text else ""
        parsed = parse_docstring(self.doc)
        self.description, self.returns_description = parsed.description, parsed.returns
        for parameter in self.parameters or []:
            parameter.description = parameter.description or parsed.parameters.get(parameter.name, "")


def split_description(annotation: Any) -> tuple[Any, str]:
    """Takes the text out of Annotated[T, "text"]; also of what has `.description` or `.documentation` (pydantic's Field, Doc)."""
    if typing.get_origin(annotation) is not typing.Annotated:
        return annotation, ""
    inner, *extras = typing.get_args(annotation)
    for extra in extras:
        text = extra if isinstance(extra, str) else getattr(extra, "description", None) or getattr(extra, "documentation", None)
        if isinstance(text, str):
            # Kept for the constraints that Field(ge=0) has; a mere text isn't needed any more.
            return (inner if all(isinstance(e, str) or type(e).__name__ == "Doc" for e in extras) else annotation), text
    return annotation, ""
