# description: A class or module whose only annotations of variables are within `match` has no __annotations__ in CPython 3.11; others' are taken, or it fails
# cause: CPython's search for annotations doesn't look into the cases
# workaround: none is needed
# cpython:
#   False
# fermata:
#   True
class A:
    match 1:
        case x:
            y: int = x
print("__annotations__" in vars(A))
