"""Session: a program's run, or a conversation of several programs that share their names."""

from __future__ import annotations

import dataclasses
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, overload

from fermata import _native
from fermata._describe import HostModule, Modules, classes_of
from fermata._errors import Error, Finding, StateError, SyntaxError, UsageError, listed
from fermata._values import NO_TYPES, HandleType, Migrate, Types, binding_problem, call_problem

from .beginning import given_inputs
from .calls import Call
from .checking import Checker, check
from .fitting import check_calls, gone_types
from .granted import Functions, Granted
from .limits import MOST, Limits
from .mounts import Mount
from .packages import Package
from .pause_at import KEPT, Kept, PauseAt, Stops, names_of
from .performing import known_signature
from .places import Place
from .pool import Entry, Pool, entered
from .sealing import Bound, Sealer, sealing
from .steps import KINDS, Paused, Step
from .surroundings import Clock, Entropy, Files, surroundings
from .waiting import sleep_until_due

_NOTHING = Granted()

_MOST_SHAPES = 1000
_MOST_TEXTS, _MOST_TEXT = 500, 200_000  # that check() reads; characters

# Each stop of a session, at level DEBUG: arguments and results are in it.
_log = logging.getLogger("fermata")


class Session:
    """A session that is fed source text, piece by piece; names are kept from one piece to the next, in saved states too.

    `functions` are what the program may call: functions, names, texts of stubs, or a mapping from names. `types` and `check_types` as in
    Program. At calls of the functions that `pause_at` names, and of those that ask before each call (fermata.tool), it stops and lets
    somebody else answer; with None at every call.
    `on_output(stream, text)` gets what is printed, stream 1 or 2, while the program runs: at ends of lines, and at least ten times a
    second. It may interrupt() the session, and do nothing else with it; what it raises leaves the call that made the program run; the
    program then stands as after interrupt(). `modules`, as in Program, stay when feed() is given other functions. `seed`, `clock`, `zone`,
    `entropy`, `files`, `stdin`, `environ`, `argv`, `mounts` and `packages` as in Program.run(). The limits on steps, time, output
    and host calls start over with each feed. With `pool` its programs run in a process of that.
    """

    __slots__ = (
        "_native",
        "functions",
        "types",
        "callables",
        "asynchronous",
        "_driven",
        "_performed",
        "_woken",
        "_wake",
        "_pool",
        "_place",
        "_texts",
        "_modules",
        "__weakref__",
    )

    def __init__(
        self,
        *,
        functions: Functions = (),
        types: Iterable[type | HandleType] = (),
        check_types: bool = False,
        modules: Modules | None = None,
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
        pause_at: Iterable[str] | None = (),
        on_output: Callable[[int, str], object] | None = None,
        pool: Pool | None = None,
    ) -> None:
        granted = Granted(functions, check_types, modules)
        known = Types(types).with_modules(granted.modules)
        given, stops = surroundings(seed, clock, zone, entropy, files, stdin, environ, argv, mounts, packages), names_of(pause_at)
        with entered(pool) as entry:
            native = _native.Session(None, granted.grants, limits, known, given, allow_eval, entry.native)
            self._set_up(native, granted, known, stops, on_output, entry)

    def _set_up(
        self,
        native: _native.Session,
        functions: Granted,
        types: Types,
        stops: Stops,
        on_output: Callable[[int, str], object] | None,
        entry: Entry,
    ) -> None:
        self._native = native
        self._pool: Pool | None = entry.pool
        self._place: Place | None = entry.place
        self.types: Types = types
        self._texts: list[str] = []  # that were fed, for check()
        self._modules: list[HostModule] = [module for module in functions.modules if not module.is_global]
        self._driven = False  # by an event loop, for now
        self._performed: set[int] = set()  # ids of calls whose functions run now
        self._woken = threading.Event()  # an interrupt() came, for run() that sleeps
        self._wake: Callable[[], object] = self._woken.set  # or what wakes the event loop's driver
        native.on_output = on_output
        self._bind(functions)
        self._stop_at(stops)

    def _stop_at(self, stops: Stops) -> None:
        asks, known = self.functions.asks, [*self.functions.declared, *self.callables]
        if isinstance(stops, Kept):
            stops = self._native.stops
            if stops is None or asks <= stops:
                return
            known += stops
        if stops is not None:
            stops |= asks
        self._native.set_stops(stops, known if stops else [])

    def _bind(self, functions: Granted) -> None:
        """`functions`, and those that the handle types have, answer calls from now on."""
        self.functions: Granted = functions
        self.callables: dict[str, Callable[..., Any]] = functions.callables
        self.asynchronous: set[str] = functions.asynchronous
        if self.types.handle_types:
            self.callables = self.callables | self.types.functions()
            self.asynchronous = self.asynchronous | self.types.asynchronous()
        if self.callables or self._native.functions:
            self._native.functions = {name: f for name, f in self.callables.items() if name not in self.asynchronous}

    @classmethod
    def _of(
        cls,
        native: _native.Session,
        functions: Granted,
        types: Types,
        stops: Stops,
        on_output: Callable[[int, str], object] | None,
        entry: Entry,
    ) -> Session:
        self = cls.__new__(cls)
        self._set_up(native, functions, types, stops, on_output, entry)
        return self

    def _step(self, status: int) -> Step:
        while True:
            step = KINDS[status](self)
            refusals: dict[int, TypeError] = {}
            for call in step.calls_pending if isinstance(step, Paused) else ():
                if refusal := self._refusal(call):
                    refusals[call.id] = refusal
            if not refusals:
                break
            status = self._native.answer(refusals, False, True)
        if status == _native.CRASHED and self._place is not None:
            self._place.close()
        if _log.isEnabledFor(logging.DEBUG):
            _log.debug("%r", step)
        return step

    def _refusal(self, call: Call) -> TypeError | None:
        """What a call gets that its function doesn't take: nobody is asked for it, and no state waits for it."""
        shape = (call.function, len(call.args), *call.kwargs)
        fitting = self.functions.fitting
        if shape in fitting:
            return None
        if call.function not in self.functions.declared:
            return self._method_refusal(call)
        function, types = self.functions.declared[call.function], self.functions.check_types
        problem = call_problem(call.function, call.args, call.kwargs, function, self.types, types) if function is not None else ""
        if problem:
            return TypeError(problem)
        if types:
            return None  # other values of that shape may not fit
        if len(fitting) >= _MOST_SHAPES:
            fitting.clear()
        fitting.add(shape)
        return None

    def _method_refusal(self, call: Call) -> TypeError | None:
        if not self.types.handle_types or call.kind == "timer":
            return None
        signature = known_signature(self.functions, self.types, call.function, call.args)
        problem = None if signature is None else binding_problem(signature, len(call.args), list(call.kwargs))
        return None if problem is None else TypeError(problem)

    def close(self) -> None:
        """Ends it, whatever it waits for; its process goes back to the pool. What its steps have said can still be read; anything else
        raises UsageError. A program that runs, in another thread or further up in this one, is interrupted first. (A session that is
        collected is closed, too.)"""
        self._native.close()
        if self._place is not None:
            self._place.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    def _not_driven(self) -> None:
        if self._driven:
            raise UsageError("the session is run by an event loop, with run_async() or feed_async(): let it end, or interrupt() it")

    @property
    def step(self) -> Step | None:
        """Where it stands; None before the first feed. After a KeyboardInterrupt that came while the program ran it is Exhausted."""
        # (Made each time: a session that knew its step would be garbage for the collector, and hold memory until then.)
        status = self._native.status
        return None if status == _native.READY else KINDS[status](self)

    def feed(
        self,
        code: str,
        *,
        name: str = "",
        inputs: Mapping[str, Any] | None = None,
        functions: Functions | None = None,
        pause_at: PauseAt = KEPT,
    ) -> Step:
        """Runs more source text to its end, a limit, or a call: of one of the names in `pause_at`, or of a name that no function was
        given for. The step's value is that of the text's last expression. `inputs` are set as globals first. `functions` and
        `pause_at` replace the old ones. Text that can't be compiled raises SyntaxError and changes nothing.
        """
        status = self._feed(code, name, inputs, functions, pause_at, False)
        if status == _native.PAUSED:
            status = self._run_loop(status)
        return self._step(status)

    async def feed_async(
        self,
        code: str,
        *,
        name: str = "",
        inputs: Mapping[str, Any] | None = None,
        functions: Functions | None = None,
        pause_at: PauseAt = KEPT,
    ) -> Step:
        """feed(), with asynchronous functions on the caller's event loop."""
        return await self._drive(self._feed(code, name, inputs, functions, pause_at, True))

    def _granted(self, functions: Functions) -> Granted:
        """Others in the place of the session's functions; its modules stay."""
        known = {module.name for module in functions.modules} if isinstance(functions, Granted) else set()
        kept = [module for module in self._modules if module.name not in known]
        return Granted(functions, self.functions.check_types, kept=kept)

    def _feed(
        self, code: str, name: str, inputs: Mapping[str, Any] | None, functions: Functions | None, pause_at: PauseAt, slice: bool
    ) -> int:
        self._not_driven()
        granted = self.functions if functions is None else self._granted(functions)
        grants = None if functions is None else granted.grants
        stops = names_of(pause_at)
        given = given_inputs(inputs)
        new_types = Types(self.types.new_handle_types(given)).with_modules([] if functions is None else granted.modules)
        if stops and not isinstance(stops, Kept):
            self._native.check_stops(stops, [*granted.declared, *new_types.functions()])

        def taken() -> None:
            self.types.handle_types.update(new_types.handle_types)
            if functions is not None:
                self.types.modules = granted.modules
            if functions is not None or new_types.handle_types:
                self._bind(granted)
            self._stop_at(stops)

        findings = self._native.feed(code, name, given, grants, new_types, taken, slice)
        if findings:
            raise SyntaxError([Finding(*finding) for finding in findings])
        self._texts.append(code)
        while len(self._texts) > _MOST_TEXTS or sum(map(len, self._texts)) > _MOST_TEXT:
            del self._texts[0]
        return self._native.status

    def check(self, code: str, *, name: str = "program.py", check_types: bool | Checker = False) -> list[Finding]:
        """What is wrong with a text that is to be fed, as fermata.check() says it: with the names that the session has by now. With
        `check_types` the checker reads what was fed before, too (the last 200,000 characters, and not what was fed before the session was
        loaded: of those names it knows no types)."""
        kept = [] if self._native.status == _native.READY else self._native.view()[1]
        known = [each for each, _ in kept if each not in self.functions.declared]
        granted, types, pool = self.functions, self.types, self._pool
        return check(code, name=name, inputs=known, functions=granted, types=types, check_types=check_types, pool=pool, before=self._texts)

    def _run_loop(self, status: int) -> int:
        """Sleeps while nothing but timers is pending; and goes on with an event loop of our own, if there is anything that one could
        answer."""
        import asyncio

        from .running import Driver

        while status == _native.PAUSED and all(call[6] == "timer" for call in self._native.pending()):
            status = sleep_until_due(self)
        if (
            status != _native.PAUSED
            or not self.asynchronous
            or all(call[6] == "call" and call[1] not in self.asynchronous for call in self._native.pending())
        ):
            return status
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return asyncio.run(Driver(self).run(status))
        raise UsageError("an event loop is already running: use the asynchronous form of this call")

    async def _drive(self, status: int | None = None, sleep: bool = True) -> Step:
        from .running import Driver

        return self._step(await Driver(self, sleep=sleep).run(status))

    def _copied(self, state: bytes) -> tuple[Callable[..., Step], tuple[Any, ...]]:
        """What a copy of a step is made by: the same session once more, from its saved state, where the first one is."""
        if self._pool is not None:
            return _load_in, (state, self._pool)
        return load, (state,)

    @overload
    def save(self, encoding: Literal["msgpack"] = "msgpack", *, sealer: Sealer | None = None, bound: Bound | None = None) -> bytes:
        ...

    @overload
    def save(self, encoding: Literal["json"], *, sealer: None = None, bound: None = None) -> str:
        ...

    @overload
    def save(self, encoding: Literal["json"], *, sealer: Sealer, bound: Bound | None = None) -> bytes:
        ...

    def save(self, encoding: Any = "msgpack", *, sealer: Sealer | None = None, bound: Bound | None = None) -> bytes | str:
        """The whole session, for Session.load() or fermata.load(); with a `sealer` encrypted, to be opened with the same `bound` alone."""
        step = self.step
        if step is None:
            raise UsageError("the session has not run yet")
        state: bytes | str = step.save(encoding, sealer=sealer, bound=bound)
        return state

    @classmethod
    def load(
        cls,
        state: bytes | str,
        *,
        functions: Functions = (),
        types: Iterable[type | HandleType] | None = None,
        handles: Mapping[str, Any] | None = None,
        check_types: bool = False,
        modules: Modules | None = None,
        migrate: Migrate | None = None,
        migrate_back: Migrate | None = None,
        limits: Limits | None = None,
        allow: Iterable[str] | None = None,
        allow_eval: bool = True,
        pause_at: PauseAt = KEPT,
        seed: int | None = None,
        clock: Clock = "system",
        zone: str | None = None,
        entropy: Entropy | None = None,
        mounts: Iterable[Mount] = (),
        packages: Iterable[Package] = (),
        on_output: Callable[[int, str], object] | None = None,
        sealer: Sealer | None = None,
        bound: Bound | None = None,
        pool: Pool | None = None,
    ) -> Session:
        """A session that was saved, as fermata.load() gives its step."""
        step = load(
            state,
            functions=functions,
            types=types,
            handles=handles,
            check_types=check_types,
            modules=modules,
            migrate=migrate,
            migrate_back=migrate_back,
            limits=limits,
            allow=allow,
            allow_eval=allow_eval,
            pause_at=pause_at,
            seed=seed,
            clock=clock,
            zone=zone,
            entropy=entropy,
            mounts=mounts,
            packages=packages,
            on_output=on_output,
            sealer=sealer,
            bound=bound,
            pool=pool,
        )
        return step.session

    @property
    def pause_at(self) -> frozenset[str] | None:
        """The names of the functions at whose calls it pauses even though it could answer them; None: at every call. Kept in saved
        states."""
        return self._native.stops

    @property
    def limits(self) -> Limits:
        """What it may use now."""
        return Limits(**{name: min(limit, MOST) for name, limit in self._native.limits().items()})

    def interrupt(self) -> None:
        """From any thread: the program soon stops, as Exhausted ("interrupt"), and with it what it waits for: sleep, asynchronous
        functions. If it isn't running, its next run does."""
        self._native.interrupt()
        self._wake()

    def abandon(self) -> None:
        """Ends what is paused or exhausted where it stands; none of the program runs any more. The session may then be fed."""
        self._not_driven()
        self._native.abandon()
        self._step(self._native.status)

    def forget(self, keeps: Callable[[str], bool]) -> None:
        """Between two feeds: of what the program left only the globals that `keeps(name)` wants stay, with what they hold. Everything else
        is as in a new session: other globals, granted functions, changed modules (builtins and sys, too)."""
        self._not_driven()
        self._native.forget(keeps)
        self._texts.clear()

    def __repr__(self) -> str:
        return f"<Session {self.step!r}>"


