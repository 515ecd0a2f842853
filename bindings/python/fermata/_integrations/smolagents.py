"""The executor of fermata.smolagents."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from fermata import Crashed, CrossingError, Exhausted, HandleType, Limits, Paused, Pool, Raised, Sealer, Session, Step
from fermata import SyntaxError as CodeError
from fermata._core import Bound, Function, failure, forgotten
from fermata._describe import is_async
from fermata._errors import place_of

from .opaque import opaque
from .tool_functions import signature_from_schema

try:
    from smolagents.local_python_executor import DEFAULT_MAX_LEN_OUTPUT, CodeOutput, InterpreterError, PythonExecutor
    from smolagents.utils import truncate_content
except ImportError as _missing:
    raise ImportError("fermata.smolagents needs smolagents: pip install 'fermata-lang[smolagents]'") from _missing

FINAL_ANSWER = "final_answer"


class FermataExecutor(PythonExecutor):
    """Runs the code of a CodeAgent. Errors are smolagents' InterpreterError, with its words, so agents read what they are used to.

    limits: of each step (fermata.Limits). functions: more host functions, besides the agent's tools. types: classes that the code
    may use by name, as in fermata.Program. max_print_outputs_length: characters of the log that a step gives back; longer
    ones lose their middle. pool: the code runs in a process of it (fermata.Pool); should that crash, the next step finds nothing of what
    the code had defined.
    Objects that aren't plain values (an image, a table) go into the program as opaque handles: the code can hand them on to tools.
    """

    def __init__(
        self,
        *,
        limits: Limits | None = None,
        functions: Iterable[Callable[..., Any]] = (),
        types: Iterable[type | HandleType] = (),
        max_print_outputs_length: int | None = None,
        pool: Pool | None = None,
    ) -> None:
        self.limits = limits
        self.pool = pool
        self.max_print_outputs_length: int = max_print_outputs_length or DEFAULT_MAX_LEN_OUTPUT
        self.state: dict[str, Any] = {}  # smolagents reads the log of a failed step from here, as "_print_outputs"
        self._types = tuple(types)
        self._own = {function.__name__: _host_function(function.__name__, function) for function in functions}
        self._functions: dict[str, Callable[..., Any]] = dict(self._own)
        self._variables: dict[str, Any] = {}
        self._session = Session(types=self._types, limits=limits, pool=pool)

    def send_tools(self, tools: Mapping[str, Any]) -> None:
        """Makes these tools (and managed agents) the functions that the code may call, in place of those before."""
        self._functions = {**{name: _host_function(name, tool) for name, tool in tools.items()}, **self._own}

    def send_variables(self, variables: Mapping[str, Any]) -> None:
        """Sets global names of the program, before the next step runs."""
        self._variables.update({name: opaque(value, name) for name, value in variables.items()})

    def __call__(self, code_action: str) -> CodeOutput:
        """Runs one step. Raises InterpreterError when the code can't be compiled, raises, or uses up a limit."""
        self.state["_print_outputs"] = ""
        functions: dict[str, Function] = {**self._functions}
        if FINAL_ANSWER in functions:
            functions[FINAL_ANSWER] = None  # called in _finish()
        variables, self._variables = self._variables, {}
        final = self._functions.get(FINAL_ANSWER)
        try:
            step = self._session.feed(code_action, inputs=variables, functions=functions)
        except CodeError as error:
            self._variables = variables
            raise InterpreterError(_syntax_message(error)) from None
        try:
            if isinstance(step, Paused) and final is not None and step.call.function == FINAL_ANSWER:
                return self._finish(step, final)
            self.state["_print_outputs"] = self._log(step)
            if isinstance(step, Paused):
                raise InterpreterError(f"Code execution was stopped: nobody is here to approve the call {step.call}.")
            if isinstance(step, Raised):
                raise InterpreterError(_error_message(step)) from None
            if isinstance(step, Crashed):
                raise InterpreterError(f"{failure(step)} What the code had defined is gone.")
            if isinstance(step, Exhausted):
                raise InterpreterError(f"Code execution was stopped: its limit of {step.limit} is used up{place_of(step.frames)}.")
            if problem := forgotten(step):
                raise InterpreterError(f"Code execution failed: {problem}")
            try:
                return CodeOutput(output=step.value, logs=self._log(step), is_final_answer=False)
            except CrossingError as error:
                raise InterpreterError(f"Code execution failed: {error}") from error
        finally:
            self._end()

    def save(self, *, sealer: Sealer | None = None, bound: Bound | None = None) -> bytes:
        """The program's globals as a state, to be loaded by load(); with a `sealer` sealed. Tools and limits aren't in it."""
        if self._variables or self._session.step is None:
            variables, self._variables = self._variables, {}
            self._session.feed("", inputs=variables)
        return self._session.save(sealer=sealer, bound=bound)

    @classmethod
    def load(
        cls,
        data: bytes | str,
        *,
        handles: Mapping[str, Any] | None = None,
        sealer: Sealer | None = None,
        bound: Bound | None = None,
        **options: Any,
    ) -> FermataExecutor:
        """An executor with the globals of a saved one; `options` are those of the constructor, `handles` the objects by their names.
        `sealer` and `bound` are those it was saved with.

        Raises fermata.StateError when `data` isn't a state.
        """
        executor = cls(**options)
        executor._session = Session.load(
            data, types=executor._types, limits=executor.limits, handles=handles, sealer=sealer, bound=bound, pool=executor.pool
        )
        return executor

    def cleanup(self) -> None:
        """Forgets everything that the code has defined; CodeAgent.cleanup() calls it."""
        self._session.close()
        self._session = Session(types=self._types, limits=self.limits, pool=self.pool)

    def _finish(self, step: Paused, final: Callable[..., Any]) -> CodeOutput:
        """The code called final_answer: nothing of it runs any more, so `except` and `finally` can't take the answer back."""
        self.state["_print_outputs"] = logs = self._log(step)
        call, stack = step.call, step.stack
        self._session.abandon()
        ended = self._session.step
        if ended is not None and (problem := forgotten(ended)):
            raise InterpreterError(f"Code execution failed: {problem}")
        try:
            answer = final(*call.args, **call.kwargs)
        except Exception as error:
            message = f"Code execution failed at line '{stack[-1].source_line.strip()}' due to: {type(error).__name__}: {error}"
            raise InterpreterError(message) from error
        return CodeOutput(output=answer, logs=logs, is_final_answer=True)

    def _end(self) -> None:
        """A step that stands somewhere ends there: the next one is fed to the same globals."""
        if isinstance(self._session.step, (Paused, Exhausted)):
            self._session.abandon()
        elif isinstance(self._session.step, Crashed):
            self.cleanup()

    def _log(self, step: Step) -> str:
        return str(truncate_content(step.stdout + step.stderr, max_length=self.max_print_outputs_length))


