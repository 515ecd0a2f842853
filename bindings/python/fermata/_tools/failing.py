"""What a tool raised, as whoever looks after it wants to know it."""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from typing import Literal

from fermata._errors import AnswersLater, HoldCall
from fermata._values import OtherClassError


class ToolTimeout(Exception):
    """A tool was cancelled: it took too long. It may have acted."""


class Final(Exception):
    """A call isn't made: its arguments don't fit. Neither another attempt nor a person will mend that: `error` is
    raised in the program."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def failure(raised: BaseException) -> tuple[Literal["error", "timeout", "hold", "misfit", "final", "later"], BaseException, str]:
    """What the engine should make of it, the exception that is meant, and its traceback as a text, from the tool's own code on. A "misfit"
    is held if people have approved it, since the classes have changed since then; else it's the program's, which made the value."""
    if isinstance(raised, Final):
        return "final", raised.error, ""
    if isinstance(raised, AnswersLater):
        return "later", raised, ""
    kind: Literal["error", "timeout", "hold", "misfit"] = "error"
    if isinstance(raised, HoldCall):
        kind = "hold"
    elif isinstance(raised, OtherClassError):
        kind = "misfit"
    elif isinstance(raised, ToolTimeout):
        kind = "timeout"
    frames = raised.__traceback__
    while frames is not None and frames.tb_frame.f_globals.get("__name__", "").partition(".")[0] in ("fermata", "fermata_tools_host"):
        frames = frames.tb_next
    return kind, raised, "".join(traceback.format_exception(type(raised), raised, frames))


def final_names(final: Iterable[type[BaseException] | str]) -> set[str]:
    """Of exceptions, as the engine calls them; those of classes that are derived from these, too."""
    names: set[str] = set()
    classes = [one for one in final if not isinstance(one, str)]
    names.update(one for one in final if isinstance(one, str))
    while classes:
        cls = classes.pop()
        names |= {cls.__name__, f"{cls.__module__}.{cls.__name__}"}
        classes += cls.__subclasses__()
    return names
