"""Findings as texts for people and for tools that show them beside the source."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from .errors import Finding, UsageError

Form = Literal["full", "short", "json", "sarif", "github"]


def report(findings: Iterable[Finding], form: Form = "full", *, name: str = "program.py") -> str:
    """Findings of check() as a text that ends in a line's end, or is empty when there are none and the form is one of lines.

    Args:
        findings: Of one program.
        form: "full" is what Python would print, with the source's lines; "short" a line for each, NAME:LINE:COLUMN: MESSAGE; "json" a list
            of objects with a finding's fields; "sarif" SARIF 2.1.0, which code hosts read; "github" lines that GitHub's workflows show
            beside the source.
        name: The program's file.

    Raises:
        UsageError: for another form.
    """
    import json

    found = list(findings)
    if form == "full":
        return "".join(finding.text if finding.text.endswith("\n") else f"{finding.text}\n" for finding in found)
    if form == "short":
        return "".join(_line(f"{name}:{finding}") + "\n" for finding in found)
    if form == "json":
        return json.dumps([finding._asdict() for finding in found], indent=1) + "\n"
    if form == "sarif":
        return json.dumps(_sarif(found, name), indent=1) + "\n"
    if form == "github":
        return "".join(_github(finding, name) + "\n" for finding in found)
    raise UsageError(f'the form must be "full", "short", "json", "sarif" or "github", not {form!r}')


def _line(text: str) -> str:
    return " ".join(text.splitlines())


def _message(finding: Finding) -> str:
    return f"{finding.type}: {finding.message}" if finding.type else finding.message


def _is_warning(finding: Finding) -> bool:
    return finding.kind == "warning"


def _sarif(findings: list[Finding], name: str) -> dict[str, Any]:
    driver = {"name": "fermata", "rules": [{"id": kind} for kind in sorted({finding.kind for finding in findings})]}
    results = [
        {
            "ruleId": finding.kind,
            "level": "warning" if _is_warning(finding) else "error",
            "message": {"text": _message(finding)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(name)},
                        "region": {
                            "startLine": max(1, finding.line),
                            "startColumn": max(1, finding.column),
                            "endLine": max(1, finding.end_line),
                            "endColumn": max(1, finding.end_column),
                        },
                    }
                }
            ],
        }
        for finding in findings
    ]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    return {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}


def _uri(name: str) -> str:
    from urllib.parse import quote

    return quote(name, errors="replace")


def _github(finding: Finding, name: str) -> str:
    def escaped(text: str, more: str = "") -> str:
        for character in "%\r\n" + more:
            text = text.replace(character, f"%{ord(character):02X}")
        return text

    level = "warning" if _is_warning(finding) else "error"
    place = f"line={finding.line},endLine={finding.end_line},col={finding.column},endColumn={finding.end_column}"
    return f"::{level} file={escaped(name, ':,')},{place},title={escaped(finding.kind, ':,')}::{escaped(_message(finding))}"