def _host_function(name: str, tool: Any) -> Callable[..., Any]:
    """A tool, a managed agent or a plain function as a host function with the tool's name, description and arguments."""
    own_signature = tool if inspect.isroutine(tool) else getattr(tool, "forward", None) or tool.__call__

    def plain_function(*args: Any, **kwargs: Any) -> Any:
        return opaque(tool(*args, **kwargs), name)

    async def asynchronous_function(*args: Any, **kwargs: Any) -> Any:
        return opaque(await tool(*args, **kwargs), name)

    function: Callable[..., Any] = asynchronous_function if is_async(tool) else plain_function
    function.__name__ = function.__qualname__ = name
    function.__doc__ = getattr(tool, "description", None) or inspect.getdoc(tool)
    if getattr(tool, "skip_forward_signature_validation", False):  # its forward() is (*args, **kwargs)
        signature, _ = signature_from_schema({"properties": tool.inputs, "required": _required(tool.inputs)})
    else:
        signature = inspect.signature(own_signature)
        first = next(iter(signature.parameters), "")
        if first == "self" and own_signature is not tool:  # what @tool makes says so, although nobody passes it
            signature = signature.replace(parameters=list(signature.parameters.values())[1:])
    setattr(function, "__signature__", signature)
    return function


def _required(inputs: Mapping[str, Any]) -> list[str]:
    return [name for name, schema in inputs.items() if not schema.get("nullable", False)]


def _syntax_message(error: CodeError) -> str:
    finding = error.findings[0]
    return f"Code parsing failed on line {finding.line} due to: {finding.type}: {finding.message}\n{finding.text}"


def _error_message(step: Raised) -> str:
    """As smolagents words it, with the traceback below: it tells the model more than the line."""
    error = step.error
    source = error.frames[0].source_line.strip() if error.frames else ""
    return f"Code execution failed at line '{source}' due to: {error.type}: {error.message}\n{error.traceback.rstrip()}"
