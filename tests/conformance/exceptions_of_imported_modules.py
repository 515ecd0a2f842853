# Of the library's exceptions __subclasses__() shows those of modules that are imported, and those that CPython always has.


def tree(cls, depth=0):
    print("    " * depth + cls.__module__ + "." + cls.__qualname__)
    for derived in cls.__subclasses__():
        tree(derived, depth + 1)


tree(BaseException)
import json
import re
import zipfile


class Own(ValueError):
    pass


print([c.__name__ for c in ValueError.__subclasses__() if c.__name__ in ("JSONDecodeError", "Own", "UnicodeError")])
print(json.JSONDecodeError in ValueError.__subclasses__(), re.error in Exception.__subclasses__())
print(zipfile.BadZipFile in Exception.__subclasses__(), type.__subclasses__(IndexError))
print([c for c in ValueError.__subclasses__() if c is Own], KeyError.__subclasses__(), Own.__subclasses__())
