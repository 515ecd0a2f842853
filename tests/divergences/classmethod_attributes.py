# description: attributes set on a classmethod or staticmethod object are its function's
# cause: the object is a view of its function, nothing more
# workaround: none needed
# cpython:
#   {}
# fermata:
#   {'note': 1}
class A:
    def method(cls):
        pass

    wrapped = classmethod(method)
    wrapped.note = 1


print(vars(A.method))
