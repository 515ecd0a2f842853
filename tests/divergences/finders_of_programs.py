# description: Finders that a program puts into sys.meta_path are asked for modules that aren't here; what the library has is found without them
# cause: the library is shared by all sessions, and its modules are the same in each
# workaround: put a module of your own into sys.modules
# cpython:
#   colorsys
#   nothere
#   No module named 'nothere'
# fermata:
#   nothere
#   No module named 'nothere'
import sys


class Finder:
    def find_spec(self, name, path=None, target=None):
        print(name)


sys.meta_path.insert(0, Finder())
import colorsys

try:
    import nothere
except ImportError as error:
    print(error)
