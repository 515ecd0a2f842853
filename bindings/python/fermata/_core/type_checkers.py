"""The type checkers that may be installed, ty, mypy and pyright: how each is called, and what its answer says."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from fermata._errors import Error, UsageError

if TYPE_CHECKING:
    from .checking import Checker

PYTHON = "3.12"  # the language that programs are written in
_SECONDS = 60

# What the package finds itself, and knows better: which names and modules there are, and what is valid.
_NOT_ASKED = {
    "name-defined", "import", "import-not-found", "import-untyped", "no-redef", "has-type", "syntax",
    "unresolved-reference", "possibly-unresolved-reference", "unresolved-import", "invalid-syntax",
    "reportUndefinedVariable", "reportPossiblyUnbound", "reportMissingImports", "reportMissingModuleSource",
}  # fmt: skip
# The checkers' names for what `arguments` findings say, too.
CALL_RULES = {
    "call-arg", "missing-argument", "too-many-positional-arguments", "unknown-argument", "positional-only-parameter-as-kwarg",
    "parameter-already-assigned", "reportCallIssue",
}  # fmt: skip


class Told(NamedTuple):
    """What a checker says of a file. Lines and columns count from 1, columns in characters, the end is past the last one."""

    file: str
    is_error: bool
    rule: str
    message: str
    line: int
    column: int
    end_line: int
    end_column: int


class _Kind(NamedTuple):
    command: Callable[[], list[str] | None]
    arguments: Callable[[str], list[str]]  # of a file
    read: Callable[[str, Callable[[str, int], str]], Iterable[Told]]  # its answer; the second gives a file's line
    wraps: bool  # it wants awaits and returns in a function
    rebinds: bool  # a name that was imported may get a value of another type


def find(wanted: Checker | bool) -> tuple[str, _Kind, list[str]]:
    """The one that is asked for, or the first there is: its name, its row and its command. Raises UsageError when it isn't installed."""
    if isinstance(wanted, str) and wanted not in _KINDS:
        raise UsageError(f"types are checked by {', '.join(map(repr, _KINDS))}, not {wanted!r}")
    for name in [wanted] if isinstance(wanted, str) else _KINDS:
        kind = _KINDS[name]
        if command := kind.command():
            return name, kind, command
    missing = wanted if isinstance(wanted, str) else "ty (or mypy, or pyright)"
    raise UsageError(f"types are checked by {missing}, which isn't installed: `pip install {missing.partition(' ')[0]}`")


