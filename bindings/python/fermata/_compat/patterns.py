"""Code out of answers, validation, execution, audit, as fermata.patterns offers them."""

from __future__ import annotations

import ast
import dataclasses
import datetime
import hashlib
import json
import logging
import os
import re
import threading
import uuid
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, TypedDict

import fermata

_log = logging.getLogger("fermata.audit")

# --- code in an answer ---

_PYTHON = {"python", "py", "python3", "py3", "ipython", "pycon"}
_PROSE = {"markdown", "md", "mdx"}
_DEEPEST = 3  # markdown within markdown
_TRIES = 20  # at most this many fences may be inside strings of one block; answers are not to be trusted with our time
_FENCE = re.compile(r"^(?P<indent>[ \t]*(?:>[ ]?)*[ \t]*)(?P<mark>`{3,}|~{3,})[ \t]*(?P<info>[^`]*)$")


@dataclasses.dataclass(frozen=True)
class CodeBlock:
    """A fenced block. `line`: that of its opening fence, from 1. `closed`: False when the answer ends within it."""

    language: str
    code: str
    line: int
    closed: bool = True


def extract_blocks(answer: str) -> list[CodeBlock]:
    """All fenced blocks of an answer in their order. A block of markdown is looked into; a fence within a Python string ends nothing."""
    return _blocks(answer.splitlines(), 1, 0)


def _blocks(lines: list[str], first_line: int, depth: int) -> list[CodeBlock]:
    found: list[CodeBlock] = []
    i = 0
    while i < len(lines):
        opening = _FENCE.match(lines[i])
        if not opening:
            i += 1
            continue
        language = _language(opening["info"])
        body, end, closed = _body(lines, i, opening, language)
        if language in _PROSE and depth < _DEEPEST:
            found.extend(_blocks(body, first_line + i + 1, depth + 1))
        else:
            found.append(CodeBlock(language, "\n".join(body) + "\n" if body else "", first_line + i, closed))
        i = end
    return found


def _language(info: str) -> str:
    words = info.strip().strip("{}").replace(",", " ").split()
    return words[0].lstrip(".").lower() if words else ""


def _body(lines: list[str], start: int, opening: re.Match[str], language: str) -> tuple[list[str], int, bool]:
    """The lines of the block that opens at `start`, the index after it, and whether it was closed."""
    closers = []
    depth = 0
    for i in range(start + 1, len(lines)):
        fence = _FENCE.match(lines[i])
        if not fence or fence["mark"][0] != opening["mark"][0]:
            continue
        if fence["info"].strip():
            depth += language in _PROSE  # a block within the block
        elif depth and len(fence["mark"]) <= len(opening["mark"]):
            depth -= 1
        elif len(fence["mark"]) >= len(opening["mark"]):
            closers.append(i)
            if language in _PROSE or len(closers) == _TRIES:
                break
    indent = opening["indent"]
    for end in closers:  # the first that leaves Python whole: others may be in a string
        body = _unindent(lines[start + 1 : end], indent)
        if language not in _PYTHON | {""} or _parses("\n".join(body)):
            return body, end + 1, True
    if closers:
        return _unindent(lines[start + 1 : closers[0]], indent), closers[0] + 1, True
    return _unindent(lines[start + 1 :], indent), len(lines), False


def _unindent(lines: list[str], indent: str) -> list[str]:
    """Without what stood before the opening fence (a list's indentation, quote marks), where a line has it."""
    return [line.removeprefix(indent) if line.startswith(indent) else line if line.strip(" \t>") else "" for line in lines]


def _parses(code: str) -> bool:
    try:
        ast.parse(code)
        return True
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False


def extract_code(answer: str, *, which: Literal["join", "first", "last"] = "join") -> str:
    """The Python code in a model's answer; "" when there is none.

    Blocks marked as Python are taken; without any, those with no language; without fences at all the whole answer, if it is Python
    that does something. `which` says what to take of several blocks: joined (an empty line between), the first or the last.
    """
    blocks = extract_blocks(answer)
    chosen = [block for block in blocks if block.language in _PYTHON] or [block for block in blocks if not block.language]
    codes = [_without_prompts(block) for block in chosen if block.code.strip()]
    if not blocks and _is_code(answer):
        return answer.strip("\n") + "\n"
    if not codes:
        return ""
    return codes[0] if which == "first" else codes[-1] if which == "last" else "\n".join(codes)


def _without_prompts(block: CodeBlock) -> str:
    """Only what was typed in a text copied from a prompt (`>>> x = 1`)."""
    lines = block.code.splitlines()
    if not any(line.startswith(">>> ") for line in lines[:1]):
        return block.code
    return "".join(line[4:] + "\n" for line in lines if line.startswith((">>> ", "... ")) or line in (">>>", "..."))


