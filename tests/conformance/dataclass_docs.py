# The docstring that a dataclass gets.
from dataclasses import KW_ONLY, dataclass, field


@dataclass
class Both:
    x: int
    _: KW_ONLY
    z: str = "z"
    hidden: int = field(default=1, init=False)


@dataclass(kw_only=True)
class Named:
    x: int


@dataclass
class Mixed:
    a: int = field(kw_only=True)
    b: int = 1


@dataclass
class Nothing:
    pass


print(Both.__doc__, Named.__doc__, Mixed.__doc__, Nothing.__doc__, sep="\n")
