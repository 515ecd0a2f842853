# description: a variable of the function around a list, set or dict comprehension that has no value yet is a local variable to it, as in CPython 3.12, not a free one
# cause: such comprehensions are loops in the code around them
# workaround: both are NameErrors
# cpython:
#   NameError: cannot access free variable 'x' where it is not associated with a value in enclosing scope
# fermata:
#   UnboundLocalError: cannot access local variable 'x' where it is not associated with a value
def f():
    try:
        print([x for _ in "a"])
    except NameError as e:
        print(f"{type(e).__name__}: {e}")
    x = 1


f()
