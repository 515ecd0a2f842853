# The __init__ of a dataclass sets attributes as any code does: through the __setattr__ of a subclass, too.
from dataclasses import dataclass, field, Field
import abc


@dataclass
class Point:
    x: int
    y: int = 2
    tags: list = field(default_factory=list)


class Logged(Point):
    def __setattr__(self, name, value):
        print("set", name, value)
        super().__setattr__(name, value)


print(Logged(1), Logged(y=5, x=3), Point(1))
Point.__setattr__ = lambda self, name, value: (print("later", name), object.__setattr__(self, name, value))[1]
print(Point(7))


@dataclass(frozen=True)
class Frozen:
    x: int
    y: int = 0


print(Frozen(1), Point.__init__.__module__ == __name__, Point.__eq__.__qualname__)


class Ordered(abc.ABC):
    @abc.abstractmethod
    def __lt__(self, other): ...


@dataclass(order=True)
class Number(Ordered):
    n: int


print(sorted([Number(2), Number(1)]), Number.__abstractmethods__)
loop = field()
loop.name, loop.type = "loop", loop
print("type=..." in repr(loop))


@dataclass
class Node:
    next: object = None


node = Node()
node.next = node
print(node)
