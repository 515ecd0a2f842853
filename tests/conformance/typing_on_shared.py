# Decorators of typing over what others of its decorators give, and its caches: each program has its own.
import typing
from typing import dataclass_transform, overload


@dataclass_transform(kw_only_default=True)
@overload
def model(x: int) -> int: ...


def model(x):
    return x


print(model(3), typing.get_overloads(model) != [])
cached = typing._tp_cache(lambda x: [x])
print(cached(1) is cached(1), cached([1]))


@overload
def other(x): ...


try:
    other(1)
except NotImplementedError as e:
    print(e, other.__name__, hasattr(other, "__dataclass_transform__"))
