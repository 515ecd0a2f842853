"""Pipes between processes that are threads. As with descriptors, each process has its own opinion of whether an end is open: a new one has
those that are open in the one that starts it, and an end is gone when all have closed it."""

from multiprocessing.process import current_process as _current_process, ends as _ends
from queue import Queue as _Queue

__all__ = ["Client", "Connection", "Listener", "Pipe", "wait"]


class Connection:
    """An end of a pipe. What is sent is the object itself."""

    def __init__(self, incoming, outgoing, readable=True, writable=True):
        self._incoming, self._outgoing = incoming, outgoing
        self.readable, self.writable = readable, writable
        self._holders = [_current_process()]
        _ends().add(self)

    @property
    def closed(self):
        return _current_process() not in self._open_in()

    def _open_in(self):
        if not hasattr(self, "_holders"):  # of an earlier release's state
            self._holders = [] if self.__dict__["closed"] else [_current_process()]
        return self._holders

    def _check(self, able, what):
        if self.closed:
            raise OSError("handle is closed")
        if not able:
            raise OSError(f"connection is {what}-only")

    def send(self, obj):
        self._check(self.writable, "read")
        if self._outgoing.gone:
            raise BrokenPipeError(32, "Broken pipe")
        self._outgoing.put((obj,))

    def recv(self):
        self._check(self.readable, "write")
        item = self._incoming.get()
        if item is None:
            self._incoming.put(None)
            raise EOFError
        return item[0]

    def send_bytes(self, buf, offset=0, size=None):
        data = memoryview(buf)[offset:]
        self.send(bytes(data if size is None else data[:size]))

    def recv_bytes(self, maxlength=None):
        data = self.recv()
        if maxlength is not None and len(data) > maxlength:
            raise OSError("got more bytes than fit")
        return data

    def poll(self, timeout=0.0):
        self._check(self.readable, "write")
        return bool(wait([self], timeout))

    def close(self):
        self._close_in(_current_process())

    def _close_in(self, process):
        holders = self._open_in()
        if process in holders:
            holders.remove(process)
            if not holders:
                self._outgoing.put(None)  # for the other end: there is no more
                self._incoming.gone = True

    def _inherit(self, process, child):
        if process in self._open_in():
            self._holders.append(child)

    def fileno(self):
        raise OSError("a connection here has no descriptor")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class _OneWay(_Queue):
    gone = False  # the end that reads


def Pipe(duplex=True):
    """Two ends; without `duplex` the first one reads and the second one writes."""
    there, back = _OneWay(), _OneWay()
    return Connection(back, there, True, duplex), Connection(there, back, duplex, True)


def wait(object_list, timeout=None):
    """Those of the ends and processes that have something to say, as soon as there is one."""
    import time

    due = None if timeout is None else time.monotonic() + timeout
    while True:
        ready = [each for each in object_list if _is_ready(each)]
        if ready or (due is not None and time.monotonic() >= due):
            return ready
        time.sleep(0.001 if due is None else min(0.001, max(0, due - time.monotonic())))


def _is_ready(each):
    return not each._incoming.empty() if isinstance(each, Connection) else not each.is_alive()


def Client(*args, **kwargs):
    raise PermissionError(1, "there is no network here, and no other process to connect to")


Listener = Client
