# description: What only weak references refer to goes when the program calls gc.collect(), not when the last name goes; each call of
#   weakref.ref makes a new object.
# cause: There are no reference counts, and what a program sees must not depend on when memory is swept.
# workaround: Call gc.collect() where weak references are to be cleared.
# cpython:
#   True
#   True
# fermata:
#   False
#   False
import gc
import weakref


class Thing:
    pass


thing = Thing()
reference = weakref.ref(thing)
same = weakref.ref(thing) is reference
del thing
print(reference() is None)
print(same)
gc.collect()
assert reference() is None
