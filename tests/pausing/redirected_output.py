# A pause while sys.stdout is something else; and a stdout that asks at each write
import contextlib
import io
import sys

buffer = io.StringIO()
with contextlib.redirect_stdout(buffer):
    print("hidden", ask(1))
    print(ask("more"))
print(repr(buffer.getvalue()))


class Asking:
    def __init__(self, out):
        self.out = out

    def write(self, text):
        self.out.write(ask(text))

    def flush(self):
        ask(None)


real = sys.stdout
sys.stdout = Asking(real)
print("a", ask("b"), [1, 2], sep="; ", flush=True)
sys.stdout = real
print("over")
