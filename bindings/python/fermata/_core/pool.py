"""Pool: programs in processes that have nothing."""

from __future__ import annotations

from collections.abc import Iterable
from types import TracebackType
from typing import Literal, NamedTuple, NoReturn

from fermata import _native
from fermata._errors import UsageError, listed
from fermata._values import shown

from .limits import Limits
from .places import Place, Places


class Wall(NamedTuple):
    """Something that stands between a pool's programs and the machine, or doesn't: "seccomp", "landlock", the namespaces "net", "pid", ….
    `detail` says what it does, or why it isn't there."""

    name: str
    stands: bool
    detail: str


class PoolStats(NamedTuple):
    """Processes of a pool: that serve a session, that wait for one, and that wait for another one of their tenant's; how many there were
    so far, and how many of these crashed; and sessions that wait for a process."""

    sessions: int
    spares: int
    resting: int
    forked: int
    crashed: int
    waiting: int


class Entry(NamedTuple):
    """Where a session begins: in a pool, with a place there if these are numbered, or in this process. An exception on the way gives the
    place back."""

    pool: Pool | None
    native: _native.Pool | None
    place: Place | None

    def __enter__(self) -> Entry:
        return self

    def __exit__(self, type: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        if type is not None and self.place is not None:
            self.place.close()


class Pool:
    """Runs programs in processes that have nothing: no files, no network, no environment, no other process to see, and only the few
    system calls that an interpreter can't do without. For code that a model or a stranger wrote: an error in the interpreter's memory is
    then not one in yours. SECURITY.md has what the walls are. Linux only.

        with fermata.Pool(processes=8) as pool:
            result = fermata.Program(code, functions=[lookup], pool=pool).run()

    Whatever takes `pool=` does the same in it as without: host functions, clocks and `on_output` run here. Each session has a process of
    its own from its beginning until it is closed or collected; run() and run_async() close theirs, but for that of a LimitError, whose step
    can go on. A process that dies or hangs is one session's Crashed, and nothing else notices.

    `processes` is how many sessions may have one at the same time; None: as many as there are. One more waits up to `wait_ms` until
    another is closed or collected, then JailError is raised: at once where there is only one thread, which would wait for itself. (A
    paused session has its process, too: close it when it is saved.) In the asynchronous forms other tasks go on meanwhile.

    `spares` processes wait ahead for sessions to come. `modules` are made once for all of them: importing these costs a session nothing.
    `heap_bytes` is the most that a session's Limits may have as theirs (0: no limit). A process that says nothing for `grace_ms` after
    its time limit is over is ended. (Without a time limit it may run for ever; to be compiled, loaded, saved or looked at it has a minute
    and `grace_ms`.) `required` names walls that must stand, otherwise JailError is raised (seccomp always must).

    for_tenant() gives the pool for programs that may share processes, one after the other: `resting` of these wait for their tenants' next
    programs, all tenants taken together.

    With `checkpoint="calls"` the state at each host call is kept here. When a process crashes another one goes on from there with the
    answer that the call was given: no function is called twice, no output is given twice. It does so up to `restarts` times at one place;
    then, and always without checkpoints, the crash is the outcome.

    A pool may be used by any number of threads. It belongs to the process that made it: after os.fork() the other one needs its own.
    """

    __slots__ = ("processes", "heap_bytes", "tenant", "_wait_ms", "_native", "_places", "_whole", "__weakref__")

    def __init__(
        self,
        processes: int | None = None,
        *,
        wait_ms: int = 60_000,
        spares: int = 2,
        resting: int = 16,
        modules: Iterable[str] = (),
        heap_bytes: int = Limits().heap_bytes,
        grace_ms: int = 5_000,
        required: Iterable[str] = (),
        checkpoint: Literal["calls"] | None = None,
        restarts: int = 3,
    ) -> None:
        numbers = {
            **({} if processes is None else {"processes": processes}),
            "wait_ms": wait_ms,
            "spares": spares,
            "resting": resting,
            "heap_bytes": heap_bytes,
            "grace_ms": grace_ms,
            "restarts": restarts,
        }
        for name, value in numbers.items():
            least, most = int(name == "processes"), 2**63 if name == "heap_bytes" else 2**31
            if not isinstance(value, int) or isinstance(value, bool) or not least <= value < most:
                raise UsageError(f"{name} must be a number from {least} to {most - 1}, not {value!r}")
        if checkpoint not in (None, "calls"):
            raise UsageError(f"checkpoint must be 'calls' or None, not {checkpoint!r}")
        wanted, known = listed(modules, "modules"), _native.modules()
        if unknown := [name for name in wanted if name not in known]:
            raise UsageError(f"there is no module {unknown[0]!r}")
        self.processes: int | None = processes
        self.heap_bytes: int = heap_bytes
        self.tenant: str | None = None
        self._whole: Pool | None = None
        self._wait_ms = wait_ms
        self._places: Places | None = None if processes is None else Places(processes)
        self._native: _native.Pool | None = _native.Pool(
            spares, resting, list(wanted), heap_bytes, grace_ms, list(listed(required, "required")), checkpoint == "calls", restarts
        )

    def for_tenant(self, tenant: str) -> Pool:
        """This pool for programs that trust each other, as one customer's do: when a session of theirs is over its process tidies up, and
        serves the tenant's next one, which then begins some ten times as fast. A process that was interrupted, crashed or has grown isn't
        used again. What it means: a program that takes over its process, which nothing else is reached from, can read and change what
        later programs of the same tenant do there, and of no other.

            acme = pool.for_tenant("acme")
            fermata.run(code, pool=acme)

        It shares the pool's processes and their number, and is closed with it; its own close() closes it alone."""
        if not isinstance(tenant, str) or not tenant:
            raise UsageError(f"tenant must be a name, not {tenant!r}")
        theirs: Pool = object.__new__(Pool)
        theirs.processes, theirs.heap_bytes, theirs.tenant = self.processes, self.heap_bytes, tenant
        theirs._wait_ms, theirs._places, theirs._whole = self._wait_ms, self._places, self._whole or self
        theirs._native = self._open().for_tenant(tenant)
        return theirs

    @property
    def walls(self) -> tuple[Wall, ...]:
        """What stands between the programs and this machine, and what doesn't."""
        return tuple(Wall(*wall) for wall in self._open().walls())

    @property
    def stats(self) -> PoolStats:
        """Its processes, now."""
        return PoolStats(*self._open().stats(), 0 if self._places is None else self._places.waiting)

    def close(self) -> None:
        """No session begins here any more. Those that there are go on; the last one's end is the pool's."""
        self._native = None

    def __enter__(self) -> Pool:
        self._open()
        return self

    def __exit__(self, type: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def _open(self) -> _native.Pool:
        if self._whole is not None:
            self._whole._open()
        if self._native is None:
            raise UsageError("the pool is closed")
        return self._native

    def _enter(self) -> Entry:
        self._open()
        place = None if self._places is None else self._places.take(self._wait_ms / 1000)
        return Entry(self, self._open(), place)  # (it may have been closed meanwhile: the place comes back by itself)

    async def _enter_async(self) -> Entry:
        self._open()
        place = None if self._places is None else await self._places.take_async(self._wait_ms / 1000)
        return Entry(self, self._open(), place)

    def __deepcopy__(self, memo: object) -> Pool:
        return self

    def __reduce__(self) -> NoReturn:
        raise TypeError("what is in a pool can't be pickled: save() a step, and load() it in a pool again")

    def __copy__(self) -> Pool:
        return self

    def __repr__(self) -> str:
        whole = self._whole or self
        if self._native is None or whole._native is None:
            return "<Pool, closed>"
        most = "" if self.processes is None else f" of {self.processes}"
        whose = "" if self.tenant is None else f" for tenant {self.tenant!r}:"
        return f"<Pool{whose} {self.stats.sessions}{most} in use>"


_HERE = Entry(None, None, None)


def entered(pool: Pool | Entry | None) -> Entry:
    """For a session to come. Waits for a place."""
    return pool if isinstance(pool, Entry) else _HERE if pool is None else _known(pool)._enter()


async def entered_async(pool: Pool | Entry | None) -> Entry:
    """entered() that lets the caller's event loop go on."""
    return pool if isinstance(pool, Entry) else _HERE if pool is None else await _known(pool)._enter_async()


def native_of(pool: Pool | None) -> _native.Pool | None:
    return None if pool is None else _known(pool)._open()


def _known(pool: Pool) -> Pool:
    if not isinstance(pool, Pool):
        raise TypeError(f"pool must be a fermata.Pool, not {shown(pool)}")
    return pool
