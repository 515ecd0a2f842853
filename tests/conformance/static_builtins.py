# Static methods that builtin classes have, seen as objects.
import inspect
import re

for method in (str.maketrans, bytes.maketrans, bytearray.maketrans, dict.fromkeys, bytes.fromhex, object.__new__, int.__new__):
    print(method.__name__, type(method).__name__, method.__module__, method.__self__, re.sub("0x[0-9a-f]+", "0x", repr(method)))
    print(inspect.isbuiltin(method), inspect.isroutine(method), inspect.getmodule(method), hasattr(method, "__objclass__"))
