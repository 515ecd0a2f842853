"""The exceptions of the package. All of them are fermata.Error."""

from __future__ import annotations

import builtins
import sys
import traceback as tracebacks
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from .frames import Frame, Row, frames_of, place_of

ErrorFields = tuple[str, str, str, tuple[Any, ...], str, list[Row], str, list[str], bool, dict[str, Any], list[Any]]


class Finding(NamedTuple):
    """Something wrong with a program, found before it runs; or while it ran, when it is one of `warnings`.

    `kind` is "syntax", "unknown-name", "unknown-import", "arguments" (of a call of a host function) or "warning" (legal, but surely not
    meant: the program runs); `type` is the class of the exception or warning that it is or would be, `message` its text. Lines and columns
    count from 1, columns in characters; the end is past the last one. `text` is what Python would print: file, line, carets.
    """

    kind: str
    type: str
    message: str
    line: int
    column: int
    end_line: int
    end_column: int
    text: str

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.type + ': ' if self.type else ''}{self.message}"


class Error(Exception):
    """The base of what this package raises. `frames`, outermost first, says where the program stood when an exception left it or a
    limit stopped it (the innermost 1000)."""

    frames: list[Frame]

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.frames = []

    def display(self, format: Literal["traceback", "message", "full"] = "traceback") -> str:
        """The error as a text, without a line end. "message" fits a line of a log. "traceback" is what python3 would print, of the
        program alone, fit for a model to read. "full" is for the host's own eyes: with a host function's traceback, if it raised,
        or with the program's variables, if a limit stopped it."""
        if format == "message":
            return self._message()
        if format == "traceback":
            return self._traceback()
        if format == "full":
            return self._full()
        raise UsageError(f"an error is displayed as 'traceback', 'message' or 'full', not {format!r}")

    def _message(self) -> str:
        return str(self)

    def _traceback(self) -> str:
        return str(self)

    def _full(self) -> str:
        text = self._traceback()
        if self.__cause__ is None:
            return text
        return text + "\n\nIn the host:\n" + "".join(tracebacks.format_exception(self.__cause__)).rstrip()


class UsageError(Error, ValueError):
    """A call that the host should not have made, or one with a value that contains itself or is nested too deeply; it changed
    nothing."""


class Unanswered(UsageError):
    """A call that the host couldn't answer through a mistake of its own: the session still waits for it."""


def listed(names: Iterable[str], what: str) -> tuple[str, ...]:
    """Names that a host lists. Raises UsageError for anything else; a str would be taken for its letters."""
    if isinstance(names, str) or not isinstance(names, Iterable):
        raise UsageError(f"{what} must be a list of names, not {names!r}")
    found = tuple(names)
    for name in found:
        if not isinstance(name, str):
            raise UsageError(f"{what} must be a list of names: {name!r} isn't one")
    return found


