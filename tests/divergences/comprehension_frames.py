# description: List, set and dict comprehensions have no frame of their own: no <listcomp> line in tracebacks.
# cause: They are compiled into the function around them, as CPython 3.12 does (PEP 709); the reference is 3.11.
# workaround: None needed; generator expressions do have a frame.
# cpython:
#   ['<listcomp>', '<module>']
#   1
# fermata:
#   ['<module>']
#   1


def names(traceback):
    found = []
    while traceback:
        found.append(traceback.tb_frame.f_code.co_name)
        traceback = traceback.tb_next
    return found


try:
    [1 // n for n in [0]]
except ZeroDivisionError as error:
    print(sorted(names(error.__traceback__)))
print(len(names(None)) + 1)
