"""The host that the programs here were started with; who loads their states doesn't need it."""

import dataclasses
import enum
import typing

import fermata


@dataclasses.dataclass
class Order:
    id: int
    lines: list = dataclasses.field(default_factory=list)


@dataclasses.dataclass(frozen=True)
class Key:
    name: str
    number: int = 0


class Color(enum.Enum):
    RED = 1
    BLUE = 2


class Bits(enum.IntFlag):
    READ = 1
    WRITE = 2


class Pair(typing.NamedTuple):
    a: int
    b: int = 5


class NoStock(LookupError):
    pass


class Stock:
    version = "7"

    def query(self, text):
        return text


def lookup(number):
    return Order(number, [number, number])


def refund(order, amount):
    return amount


def ask(*values):
    return values


stock = fermata.handle(Stock(), "main", methods=["query", "__len__"], attributes=["version"], type_name="Stock")