def _is_code(text: str) -> bool:
    """Whether text is Python, and not one that prose happens to be ("Done", "yes, no")."""
    if not _parses(text):
        return False
    return any(
        isinstance(node, (ast.Call, ast.Assign, ast.AugAssign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.For))
        for node in ast.walk(ast.parse(text))
    )


# --- validator ---


class Validation(TypedDict):
    valid: bool
    issues: list[str]


def validate(
    code: str,
    *,
    functions: Any = (),
    inputs: Iterable[str] = (),
    allowed_imports: Iterable[str] | None = None,
    max_length: int = 100_000,
    pool: fermata.Pool | None = None,
) -> Validation:
    """Checks a program without running it: syntax, names and modules that aren't there, calls of `functions` that can't bind.

    Args:
        functions: As for fermata.Program.
        inputs: Names of the inputs that the program will get.
        allowed_imports: The only modules that it may import; None for all. (No module reaches out of the sandbox.)
        max_length: Of the code, in characters.
        pool: As for fermata.check.

    Returns:
        `{"valid": bool, "issues": [text, …]}`, each text beginning with "line N: " where there is a line.
    """
    if len(code) > max_length:
        return {"valid": False, "issues": [f"the code has {len(code)} characters, {max_length} are allowed"]}
    findings = fermata.check(code, functions=functions, inputs=tuple(inputs), pool=pool)
    found = [(finding.line, finding.message if finding.kind != "syntax" else f"{finding.type}: {finding.message}") for finding in findings]
    if allowed_imports is not None:
        allowed = set(allowed_imports)
        found.extend((line, f"import of {name!r} isn't allowed") for line, name in _imports(code) if name.split(".")[0] not in allowed)
    return {"valid": not found, "issues": [f"line {line}: {message}" for line, message in sorted(found)]}


