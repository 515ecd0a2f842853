# description: sys.excepthook is called, and the exception is shown all the same when the program's host shows it
# cause: the host learns of an exception that ends a program, whatever the program's hook does with it
# workaround: catch the exception, and end with sys.exit()
# cpython:
#   hook: ZeroDivisionError division by zero 17
#   exit function
# fermata:
#   hook: ZeroDivisionError division by zero 17
#   exit function
#   ZeroDivisionError: division by zero
import atexit
import sys

sys.excepthook = lambda kind, error, trace: print("hook:", kind.__name__, error, trace.tb_lineno)
atexit.register(print, "exit function")

1 / 0
