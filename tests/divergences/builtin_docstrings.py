# description: builtin functions and methods have no docstrings
# cause: they would be several hundred kilobytes in each binary
# workaround: none
# cpython:
#   Return the number of items in a container.
# fermata:
#   None
print(len.__doc__)
