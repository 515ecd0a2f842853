"""Sealer: saved states encrypted and bound to their place."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, TypeAlias

from fermata import _native
from fermata._errors import UsageError

# What a sealed state belongs to: names and values.
Bound: TypeAlias = Mapping[str, str | int | bytes]


class Sealer:
    """Keys that states are sealed with: encrypted (libsodium's XChaCha20-Poly1305), so that who keeps them can't read or change them.

    `keys` are ids and keys, 32 random bytes each (`secrets.token_bytes(32)`), as a mapping or as pairs; the first seals, all of them open.
    An id has up to 64 of the characters A-Z a-z 0-9 . _ - and isn't secret: sealed states show it. To change keys put a new one in front.
    When nothing is sealed with the old one any more, or nothing may be, leave it out.

    `bound` is what a state belongs to, such as {"tenant": "acme", "run": "r-17", "seq": 3}: values are str, int (64 bits) or bytes. Whoever
    opens the state must say the same; so an old state, or another run's, doesn't pass for this one's. It isn't in the sealed bytes.

        sealer = fermata.Sealer.from_file("/etc/agent/seal-keys")
        sealed = step.save(sealer=sealer, bound={"run": run, "seq": 3})
        step = fermata.load(sealed, sealer=sealer, bound={"run": run, "seq": 3})

    The keys are copied into memory that isn't swapped out or dumped and that is wiped with the Sealer. (What is left of a key given as
    `bytes` is Python's; a `bytearray` can be wiped, and a file's keys are never in Python's memory.) A Sealer can be used by several
    threads, and can't be pickled.
    """

    __slots__ = ("_native", "_file")

    def __init__(self, keys: Mapping[str, bytes | bytearray] | Iterable[tuple[str, bytes | bytearray]]) -> None:
        self._native = _native.Sealer(keys.items() if isinstance(keys, Mapping) else keys)
        self._file = ""

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Sealer:
        """The keys of a file: a line `id base64` each, lines that begin with # say nothing. Raises UsageError for a file that can't be
        read, that isn't like that, or that everybody may read."""
        self = cls.__new__(cls)
        self._native = _native.Sealer.from_file(os.fsencode(path))
        self._file = os.path.abspath(os.fsdecode(path))
        return self

    @staticmethod
    def new_key(path: str | os.PathLike[str], id: str = "") -> str:
        """Makes a key and puts it in front of those of a file, which is made, readable by its owner alone, when it isn't there. Gives the
        key's id: `id`, or the day and a random number."""
        return _native.Sealer.new_key(os.fsencode(path), id)

    @staticmethod
    def key_id_of(state: bytes) -> str | None:
        """The id of the key that a state says it was sealed with; None when it isn't sealed. It takes no key to see that."""
        return _native.Sealer.key_id_of(state)

    @property
    def key_ids(self) -> tuple[str, ...]:
        """The ids of the keys, in their order."""
        return tuple(self._native.key_ids())

    def seal(self, state: bytes, bound: Bound | None = None) -> bytes:
        """A state sealed, or any other bytes. (save(sealer=…) does it without a copy in between.)"""
        return self._native.seal(state, _bound(bound))

    def open(self, sealed: bytes, bound: Bound | None = None) -> bytes:
        """What seal() was given. Raises StateError: its `kind` is "not sealed", "foreign key", "replayed" (sealed with another `bound`),
        "tampered", "truncated" or "unsupported version"."""
        return self._native.open(sealed, _bound(bound))

    def __repr__(self) -> str:
        return f"<Sealer {', '.join(self.key_ids)}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Sealer can't be pickled or copied: its keys stay where they are")


def _bound(bound: Bound | None) -> dict[str, Any]:
    if bound is None:
        return {}
    if not isinstance(bound, Mapping):
        raise UsageError(f"bound must be a mapping from names to values, not {type(bound).__name__!r}")
    return dict(bound)


def sealing(sealer: Sealer | None, bound: Bound | None) -> tuple[_native.Sealer | None, dict[str, Any]]:
    """For the engine: the keys, and what a state is bound to."""
    if sealer is None:
        if bound is not None:
            raise UsageError("bound says what a sealed state belongs to: give a sealer, too")
        return None, {}
    if not isinstance(sealer, Sealer):
        raise TypeError(f"sealer must be a fermata.Sealer, not {type(sealer).__name__!r}")
    return sealer._native, _bound(bound)
