# Instances that a module of the library made are shared by all sessions: asking for their __dict__ changes nothing in them.
import typing
from typing import List, Union, TypeVar


def churn():
    return [[i] * 3 for i in range(2000)]


for shared in (typing.List, typing.Union, typing.AnyStr, typing.Callable):
    print(isinstance(getattr(shared, "__dict__", {}), dict), getattr(shared, "__dict__", {}) == getattr(shared, "__dict__", {}))
    churn()
    print(shared, len(churn()))
print(List[int], Union[int, str])
