"""SafeExec and InteractiveExecutor, as fermata.safe_exec offers them."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Union

import fermata

Functions = Union[Iterable[Any], Mapping[str, Any]]

_CALLS = {"eval", "exec", "compile", "open", "__import__", "globals", "locals", "vars", "breakpoint"}
_PARTS = frozenset({"import", "class", "call", "dunder"})


class SecurityViolation(fermata.Error):
    """The policy refuses a program. `violations` says why, one text each."""

    def __init__(self, violations: list[str]) -> None:
        super().__init__("; ".join(violations))
        self.violations = violations


def violations_of(code: str, allow: Collection[str] = ()) -> list[str]:
    """What the policy refuses in a program, in its order: "Import blocked: os", "Call blocked: eval", "Class blocked: A",
    "Attribute blocked: __class__", "Name blocked: __builtins__", and "Syntax error: …" for text that isn't Python."""
    unknown = set(allow) - _PARTS
    if unknown:
        raise fermata.UsageError(f"allow takes {', '.join(sorted(_PARTS))}, not {', '.join(sorted(unknown))}")
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [f"Syntax error: {error}"]
    found: list[tuple[tuple[int, int], str]] = []
    for node in ast.walk(tree):
        for part, text in _refused(node):
            if part not in allow:
                found.append(((getattr(node, "lineno", 0), getattr(node, "col_offset", 0)), text))
    return [text for _, text in sorted(found, key=lambda item: item[0])]


