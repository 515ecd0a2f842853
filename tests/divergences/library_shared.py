# description: classes of the library take no special methods of kinds that they don't have, and vars() of what a program has changed of the library is a copy
# cause: all sessions share the library; what one changes is kept apart from it, and what operations do is settled with a class
# workaround: special methods in a subclass; setattr() and getattr() instead of vars()
# cpython:
#   a logger
#   3
#   True
#   True
# fermata:
#   a logger
#   cannot set '__len__' attribute of immutable type 'Logger'
#   False
#   False
import json
import logging

logging.Logger.__repr__ = lambda self: "a logger"
print(logging.getLogger("a"))
try:
    logging.Logger.__len__ = lambda self: 3
    print(len(logging.getLogger("a")))
except TypeError as e:
    print(e)

logging.first = 1
vars(logging)["second"] = 2
print(hasattr(logging, "second"))
names = vars(json.JSONEncoder)
json.JSONEncoder.third = 3
print("third" in names)
