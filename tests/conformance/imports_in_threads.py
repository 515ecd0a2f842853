# Threads that import a module while another one makes it wait until it is whole.
import os
import sys
import tempfile
import threading

folder = tempfile.mkdtemp()
sys.path.insert(0, folder)


def write(name, text):
    with open(os.path.join(folder, name + ".py"), "w") as file:
        file.write(text)


def together(*functions):
    threads = [threading.Thread(target=each) for each in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


SLOW = "import time\nfor i in range(10): time.sleep(0.001)\n"
write("slow", SLOW + "x = 1\n")
found = []


def statement():
    import slow

    found.append(slow.x)


def from_statement():
    from slow import x

    found.append(x)


def call():
    found.append(__import__("slow").x)


def by_importlib():
    import importlib

    found.append(importlib.import_module("slow").x)


together(statement, statement, from_statement, call, by_importlib)
print(found)

# One that fails fails for whoever began it. (Those that waited try again, or in CPython, by chance, have what it had come to.)
write("failing", SLOW + "import builtins\nbuiltins.tries += 1\nif builtins.tries < 2: raise ValueError('the first time')\n")
import builtins

builtins.tries = 0
results = []


def attempt():
    try:
        import failing

        results.append(failing.builtins.tries)
    except Exception as error:
        results.append(repr(error))


together(attempt, attempt)
print(len(results), sum(isinstance(result, str) for result in results))

# Two that import each other, begun by two threads: nobody waits for ever.
write("left", SLOW + "import right\nx = 2\n")
write("right", SLOW + "import left\nx = 3\n")
ends = []


def left():
    import left

    ends.append(left.__name__)


def right():
    import right

    ends.append(right.__name__)


together(left, right)
import left, right

print(sorted(ends), left.x, right.x)

# A module that imports itself, or a part of its package, doesn't wait for itself.
write("own", "import own\nfrom threading import Thread\nx = 4\n")
import own

print(own.x)
