# description: a traceback has no source lines for frames of the standard library
# cause: the library is compiled into Fermata, without its text
# workaround: none is needed: file, line and function are those of CPython's files
# cpython:
#   4
# fermata:
#   1
import textwrap
import traceback

try:
    textwrap.wrap("text", 0)
except ValueError:
    print(sum(line.startswith("    ") and "^" not in line for line in traceback.format_exc().splitlines()))
