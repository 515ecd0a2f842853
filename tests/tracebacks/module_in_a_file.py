# The lines of a module that was imported from a file are shown, and those of one that was written again are today's.
import importlib
import os
import sys

sys.dont_write_bytecode = True
folder = "/tmp/fermata_module_in_a_file"
os.makedirs(folder, exist_ok=True)
sys.path.insert(0, folder)


def write(text):
    with open(folder + "/shaky.py", "w") as file:
        file.write(text)


write("def f(x):\n    return 1 / x\n")
import shaky

try:
    shaky.f(0)
except ZeroDivisionError as error:
    print(error, error.__traceback__.tb_next.tb_lineno)

write('"""A line more."""\n\n\ndef f(x):\n    é = "é"; return (x + 1) / x + len(é)\n')
importlib.invalidate_caches()
importlib.reload(shaky)
shaky.f(0)
