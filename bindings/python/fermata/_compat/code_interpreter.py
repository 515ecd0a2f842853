"""The sandbox of fermata.code_interpreter: a Session in a pool, and the files in it."""

from __future__ import annotations

import asyncio
import contextlib
import datetime
import functools
import os
import re
import secrets
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Optional

import fermata
from fermata._core import Functions

from .executions import Execution, ExecutionError, Logs, OutputMessage, Result, error_of, results_of
from .sandbox_files import AsyncFiles, EntryInfo, Files, NotFoundException
from .sandbox_options import SandboxInfo, environment_text, explain_missing, told_options

__all__ = [
    "AsyncSandbox",
    "EntryInfo",
    "Execution",
    "ExecutionError",
    "Logs",
    "NotFoundException",
    "OutputMessage",
    "Result",
    "Sandbox",
    "SandboxInfo",
    "TimeoutException",
]

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_Message = Optional[Callable[[OutputMessage], object]]
_Results = Optional[Callable[[Result], object]]
_Errors = Optional[Callable[[ExecutionError], object]]


class TimeoutException(fermata.Error):
    """A text took longer than its `timeout`, and was ended where it stood; the sandbox lives on. Or, with `of_sandbox`, the sandbox's own
    time is over, and it was killed. `execution` has what the text gave until then; None, when it wasn't run or nobody knows."""

    def __init__(self, seconds: float, execution: Execution | None, of_sandbox: bool = False) -> None:
        text = f"the text took more than {seconds:g} s"
        over = f"the sandbox was killed: its timeout of {seconds:g} s is over (create(timeout=…) and set_timeout() say when)"
        super().__init__(over if of_sandbox else text)
        self.seconds = seconds
        self.execution = execution
        self.of_sandbox = of_sandbox

    def __reduce__(self) -> tuple[Any, ...]:
        return TimeoutException, (self.seconds, self.execution, self.of_sandbox)


@functools.lru_cache(maxsize=None)
def _shared_pool() -> fermata.Pool:
    return fermata.Pool()


class _Listener:
    """on_output of the session: what comes is kept, and handed on."""

    def __init__(self) -> None:
        self.logs = Logs()
        self.on_stdout: _Message = None
        self.on_stderr: _Message = None

    def __call__(self, stream: int, text: str) -> None:
        (self.logs.stdout if stream == 1 else self.logs.stderr).append(text)
        if tell := self.on_stdout if stream == 1 else self.on_stderr:
            tell(OutputMessage(text, error=stream == 2))


