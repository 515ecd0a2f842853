# description: split() and subgroup() of an exception group that is nested very deeply work.
# cause: They walk the tree without recursion; CPython's recurse.
# workaround: None needed.
# cpython:
#   RecursionError
# fermata:
#   ValueError
group = ValueError(1)
for i in range(5000):
    group = ExceptionGroup("nested", [group])
try:
    found = group.subgroup(ValueError)
    while isinstance(found, ExceptionGroup):
        found = found.exceptions[0]
    print(type(found).__name__)
except RecursionError as error:
    print(type(error).__name__)
