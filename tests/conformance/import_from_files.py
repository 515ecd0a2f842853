# Modules and packages in files: what PathFinder finds, what the modules know of themselves, and what goes wrong.
import importlib
import importlib.resources
import importlib.util
import inspect
import os
import pkgutil
import sys
import tempfile
import traceback

HERE = tempfile.mkdtemp()
sys.path.insert(0, HERE)
sys.dont_write_bytecode = True


def write(path, text):
    path = os.path.join(HERE, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    importlib.invalidate_caches()


def shown(text):
    return str(text).replace(HERE, "HERE")


def tried(source):
    try:
        exec(source, {})
    except Exception as e:
        print(type(e).__name__, shown(e), getattr(e, "name", None), shown(getattr(e, "path", None)))


write("helper_one.py", '"""Helps."""\ndef divide(x):\n    return 1 / x\n')
import helper_one

print(shown(helper_one), shown(helper_one.__file__), helper_one.__doc__, helper_one.__name__, repr(helper_one.__package__))
print(shown(helper_one.__spec__.origin), helper_one.__spec__.has_location, type(helper_one.__loader__).__name__, helper_one.divide.__module__)
print(shown(helper_one.divide.__code__.co_filename), inspect.getsource(helper_one.divide), "helper_one" in sys.modules)
try:
    helper_one.divide(0)
except ZeroDivisionError as e:
    print(shown("".join(traceback.format_tb(e.__traceback__)[1:])))

write("pkg/__init__.py", "__all__ = ['one', 'sub', 'value']\nvalue = 1\nfrom .sub.deep import answer\n")
write("pkg/one.py", "from . import value\nfrom .sub import deep as there\nx = value + there.answer\n")
write("pkg/sub/__init__.py", "")
write("pkg/sub/deep.py", "from .. import value\nimport pkg.sub\nanswer = 41\n")
write("pkg/sub/star.py", "from pkg import *\n")
write("pkg/data.txt", "data\n")
write("pkg/other.py", "y = __name__\n")
import pkg

print([shown(p) for p in pkg.__path__], pkg.__package__, pkg.answer, hasattr(pkg, "one"), pkg.sub.deep.__package__)
import pkg.sub.star

print(pkg.sub.star.one.x, pkg.sub.star.value, hasattr(pkg, "one"))
print(__import__("pkg", fromlist=["other", "none"]).other.y, __import__("pkg.sub").__name__, importlib.import_module(".other", "pkg").y)
print([m.name for m in pkgutil.walk_packages(pkg.__path__, "pkg.")], [m.ispkg for m in pkgutil.iter_modules([HERE])])
print(importlib.resources.files("pkg").joinpath("data.txt").read_text(), pkgutil.get_data("pkg", "data.txt"))
print(importlib.util.find_spec("pkg.other") is pkg.other.__spec__, importlib.util.find_spec("pkg.nothing"))

write("spread/part.py", "z = 3\n")
import spread.part

print(spread.part.z, spread.__file__ if hasattr(spread, "__file__") else None, [shown(p) for p in spread.__path__])

write("broken_text.py", "def f(:\n")
write("broken_run.py", "x = 1\nraise ValueError('no')\n")
write("goes_away.py", "import sys\ndel sys.modules[__name__]\n")
write("replaced.py", "import sys, types\nsys.modules[__name__] = types.SimpleNamespace(other=5)\n")
write("circle_a.py", "import circle_b\nfrom circle_b import y\nx = 1\n")
write("circle_b.py", "import circle_a\nfrom circle_a import x\ny = 2\n")
write("latin.py", "# coding: latin-1\ntext = 'h\u00f6'\n")
write("odd.py", "def __getattr__(name):\n    return name * 2\n")
write("chained.py", "import absent_module\n")
for source in (
    "import broken_run", "import goes_away", "import pkg.nothing", "from pkg import nothing", "import helper_one.part",
    "from helper_one import nothing", "from pkg.sub import *\nimport circle_a", "import chained", "from pkg.nothing import x",
):
    tried(source)
print("broken_run" in sys.modules, "circle_a" in sys.modules)
try:
    import broken_text
except SyntaxError as e:
    print(e.msg, e.lineno, shown(e.filename))
import replaced, odd
from odd import abc

print(replaced.other, odd.xy, abc)

write("helper_one.py", "anew = True\n\n\n\n")
print(importlib.reload(helper_one) is helper_one, helper_one.anew, helper_one.divide(2))
sys.path.remove(HERE)
tried("import circle_b.x")
sys.path_importer_cache.clear()
tried("import spread.other")
spec = importlib.util.spec_from_file_location("by_place", os.path.join(HERE, "pkg", "other.py"))
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.y, spec.loader.get_source("by_place"))
