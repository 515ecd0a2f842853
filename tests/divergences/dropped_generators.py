# description: A generator that is dropped before its end is not closed: its finally blocks and __exit__s don't run.
# cause: Objects have no finalizers (memory is freed by a collector at times of its own choice, and a saved session has none); CPython closes a generator when its last reference goes.
# workaround: Call close(), or use contextlib.closing.
# cpython:
#   0
#   cleaned up
#   over
# fermata:
#   0
#   over


def numbers():
    try:
        yield 0
        yield 1
    finally:
        print("cleaned up")


for n in numbers():
    print(n)
    break
print("over")