class _Base:
    """What the two kinds of sandboxes share."""

    def __init__(
        self,
        *,
        functions: Functions = (),
        types: Iterable[type | fermata.HandleType] = (),
        check_types: bool = False,
        limits: fermata.Limits | None = None,
        envs: Mapping[str, str] | None = None,
        files: Mapping[str | os.PathLike[str], str | bytes | Path] | None = None,
        timeout: float | None = None,
        metadata: Mapping[str, str] | None = None,
        pool: fermata.Pool | bool = True,
        _state: bytes | None = None,
        _id: str = "",
        **e2b: Any,
    ) -> None:
        told_options(type(self).__name__, e2b)
        self._metadata, self._began = dict(metadata or {}), datetime.datetime.now(datetime.timezone.utc)
        self.sandbox_id: str = _id or secrets.token_urlsafe(12)
        self._listener = _Listener()
        self._count = 0
        self._lock = threading.Lock()
        self._ends: threading.Timer | None = None
        self._over: float | None = None  # its timeout, when it was killed by that
        where = _shared_pool() if pool is True else pool or None
        common: dict[str, Any] = {"functions": functions, "types": types, "check_types": check_types, "limits": limits, "pool": where}
        common |= {"pause_at": (), "on_output": self._listener}
        if _state is not None:
            self._session = fermata.Session.load(_state, **common)
        else:
            self._session = fermata.Session(**common, environ=envs, files=files)
            self._session.feed("", name="<start>")
        self._alive = True
        self.set_timeout(timeout)

    def is_running(self) -> bool:
        """Whether it can run texts: it wasn't killed, nor paused, and its process hasn't crashed."""
        return self._alive

    def get_info(self) -> SandboxInfo:
        """Its id, its metadata, and since when it is there."""
        return SandboxInfo(self.sandbox_id, dict(self._metadata), self._began)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(explain_missing(type(self).__name__, name), name=name, obj=self)

    def set_timeout(self, timeout: float | None) -> None:
        """It is killed in so many seconds; None: never."""
        if self._ends is not None:
            self._ends.cancel()
        self._ends = None
        if timeout is not None and self._alive:
            self._ends = threading.Timer(timeout, self._time_out, (timeout,))
            self._ends.daemon = True
            self._ends.start()

    def _time_out(self, seconds: float) -> None:
        if self._alive:
            self._over = seconds
        self._kill()

    def _kill(self) -> None:
        self.set_timeout(None)
        self._alive = False
        self._session.close()

    def _check_alive(self) -> None:
        if self._over is not None:
            raise TimeoutException(self._over, None, True)
        if not self._alive:
            raise fermata.UsageError("the sandbox isn't running any more: it was paused, killed, or has crashed")

    @contextlib.contextmanager
    def _with_envs(self, envs: Mapping[str, str] | None) -> Iterator[None]:
        """os.environ has these, too, for the time of one text."""
        if not envs:
            yield
            return
        step = self._session.feed(environment_text(), name="<environ>", inputs={"_fermata_envs": dict(envs)})
        self._settle(step)
        were = step.value if isinstance(step, fermata.Done) else {}
        try:
            yield
        finally:
            if self._alive:
                self._settle(self._session.feed(environment_text(), name="<environ>", inputs={"_fermata_envs": were}))

    def _begin(self, on_stdout: _Message, on_stderr: _Message, language: str | None, context: None) -> None:
        self._check_alive()
        if language not in (None, "python", "python3"):
            raise fermata.UsageError(f"a sandbox runs Python, not {language}")
        if context is not None:
            raise fermata.UsageError("a sandbox has one context: make another sandbox for each further one")
        self._listener.logs, self._listener.on_stdout, self._listener.on_stderr = Logs(), on_stdout, on_stderr
        self._count += 1

    @contextlib.contextmanager
    def _timed(self, timeout: float | None) -> Iterator[_Clock]:
        """While a text runs. When it is left by an exception, such as a cancellation, the next text can be run."""
        try:
            with _Clock(self._session, timeout) as clock:
                yield clock
        except fermata.SyntaxError:  # it didn't begin
            raise
        except BaseException as error:
            if self._alive:
                self._settle(self._session.step)
            if self._over is not None and isinstance(error, fermata.UsageError):  # the session was closed meanwhile
                raise TimeoutException(self._over, None, True) from None
            raise

    def _execution(self, step: fermata.Step, clock: _Clock, on_result: _Results, on_error: _Errors) -> Execution:
        timed_out = clock.over and isinstance(step, fermata.Exhausted) and step.limit == "interrupt"
        execution = Execution(results_of(step), self._listener.logs, error_of(step, timed_out), self._count)
        self._settle(step)
        if clock.over and not timed_out and self._alive:  # too late: what runs next would be ended
            self._settle(self._session.feed("", name="<start>"))
        for result in execution.results if on_result else ():
            on_result(result)  # type: ignore[misc]
        if execution.error is not None and on_error is not None:
            on_error(execution.error)
        if timed_out:
            raise TimeoutException(clock.seconds or 0, execution)
        if self._over is not None and isinstance(step, fermata.Exhausted):
            raise TimeoutException(self._over, execution, True)
        return execution

    def _invalid(self, error: fermata.SyntaxError, on_error: _Errors) -> Execution:
        first = error.findings[0]
        problem = ExecutionError(first.type, first.message, str(error))
        if on_error is not None:
            on_error(problem)
        return Execution([], Logs(), problem, self._count)

    def _settle(self, step: fermata.Step | None) -> None:
        """So that the next text can be run."""
        if isinstance(step, fermata.Crashed):
            self._kill()
        elif self._alive and isinstance(step, (fermata.Paused, fermata.Exhausted)):
            self._session.abandon()

    def _pause(self, folder: str | os.PathLike[str] | None) -> bytes | str:
        self._check_alive()
        state = self._session.save()
        if folder is None:
            self._kill()
            return state
        path = Path(folder, f"{self.sandbox_id}.state")
        temporary = path.with_suffix(".new")
        temporary.write_bytes(state)
        temporary.replace(path)
        self._kill()
        return self.sandbox_id


class _Clock:
    """Interrupts a session when a text's time is over."""

    def __init__(self, session: fermata.Session, seconds: float | None) -> None:
        self.over, self.seconds = False, seconds
        self._session = session
        self._timer = None if seconds is None else threading.Timer(seconds, self._end)

    def _end(self) -> None:
        self.over = True
        self._session.interrupt()

    def __enter__(self) -> _Clock:
        if self._timer is not None:
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *raised: object) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()  # so that it doesn't interrupt what comes next


def _kept(state: bytes | str, folder: str | os.PathLike[str] | None) -> tuple[bytes, str]:
    """A state and its sandbox's id."""
    if isinstance(state, (bytes, bytearray)):
        return bytes(state), ""
    if folder is None:
        raise fermata.UsageError("a sandbox is resumed by its id out of a folder: resume(id, folder=…)")
    if not isinstance(state, str) or not _ID.fullmatch(state):
        raise fermata.UsageError(f"{state!r} isn't the id of a sandbox")
    try:
        return Path(folder, f"{state}.state").read_bytes(), state
    except FileNotFoundError:
        raise fermata.UsageError(f"no sandbox {state!r} was paused in {os.fspath(folder)!r}") from None


