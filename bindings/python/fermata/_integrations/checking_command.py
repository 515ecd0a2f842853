"""The command `python -m fermata check`: what is wrong with a program, types included, in the form that is asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from fermata import Error, UsageError, check, report

from .tool_file import functions_of_file


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fermata check",
        description="Looks for errors in a program without running it. The exit code is 1 when there are any but warnings.",
    )
    parser.add_argument("file", metavar="FILE", help="the program; - for standard input")
    parser.add_argument(
        "--tools", metavar="FILE", action="append", default=[], help="Python file whose public functions the program may call"
    )
    parser.add_argument("--function", metavar="NAME", action="append", default=[], help="a function that it may call, or a stub of one")
    parser.add_argument("--input", metavar="NAME[:TYPE]", action="append", default=[], help="a global that it is given")
    parser.add_argument(
        "--types",
        nargs="?",
        const=True,
        default=False,
        metavar="CHECKER",
        help="check types, too, by ty, mypy or pyright (default: the first)",
    )
    parser.add_argument(
        "--format", choices=("full", "short", "json", "sarif", "github"), default="short", help="how findings are written (default: short)"
    )
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """The command. Returns the exit code: 2 when the options are wrong, or a type checker fails."""
    parser = _parser()
    options = parser.parse_args(argv)
    name = "<stdin>" if options.file == "-" else options.file
    try:
        text = sys.stdin.read() if options.file == "-" else Path(options.file).read_text(encoding="utf-8-sig")
        functions: dict[str, Callable[..., Any] | None] = {}
        for path in options.tools:
            functions |= functions_of_file(path)
        given: list[Any] = [*functions.values(), *options.function]
        inputs = dict(_input(each) for each in options.input)
        findings = check(text, name=name, functions=given, inputs=inputs, check_types=options.types)
    except (Error, OSError, UnicodeDecodeError) as error:
        print(f"fermata check: {error}", file=sys.stderr)
        return 2
    sys.stdout.write(report(findings, options.format, name=name))
    return int(any(finding.kind != "warning" for finding in findings))


def _input(option: str) -> tuple[str, str | None]:
    name, _, annotation = option.partition(":")
    if not name.isidentifier():
        raise UsageError(f"{name!r} can't be the name of an input")
    return name, annotation.strip() or None
