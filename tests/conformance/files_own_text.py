"""A program finds its own text at its __file__, and may do with it what it likes."""

import inspect
import os
import tempfile
from pathlib import Path

text = open(__file__, encoding="utf-8").read()
print(text.splitlines()[0], len(text) == os.path.getsize(__file__) == os.stat(__file__).st_size)
print(Path(__file__).name in os.listdir(os.path.dirname(__file__) or "."), os.path.isfile(__file__))
print(inspect.getsource(inspect.unwrap(lambda: 1)) in text, text.count("\n") == sum(1 for _ in open(__file__)))

with open(__file__, "rb") as file:
    file.seek(3)
    print(file.read(9), file.tell())

marker = "# the end " + "of it"
print(text.endswith(marker + "\n"))
copy = Path(tempfile.gettempdir()) / "own_text_copy.py"
try:
    copy.write_text(text.replace(marker, "# changed"))
    print(copy.read_text().splitlines()[-1])
    copy.unlink()
except OSError as error:
    print(type(error).__name__)
# the end of it