def _imports(code: str) -> list[tuple[int, str]]:
    if not _parses(code):
        return []
    found: list[tuple[int, str]] = []
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Import):
            found.extend((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.append((node.lineno, node.module or "."))
    return found


# --- executor ---


class Execution(TypedDict):
    success: bool
    output: str
    error: str | None


class Executor:
    """Runs programs, and never raises because of their errors.

    `functions`, `types`, `limits` and `pool` are those of fermata.Session. With `audit` each run is recorded there.
    """

    def __init__(
        self,
        *,
        functions: Any = (),
        types: Iterable[Any] = (),
        limits: fermata.Limits | None = None,
        pool: fermata.Pool | None = None,
        audit: AuditLog | None = None,
        user_id: str | None = None,
        agent_id: str | None = None,
    ) -> None:
        self.functions: Any = functions
        self.types: tuple[Any, ...] = tuple(types)
        self.limits: fermata.Limits | None = limits
        self.pool: fermata.Pool | None = pool
        self.audit: AuditLog | None = audit
        self.user_id: str | None = user_id
        self.agent_id: str | None = agent_id

    def execute(self, code: str, inputs: Mapping[str, Any] | None = None) -> Execution:
        """`output` is what the program printed, then the repr of its value in a line of its own unless that is None. `error` is the
        last line of the traceback, with the program's line ("ValueError: no (program.py, line 3)")."""
        started = datetime.datetime.now(datetime.timezone.utc)
        try:
            session = self._session()
            step = session.feed(code, name="program.py", inputs=dict(inputs or {}))
        except fermata.Error as error:
            return self._told(code, started, self._refused(error), [])
        return self._told(code, started, *self._ended(session, step))

    async def execute_async(self, code: str, inputs: Mapping[str, Any] | None = None) -> Execution:
        """execute(), with asynchronous functions on the caller's event loop."""
        started = datetime.datetime.now(datetime.timezone.utc)
        try:
            session = self._session()
            step = await session.feed_async(code, name="program.py", inputs=dict(inputs or {}))
        except fermata.Error as error:
            return self._told(code, started, self._refused(error), [])
        return self._told(code, started, *self._ended(session, step))

    def _session(self) -> fermata.Session:
        return fermata.Session(functions=self.functions, types=self.types, limits=self.limits, pool=self.pool)

    def _told(self, code: str, started: datetime.datetime, done: Execution, calls: list[str]) -> Execution:
        if self.audit is not None:
            self.audit.add(code, done, user_id=self.user_id, agent_id=self.agent_id, calls=calls, started=started)
        return done

    def _refused(self, error: fermata.Error) -> Execution:
        """The text can't be compiled, or there is no place to run it."""
        if isinstance(error, fermata.SyntaxError):
            first = error.findings[0] if error.findings else None
            where = f" (line {first.line})" if first else ""
            return {
                "success": False,
                "output": "",
                "error": f"{first.type if first else 'SyntaxError'}: {first.message if first else error}{where}",
            }
        return {"success": False, "output": "", "error": str(error)}

    def _ended(self, session: fermata.Session, step: fermata.Step) -> tuple[Execution, list[str]]:
        calls = [record.function for record in step.calls]
        error_text: str | None = None
        printed = step.stdout
        if isinstance(step, fermata.Done) and step.warnings:
            error_text = f"RuntimeWarning: {step.warnings[0].message}"
        elif isinstance(step, fermata.Done):
            printed += f"{step._value!r}\n" if step._value is not None else ""
        elif isinstance(step, fermata.Raised):
            error_text = str(step.error)
        elif isinstance(step, fermata.Exhausted):
            error_text = f"LimitError: {fermata.LimitError(step.limit, step)}"
        elif isinstance(step, fermata.Crashed):
            error_text = step.error.display()
        elif isinstance(step, fermata.Paused):
            error_text = f"the program waits for {step.call.function}(), which has no callable here"
        session.close()
        return {"success": error_text is None, "output": printed, "error": error_text}, calls


# --- audit ---


@dataclasses.dataclass(frozen=True)
class AuditRecord:
    """One run. `code_hash` is the SHA-256 of the code's UTF-8 in hex; previews are the first characters, times UTC in ISO 8601. `id` is one
    that no other record has; `alert` says why somebody should look at it, as the log's `alerts` have it."""

    time: str
    user_id: str | None
    agent_id: str | None
    code_hash: str
    code_preview: str
    success: bool
    output_preview: str
    error: str | None
    calls: tuple[str, ...] = ()
    duration_ms: float | None = None
    id: str = dataclasses.field(default_factory=lambda: uuid.uuid4().hex)
    alert: str | None = None

    def to_dict(self) -> dict[str, Any]:
        return {**dataclasses.asdict(self), "calls": list(self.calls)}

    def to_json(self) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=True)


def code_hash(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()


def audit_record(
    code: str,
    execution: Execution,
    *,
    user_id: str | None = None,
    agent_id: str | None = None,
    calls: Iterable[str] = (),
    started: datetime.datetime | None = None,
    preview: int = 200,
) -> AuditRecord:
    """The record of a run. `preview`: how many characters of code and output are kept. `started` must have a time zone."""
    now = datetime.datetime.now(datetime.timezone.utc)
    began = (started or now).astimezone(datetime.timezone.utc)
    return AuditRecord(
        time=began.isoformat(timespec="milliseconds"),
        user_id=user_id,
        agent_id=agent_id,
        code_hash=code_hash(code),
        code_preview=_preview(code, preview),
        success=execution["success"],
        output_preview=_preview(execution["output"], preview),
        error=None if execution["error"] is None else _preview(execution["error"], preview),
        calls=tuple(calls),
        duration_ms=None if started is None else round((now - began).total_seconds() * 1000, 3),
    )


def _preview(text: str, most: int) -> str:
    return text if len(text) <= most else text[:most] + "…"


class AuditLog:
    """Keeps records, writes each as a line of JSON to `path` (when given) and to the logger "fermata.audit". Threads may share it.

    `alerts(record)` gives a text when somebody should look at a record, which is then in its `alert`, and is logged as a warning;
    `hook(record)` gets each. What either raises leaves add(), when the record is kept."""

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        preview: int = 200,
        alerts: Callable[[AuditRecord], str | None] | None = None,
        hook: Callable[[AuditRecord], object] | None = None,
    ) -> None:
        self.path: str | os.PathLike[str] | None = path
        self.preview: int = preview
        self.alerts: Callable[[AuditRecord], str | None] | None = alerts
        self.hook: Callable[[AuditRecord], object] | None = hook
        self.records: list[AuditRecord] = []
        self._lock = threading.Lock()

    def add(
        self,
        code: str,
        execution: Execution,
        *,
        user_id: str | None = None,
        agent_id: str | None = None,
        calls: Iterable[str] = (),
        started: datetime.datetime | None = None,
    ) -> AuditRecord:
        record = audit_record(code, execution, user_id=user_id, agent_id=agent_id, calls=calls, started=started, preview=self.preview)
        problem: Exception | None = None
        try:
            if self.alerts is not None and (alert := self.alerts(record)):
                record = dataclasses.replace(record, alert=str(alert))
        except Exception as error:  # an alert that fails loses no record
            problem = error
        with self._lock:
            self.records.append(record)
            if self.path is not None:
                with open(self.path, "a", encoding="utf-8") as file:
                    file.write(record.to_json() + "\n")
        _log.log(logging.INFO if record.alert is None else logging.WARNING, "%s", record.to_json())
        if problem is not None:
            raise problem
        if self.hook is not None:
            self.hook(record)
        return record