def load(
    state: bytes | str,
    *,
    functions: Functions = (),
    types: Iterable[type | HandleType] | None = None,
    handles: Mapping[str, Any] | None = None,
    check_types: bool = False,
    modules: Modules | None = None,
    migrate: Migrate | None = None,
    migrate_back: Migrate | None = None,
    limits: Limits | None = None,
    allow: Iterable[str] | None = None,
    allow_eval: bool = True,
    pause_at: PauseAt = KEPT,
    seed: int | None = None,
    clock: Clock = "system",
    zone: str | None = None,
    entropy: Entropy | None = None,
    mounts: Iterable[Mount] = (),
    packages: Iterable[Package] = (),
    on_output: Callable[[int, str], object] | None = None,
    sealer: Sealer | None = None,
    bound: Bound | None = None,
    pool: Pool | None = None,
) -> Step:
    """A saved session, in either encoding, as the step at which it was saved.

    `functions` are bound by name to those that the program may call. If any are given, each waiting call must have one among them, if
    only as a name, "approve", for what you answer yourself; otherwise StateError is raised. `allow` lists what may be called (nothing, when
    it is empty): a call of another function raises PermissionError in the program, and a state that waits for another is refused. Without
    it all names in the state stay granted, and later calls that none of `functions` answers come to you: look at their names, a state may
    be forged. `allow_eval=False` switches eval, exec and compile off; True doesn't switch them on again. `types` are the host's classes, as
    in Program; `handles` are the objects that the state's handles stand for, by name. `check_types` and `modules` as in Program: modules
    that the state has get what is new, and their functions are bound by name. Where a run pauses is
    kept in its state, and loading keeps it. Only `pause_at`, as in Program.start(), lets more be called without asking; then it alone
    counts, whatever a forged state says. `limits` replace the state's, which otherwise hold up to the defaults: a forged state can't widen
    them. `clock`, `entropy`, `mounts` and `packages` as in Program.run(): a mount that the state names and nobody gives is an OSError in
    the program. A seed and a zone are in the state, unless `seed` and `zone` say otherwise. With a `sealer` a state must have been sealed
    with one of its keys and the same `bound`: see Sealer. With `pool` the state is read, and the program goes on, in a process of that.
    Raises StateError for bytes that aren't a state.

    The host's code may have changed while the state waited. New fields with defaults, new members of enums and new parameters with defaults
    don't matter. What doesn't fit raises StateError here, of the kind "changed type" or "changed function": a class of `types` that
    has lost a field or a member, or gained a field without a default; a class of the state's that `types`, when given, doesn't list; a
    waiting call that its function no longer takes, that has no function among `functions`, or whose values can't be made. With `migrate`
    classes may have changed in any way: migrate(name of the class, fields) is called with values of a class that now has other fields, or
    fields of other types, and with what doesn't fit (for an enum's member "name" and "value"), here and whenever such a value leaves the
    program; it returns today's fields, or the value. The program goes on with the values and classes that it has: migrate_back(name,
    fields) returns the old fields of today's values that enter it. Without it these are instances of a subclass of the program's class,
    with today's fields; where only types have changed, it is a TypeError.
    """
    granted = Granted(functions, check_types, modules) if functions or modules else _NOTHING
    names = None if allow is None else [(name, name in granted.asynchronous) for name in listed(allow, "allow")]
    known = Types(types or (), handles) if types or handles else NO_TYPES.copy()
    known = known.with_modules(granted.modules if allow is None else [_allowed(module, names or []) for module in granted.modules])
    known.migrate, known.migrate_back = migrate, migrate_back
    given, stops, keys = (
        surroundings(seed, clock, zone, entropy, mounts=mounts, packages=packages),
        names_of(pause_at),
        sealing(sealer, bound),
    )
    with entered(pool) as entry:
        try:
            native = _native.load(state, names, limits, known, given, allow_eval, *keys, pool=entry.native)
        except StateError as error:
            if error.kind != "changed type":
                raise
            raise StateError(f"{error}: map such values with migrate, or let the class take them", error.kind) from None
        if types is not None or migrate is not None:
            known.gone = gone_types(native, known)
            known.know_shapes(native.types())
        known.meet(classes_of(granted.callables))
        session = Session._of(native, granted, known, stops, on_output, entry)
        return _first_step(session)


def _allowed(module: HostModule, names: list[tuple[str, bool]]) -> HostModule:
    """Of a module's functions those that may be called."""
    known = {name for name, _ in names}
    functions = {name: function for name, function in module.functions.items() if f"{module.name}.{name}" in known}
    return dataclasses.replace(module, functions=functions)


def _first_step(session: Session) -> Step:
    """That of a loaded session. Raises StateError when the state doesn't fit the host's code of today."""
    native, known = session._native, session.types
    try:
        if known.migrate is not None:
            for _, name, _ in native.types():
                native.try_values(name)
        step = KINDS[native.status](session)  # (a result that doesn't fit is refused where it is asked for)
    except Error:
        raise
    except Exception as error:  # of values of the host's classes
        raise StateError(f"a value of the state doesn't fit: {error}", "changed type") from error
    if session.functions.declared or known.handle_types:
        check_calls(step, session.functions, known)
    return step


def _load_in(state: bytes, pool: Pool) -> Step:
    return load(state, pool=pool)