def run(wanted: Checker | bool, folder: str, file: str) -> list[Told]:
    """What the checker says about a file in a folder. It runs nothing of it. Raises Error when it fails, or takes more than a minute."""
    name, kind, command = find(wanted)
    # No settings of anybody's: neither of the folders above nor of the user.
    env = {**{key: value for key, value in os.environ.items() if key in ("PATH", "LANG", "LC_ALL", "SYSTEMROOT")}, "HOME": folder}
    env |= {"XDG_CONFIG_HOME": folder, "XDG_CACHE_HOME": folder, "NO_COLOR": "1", "PYTHONUTF8": "1"}
    try:
        done = subprocess.run([*command, *kind.arguments(file)], cwd=folder, env=env, capture_output=True, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        raise Error(f"{name} took more than {_SECONDS} s") from None
    except OSError as error:
        raise Error(f"{name} can't be started: {error}") from None
    lines: dict[str, list[str]] = {}

    def line_of(path: str, number: int) -> str:
        if path not in lines:
            with open(os.path.join(folder, os.path.basename(path)), encoding="utf-8", errors="replace", newline="") as text:
                lines[path] = text.read().split("\n")
        return lines[path][number - 1] if 0 < number <= len(lines[path]) else ""

    try:
        if done.returncode not in (0, 1):
            raise ValueError
        return [told for told in kind.read(done.stdout.decode("utf-8", "replace"), line_of) if told.rule not in _NOT_ASKED]
    except (ValueError, KeyError, TypeError):
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip()
        raise Error(f"{name} failed: {said[-500:] or f'it ended with {done.returncode}'}") from None


def _program(name: str) -> list[str] | None:
    """Beside this Python, as pip installs it, or anywhere."""
    path = shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
    return [path] if path else None


def _mypy() -> list[str] | None:
    return [sys.executable, "-m", "mypy"] if importlib.util.find_spec("mypy") else _program("mypy")


# --- what each says


def _read_ty(text: str, line_of: Callable[[str, int], str]) -> Iterable[Told]:
    for each in json.loads(text):
        begin, end = each["location"]["positions"]["begin"], each["location"]["positions"]["end"]
        message = each["description"].removeprefix(f"{each['check_name']}: ").replace("`", "'")
        is_error = each["severity"] not in ("minor", "info")
        place = (begin["line"], begin["column"], end["line"], end["column"])
        yield Told(each["location"]["path"], is_error, each["check_name"], message, *place)


_MYPY_LINE = re.compile(
    r"(?P<file>[^:\n]+):(\d+):(\d+):(\d+):(\d+): (?P<severity>error|warning|note): (?P<message>.*?)(?:  \[(?P<rule>[\w-]+)\])?$"
)


def _read_mypy(text: str, line_of: Callable[[str, int], str]) -> Iterable[Told]:
    for line in text.splitlines():
        found = _MYPY_LINE.match(line)
        if not found or found["severity"] == "note" or not found["rule"] or found["message"].endswith("outside function"):
            continue
        file = found["file"]
        begin, begin_byte, end, end_byte = (int(found[i]) for i in range(2, 6))
        column = _characters(line_of(file, begin), begin_byte - 1) + 1
        end_column = _characters(line_of(file, end), end_byte) + 1
        if (end, end_column) <= (begin, column + 1):  # it says no more than where it begins
            word = re.match(r"\w+", line_of(file, begin)[column - 1 :])
            end, end_column = begin, column + (len(word[0]) if word else 1)
        message = found["message"].replace('"', "'")
        yield Told(file, found["severity"] == "error", found["rule"], message, begin, column, end, end_column)


def _characters(line: str, offset: int) -> int:
    """How many characters so many bytes of UTF-8 are."""
    return len(line.encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore"))


def _read_pyright(text: str, line_of: Callable[[str, int], str]) -> Iterable[Told]:
    for each in json.loads(text)["generalDiagnostics"]:
        if "rule" not in each:  # not of types
            continue
        begin, end = each["range"]["start"], each["range"]["end"]
        place = []
        for at in (begin, end):
            line = line_of(each["file"], at["line"] + 1)
            units = line.encode("utf-16-le", "surrogatepass")[: 2 * at["character"]]
            place += [at["line"] + 1, len(units.decode("utf-16-le", "ignore")) + 1]
        message = " ".join(each["message"].split()).replace('"', "'")
        yield Told(each["file"], each["severity"] == "error", each["rule"], message, *place)


_MYPY = (
    "--config-file= --no-incremental --no-site-packages --no-error-summary --no-color-output --no-pretty --hide-error-context "
    "--show-error-codes --show-column-numbers --show-error-end --ignore-missing-imports --follow-imports=silent --check-untyped-defs "
    "--allow-redefinition --python-version"
).split()  # fmt: skip
_KINDS: dict[str, _Kind] = {
    "ty": _Kind(
        lambda: _program("ty"),
        lambda file: ["check", "--output-format", "gitlab", "--python-version", PYTHON, "--no-progress", file],
        _read_ty,
        wraps=False,
        rebinds=True,
    ),
    "mypy": _Kind(
        _mypy,
        lambda file: [*_MYPY, PYTHON, "--cache-dir", os.devnull, file],
        _read_mypy,
        wraps=True,
        rebinds=False,
    ),
    "pyright": _Kind(
        lambda: _program("pyright") or _program("basedpyright"),
        lambda file: ["--outputjson", "--pythonversion", PYTHON, file],
        _read_pyright,
        wraps=False,
        rebinds=True,
    ),
}
