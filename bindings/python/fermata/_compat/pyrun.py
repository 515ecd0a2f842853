"""RunPython, as fermata.pyrun offers it."""

from __future__ import annotations

import ast
import asyncio
import contextvars
import inspect
import sys
import types
from collections.abc import Callable, Mapping
from typing import Any, Optional, TypeVar, Union

import fermata
from fermata._core import forgotten

from .guarded import Guards, bare, names_of

Entry = Union[str, Callable[..., Any], Mapping[Any, Any]]
F = TypeVar("F", bound=Callable[..., Any])

_running: contextvars.ContextVar[tuple[int, ...]] = contextvars.ContextVar("fermata_pyrun", default=())


class Allowed:
    """What may be called: names ("greet", "numpy.array", "ndarray.sum"), and functions and values under a name."""

    def __init__(self, parent: Optional[Allowed] = None) -> None:
        self.parent = parent
        self.names: set[str] = set()
        self.owners: list[type | types.ModuleType] = []
        self.values: dict[str, Any] = {}

    def add(self, *entries: Entry) -> Any:
        for entry in entries:
            if isinstance(entry, str):
                self.names.add(entry)
            elif isinstance(entry, Mapping):
                self._add_mapping(entry)
            elif callable(entry):
                self._add_callable(entry)
            else:
                raise fermata.UsageError(f"allow() takes names, callables and dicts, not {type(entry).__name__}")
        return entries[0] if len(entries) == 1 and callable(entries[0]) else None

    def _add_callable(self, entry: Callable[..., Any]) -> None:
        name = str(getattr(entry, "__qualname__", None) or getattr(entry, "__name__", None) or type(entry).__name__)
        name = name.rpartition("<locals>.")[2]
        self.names.update({name, f"{getattr(entry, '__module__', None) or ''}.{name}"})
        owner = getattr(entry, "__objclass__", None)
        if isinstance(owner, type):
            self.owners.append(owner)
        if "." not in name:
            self.values[name] = entry

    def _add_mapping(self, entry: Mapping[Any, Any]) -> None:
        for key, value in entry.items():
            if isinstance(key, str):
                self.values[key] = value
                self.names.add(key)
            else:  # a module or class, and the names of what may be called of it
                self.names.update({f"{key.__name__}.{name}" for name in value} | {key.__name__})
                self.owners.append(key)

    def has(self, name: str) -> bool:
        return name in self.names or (self.parent is not None and self.parent.has(name))

    def value(self, name: str) -> tuple[bool, Any]:
        if name in self.values:
            return True, self.values[name]
        return self.parent.value(name) if self.parent is not None else (False, None)

    def all_owners(self, g: Mapping[str, Any]) -> list[type | types.ModuleType]:
        """The modules and classes of which members were allowed: those that were given, and those that dotted names mean, which then are
        allowed under the names that they call themselves, too."""
        found = self._all_owners()
        for name in [name for name in self._all_names() if "." in name]:
            above, _, member = name.rpartition(".")
            for owner in _owners(above, g):
                self.names.add(f"{names_of(owner)[-1]}.{member}")
                found.append(owner)
        return list(dict.fromkeys(found))

    def _all_owners(self) -> list[type | types.ModuleType]:
        return [*(self.parent._all_owners() if self.parent is not None else ()), *self.owners]

    def _all_names(self) -> set[str]:
        return self.names | (self.parent._all_names() if self.parent is not None else set())

    def members(self, owners: list[str]) -> list[str]:
        """What may be called of a module or class that goes by these names."""
        found = {name for name in self._below(owners) if name.isidentifier()}
        return sorted(found | set(self.parent.members(owners) if self.parent is not None else ()))

    def passages(self, owners: list[str]) -> list[str]:
        """What lies on the way to something that may be called: "linalg" of numpy for "numpy.linalg.norm"."""
        found = {name.partition(".")[0] for name in self._below(owners) if "." in name}
        return sorted(found | set(self.parent.passages(owners) if self.parent is not None else ()))

    def _below(self, owners: list[str]) -> set[str]:
        return {name[len(owner) + 1 :] for owner in owners for name in self.names if name.startswith(owner + ".")}


_allowed = Allowed()


def allow(*entries: Any) -> Any:
    """Lets the code of every RunPython call functions.

    Args:
        entries: Names of the caller's functions ("greet"), dotted ones for what a module or class has ("numpy.array", "ndarray.sum"),
            the functions themselves, or dicts: {module or class: [names]}, {name: function or value}.

    Returns:
        The function when it is the only entry: `@allow` is a decorator, too.
    """
    return _allowed.add(*entries)


