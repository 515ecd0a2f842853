"""Worker: takes runs out of a store and answers their calls."""

from __future__ import annotations

import contextlib
import functools
import logging
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Literal

from fermata import _native
from fermata._core import CURRENT, Call, Functions, Granted, Limits, Mount, Package, Program, natives, package_mounts
from fermata._describe import Modules, classes_of
from fermata._errors import UsageError, listed
from fermata._tools import Ask, Context, Deny, Toolbox, failure
from fermata._values import Migrate, Types

from .policies import Policy, PolicyRun, call_for_policy, verdict_of
from .store import Store, whole_number

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

_log = logging.getLogger("fermata")


class Worker:
    """Runs the programs of a store's runs, and calls tools. Any number of workers, in any number of processes, may share a store; the runs
    of one that dies or stands still are others' when its leases are over.

    `tools` are what programs may call, as Program's `functions`: functions, plain ones and coroutine functions, which programs await
    (fermata.tool says more about one); and names or stubs of functions that somebody else answers (RunCall.answer). They run in this
    process, several at a time: plain ones in threads, asynchronous ones on the event loop of run_async(), or on one of the worker's own.
    Values cross as they do in Program.run(); classes are the Store's `types`. `modules` are what programs may import, as Program's: their
    functions are tools, called "crm.lookup" (which is what policies and approvals see). `mounts` and `packages` are what all its programs
    have, as in Program.run(), but that nothing goes through a mount to this machine: modes are "read" and "overlay". A run needs them again
    at the worker that goes on with it.

    `policy` looks at each call of a tool before it is made (PolicyCall), from several threads: it gives Allow(), Deny, or Ask, for a
    person's approval. When it raises, or gives anything else, the run goes no further until a worker has a policy that doesn't.

    `programs` are those that programs may spawn by their names, besides texts: `await spawn("child.py", order=17)`.

    `queues` are asked in their order. `concurrency` is how many runs it has at once. It holds each by a lease of `lease_ms`, which it
    renews; looks for work each `poll_ms`; and saves a program that computes each `checkpoint_ms`. Runs go on within the narrower ones of
    `limits` and their own. Programs run in processes that have nothing, as in a Pool, unless `jail` is False. With `check_types` arguments
    must have the types of the tools' parameters. Calls of a function that the worker doesn't know, another's perhaps, or misspelt, wait
    (`unknown="wait"`), or fail with NameError unless another worker of the queue is there that knows it ("fail"). `name`, by
    default one with the machine's, is in the history of runs; no two workers may share one. `callback_url` is the address of a `fermata
    serve` over the same store, which takes answers that come later: context().callback leads there. `public_url` is its address in
    people's browsers: what webhooks are told has a link there. `otlp` is the address of an OpenTelemetry collector, to which spans of runs,
    steps and calls are sent ("http://localhost:4318"); by default what the environment says (OTEL_EXPORTER_OTLP_ENDPOINT), if it does.
    `migrate` and `migrate_back` map values of classes that have changed since a program was begun, as in load(); without the former the
    store's does.
    What happens is logged by the logger "fermata", at level INFO.
    """

    def __init__(
        self,
        store: Store,
        tools: Functions = (),
        *,
        policy: Policy | None = None,
        programs: Mapping[str, str | Program] | None = None,
        queues: Iterable[str] = ("default",),
        concurrency: int = 4,
        limits: Limits | None = None,
        jail: bool = True,
        check_types: bool = False,
        unknown: Literal["wait", "fail"] = "wait",
        modules: Modules | None = None,
        mounts: Iterable[Mount] = (),
        packages: Iterable[Package] = (),
        lease_ms: int = 30_000,
        poll_ms: int = 500,
        checkpoint_ms: int = 5_000,
        name: str = "",
        callback_url: str | None = None,
        public_url: str | None = None,
        otlp: str | None = None,
        migrate: Migrate | None = None,
        migrate_back: Migrate | None = None,
    ) -> None:
        if not isinstance(store, Store):
            raise TypeError(f"store must be a fermata.Store, not {store!r:.100}")
        self.store: Store = store
        self.tools: Granted = Granted(tools, check_types, modules)
        types = store.types if migrate is None and migrate_back is None else store.types.copy()
        self._types: Types = types.with_modules(self.tools.modules)
        if migrate is not None or migrate_back is not None:
            self._types.migrate, self._types.migrate_back = migrate or store.types.migrate, migrate_back
        self._types.meet(classes_of(self.tools.callables))
        if self._types.handle_types:
            raise UsageError(f"a store can't keep handles: {', '.join(self._types.handle_types)}")
        if policy is not None and not callable(policy):
            raise UsageError(f"policy must be a function of a call, not {policy!r:.100}")
        self.policy: Policy | None = policy
        self.queues: tuple[str, ...] = listed(queues, "queues")
        if not self.queues:
            raise UsageError("a worker needs a queue")
        if limits is not None and not isinstance(limits, Limits):
            raise TypeError(f"limits must be a fermata.Limits, not {limits!r:.100}")
        if unknown not in ("wait", "fail"):
            raise UsageError(f"unknown must be 'wait' or 'fail', not {unknown!r:.100}")
        self._options: dict[str, Any] = {
            "unknown_waits": unknown == "wait",
            "limits": limits,
            "jail": bool(jail),
            "name": name,
            "queues": list(self.queues),
        }
        for option, url in (("callback_url", callback_url), ("public_url", public_url), ("otlp", otlp)):
            if url is not None and not url.startswith(("http://", "https://")):
                raise UsageError(f"{option} must be an http:// or https:// URL, not {url!r:.100}")
            self._options[option] = url or ""
        self._options["programs"] = _sources(programs or {})
        self._options["mounts"] = natives([*mounts, *package_mounts(packages)])
        numbers = {"concurrency": concurrency, "lease_ms": lease_ms, "poll_ms": poll_ms, "checkpoint_ms": checkpoint_ms}
        for option, value in numbers.items():
            self._options[option] = whole_number(option, value, 1)
        self._lock = threading.Lock()
        self._native: _native.Worker | None = None  # while it works
        self._works = False
        self._stops = False

    def run(self) -> None:
        """Works until stop(), SIGTERM or Ctrl-C: then programs are saved where they are, tools that are at work are waited for, and all
        runs handed back. (KeyboardInterrupt is raised after that; a second Ctrl-C doesn't wait. SIGTERM counts in the main thread, where
        nothing else handles it.) Raises JailError where there is no jail to be had, StoreError where the store can't be worked with."""
        self._work(drains=False)

    def drain(self) -> None:
        """run() until no run of its queues is ready or running. (Those that wait or sleep aren't waited for.)"""
        self._work(drains=True)

    async def run_async(self) -> None:
        """run() that lets the event loop go on, on which asynchronous tools run, too. Cancelling it is stop(): it is waited for."""
        await self._work_async(drains=False)

    async def drain_async(self) -> None:
        """drain() that lets the event loop go on."""
        await self._work_async(drains=True)

    def stop(self) -> None:
        """From any thread: run() soon comes back, or, when it hasn't begun, the next one does."""
        with self._lock:
            self._stops = True
            if self._native is not None:
                self._native.stop()

    def _work(self, drains: bool) -> None:
        ended = threading.Event()
        job = _Job(self, drains, None, ended.set)
        with self._stopped_by_sigterm():
            try:
                ended.wait()
            except BaseException:  # a KeyboardInterrupt
                self.stop()
                ended.wait()
                raise
        job.result()

    @contextlib.contextmanager
    def _stopped_by_sigterm(self) -> Iterator[None]:
        """As services are stopped; a second one ends the process."""
        if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGTERM) is not signal.SIG_DFL:
            yield
            return

        def stop(*_: object) -> None:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            self.stop()

        signal.signal(signal.SIGTERM, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    async def _work_async(self, drains: bool) -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        ended = loop.create_future()

        def over() -> None:
            if not ended.done():
                ended.set_result(None)

        def tell() -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(over)

        job = _Job(self, drains, loop, tell)
        try:
            await asyncio.shield(ended)
        except asyncio.CancelledError:
            self.stop()
            while not ended.done():  # its tools are on this loop
                try:
                    await asyncio.shield(ended)
                except asyncio.CancelledError:
                    pass
            raise
        job.result()

    def _begin(self, toolbox: Toolbox) -> _native.Worker:
        def answer(fields: tuple[Any, ...], *context: Any) -> Any:
            call = self._call(fields)
            before = CURRENT.set(call)
            try:
                return toolbox.answer(call.function, call.args, call.kwargs, Context(*context))
            finally:
                CURRENT.reset(before)

        others = [(name, asynchronous) for name, asynchronous in self.tools.grants if name not in self.tools.callables]
        hooks: dict[str, Callable[..., Any] | None] = {
            "answer": answer,
            "misfit": toolbox.misfit,
            "failure": failure,
            "policy": functools.partial(self._verdict, self.policy) if self.policy else None,
            "told": _told,
        }
        return _native.Worker(self.store._native, self._types, toolbox.rows(), others, hooks, approve=toolbox.asks, **self._options)

    def _verdict(
        self,
        policy: Policy,
        fields: tuple[Any, ...],
        facts: dict[str, Any],
        inputs: Any,
        decisions: Any,
        attempt: int,
        asked: str | None,
        is_due: bool,
    ) -> tuple[Any, ...] | str | None:
        run = PolicyRun(facts, inputs, decisions)
        verdict = verdict_of(policy, call_for_policy(self.tools, self._types, fields, run, attempt, asked, is_due))
        if isinstance(verdict, Deny):
            return verdict.reason
        return verdict.row() if isinstance(verdict, Ask) else None

    def _call(self, fields: tuple[Any, ...]) -> Call:
        call = Call(*fields)
        call._functions, call._types = self.tools, self._types
        return call

    def __repr__(self) -> str:
        return f"<Worker of {', '.join(self.queues)} in {self.store!r}>"


class _Job:
    """A worker's time from run() to its end, in a thread of its own: that of the caller takes signals meanwhile."""

    def __init__(self, worker: Worker, drains: bool, loop: AbstractEventLoop | None, tell: Callable[[], object]) -> None:
        self._worker = worker
        self._drains = drains
        self._tell = tell
        self._error: BaseException | None = None
        self._toolbox = Toolbox(worker.tools.callables, worker._types, loop, worker.tools.check_types)
        with worker._lock:
            if worker._works:
                raise UsageError("the worker is at work already")
            worker._works = True
        # (A daemon: when the process ends all the same, others go on with its runs when the leases are over.)
        threading.Thread(target=self._serve, name="fermata worker", daemon=True).start()

    def result(self) -> None:
        if self._error is not None:
            raise self._error

    def _serve(self) -> None:
        worker, native = self._worker, None
        try:
            native = worker._begin(self._toolbox)
            with worker._lock:
                worker._native = native
                if worker._stops:
                    native.stop()
            native.run(self._drains)
        except BaseException as error:
            self._error = error
        finally:
            with worker._lock:
                worker._native = None
            native = None  # (which waits for tools that took too long, and still work)
            with worker._lock:
                worker._works = worker._stops = False
            self._toolbox.close()
            self._tell()


def _sources(programs: Mapping[str, str | Program]) -> dict[str, str]:
    if not isinstance(programs, Mapping):
        raise UsageError(f"programs must be a mapping from names to programs, not {programs!r:.100}")
    return {name: code.code if isinstance(code, Program) else Program(code, name=name).code for name, code in programs.items()}


def _told(run: str, what: str, needs_somebody: bool) -> None:
    _log.log(logging.WARNING if needs_somebody else logging.INFO, "%s", f"run {run} {what}" if run else what)
