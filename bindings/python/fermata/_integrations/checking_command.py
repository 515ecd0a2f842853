"""The command `python -m fermata check`: what is wrong with a program, types included, in the form that is asked for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fermata import Error, Finding, UsageError, check, report

from fermata._core import Granted, store_functions

from .tool_file import read_tool_files


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m fermata check",
        description="Looks for errors in a program without running it. The exit code is 1 when there are any but warnings.",
    )
    parser.add_argument("file", metavar="FILE", help="the program; - for standard input")
    parser.add_argument(
        "--tools", metavar="FILE", action="append", default=[], help="Python file whose public functions and classes the program may use"
    )
    parser.add_argument("--function", metavar="NAME", action="append", default=[], help="a function that it may call, or a stub of one")
    parser.add_argument("--durable", action="store_true", help="it is for a store: spawn(), receive(), ask(), run_id() are there")
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
        functions, types = read_tool_files(options.tools)
        given: dict[str, Any] = {**functions, **Granted(options.function).declared}
        inputs = dict(_input(each) for each in options.input)
        findings = check(text, name=name, functions=given, types=types, inputs=inputs, check_types=options.types, durable=options.durable)
        findings = findings if options.durable else [_hinted(finding) for finding in findings]
    except (Error, OSError, UnicodeDecodeError) as error:
        print(f"fermata check: {error}", file=sys.stderr)
        return 2
    sys.stdout.write(report(findings, options.format, name=name))
    return int(any(finding.kind != "warning" for finding in findings))


def _hinted(finding: Finding) -> Finding:
    for name in store_functions(()):
        undefined = f"name '{name}' is not defined"
        if finding.message.startswith(undefined):
            hint = f"{undefined}: in a store's runs it is, say --durable"
            return finding._replace(message=hint, text=finding.text.replace(finding.message, hint))
    return finding


def _input(option: str) -> tuple[str, str | None]:
    name, _, annotation = option.partition(":")
    if not name.isidentifier():
        raise UsageError(f"{name!r} can't be the name of an input")
    return name, annotation.strip() or None
