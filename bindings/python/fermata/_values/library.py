"""Values of the standard library's classes: dates, decimals, UUIDs, fractions, addresses, complex numbers."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .kinds import COMPLEX, DATE, DATETIME, DECIMAL, FRACTION, IP_ADDRESS, PATH, TIME, TIMEDELTA, UUID, Flat

if TYPE_CHECKING:
    import datetime


def _timed(value: datetime.datetime | datetime.time) -> dict[str, Any]:
    told: dict[str, Any] = {"iso": value.isoformat()}
    if value.fold:
        told["fold"] = 1
    offset = value.utcoffset()
    key = getattr(value.tzinfo, "key", None)
    if offset is None and isinstance(key, str):
        told["zone"] = key  # a time of day in a zone whose offset depends on the day
    elif value.tzinfo is not None and offset is None:
        raise TypeError(
            f"a {type(value).__name__} whose zone {value.tzinfo} gives no offset can't enter the sandbox: "
            "give a datetime, or the zone's name with it"
        )
    if offset is not None:
        import datetime

        name = key or value.tzname()
        if isinstance(name, str) and (isinstance(key, str) or name != datetime.timezone(offset).tzname(None)):
            told["zone"] = name
    return told


_ZONE = re.compile(r"[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+)*")


def _zoned(moment: Any, fields: dict[str, Any]) -> Any:
    """With its zone: zoneinfo's zone of that name, if that has the same offset then; else a fixed offset with the name."""
    import datetime

    name, offset = fields.get("zone"), moment.utcoffset()
    moment = moment.replace(fold=fields.get("fold", 0))
    if name is None:
        return moment
    if offset is None:  # the program's zone is one of zoneinfo: what the offset is, it says itself
        import zoneinfo

        return moment.replace(tzinfo=zoneinfo.ZoneInfo(name))
    if _ZONE.fullmatch(name):
        try:
            import zoneinfo

            there = moment.replace(tzinfo=zoneinfo.ZoneInfo(name))
            if there.utcoffset() == offset:
                return there
        except Exception:  # no zone of that name
            pass
    return moment.replace(tzinfo=datetime.timezone(offset, name))


# (An interface is an address, too.)
_ADDRESSES = ("IPv4Interface", "IPv6Interface", "IPv4Address", "IPv6Address", "IPv4Network", "IPv6Network")


# (A class of another package's made from one of them may be of a file anywhere.)
_PATHS = ("PosixPath", "PurePosixPath", "PureWindowsPath")


def _address(name: str) -> Callable[[Any], Flat]:
    return lambda v: (IP_ADDRESS, name, {"text": str(v)})


def _path(name: str) -> Callable[[Any], Flat | None]:
    return (
        lambda v: (PATH, name, {"text": str(v)}) if type(v).__name__ == name and type(v).__module__.partition(".")[0] == "pathlib" else None
    )


# The library's classes, by modules: where a module was never imported there is no value of its classes.
_FLAT: dict[str, tuple[tuple[str, Callable[[Any], Flat | None]], ...]] = {
    "datetime": (
        ("datetime", lambda v: (DATETIME, "datetime", _timed(v))),  # before date, whose subclass it is
        ("date", lambda v: (DATE, "date", {"iso": v.isoformat()})),
        ("time", lambda v: (TIME, "time", _timed(v))),
        ("timedelta", lambda v: (TIMEDELTA, "timedelta", {"days": v.days, "seconds": v.seconds, "microseconds": v.microseconds})),
    ),
    "decimal": (("Decimal", lambda v: (DECIMAL, "Decimal", {"text": str(v)})),),
    "uuid": (("UUID", lambda v: (UUID, "UUID", {"text": str(v)})),),
    "fractions": (("Fraction", lambda v: (FRACTION, "Fraction", {"numerator": v.numerator, "denominator": v.denominator})),),
    "ipaddress": tuple((name, _address(name)) for name in _ADDRESSES),
    "pathlib": tuple((name, _path(name)) for name in _PATHS),
    "builtins": (("complex", lambda v: (COMPLEX, "complex", {"real": v.real, "imag": v.imag})),),
}


def flat_of_library(value: Any) -> Flat | None:
    for module, classes in _FLAT.items():
        loaded = sys.modules.get(module)
        if loaded is not None:
            for name, flat in classes:
                if isinstance(value, getattr(loaded, name)) and (told := flat(value)):
                    return told
    return None


def of_library(kind: int, type_name: str, fields: dict[str, Any]) -> Any:
    """The value of one of the library's classes; None for another kind."""
    if kind in (DATE, TIME, DATETIME, TIMEDELTA):
        import datetime

        if kind == TIMEDELTA:
            return datetime.timedelta(fields["days"], fields["seconds"], fields["microseconds"])
        if kind == DATE:
            return datetime.date.fromisoformat(fields["iso"])
        cls: Any = datetime.datetime if kind == DATETIME else datetime.time
        return _zoned(cls.fromisoformat(fields["iso"]), fields)
    if kind == DECIMAL:
        import decimal

        return decimal.Decimal(fields["text"])
    if kind == UUID:
        import uuid

        return uuid.UUID(fields["text"])
    if kind == FRACTION:
        import fractions

        return fractions.Fraction(fields["numerator"], fields["denominator"])
    if kind == IP_ADDRESS and type_name in _ADDRESSES:
        import ipaddress

        return getattr(ipaddress, type_name)(fields["text"])
    if kind == PATH and type_name in _PATHS:
        import pathlib

        return getattr(pathlib, type_name)(fields["text"])
    return complex(fields["real"], fields["imag"]) if kind == COMPLEX else None
