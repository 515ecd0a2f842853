# warnings: filters, recording, the registry, where a warning is said to be.
import io
import sys
import warnings


def deprecated():
    warnings.warn("old", DeprecationWarning, stacklevel=2)


with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("always")
    for _ in range(2):
        deprecated()
    warnings.warn("plain")
    warnings.warn(RuntimeWarning("an instance"))
print([(str(w.message), w.category.__name__, w.lineno) for w in log])

with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("default")
    for i in range(3):
        warnings.warn("the same")
        warnings.warn(f"another {i}")
print([str(w.message) for w in log])

with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("once")
    for i in range(2):
        warnings.warn("once")
    warnings.warn("once")
print(len(log))

with warnings.catch_warnings():
    warnings.simplefilter("error", UserWarning)
    warnings.filterwarnings("ignore", "never .*")
    warnings.warn("never mind")
    try:
        warnings.warn("raised")
    except UserWarning as e:
        print(repr(e))
    try:
        warnings.warn("x", int)
    except TypeError as e:
        print(e)

with warnings.catch_warnings(record=True) as log:
    warnings.resetwarnings()
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    deprecated()
    warnings.warn("b", FutureWarning)
    warnings.warn_explicit("explicit", UserWarning, "a.py", 7)
print([(w.filename[-4:], w.lineno if w.lineno == 7 else 0, w.category) for w in log][1:])
print(warnings.formatwarning("text", UserWarning, "nowhere.py", 3, "the line"), end="")

shown, sys.stderr = sys.stderr, io.StringIO()
warnings.warn_explicit("to the error output", UserWarning, "nowhere.py", 1)
text, sys.stderr = sys.stderr.getvalue(), shown
print(text)


def mine(message, category, filename, lineno, file=None, line=None):
    print("mine:", message, category.__name__)


with warnings.catch_warnings():
    warnings.simplefilter("always")
    warnings.showwarning = mine
    warnings.warn("shown")
print(warnings.showwarning is mine, type(warnings.filters))

# More levels than there are frames, and what the library warns of: the program's line is meant.
import codecs
import shlex
with warnings.catch_warnings(record=True) as log:
    warnings.simplefilter("default")
    for _ in range(2):
        warnings.warn("far", stacklevel=99)
    for _ in range(2):
        print(codecs.unicode_escape_decode(rb"a\y\777"))
    io_in, sys.stdin = sys.stdin, io.StringIO("a b")
    print(shlex.split(None))
    sys.stdin = io_in
print([(str(w.message), w.category.__name__, w.filename.rpartition("/")[2], w.lineno) for w in log])


# What programs make of the module's variables, and what warn_explicit refuses.
def tried(function, *args, **kwargs):
    try:
        print(function(*args, **kwargs))
    except Exception as e:
        print(type(e).__name__, e)


for action in ("module", "once", "always", "default"):
    with warnings.catch_warnings(record=True) as log:
        warnings.simplefilter(action)
        registry = {}
        for line in (1, 1, 2):
            warnings.warn_explicit("x", UserWarning, "f.py", line, registry=registry)
            warnings.warn_explicit("y", UserWarning, "f.py", line)
        print(action, len(log), [key for key in registry if key != "version"], [*warnings.onceregistry][1:])
for arguments in (("x", UserWarning, 3, 1), ("x", UserWarning, "f", "1"), (["x"], UserWarning, "f", 1, None, {}), (["x"], UserWarning, "f", 1)):
    tried(warnings.warn_explicit, *arguments)
tried(warnings.warn_explicit, "x", UserWarning, "f", 1, registry=3)
tried(warnings.warn_explicit, "x", UserWarning, "f", 1, module_globals=3)
tried(warnings.warn, "x", stacklevel="1")
for changed in ((), [3], [(3, None, Warning, None, 0)], [("odd", None, Warning, None, 0)], []):
    with warnings.catch_warnings():
        warnings.filters = changed
        warnings._filters_mutated()
        warnings.defaultaction = 3
        tried(warnings.warn, "y")
warnings.defaultaction = "default"
with warnings.catch_warnings():
    warnings.filters.insert(0, ("error", None, UserWarning, None, 0))
    tried(warnings.warn, "inserted")
tried(catch := warnings.catch_warnings(module=sys), catch)
print(catch, warnings.catch_warnings(record=True))
