"""Which patterns the classes of CPython's collections.abc match, and the builtin classes that are asked for most."""

__name__ = "_collections_abc"  # its classes have "collections.abc" as their module's by now; this is what the module's own changes go by
class_match_as(Sequence, "sequence")
class_match_as(Mapping, "mapping")
# Asked before the registered classes of what derives from them.
Mapping._abc_registry = (dict, *Mapping._abc_registry)
Sequence._abc_registry = (list, *Sequence._abc_registry, bytes, bytearray)
Set._abc_registry = (set, *Set._abc_registry)


class Buffer(metaclass=ABCMeta):
    """What has bytes that others can look at (3.12)."""

    __slots__ = ()
    __module__ = "collections.abc"

    @abstractmethod
    def __buffer__(self, flags, /):
        raise NotImplementedError

    @classmethod
    def __subclasshook__(cls, other):
        return _check_methods(other, "__buffer__") if cls is Buffer else NotImplemented


for _class in (bytes, bytearray, memoryview):
    Buffer.register(_class)
del _class
__all__ = [*__all__, "Buffer"]
