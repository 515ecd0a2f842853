# description: an AttributeError that __getattr__ raises gets no "Did you mean", unless it is given a name and an object
# cause: the error passes through unchanged; CPython notes the attribute's name in it
# workaround: raise AttributeError(text, name=name, obj=self)
# cpython:
#   AttributeError: no bluch. Did you mean: 'blech'?
# fermata:
#   AttributeError: no bluch
class A:
    blech = 1

    def __getattr__(self, name):
        raise AttributeError("no " + name)


A().bluch
