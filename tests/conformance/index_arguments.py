# Natives take objects with __index__ wherever they take ints.

import array
import binascii
import re
import sys
import zlib


class I:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        print("asked for", self.value)
        return self.value


class Bad:
    def __index__(self):
        raise LookupError("no index")


pattern = re.compile("o")
for name in ("match", "fullmatch", "search", "findall", "finditer"):
    method = getattr(pattern, name)
    for args in (("dog", I(1)), ("dog", I(1), I(2)), ("dog", 0, I(1))):
        result = method(*args)
        print(name, list(result) if name == "finditer" else result)
    print(name, method(string="dog", pos=I(1), endpos=I(3)) if name != "finditer" else list(method(string="dog", endpos=I(3))))
    try:
        method("dog", Bad())
    except LookupError as e:
        print(name, e)
    try:
        method("dog", 1.5)
    except TypeError as e:
        print(name, e)
print(re.split("o", "dog food", I(1)), pattern.split("dog food", I(1)), pattern.split("dog food", maxsplit=I(2)))
for function in (re.sub, re.subn):
    print(function("o", "0", "dog food", I(2)), function("o", "0", "dog food", count=I(1)), function("o", lambda m: "(o)", "dog food", I(1)))
print(pattern.sub("0", "dog food", I(1)), pattern.subn("0", "dog food", count=I(2)))
print(zlib.crc32(b"a", I(5)), binascii.crc32(b"a", I(5)))
print([1, 2, 3].pop(I(0)), bytearray(b"abc").pop(I(0)), array.array("b", [1, 2]).pop(I(0)), array.array("b", [1, 2])[I(1)])
class Text(str):
    pass
print(pattern.search(Text("dog"), I(1)))
