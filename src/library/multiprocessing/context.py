"""The contexts, as CPython's module of that name has them."""

from multiprocessing import AuthenticationError, BufferTooShort, Process, ProcessError, TimeoutError, _Context as BaseContext

__all__ = ()


class DefaultContext(BaseContext):
    Process = Process


class ForkContext(BaseContext):
    _name = "fork"
    Process = Process


class SpawnContext(BaseContext):
    _name = "spawn"
    Process = Process


class ForkServerContext(BaseContext):
    _name = "forkserver"
    Process = Process


ForkProcess = SpawnProcess = ForkServerProcess = Process


def get_spawning_popen():
    return None


def assert_spawning(obj):
    """What belongs to the program isn't given to another one."""
    raise RuntimeError(f"{type(obj).__name__} objects should only be shared between processes through inheritance")
