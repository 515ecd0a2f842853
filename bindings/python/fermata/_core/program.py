"""Program: source text, compiled once, run as often as you like."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from fermata import _native
from fermata._describe import Modules
from fermata._errors import Error, Finding, SyntaxError, UsageError, listed
from fermata._values import NO_TYPES, HandleType, Types, shown

from .beginning import dropped_if_raises, given_inputs
from .calls import CallRecord, Spent
from .checking import Checker, check
from .displays import Display
from .granted import Functions, Granted
from .limits import Limits
from .mounts import Mount
from .packages import Package
from .pause_at import Stops, names_of
from .pool import Entry, Pool, entered, entered_async, native_of
from .session import Session
from .steps import Done, Exhausted, Paused, Step
from .surroundings import Clock, Entropy, Files, Surroundings, surroundings

_NONE_STOP: frozenset[str] = frozenset()


class Result:
    """What a run gave: `value` is that of the program's last expression, else of its global `result`, else None."""

    __slots__ = ("value", "_step", "_kept")

    def __init__(self, step: Done, kept: Mapping[str, Callable[[], Any]] | None = None) -> None:
        self.value: Any = step.value
        self._step = step
        self._kept = kept  # what a process that has gone was asked for

    @property
    def is_repr(self) -> bool:
        """Whether the value is, or holds, an Instance: something that could not leave the sandbox."""
        return self._step.is_repr

    def exact(self) -> Any:
        """The value, if all of it could cross; if there is an Instance in it, CrossingError is raised."""
        return self._step.exact()

    @property
    def stdout(self) -> str:
        """All that was printed."""
        return self._step.stdout

    @property
    def stderr(self) -> str:
        """All that went to sys.stderr."""
        return self._step.stderr

    @property
    def files(self) -> dict[str, bytes]:
        """The files that the program made or changed, by their paths: see Step.files."""
        files: dict[str, bytes] = self._ask("files")
        return files

    @property
    def display(self) -> list[Display]:
        """What the program showed: what it gave to display(), in its order, and its value. See Display."""
        displays: list[Display] = self._ask("display")
        return displays

    def _ask(self, name: str) -> Any:
        return getattr(self._step, name) if self._kept is None else self._kept[name]()

    @property
    def spent(self) -> Spent:
        """What the run has used."""
        return self._step.spent

    @property
    def warnings(self) -> list[Finding]:
        """What the program should hear of: see Done.warnings."""
        return self._step.warnings

    @property
    def calls(self) -> list[CallRecord]:
        """The calls that host functions answered, as far as they are kept: see Step.calls."""
        return self._step.calls

    def to_dict(self) -> dict[str, Any]:
        """As plain values: "status" ("done"), "stdout", "stderr", "spent" and "value"."""
        return self._step.to_dict()

    def to_json(self, **options: Any) -> str:
        """to_dict() as JSON: see Step.to_json()."""
        return self._step.to_json(**options)

    def _repr_html_(self) -> str:
        from .html import render_result_html

        return render_result_html(self)

    def __rich_repr__(self) -> Iterator[Any]:
        yield from self._step.__rich_repr__()

    def __repr__(self) -> str:
        return f"<Result {shown(self.value)}>"


