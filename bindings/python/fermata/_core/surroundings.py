"""What a host grants of the world besides functions: time and randomness, files, standard input, an environment."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Optional, Union

from fermata._errors import UsageError, listed

from .mounts import Mount, natives
from .packages import Package, package_mounts

if TYPE_CHECKING:
    import datetime


class SteppingClock(NamedTuple):
    """A clock that advances by `step` each time it is read, by default a millisecond. The first reading is the session's own, at its
    beginning, and gives `start`; a program sees the next ones. Without a time zone `start` is in UTC."""

    start: datetime.datetime
    step: datetime.timedelta | None = None


#: "system", the machine's time; a time at which the clock stands still (in UTC when it has no time zone); a SteppingClock;
#: or a function that gives the time, a datetime or seconds since 1970, whenever the program looks.
Clock = Union[str, "datetime.datetime", SteppingClock, Callable[[], Union["datetime.datetime", float]]]
#: Gives that many random bytes.
Entropy = Callable[[int], bytes]
#: What files hold, by their paths: text, bytes, or a file of the host's, which is read at once.
Files = Mapping[Union[str, "os.PathLike[str]"], Union[str, bytes, Path]]


class Surroundings(NamedTuple):
    """As the engine takes them. `clock` is None for the machine's, (start, step) in seconds, or a function that gives seconds."""

    seed: Optional[int]
    clock: Union[None, tuple[float, float], Callable[[], float]]
    zone: Optional[str]
    entropy: Optional[Entropy]
    files: Sequence[tuple[str, bytes]] = ()
    stdin: Optional[bytes] = None
    environ: Sequence[tuple[str, str]] = ()
    argv: Sequence[str] = ()
    mounts: Sequence[tuple[str, int, int, object]] = ()


def surroundings(
    seed: int | None,
    clock: Clock,
    zone: str | None,
    entropy: Entropy | None,
    files: Files | None = None,
    stdin: str | bytes | None = None,
    environ: Mapping[str, str] | None = None,
    argv: Iterable[str] = (),
    mounts: Iterable[Mount] = (),
    packages: Iterable[Package] = (),
) -> Surroundings:
    if zone is not None and not isinstance(zone, str):
        raise UsageError(f"zone must be the name of a time zone, not {zone!r}")
    if entropy is not None and not callable(entropy):
        raise UsageError(f"entropy must be a function that gives as many bytes as it is asked for, not {entropy!r}")
    if stdin is not None and not isinstance(stdin, (str, bytes)):
        raise UsageError(f"stdin must be text or bytes, not {stdin!r}")
    variables = [] if environ is None else list(environ.items())
    for name, value in variables:
        if not isinstance(name, str) or not isinstance(value, str):
            raise UsageError(f"environ must map names to texts, not {name!r} to {value!r}")
    return Surroundings(
        seed,
        _clock(clock),
        zone,
        entropy,
        [] if files is None else [(_path(path), _data(path, content)) for path, content in files.items()],
        stdin.encode() if isinstance(stdin, str) else stdin,
        variables,
        listed(argv, "argv"),
        natives([*mounts, *package_mounts(packages)]),
    )


def _path(path: str | os.PathLike[str]) -> str:
    text = os.fspath(path) if isinstance(path, (str, os.PathLike)) else path
    if not isinstance(text, str):
        raise UsageError(f"files must be given by paths that are text, not {path!r}")
    return text


def _data(path: str | os.PathLike[str], content: str | bytes | Path) -> bytes:
    if isinstance(content, str):
        return content.encode()
    if isinstance(content, Path):
        return content.read_bytes()
    if not isinstance(content, (bytes, bytearray, memoryview)):
        raise UsageError(f"the file {path!r} must be text, bytes or a Path, not {type(content).__name__}")
    return bytes(content)


def _clock(clock: Clock) -> tuple[float, float] | Callable[[], float] | None:
    if isinstance(clock, str):
        if clock != "system":
            raise UsageError(f"clock must be 'system', a datetime, a SteppingClock or a function, not {clock!r}")
        return None
    import datetime  # (late: most sessions need none)

    if isinstance(clock, datetime.datetime):
        return _seconds(clock), 0.0
    if isinstance(clock, SteppingClock):
        if clock.step is not None and not isinstance(clock.step, datetime.timedelta):
            raise UsageError(f"a SteppingClock's step must be a timedelta, not {clock.step!r}")
        step = 0.001 if clock.step is None else clock.step.total_seconds()
        if step < 0:
            raise UsageError("a clock can't go back: its step is negative")
        return _seconds(clock.start), step
    if not callable(clock):
        raise UsageError(f"clock must be 'system', a datetime, a SteppingClock or a function, not {clock!r}")
    ask = clock

    def read() -> float:
        return _seconds(ask())

    return read


def _seconds(time: datetime.datetime | float) -> float:
    import datetime

    if isinstance(time, datetime.datetime):
        return (time if time.tzinfo is not None else time.replace(tzinfo=datetime.timezone.utc)).timestamp()
    try:
        seconds = float(time) if isinstance(time, (int, float)) and not isinstance(time, bool) else math.nan
    except OverflowError:
        seconds = math.inf
    if not math.isfinite(seconds):
        raise UsageError(
            f"a clock must give a datetime or seconds since 1970, not {'so large an int' if type(time) is int else repr(time)}"
        )
    return seconds
