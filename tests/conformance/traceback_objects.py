"""Tracebacks that a program makes, and what their frames' globals are."""

import os
import sys
import traceback
import types


def fails():
    return 1 / 0


try:
    fails()
except ZeroDivisionError as error:
    outer = error.__traceback__

made = types.TracebackType(None, outer.tb_frame, outer.tb_lasti, outer.tb_lineno)
print(made.tb_lineno, made.tb_next, made.tb_frame.f_code.co_name, made.tb_lasti == outer.tb_lasti)
above = types.TracebackType(tb_next=made, tb_frame=outer.tb_frame, tb_lasti=outer.tb_lasti, tb_lineno=outer.tb_lineno)
print(above.tb_lineno == made.tb_lineno, above.tb_next is made)
for arguments in ((1, outer.tb_frame, 0, 1), (None, 1, 0, 1), (None, outer.tb_frame, "a", 1), (None, outer.tb_frame)):
    try:
        types.TracebackType(*arguments)
    except TypeError as error:
        print(error)
try:
    raise ValueError("x").with_traceback(above)
except ValueError as error:
    print([(part.lineno, part.name) for part in traceback.extract_tb(error.__traceback__)])

# A package of the program's own.
with open("own_module.py", "w") as file:
    file.write("marker = 1\ndef bad():\n    raise KeyError(marker)\n")
sys.path.insert(0, os.getcwd())
import own_module

try:
    own_module.bad()
except KeyError as error:
    inner = error.__traceback__.tb_next
    print(inner.tb_frame.f_globals is own_module.__dict__, inner.tb_frame.f_globals["marker"], error.__traceback__.tb_frame.f_globals is globals())
os.remove("own_module.py")
