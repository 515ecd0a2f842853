"""A process is a thread."""

import sys
import threading
import weakref

__all__ = ["BaseProcess", "active_children", "current_process", "parent_process"]


class _Kept:
    """What a session has of processes."""

    def __init__(self):
        self.main = _MainProcess()
        self.children = []
        self.started = 0


def _kept():
    state = session_state()
    kept = state.get("multiprocessing")
    if kept is None:
        kept = state["multiprocessing"] = _Kept()
    return kept


def current_process():
    """The one that runs."""
    return getattr(threading.current_thread(), "_process", None) or _kept().main


def parent_process():
    """The one that started it, or None for the main one."""
    return current_process()._parent


def active_children():
    """Those that this one started and that run still."""
    kept, me = _kept(), current_process()
    kept.children = [child for child in kept.children if child.is_alive()]
    return [child for child in kept.children if child._parent is me]


def ends():
    """The ends of pipes that there are."""
    kept = _kept()
    if not hasattr(kept, "ends"):
        kept.ends = weakref.WeakSet()
    return kept.ends


class BaseProcess:
    """What run() does happens in a thread of its own when it is started."""

    def __init__(self, group=None, target=None, name=None, args=(), kwargs={}, *, daemon=None):
        if group is not None:
            raise AssertionError("group argument must be None for now")
        kept = _kept()
        self._parent = current_process()
        self._numbers = self._parent._numbers + (self._parent._next,)
        self._parent._next += 1
        self._next = 1
        self._target, self._args, self._kwargs = target, tuple(args), dict(kwargs)
        self._name = name or f"{type(self).__name__}-{':'.join(map(str, self._numbers))}"
        self._daemon = self._parent.daemon if daemon is None else daemon
        self._thread = self._code = self._pid = self._told = None
        self._closed = self._ended = False
        self._main = kept.main

    def run(self):
        if self._target:
            self._target(*self._args, **self._kwargs)

    def start(self):
        self._check()
        if self._thread is not None:
            raise AssertionError("cannot start a process twice")
        if self._parent.daemon:
            raise AssertionError("daemonic processes are not allowed to have children")
        kept = _kept()
        kept.started += 1
        self._pid = self._main.pid + kept.started
        kept.children = [child for child in kept.children if child.is_alive()]
        kept.children.append(self)
        self._thread = threading.Thread(target=self._begin, name=self._name, daemon=self._daemon)
        self._thread._process = self
        for end in [*ends()]:
            end._inherit(current_process(), self)
        self._thread.start()

    def _begin(self):
        try:
            self._code = 1
            self.run()
            self._code = 0
        except SystemExit as end:
            if end.code is None or isinstance(end.code, int):
                self._code = end.code or 0
            else:
                sys.stderr.write(f"{end.code}\n")
        except BaseException:
            import traceback

            sys.stderr.write(f"Process {self._name}:\n")
            traceback.print_exc()
        finally:
            self._ended = True
            self._target = self._args = self._kwargs = None
            for end in [*ends()]:
                end._close_in(self)
            if self._told is not None:
                self._told.put(None)

    def tell_when_ended(self, queue):
        """Put None into the queue then; False when that was already."""
        self._told = queue
        return not self._ended

    def terminate(self):
        """A thread ends by itself alone: refused while it runs."""
        self._check()
        if self._thread is not None and not self._ended:
            raise PermissionError(1, "a process is a thread of the program here, which can't be ended by another one: tell it to return")

    kill = terminate

    def join(self, timeout=None):
        self._check()
        if self._thread is None:
            raise AssertionError("can only join a started process")
        self._thread.join(timeout)

    def is_alive(self):
        self._check()
        return self is current_process() or (self._thread is not None and not self._ended)

    def close(self):
        if self._thread is not None and not self._ended:
            raise ValueError("Cannot close a process while it is still running. You should first call join() or terminate().")
        self._closed = True

    def _check(self):
        if self._closed:
            raise ValueError("process object is closed")

    @property
    def name(self):
        return self._name

    @name.setter
    def name(self, name):
        self._name = name

    @property
    def daemon(self):
        return self._daemon

    @daemon.setter
    def daemon(self, daemonic):
        if self._thread is not None:
            raise AssertionError("process has already started")
        self._daemon = daemonic

    @property
    def exitcode(self):
        self._check()
        return self._code if self._ended else None

    @property
    def ident(self):
        self._check()
        return self._pid

    pid = ident

    @property
    def sentinel(self):
        """What multiprocessing.connection.wait() may wait for."""
        self._check()
        if self._thread is None:
            raise ValueError("process not started")
        return self

    def __repr__(self):
        code = None if self._closed else self.exitcode
        how = "closed" if self._closed else "initial" if self._thread is None else "started" if code is None else "stopped"
        parts = [f"name={self._name!r}"]
        if self._pid is not None:
            parts.append(f"pid={self._pid}")
        parts += [f"parent={self._main.pid}", how]
        if code is not None:
            parts.append(f"exitcode={code}")
        return f"<{type(self).__name__} {' '.join(parts)}{' daemon' if self._daemon else ''}>"


class Process(BaseProcess):
    __module__ = "multiprocessing.context"


class _MainProcess(BaseProcess):
    """The program."""

    def __init__(self):
        import os

        self._parent, self._numbers, self._next = None, (), 1
        self._name, self._daemon, self._closed, self._ended, self._code = "MainProcess", False, False, False, None
        self._thread, self._pid, self._main = threading.main_thread(), os.getpid(), self
