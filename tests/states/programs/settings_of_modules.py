# options: --no-eval
"""What a program set in the library's modules, and that eval() is switched off, are kept."""

import sys
import textwrap


class Loud:
    def __init__(self, stream):
        self.stream = stream

    def write(self, text):
        return self.stream.write(text.upper())

    def flush(self):
        self.stream.flush()


sys.stdout = Loud(sys.stdout)
textwrap.wrap = lambda text: [text, ask("twice")]
print("before", ask(1))
print("after", textwrap.wrap("once"))
try:
    eval("1 + 1")
except PermissionError as error:
    print(error)
ask("last")
