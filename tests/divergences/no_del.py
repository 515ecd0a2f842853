# description: __del__ is never called
# cause: there are no reference counts: when an object goes is the collector's affair, and no code of the program's runs there
# workaround: with statements, contextlib.closing(), weakref.finalize() for what must be done at the end
# cpython:
#   gone
#   end
# fermata:
#   end
class Resource:
    def __del__(self):
        print("gone")


resource = Resource()
resource = None
print("end")