class RunPython:
    """An asynchronous function that runs code. Names that end in `_` stay from run to run.

    Args:
        g: The namespace whose data the code may use and that gets its names ending in `_`; the caller's globals when not given.
        sentinel: A name: `g` is then the globals, outwards from the caller, that have it.
        limits: Of each run.
        pool: The code runs in a process of it. When that crashes CrashError is raised, and the next run has a new one.
    """

    def __init__(
        self,
        g: dict[str, Any] | None = None,
        sentinel: str | None = None,
        ok_dests: object = None,
        *,
        limits: fermata.Limits | None = None,
        pool: fermata.Pool | None = None,
    ) -> None:
        if ok_dests is not None:
            raise fermata.UsageError("the sandbox has no files to write: allow() a function that writes where it may")
        self.g: dict[str, Any] = g if g is not None else _namespace(sentinel)
        self.allowed: Allowed = Allowed(_allowed)
        self._limits, self._pool = limits, pool
        self._session = fermata.Session(limits=limits, pool=pool)
        self._probe = fermata.Session()
        self._guards = Guards(self.allowed, self._crosses)
        self._lock = asyncio.Lock()

    def allow(self, *entries: Any) -> Any:
        """allow() for this one alone."""
        return self.allowed.add(*entries)

    async def __call__(self, code: str) -> dict[str, Any]:
        """Runs the code, and gives of "stdout", "stderr" and "result" (the value of the last expression) what there is.

        An exception that leaves the code is raised: as itself when its class is a builtin one, else as fermata.RuntimeError. So are
        fermata.SyntaxError and LimitError. A function of the caller's that isn't allowed raises PermissionError in the code.
        """
        if id(self) in _running.get():
            raise fermata.UsageError("a function that the code called can't run code in the same session")
        token = _running.set((*_running.get(), id(self)))
        try:
            async with self._lock:
                return await self._run(code)
        finally:
            _running.reset(token)

    async def _run(self, code: str) -> dict[str, Any]:
        code = code.lstrip("\n")  # line 1 is the first with text, as in that API
        inputs, functions = self._offer(code)
        if modules := self._imported(code):
            # (After each run the sandbox has its own modules alone.)
            names = {f"_module_{i}": name for i, name in enumerate(modules)}
            text = "".join(f"sys.modules[{name!r}] = {given}\n" for given, name in names.items())
            self._session.feed(f"import sys\n{text}del sys, {', '.join(names)}", inputs=dict(zip(names, modules.values())))
        try:
            step = await self._session.feed_async(code, name="<tool>", inputs=inputs, functions=functions)
        except asyncio.CancelledError:
            self._session.abandon()
            raise
        if isinstance(step, (fermata.Exhausted, fermata.Paused, fermata.Crashed)):
            raise self._stopped(step)
        given = {"stdout": step.stdout, "stderr": step.stderr}
        shown = {name: text for name, text in given.items() if text}
        self._export(step, functions)
        if isinstance(step, fermata.Raised):
            raise step.error.exception or step.error from step.error
        if forgot := forgotten(step):
            raise fermata.RuntimeError("RuntimeWarning", step.warnings[0].message, forgot, module="builtins")
        return {**shown, "result": bare(step.value)} if step.value is not None else shown

    # --- what the code may use ---

    def _offer(self, code: str) -> tuple[dict[str, Any], dict[str, Callable[..., Any]]]:
        """The caller's values and functions that the code names."""
        inputs: dict[str, Any] = {}
        functions: dict[str, Callable[..., Any]] = {}
        owners = self.allowed.all_owners(self.g)
        for name in _names_used(code, self.g):
            told, value = self.allowed.value(name)
            if not told:
                if name not in self.g:
                    continue
                value = self.g[name]
            if isinstance(value, SandboxFunction):
                if value.owner is not self:
                    functions[name] = value
            elif isinstance(value, (types.ModuleType, type)) or not callable(value) or not told and self._is_object(name, value):
                handle = None if self._is_data(value) else self._guards.handle(value)
                if handle is not None or self._is_data(value):
                    inputs[name] = value if handle is None else handle
            elif told or self.allowed.has(name) or self.allowed.has(_qualified(value)):
                functions[name] = value
            else:
                functions[name] = _refuse(name, inspect.iscoroutinefunction(value))
        for i, owner in enumerate(owners):
            if (declared := self._guards.declaration(owner)) is not None:
                inputs[f"_type_{i}"] = declared
        return inputs, functions

    def _imported(self, code: str) -> dict[str, fermata.Handle]:
        """Handles of the modules that the code imports, that the sandbox doesn't have, and of which members are allowed."""
        handles = {}
        for name in _modules_imported(code) - set(fermata.modules()):
            module = sys.modules.get(name)
            if module is not None and (handle := self._guards.handle(module)) is not None:
                handles[name] = handle
        return handles

    def _is_object(self, name: str, value: Any) -> bool:
        """Whether something that can be called is an object whose members are allowed, rather than a function."""
        return not inspect.isroutine(value) and not self.allowed.has(name) and bool(self.allowed.members(names_of(value)))

    def _is_data(self, value: Any) -> bool:
        return not isinstance(value, (types.ModuleType, type)) and self._crosses(value)

    def _crosses(self, value: Any) -> bool:
        """Whether it is data that can be copied into the sandbox."""
        try:
            self._probe.feed("_value = None", inputs={"_value": value})
        except Exception:  # the conversion's own, or what a value of the caller's raises when it is looked at
            return False
        return True

    # --- what the caller gets ---

    def _export(self, step: fermata.Step, functions: Mapping[str, Any]) -> None:
        # First: what the code did to builtins and the like doesn't affect what follows, nor later runs.
        self._session.forget(lambda name: _stays(name) and name not in functions)
        for name in (name for name in step.globals if name.isidentifier() and _stays(name) and name not in functions):
            shown = self._session.feed(name)
            if isinstance(shown, fermata.Done) and not shown.is_repr:
                self.g[name] = bare(shown.value)
            elif isinstance(shown, fermata.Done) and self._session.feed(f"hasattr({name}, '__call__')").value is True:
                self.g[name] = SandboxFunction(self, name)

    def call(self, name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Calls a function that the code left. Raises what it raises."""
        step = self._session.feed(f"{name}(*_call[0], **_call[1])", inputs={"_call": (args, kwargs)})
        try:
            if isinstance(step, fermata.Raised):
                raise step.error.exception or step.error from step.error
            if isinstance(step, (fermata.Exhausted, fermata.Paused, fermata.Crashed)):
                raise self._stopped(step)
            return step.value
        finally:
            if not isinstance(step, fermata.Crashed):
                self._session.feed("del _call")

    def _stopped(self, step: fermata.Exhausted | fermata.Paused | fermata.Crashed) -> fermata.Error:
        """What to raise. The session is fed again."""
        problem: fermata.Error
        if isinstance(step, fermata.Exhausted):
            problem = fermata.LimitError(step.limit, step)
        elif isinstance(step, fermata.Crashed):
            self._session = fermata.Session(limits=self._limits, pool=self._pool)
            return step.error
        else:
            problem = fermata.Error(f"the code waits for {step.call}")
        self._session.abandon()
        return problem


class SandboxFunction:
    """A function that the code defined, as the caller sees it: a call runs in the sandbox, its arguments and result are copied."""

    def __init__(self, owner: RunPython, name: str) -> None:
        self.owner: RunPython = owner
        self.__name__: str = name

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.owner.call(self.__name__, args, kwargs)

    def __repr__(self) -> str:
        return f"<function {self.__name__} of the sandbox>"


def _owners(name: str, g: Mapping[str, Any]) -> list[type | types.ModuleType]:
    """The modules and classes that a dotted name means, from a loaded module on, or from what a namespace or one of its modules has."""
    first, *rest = name.split(".")
    roots = [sys.modules.get(first), g.get(first)]
    roots += [value.__dict__.get(first) for value in g.values() if isinstance(value, types.ModuleType)]
    found: list[type | types.ModuleType] = []
    for root in roots:
        for part in rest:
            root = root.__dict__.get(part) if isinstance(root, (type, types.ModuleType)) else None
        if isinstance(root, (type, types.ModuleType)):
            found.append(root)
    return found


def _refuse(name: str, asynchronous: bool) -> Callable[..., Any]:
    def refused(*args: Any, **kwargs: Any) -> Any:
        raise PermissionError(f"{name}() isn't allowed here: allow({name!r}) lets it be called")

    async def refused_async(*args: Any, **kwargs: Any) -> Any:
        return refused()

    return refused_async if asynchronous else refused


def _namespace(sentinel: str | None) -> dict[str, Any]:
    """The globals of whoever made the RunPython."""
    frame = sys._getframe(2)
    while sentinel is not None and sentinel not in frame.f_globals:
        if frame.f_back is None:
            raise fermata.UsageError(f"no caller has a global {sentinel!r}")
        frame = frame.f_back
    return frame.f_globals


def _names_used(code: str, among: Mapping[str, Any]) -> list[str]:
    """The names that the code reads; all there are when this Python can't parse it."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return [name for name in among if name.isidentifier() and not name.startswith("__")]
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return sorted(name for name in used if not name.startswith("__"))


def _modules_imported(code: str) -> set[str]:
    """The names of modules in import statements, without those within packages; none when this Python can't parse it."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return {name for name in plain if "." not in name} | {node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)}


def _stays(name: str) -> bool:
    return name.endswith("_") and not name.startswith("_")


def _qualified(value: Any) -> str:
    return f"{getattr(value, '__module__', None) or ''}.{getattr(value, '__qualname__', '')}"
