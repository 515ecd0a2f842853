# description: A module or class whose only annotations of variables are within `match` has no __annotations__ in CPython 3.11, and fails
# cause: CPython's search for annotations doesn't look into the cases
# workaround: none is needed
# cpython:
#   NameError: name '__annotations__' is not defined
# fermata:
#   1
match 1:
    case x:
        y: int = x
print(y)
