"""States of programs that wait for a client of the MCP server: kept in memory or in a folder, named by ids that can't be guessed.

A state can be taken only once: whoever resumes it has it alone, so that a call can't be approved twice. When there are too many, the oldest
are dropped.
"""

from __future__ import annotations

import collections
import contextlib
import logging
import os
import re
import secrets
import threading
from collections.abc import Iterator
from typing import Protocol

logger = logging.getLogger("fermata.mcp")
_ID = re.compile(r"[A-Za-z0-9_-]{32}")
_SUFFIX = ".msgpack"


class StateTooLarge(Exception):
    """A state is larger than the store allows."""


class States(Protocol):
    """Where states wait."""

    def put(self, state: bytes, key: str | None = None) -> str:
        """Keeps a state and gives its id: a new one, or `key`, when it was taken and wasn't used. Raises StateTooLarge."""

    def take(self, key: str) -> bytes | None:
        """The state of that id, which is then no longer here; None when there is none."""


def new_id() -> str:
    """192 random bits, in letters that are safe in names of files."""
    return secrets.token_urlsafe(24)


class StatesInMemory:
    """States of this process, at most `number` of them and `size` bytes each."""

    def __init__(self, number: int, size: int) -> None:
        self.number = number
        self.size = size
        self._lock = threading.Lock()
        self._states: collections.OrderedDict[str, bytes] = collections.OrderedDict()

    def put(self, state: bytes, key: str | None = None) -> str:
        _check(state, self.size)
        key = key or new_id()
        with self._lock:
            self._states[key] = state
            while len(self._states) > self.number:
                self._states.popitem(last=False)
                logger.warning("more than %d states wait: the oldest was dropped", self.number)
        return key

    def take(self, key: str) -> bytes | None:
        with self._lock:
            return self._states.pop(key, None)


class StatesInFolder:
    """States as files of a folder, each readable by its owner only; several servers may share it."""

    def __init__(self, folder: str, number: int, size: int) -> None:
        self.folder = folder
        self.number = number
        self.size = size
        os.makedirs(folder, mode=0o700, exist_ok=True)

    def put(self, state: bytes, key: str | None = None) -> str:
        _check(state, self.size)
        key = key or new_id()
        unfinished = os.path.join(self.folder, key + ".part")
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(state)
            file.flush()
            os.fsync(file.fileno())
        os.rename(unfinished, self._path(key))
        self._drop_oldest()
        return key

    def take(self, key: str) -> bytes | None:
        if not _ID.fullmatch(key):  # also what would lead out of the folder
            return None
        mine = os.path.join(self.folder, new_id() + ".taken")
        try:
            os.rename(self._path(key), mine)  # only one can
        except FileNotFoundError:
            return None
        try:
            if os.path.getsize(mine) > self.size:
                return None
            with open(mine, "rb") as file:
                return file.read()
        finally:
            os.unlink(mine)

    def _path(self, key: str) -> str:
        return os.path.join(self.folder, key + _SUFFIX)

    def _drop_oldest(self) -> None:
        files = sorted(self._files())
        for _, path in files[: max(0, len(files) - self.number)]:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(path)
                logger.warning("more than %d states wait: the oldest was dropped", self.number)

    def _files(self) -> Iterator[tuple[int, str]]:
        with os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(_SUFFIX):
                    with contextlib.suppress(FileNotFoundError):
                        yield entry.stat().st_mtime_ns, entry.path


def _check(state: bytes, size: int) -> None:
    if len(state) > size:
        raise StateTooLarge(f"the program's state has {len(state)} bytes, and {size} are kept at most")
