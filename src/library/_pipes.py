"""Pipes of os.pipe(): within the session, for its threads or for whoever reads what it wrote before. A pipe is as long as memory allows,
so that only readers wait; one that would wait for ever is told so, as at a lock."""

from errno import EAGAIN as _EAGAIN, EPIPE as _EPIPE, ESPIPE as _ESPIPE
from _files import Node as _Node, Opened as _Opened

_WRITES, _NEVER_WAITS = 0o1, 0o4000


class Pipe(_Node):
    """What is between the two descriptors."""

    __slots__ = ("data",)
    is_pipe = True

    def __init__(self, number, now):
        super().__init__(number, 0o010600, now)
        self.data = bytearray()

    def _has(self, tree, writers):
        return any([opened.node is self and opened.writable() is writers for opened in tree.descriptors.values()])

    def take(self, tree, opened, count, position):
        """Bytes as soon as there are some; none when nobody can write any more; or the number of an error."""
        if position is not None:
            return _ESPIPE
        while not self.data and count and self._has(tree, True):
            if opened.flags & _NEVER_WAITS:
                return _EAGAIN
            import _thread

            _thread.wait_for(id(self))
        piece = bytes(self.data[:count])
        del self.data[:count]
        return piece

    def add(self, tree, piece, position):
        """How many bytes were written, in a tuple; or the number of an error."""
        if position is not None:
            return _ESPIPE
        if not self._has(tree, False):
            return _EPIPE
        self.data += piece
        self._tell()
        return (len(piece),)

    def closed(self):
        self._tell()

    def _tell(self):
        if thread_others():
            import _thread

            _thread.wake(id(self), True)


def opened_pipe(tree, flags):
    """Two descriptors, to read and to write."""
    pipe = Pipe(tree.next_number(), tree.now())
    path = f"pipe:[{pipe.number}]"
    return tree.describe(_Opened(pipe, flags, path)), tree.describe(_Opened(pipe, flags | _WRITES, path))