class SyntaxError(Error):  # noqa: A001  (the package's names exist beside Python's, and don't replace them)
    """The program can't be compiled. `findings`, a list of Finding, says where."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__(findings[0].text if findings else "the program can't be compiled")
        self.findings = findings

    def _message(self) -> str:
        first = self.findings[0] if self.findings else None
        return f"{first.type}: {first.message} (line {first.line})" if first else str(self)

    def _traceback(self) -> str:
        return "".join(finding.text if finding.text.endswith("\n") else finding.text + "\n" for finding in self.findings).rstrip() or str(
            self
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return SyntaxError, (self.findings,)


class RuntimeError(Error):  # noqa: A001
    """An exception left the program.

    `type` is its class's name, `message` what str() gives, `hint` what Python adds ("Did you mean: 'total'?") or empty, `traceback` what
    Python would print, `arguments` its args, in which what can't cross is an Instance, `notes` those that were added to it, `module` the
    class's module ("builtins", "json.decoder") if it isn't the program's own, `exceptions` those that are in a group. If nobody catches it,
    Python prints the program's traceback too.
    """

    def __init__(
        self,
        type: str,
        message: str,
        traceback: str,
        args: tuple[Any, ...] = (),
        hint: str = "",
        frames: Iterable[Frame] = (),
        module: str = "",
        notes: Iterable[str] = (),
        cls: builtins.type[BaseException] | None = None,
        attributes: Mapping[str, Any] = MappingProxyType({}),
        exceptions: Iterable[RuntimeError] = (),
    ) -> None:
        self.type = type
        self.message = message
        self.traceback = traceback
        self.arguments = args
        self.hint = hint
        self.module = module
        self.notes: tuple[str, ...] = tuple(notes)
        self._cls = cls  # one of the session's types
        self._attributes = dict(attributes)
        self.exceptions: tuple[RuntimeError, ...] = tuple(exceptions)
        super().__init__(". ".join(filter(None, [f"{type}: {message}" if message else type, hint])) + place_of(known := list(frames)))
        self.frames = known
        if traceback:
            self.add_note("In the program:\n" + traceback.rstrip())

    def _traceback(self) -> str:
        return self.traceback.rstrip()

    def __reduce__(self) -> tuple[Any, ...]:
        known = self._cls and getattr(sys.modules.get(self._cls.__module__), self._cls.__qualname__, None) is self._cls
        told = (self.type, self.message, self.traceback, self.arguments, self.hint, self.frames, self.module, self.notes)
        return RuntimeError, (*told, self._cls if known else None, self._attributes, self.exceptions)

    @property
    def exception(self) -> BaseException | None:
        """The same as an exception of Python's, with its notes, when its class is a builtin one that takes the arguments, one of the
        standard library, or one of `types`, which gets the attributes, too; else None. A group has those of its exceptions, and what of
        them is None as it is."""
        cls = self._cls or getattr(_module(self.module), self.type, None)
        if not (isinstance(cls, builtins.type) and issubclass(cls, BaseException)):
            return None
        arguments = self.arguments or ((self.message,) if self.message else ())
        if issubclass(cls, BaseExceptionGroup):
            arguments = (*arguments[:1], [one.exception or one for one in self.exceptions])
        try:
            made = cls(*arguments)
        except TypeError:
            if self.module == "builtins":  # arguments that could not cross are missing
                return None
            made = cls.__new__(cls, *arguments)  # they are what its __init__ made from others
        except Exception:  # the host's class looks at them
            return None
        for name, value in self._attributes.items():
            if name in ("filename", "filename2") and isinstance(made, OSError):
                setattr(made, name, value)
            elif not hasattr(cls, name):  # what the class itself has an opinion on is its own
                vars(made)[name] = value
        for note in self.notes:
            made.add_note(note)
        return made


def error_of(fields: ErrorFields, exceptions: Mapping[str, builtins.type[BaseException]]) -> RuntimeError:
    """What native/errors.cpp tells, as an exception; `exceptions` are those of the session's types."""
    type, message, traceback, args, hint, rows, module, notes, declared, attributes, within = fields
    cls = exceptions.get(type) if declared else None
    parts = [error_of(one, exceptions) for one in within]
    return RuntimeError(type, message, traceback, args, hint, frames_of(rows), module, notes, cls, attributes, parts)


def _module(name: str) -> Any:
    """The standard library's of that name; None when this Python has none, or there is no name."""
    if not name:
        return None
    import importlib

    try:
        return importlib.import_module(name)
    except ImportError:
        return None


class JailError(Error):
    """There is no jail to be had, and why: fermata-jail isn't found, the system has no seccomp filters, a wall that was required doesn't
    stand, no process became free in time. Or the process crashed when it was asked for something other than to go on: the session's step
    is then Crashed."""


class StateError(Error):
    """Bytes that aren't a session's state, a state that doesn't fit the host's code of today, or a session that can't be written down
    ("not savable"). `kind` is one of a few: "truncated", "bad reference", "unsupported version", "not granted", "changed type", "changed
    function", …; of sealed states "sealed" (no sealer was given), "not sealed", "foreign key", "replayed" and "tampered".
    """

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind

    def __reduce__(self) -> tuple[Any, ...]:
        return StateError, (str(self), self.kind)