def _refused(node: ast.AST) -> Iterable[tuple[str, str]]:
    if isinstance(node, ast.Import):
        return [("import", f"Import blocked: {alias.name}") for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [("import", f"Import blocked: {'.' * node.level}{node.module or ''}")]
    if isinstance(node, ast.ClassDef):
        return [("class", f"Class blocked: {node.name}")]
    if isinstance(node, ast.Name) and node.id in _CALLS:
        return [("call", f"Call blocked: {node.id}")]
    if isinstance(node, ast.Attribute) and _dunder(node.attr):
        return [("dunder", f"Attribute blocked: {node.attr}")]
    if isinstance(node, ast.Name) and _dunder(node.id):
        return [("dunder", f"Name blocked: {node.id}")]
    return []


def _dunder(name: str) -> bool:
    return name.startswith("__") and name.endswith("__")


class SafeExec:
    """A program that is run once, with its external functions called on the way.

    Args:
        code: The program. Its value is that of the last expression, or of the global `result`.
        external_functions: A mapping of names to callables, or callables. A name alone may be given for validate().
        inputs: Globals of the program.
        timeout: Seconds of computing; None for the default of fermata.Limits.
        limits: All limits, in place of `timeout`.
        count_host_time: `timeout` counts all that passes, in external functions too. It is looked at when they have returned.
        allow: Parts of the policy to lift: "import" (Fermata's own library), "class", "call", "dunder".
        pool: It runs there (fermata.Pool). (The policy is looked at here, by CPython's parser.)
    """

    def __init__(
        self,
        code: str,
        external_functions: Functions = (),
        inputs: Mapping[str, Any] | None = None,
        *,
        timeout: float | None = 30.0,
        limits: fermata.Limits | None = None,
        allow: Collection[str] = (),
        count_host_time: bool = False,
        pool: fermata.Pool | None = None,
    ) -> None:
        self.code: str = code
        self.external_functions: Functions = external_functions
        self.inputs: dict[str, Any] = dict(inputs or {})
        self.limits: fermata.Limits | None = limits
        if limits is None and timeout is not None:
            milliseconds = max(1, int(timeout * 1000))
            self.limits = fermata.Limits(time_ms=milliseconds, wall_ms=milliseconds if count_host_time else 0)
        self.allow: Collection[str] = allow
        self.pool: fermata.Pool | None = pool
        #: What the last run printed.
        self.stdout: str = ""

    def validate(self) -> list[str]:
        """What the policy refuses, one text each; empty when the program may run."""
        return violations_of(self.code, self.allow)

    def run(self) -> Any:
        """The program's value. Raises SecurityViolation when validate() finds something, else what Program.run() raises."""
        violations = self.validate()
        if violations:
            raise SecurityViolation(violations)
        program = fermata.Program(self.code, inputs=tuple(self.inputs), functions=self.external_functions, pool=self.pool)
        result = program.run(self.inputs, limits=self.limits)
        self.stdout = result.stdout
        if result.warnings:
            raise fermata.RuntimeError("RuntimeWarning", result.warnings[0].message, result.warnings[0].text, module="builtins")
        return result.value


class ExecutionState:
    """Where an InteractiveExecutor's program stands."""

    def __init__(self, step: fermata.Step) -> None:
        self.step: fermata.Step = step

    @property
    def pending_call(self) -> dict[str, Any] | None:
        """`{"function": name, "args": tuple}` of the call that waits, with "kwargs" when it has some; None when none waits."""
        if not isinstance(self.step, fermata.Paused):
            return None
        call = self.step.call
        pending: dict[str, Any] = {"function": call.function, "args": call.args}
        return {**pending, "kwargs": call.kwargs} if call.kwargs else pending

    @property
    def completed(self) -> bool:
        return isinstance(self.step, (fermata.Done, fermata.Raised, fermata.Crashed))

    @property
    def result(self) -> Any:
        """The program's value. Raises the fermata.Error that fits when there is none (yet)."""
        if isinstance(self.step, fermata.Done) and self.step.warnings:
            warning = self.step.warnings[0]
            raise fermata.RuntimeError("RuntimeWarning", warning.message, warning.text, module="builtins")
        return self.step.value

    @property
    def error(self) -> str | None:
        """The traceback of the exception that left the program, or how its process crashed."""
        if isinstance(self.step, fermata.Crashed):
            return self.step.error.display()
        return self.step.error.traceback if isinstance(self.step, fermata.Raised) else None

    @property
    def stdout(self) -> str:
        return self.step.stdout

    def to_json(self) -> str:
        """The whole state as text, for InteractiveExecutor.from_json()."""
        return str(self.step.save("json"))

    def resume(self, call_result: Any = None, *, error: BaseException | None = None) -> ExecutionState:
        """Answers the pending call, or raises `error` at it, and goes on to the next. Raises UsageError when none is pending."""
        if not isinstance(self.step, fermata.Paused):
            raise fermata.UsageError("no call is pending")
        return ExecutionState(self.step.throw(error) if error is not None else self.step.resume(call_result))

    def __repr__(self) -> str:
        return f"<ExecutionState {self.step.status}{f' at {self.pending_call}' if self.pending_call else ''}>"


class InteractiveExecutor:
    """A program that stops at each call of an external function and can be kept as JSON there.

    `external_functions` are names, or callables of which only the signatures are used: the caller answers.
    """

    def __init__(
        self,
        code: str = "",
        inputs: Mapping[str, Any] | None = None,
        external_functions: Functions = (),
        *,
        limits: fermata.Limits | None = None,
        allow: Collection[str] = (),
        pool: fermata.Pool | None = None,
    ) -> None:
        self.code: str = code
        self.inputs: dict[str, Any] = dict(inputs or {})
        self.external_functions: Functions = external_functions
        self.limits: fermata.Limits | None = limits
        self.allow: Collection[str] = allow
        self.pool: fermata.Pool | None = pool
        self.state: ExecutionState | None = None

    def start(self) -> ExecutionState:
        """Runs to the first call. Raises SecurityViolation as SafeExec does."""
        violations = violations_of(self.code, self.allow)
        if violations:
            raise SecurityViolation(violations)
        program = fermata.Program(self.code, inputs=tuple(self.inputs), functions=self.external_functions, pool=self.pool)
        self.state = ExecutionState(program.start(self.inputs, limits=self.limits))
        return self.state

    def resume(self, call_result: Any = None, *, error: BaseException | None = None) -> ExecutionState:
        """Answers the pending call of the state that start() or resume() gave last."""
        if self.state is None:
            raise fermata.UsageError("start() comes first")
        self.state = self.state.resume(call_result, error=error)
        return self.state

    @property
    def pending_call(self) -> dict[str, Any] | None:
        return self.state.pending_call if self.state is not None else None

    @property
    def result(self) -> Any:
        if self.state is None:
            raise fermata.UsageError("start() comes first")
        return self.state.result

    @classmethod
    def from_json(cls, text: str, *, pool: fermata.Pool | None = None) -> InteractiveExecutor:
        """An executor that stands where the state was made. Raises fermata.StateError for anything but a state."""
        step = fermata.load(text, pool=pool)
        executor = cls(pool=pool)
        executor.state = ExecutionState(step)
        return executor
