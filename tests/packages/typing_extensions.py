# packages: typing-extensions
from typing_extensions import Protocol, TypedDict, runtime_checkable


class T(TypedDict, total=False):
    a: int


assert T(a=1) == {"a": 1} and T.__optional_keys__ == {"a"}


@runtime_checkable
class P(Protocol):
    def f(self):
        ...


class C:
    def f(self):
        pass


assert isinstance(C(), P)