class Sandbox(_Base):
    """A sandbox: names and files stay from one text to the next. Make it with create() or resume().

    `functions`, `types`, `check_types` and `limits` are as in fermata.Session; calls of functions are answered at once. `envs` is
    os.environ, `files` what is there at first, by paths (/home/user is where texts run). It is killed after `timeout` seconds, if that is
    given: whatever uses it then raises TimeoutException. `metadata` is kept for get_info(). It runs in `pool`, by default in one that all
    sandboxes of this process share; pool=False runs it in this process, which is for code that is trusted. It belongs to one thread at a
    time.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.files: Files = Files(self)

    @classmethod
    def create(cls, **options: Any) -> Sandbox:
        """A new one: see the class for options."""
        return cls(**options)

    @classmethod
    def resume(cls, state: bytes | str, *, folder: str | os.PathLike[str] | None = None, **options: Any) -> Sandbox:
        """One that was paused, by what pause() gave, its functions bound anew. Raises StateError for bytes that aren't a state."""
        data, id = _kept(state, folder)
        return cls(_state=data, _id=id, **options)

    @classmethod
    def connect(cls, sandbox_id: str, *, folder: str | os.PathLike[str] | None = None, **options: Any) -> Sandbox:
        """One that was paused into a folder: resume()."""
        return cls.resume(sandbox_id, folder=folder, **options)

    def run_code(
        self,
        code: str,
        language: str | None = None,
        context: None = None,
        *,
        timeout: float | None = 300,
        envs: Mapping[str, str] | None = None,
        on_stdout: _Message = None,
        on_stderr: _Message = None,
        on_result: _Results = None,
        on_error: _Errors = None,
    ) -> Execution:
        """Runs a text to its end. What goes wrong in it is the execution's `error`, and the sandbox goes on with the names that there are;
        only when it takes longer than `timeout` seconds TimeoutException is raised. The callbacks get things as they come. `envs` are in
        os.environ while it runs. The language is Python, and there is one context."""
        with self._lock:
            self._begin(on_stdout, on_stderr, language, context)
            with self._with_envs(envs):
                try:
                    with self._timed(timeout) as clock:
                        step = self._session.feed(code)
                except fermata.SyntaxError as error:
                    return self._invalid(error, on_error)
                return self._execution(step, clock, on_result, on_error)

    def pause(self, folder: str | os.PathLike[str] | None = None) -> bytes | str:
        """Ends it here, and gives its state, for resume(): bytes, or with a `folder` an id, under which the state is kept there."""
        with self._lock:
            return self._pause(folder)

    def kill(self) -> None:
        """Ends it, whatever it does; from any thread."""
        self._kill()

    def __enter__(self) -> Sandbox:
        return self

    def __exit__(self, *raised: object) -> None:
        self.kill()


class AsyncSandbox(_Base):
    """Sandbox for event loops: asynchronous functions run on the caller's. Make it with `await AsyncSandbox.create()`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.files: AsyncFiles = AsyncFiles(Files(self))

    @classmethod
    async def create(cls, **options: Any) -> AsyncSandbox:
        """A new one: see Sandbox for options."""
        return await asyncio.to_thread(functools.partial(cls, **options))

    @classmethod
    async def resume(cls, state: bytes | str, *, folder: str | os.PathLike[str] | None = None, **options: Any) -> AsyncSandbox:
        """One that was paused: see Sandbox.resume()."""
        data, id = await asyncio.to_thread(_kept, state, folder)
        return await asyncio.to_thread(functools.partial(cls, _state=data, _id=id, **options))

    @classmethod
    async def connect(cls, sandbox_id: str, *, folder: str | os.PathLike[str] | None = None, **options: Any) -> AsyncSandbox:
        """One that was paused into a folder: resume()."""
        return await cls.resume(sandbox_id, folder=folder, **options)

    async def run_code(
        self,
        code: str,
        language: str | None = None,
        context: None = None,
        *,
        timeout: float | None = 300,
        envs: Mapping[str, str] | None = None,
        on_stdout: _Message = None,
        on_stderr: _Message = None,
        on_result: _Results = None,
        on_error: _Errors = None,
    ) -> Execution:
        """See Sandbox.run_code(). The callbacks are plain functions."""
        self._begin(on_stdout, on_stderr, language, context)
        with self._with_envs(envs):
            try:
                with self._timed(timeout) as clock:
                    step = await self._session.feed_async(code)
            except fermata.SyntaxError as error:
                return self._invalid(error, on_error)
            return self._execution(step, clock, on_result, on_error)

    async def pause(self, folder: str | os.PathLike[str] | None = None) -> bytes | str:
        """See Sandbox.pause()."""
        return await asyncio.to_thread(self._pause, folder)

    async def kill(self) -> None:
        """See Sandbox.kill()."""
        await asyncio.to_thread(self._kill)

    async def __aenter__(self) -> AsyncSandbox:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.kill()
