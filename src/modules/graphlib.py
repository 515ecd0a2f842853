"""Nodes in the order of what depends on what."""

from types import GenericAlias as _GenericAlias

__all__ = ["TopologicalSorter", "CycleError"]


class CycleError(ValueError):
    """There is a cycle among the nodes: the second argument is a list of its nodes, the first one being the last one too."""


_OUT, _DONE = -1, -2


class _Node:
    __slots__ = ("node", "waits_for", "successors")

    def __init__(self, node):
        self.node = node
        self.waits_for = 0   # how many predecessors; then _OUT (given out), _DONE
        self.successors = []


class TopologicalSorter:
    """Sorts nodes of a graph so that each comes after its predecessors."""

    def __init__(self, graph=None):
        self._nodes = {}
        self._ready = None
        self._given = 0
        self._finished = 0
        if graph is not None:
            for node, predecessors in graph.items():
                self.add(node, *predecessors)

    def _info(self, node):
        info = self._nodes.get(node)
        if info is None:
            self._nodes[node] = info = _Node(node)
        return info

    def add(self, node, *predecessors):
        """Add a new node and its predecessors to the graph."""
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        self._info(node).waits_for += len(predecessors)
        for predecessor in predecessors:
            self._info(predecessor).successors.append(node)

    def prepare(self):
        """Mark the graph as finished and check for cycles in the graph."""
        if self._ready is not None:
            raise ValueError("cannot prepare() more than once")
        self._ready = [info.node for info in self._nodes.values() if info.waits_for == 0]
        cycle = self._find_cycle()
        if cycle:
            raise CycleError("nodes are in a cycle", cycle)

    def get_ready(self):
        """Return a tuple of all the nodes that are ready."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        result = tuple(self._ready)
        for node in result:
            self._nodes[node].waits_for = _OUT
        self._ready.clear()
        self._given += len(result)
        return result

    def is_active(self):
        """Return True if more progress can be made and False otherwise."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        return self._finished < self._given or bool(self._ready)

    def __bool__(self):
        return self.is_active()

    def done(self, *nodes):
        """Marks a set of nodes returned by get_ready() as processed."""
        if self._ready is None:
            raise ValueError("prepare() must be called first")
        for node in nodes:
            info = self._nodes.get(node)
            if info is None:
                raise ValueError(f"node {node!r} was not added using add()")
            if info.waits_for != _OUT:
                if info.waits_for >= 0:
                    raise ValueError(f"node {node!r} was not passed out (still not ready)")
                raise ValueError(f"node {node!r} was already marked done")
            info.waits_for = _DONE
            for successor in info.successors:
                following = self._nodes[successor]
                following.waits_for -= 1
                if following.waits_for == 0:
                    self._ready.append(successor)
            self._finished += 1

    def _find_cycle(self):
        # Depth first; the path is what the cycle is found in.
        seen = set()
        place = {}
        for start in self._nodes:
            if start in seen:
                continue
            path, iterators = [], []
            node = start
            while True:
                if node in seen:
                    if node in place:
                        return path[place[node]:] + [node]
                else:
                    seen.add(node)
                    place[node] = len(path)
                    path.append(node)
                    iterators.append(iter(self._nodes[node].successors))
                while path:
                    try:
                        node = next(iterators[-1])
                        break
                    except StopIteration:
                        del place[path.pop()]
                        iterators.pop()
                else:
                    break
        return None

    def static_order(self):
        """Returns an iterable of nodes in a topological order."""
        self.prepare()
        while self.is_active():
            nodes = self.get_ready()
            yield from nodes
            self.done(*nodes)

    __class_getitem__ = classmethod(_GenericAlias)
