# description: an object's attribute __weakref__ is None even when there are weak references to it
# cause: references know their objects, objects not their references
# workaround: keep the reference
# cpython:
#   False
# fermata:
#   True
import weakref


class A:
    pass


a = A()
r = weakref.ref(a)
print(a.__weakref__ is None)
