# description: The main program, and a piece that a session is fed, may end with return outside functions: it ends there, and what is returned is its value.
# cause: A program stands for a call: what it gives is its last expression's value, or what it returns. exec(), eval() and imported code refuse it as CPython does.
# workaround: None needed.
# cpython:
#   SyntaxError: 'return' outside function
# fermata:
#   early
#   SyntaxError
try:
    exec("return 1")
except SyntaxError as error:
    print("early")
    print(type(error).__name__)
if True:
    return 4
print("late")
