"""Values in states that few programs bring them to: each is saved and loaded as it is."""
# Sets keep what pop() remembers when they get a smaller table.
popped = {1, 2, 3}
popped.pop()
popped.clear()
swapped = set(range(1000))
for _ in range(900): swapped.pop()
swapped.intersection_update({950, 951, 952})
refilled = set(range(100))
for _ in range(100): refilled.pop()
refilled.__init__(range(5, 10))
frozen = frozenset(refilled)
print(ask("sets"), popped, swapped, refilled, frozen)
popped.update(range(6))
print([ask(s.pop()) for s in (popped, swapped, refilled) for _ in range(3)])

# What wraps a function may be made to wrap itself.
wrapper = classmethod(len)
wrapper.__init__(wrapper)
static = staticmethod(wrapper)
around = classmethod((static, [wrapper]))
around.__init__((around, static))
descriptor = property(len)
descriptor.__init__(fget=descriptor, fset=None)
ask("wrappers")
for value in (wrapper, static, around, descriptor):
    try: print(value.something)
    except AttributeError as error: print(ask(str(error)))
print(wrapper.__func__ is wrapper, static.__func__ is wrapper, around.__func__[0] is around, descriptor.fget is descriptor)
