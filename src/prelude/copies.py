# __reduce__ of the builtin classes that have one of their own: what another object is made of. (Iterators' are in C++, and in itertools.)


def range__reduce__(self):
    return range, (self.start, self.stop, self.step)


def slice__reduce__(self):
    return slice, (self.start, self.stop, self.step)


def set__reduce__(self):
    return type(self), (list(payload(self)),), bind_special(self, "__getstate__")()


def bytearray__reduce__(self):
    return bytearray__reduce_ex__(self, 2)


def bytearray__reduce_ex__(self, protocol):
    value = payload(self)
    args = () if not value else (bytes(value),) if protocol > 2 else (value.decode("latin-1"), "latin-1")
    return type(self), args, bind_special(self, "__getstate__")()


def deque__reduce__(self):
    maxlen = payload(self).maxlen
    return type(self), () if maxlen is None else ((), maxlen), bind_special(self, "__getstate__")(), iter(self)


def method__reduce__(self):
    return getattr, (self.__self__, self.__func__.__name__)


def builtin__reduce__(self):
    # A module's function by its name; a method with the object or the class that it is bound to.
    try:
        owner = self.__self__
    except AttributeError:
        owner = self.__objclass__
    return (
        self.__qualname__ if owner is None or plain_isinstance(owner, class_of(import_module("sys"))) else (getattr, (owner, self.__name__))
    )


def GenericAlias__reduce__(self):
    plain = class_of(self), (self.__origin__, self.__args__)
    return (next, (iter(plain[0](*plain[1])),)) if self.__unpacked__ else plain