class Program:
    """A program that can be run any number of times, on any thread.

    `name` is the file's name in tracebacks. `inputs` are the names of globals that each run is given. `functions` are what the program
    may call: functions (`def` or `async def`, whose results the program awaits), names (of plain ones), texts of stubs
    ("def approve(amount: int) -> bool: ...", "async def ask(who: str) -> str: ..."), or a mapping from names to functions or None. `types`
    are classes that the program may use by their names, and that its values are made of when they come back: dataclasses, enums, named
    tuples, pydantic models; and HandleTypes. With `check_types` arguments must have the types of the functions' parameters, otherwise
    TypeError or ValueError is raised at the call; an enum may be given by its value, a dataclass by a dict of its fields. `modules` are
    what it may import besides the standard library, by dotted names: modules of Python's, of which it gets what their `__all__` lists, or
    else the public functions, constants and classes that they define themselves; types.SimpleNamespaces; or mappings. A function there is
    a host function called "crm.lookup", a constant is copied, a class is one of `types`. With `pool` it runs there, and is compiled there,
    too: this process doesn't even parse its text. Raises SyntaxError.
    """

    __slots__ = ("code", "name", "inputs", "functions", "types", "pool", "_native")

    def __init__(
        self,
        code: str,
        *,
        name: str = "program.py",
        inputs: Iterable[str] = (),
        functions: Functions = (),
        types: Iterable[type | HandleType] = (),
        check_types: bool = False,
        modules: Modules | None = None,
        pool: Pool | None = None,
    ) -> None:
        self._native: _native.Program | None = None
        if pool is None:
            native = _native.compile(code, name)
            if isinstance(native, list):
                raise SyntaxError([Finding(*finding) for finding in native])
            self._native = native
        else:
            findings = [Finding(*finding) for finding in _native.check(code, name, (), [], native_of(pool))]
            if wrong := [finding for finding in findings if finding.kind == "syntax"]:
                raise SyntaxError(wrong)
        self.pool: Pool | None = pool
        self.code: str = code
        self.name: str = name
        self.inputs: tuple[str, ...] = listed(inputs, "inputs")
        self.functions: Granted = Granted(functions, check_types, modules) if functions or modules else _NOTHING
        self.types: Types = (Types(types) if types else NO_TYPES).with_modules(self.functions.modules)

    def check(self, *, check_types: bool | Checker = False, packages: Iterable[Package] = ()) -> list[Finding]:
        """All that can be said without running it: see fermata.check()."""
        return check(
            self.code,
            name=self.name,
            inputs=self.inputs,
            functions=self.functions,
            types=self.types,
            check_types=check_types,
            packages=packages,
            pool=self.pool,
        )

    def run(
        self,
        inputs: Mapping[str, Any] | None = None,
        *,
        limits: Limits | None = None,
        seed: int | None = None,
        clock: Clock = "system",
        zone: str | None = None,
        entropy: Entropy | None = None,
        files: Files | None = None,
        stdin: str | bytes | None = None,
        environ: Mapping[str, str] | None = None,
        argv: Iterable[str] = (),
        mounts: Iterable[Mount] = (),
        packages: Iterable[Package] = (),
        allow_eval: bool = True,
        on_output: Callable[[int, str], object] | None = None,
        pool: Pool | None = None,
    ) -> Result:
        """Runs it to its end and answers its calls with the functions. Raises RuntimeError when an exception leaves it, LimitError when
        a limit is used up, Error when it calls a name that no function was given for, UsageError at a function that asks before each call
        (fermata.tool(approve=True)).

        With `seed` all randomness repeats; otherwise random starts from `entropy(count)`, by default the system's, and secrets and uuid ask
        it each time. `clock` is the time that the program sees, and waits by: "system"; a datetime at which it stands
        still; a SteppingClock; or a function that gives a datetime or seconds since 1970. `zone` is its time zone, by a name such as
        "Europe/Berlin"; UTC by default. `files` are in its files when it begins: text, bytes or the Path of a file of yours, by their
        paths, which lie in /home/user if they don't begin with "/"; Result.files gives those that it made or changed. `stdin` is what
        input() and sys.stdin read, `environ` is os.environ, and `argv` follows its name in sys.argv. `mounts` are folders of yours that it
        sees in its files, and `packages` what it may import: distributions of this environment by their names, paths of wheels, of folders
        or of a requirements.txt. They are read when they are wanted, and never executed here. It runs in `pool`, or in the Program's
        own, if it has one; CrashError is raised when the process there crashes.
        """
        given, entry = surroundings(seed, clock, zone, entropy, files, stdin, environ, argv, mounts, packages), entered(pool or self.pool)
        session, status = self._begin(inputs, limits, given, allow_eval, _NONE_STOP, on_output, entry)
        with dropped_if_raises(session):
            step = session._step(session._run_loop(status) if status == _native.PAUSED else status)
        return _result(step)

    async def run_async(
        self,
        inputs: Mapping[str, Any] | None = None,
        *,
        limits: Limits | None = None,
        seed: int | None = None,
        clock: Clock = "system",
        zone: str | None = None,
        entropy: Entropy | None = None,
        files: Files | None = None,
        stdin: str | bytes | None = None,
        environ: Mapping[str, str] | None = None,
        argv: Iterable[str] = (),
        mounts: Iterable[Mount] = (),
        packages: Iterable[Package] = (),
        allow_eval: bool = True,
        on_output: Callable[[int, str], object] | None = None,
        pool: Pool | None = None,
    ) -> Result:
        """run(), with asynchronous functions as tasks of the caller's event loop. Cancelling it cancels them."""
        given, entry = surroundings(seed, clock, zone, entropy, files, stdin, environ, argv, mounts, packages), await entered_async(
            pool or self.pool
        )
        session, status = self._begin(inputs, limits, given, allow_eval, _NONE_STOP, on_output, entry, slice=True)
        with dropped_if_raises(session):
            step = await session._drive(status)
        return _result(step)

    def start(
        self,
        inputs: Mapping[str, Any] | None = None,
        *,
        limits: Limits | None = None,
        seed: int | None = None,
        clock: Clock = "system",
        zone: str | None = None,
        entropy: Entropy | None = None,
        files: Files | None = None,
        stdin: str | bytes | None = None,
        environ: Mapping[str, str] | None = None,
        argv: Iterable[str] = (),
        mounts: Iterable[Mount] = (),
        packages: Iterable[Package] = (),
        allow_eval: bool = True,
        pause_at: Iterable[str] | None = None,
        on_output: Callable[[int, str], object] | None = None,
        pool: Pool | None = None,
    ) -> Step:
        """Runs it until it stops: at each call; or, with `pause_at`, only at calls of those names, of names that no function was given for,
        of functions that ask before each call (fermata.tool(approve=True)), and of asynchronous functions, which wait for run_async() of
        the step; start_async() calls them."""
        given, stops, entry = (
            surroundings(seed, clock, zone, entropy, files, stdin, environ, argv, mounts, packages),
            names_of(pause_at),
            entered(pool or self.pool),
        )
        session, status = self._begin(inputs, limits, given, allow_eval, stops, on_output, entry)
        return session._step(status)

    async def start_async(
        self,
        inputs: Mapping[str, Any] | None = None,
        *,
        limits: Limits | None = None,
        seed: int | None = None,
        clock: Clock = "system",
        zone: str | None = None,
        entropy: Entropy | None = None,
        files: Files | None = None,
        stdin: str | bytes | None = None,
        environ: Mapping[str, str] | None = None,
        argv: Iterable[str] = (),
        mounts: Iterable[Mount] = (),
        packages: Iterable[Package] = (),
        allow_eval: bool = True,
        pause_at: Iterable[str] | None = None,
        on_output: Callable[[int, str], object] | None = None,
        sleep: bool = True,
        pool: Pool | None = None,
    ) -> Step:
        """start(), with asynchronous functions on the caller's event loop: those that `pause_at` doesn't name are called, too. `sleep` as
        in Paused.run_async()."""
        given, stops, entry = (
            surroundings(seed, clock, zone, entropy, files, stdin, environ, argv, mounts, packages),
            names_of(pause_at),
            await entered_async(pool or self.pool),
        )
        session, status = self._begin(inputs, limits, given, allow_eval, stops, on_output, entry, slice=True)
        with dropped_if_raises(session):
            return await session._drive(status, sleep)

    def _begin(
        self,
        inputs: Mapping[str, Any] | None,
        limits: Limits | None,
        given_surroundings: Surroundings,
        allow_eval: bool,
        stops: Stops,
        on_output: Callable[[int, str], object] | None,
        entry: Entry,
        slice: bool = False,
    ) -> tuple[Session, int]:
        """A session of its own, and its status at its first stop."""
        with entry:
            given, types = self._inputs(inputs), self.types
            if given or self.functions.grants:  # values may enter
                types = types.copy()
                types.handle_types.update({handle_type.name: handle_type for handle_type in types.new_handle_types(given)})
            program = self._native if entry.native is None else (self.code, self.name)
            native = _native.Session(program, self.functions.grants, limits, types, given_surroundings, allow_eval, entry.native)
            session = Session._of(native, self.functions, types, stops, on_output, entry)
            with dropped_if_raises(session):
                return session, native.start(given, slice)

    def _inputs(self, inputs: Mapping[str, Any] | None) -> dict[str, Any]:
        if not inputs and not self.inputs:
            return {}
        given = given_inputs(inputs)
        missing = [name for name in self.inputs if name not in given]
        unknown = [name for name in given if name not in self.inputs]
        if missing or unknown:
            told = [(f"missing input{'s' * (len(missing) > 1)}", missing), (f"unknown input{'s' * (len(unknown) > 1)}", unknown)]
            text = "; ".join(f"{what} {', '.join(map(repr, names))}" for what, names in told if names)
            raise UsageError(
                text
                + (
                    f": Program(…, inputs={[*self.inputs, *unknown]!r}) would take " + ("it" if len(unknown) == 1 else "them")
                    if unknown
                    else ""
                )
            )
        return given

    def __repr__(self) -> str:
        return f"<Program {self.name!r}>"


_NOTHING = Granted()


def _kept(step: Done, name: str) -> Callable[[], Any]:
    """An attribute of a step, for when the session's process has gone."""
    try:
        found = getattr(step, name)
    except Error as error:
        refused = error

        def raises() -> Any:
            raise refused

        return raises
    return lambda: found


def _result(step: Step) -> Result:
    kept = None
    if step.session._pool is not None and not isinstance(step, Exhausted):  # (which its error has, to go on with)
        if isinstance(step, Done):
            kept = {name: _kept(step, name) for name in ("files", "display")}
        step.session.close()
    if isinstance(step, Done):
        return Result(step, kept)
    asking = sorted({call.function for call in step.calls_pending} & step.session.functions.asks) if isinstance(step, Paused) else []
    if asking:
        raise UsageError(
            f"{asking[0]}() isn't called before somebody has approved (fermata.tool(approve=True)), for which run() can't wait: begin the "
            "program with start(), or in a Store"
        )
    step.value  # raises what it has to say
    raise Error(f"the program stopped: {step!r}")


def modules() -> list[str]:
    """The names of the modules that programs may import."""
    return _native.modules()
