"""Requirements, "jinja2>=3": which of the installed distributions they mean, and what these need themselves."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional

from fermata._errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import Distribution

_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
# What is understood without a library: a name, extras, one version.
_PLAIN = re.compile(r"(?P<name>" + _NAME.pattern + r")\s*(?:\[(?P<extras>[^\]]*)\])?\s*(?:==\s*(?P<version>[^\s,;*=]+))?")


def requirements_of(path: Path) -> Iterator[tuple[str, str]]:
    """The requirements in a file, each with its place there."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"the requirements in {str(path)!r} can't be read: {error}") from None
    for number, line in enumerate(lines, 1):
        line = re.sub(r"(^|\s)#.*", "", line).strip()
        if line:
            yield line, f"{path}:{number}: "


def distributions(requirement: str, place: str = "") -> list[Distribution]:
    """What is installed for a requirement, and after it what that needs, as far as it is installed. None of a requirement that isn't one
    on this machine ('; python_version < "3"')."""
    name, extras = _checked(requirement.strip(), place)
    if not name:
        return []
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    wanted = [(name, extras)]
    while wanted:
        name, extras = wanted.pop(0)
        one = _key(name), extras
        distribution = None if one in seen else _installed(name)
        seen.add(one)
        if distribution is not None:
            found.setdefault(one[0], distribution)
            wanted += _needs(distribution, extras)
    return list(found.values())


def _checked(requirement: str, place: str) -> tuple[str, frozenset[str]]:
    # The name and the extras, when what is installed satisfies it; no name if it isn't meant for here.
    plain = _PLAIN.fullmatch(requirement)
    if plain is not None:
        name, version = plain["name"], plain["version"]
        installed = _version(name, place)
        if version and installed != version:
            raise UsageError(f"{place}the package {name!r} is installed as {installed}, not {version}")
        return name, frozenset(extra.strip() for extra in (plain["extras"] or "").split(",") if extra.strip())
    parsed = _parsed(requirement, place)
    if parsed.marker is not None and not parsed.marker.evaluate():
        return "", frozenset()
    installed = _version(parsed.name, place)
    if not parsed.specifier.contains(installed, prereleases=True):
        raise UsageError(f"{place}the package {parsed.name!r} is installed as {installed}, not {parsed.specifier}")
    return parsed.name, frozenset(parsed.extras)


def _parsed(requirement: str, place: str) -> Any:
    library = _packaging()
    problem = f"{place}a package must be a requirement, as jinja2 or jinja2>=3, not {requirement!r}"
    if not _NAME.match(requirement):
        raise UsageError(problem)
    if library is None:
        raise UsageError(f"{problem} (only names and name==version are understood where the package 'packaging' isn't installed)")
    try:
        parsed = library.Requirement(requirement)
    except library.InvalidRequirement as error:
        raise UsageError(f"{problem}: {str(error).splitlines()[0]}") from None
    if parsed.url:
        raise UsageError(f"{place}a package must be installed, or a wheel or a folder: nothing is fetched from {parsed.url!r}")
    return parsed


def _packaging() -> Any:
    for name in ("packaging.requirements", "pip._vendor.packaging.requirements"):
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    return None


def _version(name: str, place: str) -> str:
    found = _installed(name)
    if found is None:
        raise UsageError(f"{place}the package {name!r} isn't installed in this environment")
    return found.version


def _installed(name: str) -> Optional[Distribution]:
    import importlib.metadata  # (late: it imports much)

    try:
        return importlib.metadata.distribution(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _key(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _needs(distribution: Distribution, extras: frozenset[str]) -> Iterator[tuple[str, frozenset[str]]]:
    library = _packaging()
    for text in distribution.requires or ():
        if library is None:  # without it, what has a condition isn't known to be needed
            matched = _NAME.match(text)
            if matched is not None and ";" not in text:
                yield matched[0], frozenset()
            continue
        try:
            parsed = library.Requirement(text)
        except library.InvalidRequirement:
            continue
        if parsed.marker is None or any(parsed.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield parsed.name, frozenset(parsed.extras)
