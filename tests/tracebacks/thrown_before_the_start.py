# An exception thrown into a generator that hasn't begun is raised at its definition.
def g():
    yield 1


def caught():
    yield 2


try:
    caught().throw(StopIteration(3))
except RuntimeError as e:
    print(e, repr(e.__cause__))
g().throw(ValueError("early"))
