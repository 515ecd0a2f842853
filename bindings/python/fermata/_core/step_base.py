"""What the kinds of steps share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Literal, overload

from fermata import _native
from fermata._errors import Error, Frame, UsageError, frames_of
from fermata._values import int_text, shown, written_out

from .calls import CallRecord, Spent
from .displays import Display, displays_of
from .sealing import Bound, Sealer, sealing

if TYPE_CHECKING:
    from .session import Session


class StepBase:
    """What the kinds of steps share: a session at one of its stops; `status` says at which.

    When `session` goes on, for example by `resume()`, a new step says where it stands then. What this one has printed and spent can still
    be read (until the next feed); going on, saving or looking into the program from it raises UsageError.
    """

    __slots__ = ("session", "_native", "_stop")
    status: ClassVar[str]

    def __init__(self, session: Session) -> None:
        self.session: Session = session
        self._native = session._native
        self._stop = self._native.stop

    @property
    def stdout(self) -> str:
        """All that was printed up to here, since the start or the last feed."""
        return self._native.output(1, self._stop)

    @property
    def stderr(self) -> str:
        """The same for what went to sys.stderr."""
        return self._native.output(2, self._stop)

    @property
    def spent(self) -> Spent:
        """What had been used up to here."""
        return Spent(*self._native.spent(self._stop))

    @property
    def files(self) -> dict[str, bytes]:
        """The files that the program has made, or changed since it was given them, by their paths: without folders, links and devices. A
        name that isn't UTF-8 is as os.fsdecode() gives it. Raises UsageError when names of one file make them more than the heap limit."""
        return self._open().files()

    @property
    def display(self) -> list[Display]:
        """What the program has shown since its start or the last feed: what it gave to display(), in its order, and, when it has ended, its
        value. Raises UsageError when one text that was shown many times makes it more than the heap limit."""
        return self._displays()

    def _displays(self) -> list[Display]:
        """Those that the program made itself."""
        return displays_of(self._open())

    @property
    def calls(self) -> list[CallRecord]:
        """The calls answered by host functions up to here, since the program's start or the session was loaded: the last of them, at most
        10,000 whose arguments and values take up to 64 MiB. `spent.host_calls` counts all."""
        return [
            CallRecord(name, args, kwargs or {}, line, value, raised, id)
            for name, args, kwargs, line, value, raised, id in self._native.answered(self._stop)
        ]

    @property
    def value(self) -> Any:
        """What the program gave. If it gave nothing, the matching fermata.Error is raised."""
        raise NotImplementedError

    @property
    def current(self) -> bool:
        """Whether the session still stands here, and wasn't closed."""
        return self._native.stop == self._stop and not self._native.closed

    def _open(self) -> _native.Session:
        if self._native.stop != self._stop:
            raise UsageError("the session has gone on since this step: use the newer one")
        return self._native

    def _free(self) -> _native.Session:
        """The session, to go on with."""
        self.session._not_driven()
        return self._open()

    @overload
    def save(self, encoding: Literal["msgpack"] = "msgpack", *, sealer: Sealer | None = None, bound: Bound | None = None) -> bytes:
        ...

    @overload
    def save(self, encoding: Literal["json"], *, sealer: None = None, bound: None = None) -> str:
        ...

    @overload
    def save(self, encoding: Literal["json"], *, sealer: Sealer, bound: Bound | None = None) -> bytes:
        ...

    def save(self, encoding: str = "msgpack", *, sealer: Sealer | None = None, bound: Bound | None = None) -> bytes | str:
        """The whole session, for fermata.load(): bytes ("msgpack", compact) or a str ("json", to be read by people too). With a `sealer`
        it is encrypted, bytes in either encoding, and is opened with the same `bound` alone: see Sealer."""
        if encoding not in ("msgpack", "json"):
            raise UsageError(f"a state is saved as 'msgpack' or 'json', not {encoding!r}")
        state: bytes | str = self._open().save(encoding == "json", *sealing(sealer, bound))
        return state

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is the same session once more, from its saved state: without host functions, as fermata.load(state) gives it."""
        if self._native.closed:
            raise UsageError("the session was closed, as run() in a pool does at its end: to_dict() has what is known of it")
        return self.session._copied(self.save())

    @property
    def stack(self) -> list[Frame]:
        """The program's functions where they stand, outermost first. Of a program that waits in `await` the frames of the task by which
        the first pending call is awaited are the end of it; that task is among `tasks`, too."""
        return frames_of(self._open().view()[0])

    @property
    def tasks(self) -> dict[str, list[Frame]]:
        """The stacks of the waiting asyncio tasks, by name, in the order in which they were made."""
        return {name: frames_of(stack) for name, stack in self._open().view()[3]}

    @property
    def globals(self) -> dict[str, str]:
        """The program's global variables, shown by repr()."""
        return dict(self._open().view()[1])

    @property
    def sources(self) -> dict[str, str]:
        """The source texts of `stack` and of pending calls, by file name."""
        return dict(self._open().view()[2])

    def to_dict(self) -> dict[str, Any]:
        """What there is to say about it, as plain values: status, output, what was spent, and what the kind of step adds."""
        return {"status": self.status, "stdout": self.stdout, "stderr": self.stderr, "spent": self.spent._asdict(), **self._details()}

    def to_json(self, **options: Any) -> str:
        """to_dict() as JSON; what JSON can't express, keys of dicts included, is given by str(), and ints of
        more digits than Python writes, by hex(). `options` are those of json.dumps()."""
        import json

        told = self.to_dict()
        if written_out(told) > _MOST_IN_JSON:
            raise Error("as JSON it would be too long: parts of it appear in so many places")
        options = {"default": _text_of, **options}
        return json.dumps(_with_names(told), **options)

    def _details(self) -> dict[str, Any]:
        return {}

    def __rich_repr__(self) -> Iterator[Any]:
        yield from self._rich_parts()
        yield "stdout", self.stdout, ""
        yield "stderr", self.stderr, ""
        yield "steps", self.spent.steps

    def _rich_parts(self) -> Iterator[Any]:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        from .html import render_step_html

        return render_step_html(self)


_MOST_IN_JSON = 10_000_000  # values


def _text_of(value: Any) -> str:
    try:
        return str(value)
    except Exception:
        return shown(value)


def _with_names(value: Any) -> Any:
    """With keys that JSON can have, and long ints as text."""
    if isinstance(value, dict):
        return {_name_of(key): _with_names(item) for key, item in value.items()}
    if isinstance(value, int):
        return _number_of(value)
    return [_with_names(item) for item in value] if type(value) in (list, tuple) else value


def _name_of(key: Any) -> Any:
    if isinstance(key, int):
        return _number_of(key)
    return key if isinstance(key, (str, float, type(None))) else _text_of(key)


def _number_of(value: int) -> int | str:
    text = int_text(value) if value.bit_length() > 2_000 else ""  # (that few digits can always be written)
    return text if text.startswith(("0x", "-0x")) else value
