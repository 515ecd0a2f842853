# description: What a program writes to a file is there at once, also before the file is flushed or closed.
# cause: CPython flushes a file that is dropped without close() as soon as nothing refers to it. There are no reference counts here, and open(path, "w").write(text) is common.
# workaround: None is needed: flush() and close() do what they do everywhere.
# cpython:
#   ''
# fermata:
#   'text'
import os
import tempfile

path = os.path.join(tempfile.mkdtemp(), "a.txt")
file = open(path, "w")
file.write("text")
with open(path) as other:
    print(repr(other.read()))
file.close()
