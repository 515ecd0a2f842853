# importlib: specifications of modules, modules made from them, and finders of the program's own.
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import pathlib
import sys
import types

for name in ("json", "json.decoder", "pathlib", "no_such_module", "collections.abc"):
    spec = importlib.util.find_spec(name)
    print(name, spec and spec.name, spec and spec.parent)
for module in (json, json.decoder, pathlib, sys):
    print(module.__spec__.name, module.__spec__ is module.__spec__, module.__loader__ is module.__spec__.loader, isinstance(module.__spec__, importlib.machinery.ModuleSpec))
print(__spec__, types.ModuleType("made").__spec__)
print(json.__spec__.submodule_search_locations is not None, json.decoder.__spec__.submodule_search_locations)
for name, package in ((".decoder", "json"), ("..abc", "collections.sub"), (".x", None), ("", None), ("no_such_module", None), ("json.no_such_part", None)):
    try:
        print(importlib.import_module(name, package).__name__)
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "name", None))
try:
    importlib.util.find_spec("json.decoder.deeper")
except ImportError as e:
    print(type(e).__name__, e, e.name)
print(importlib.reload(json) is json, importlib.reload(pathlib) is pathlib)
try:
    importlib.reload(types.ModuleType("never_imported"))
except ImportError as e:
    print(e)


class Loader(importlib.abc.Loader):
    def __init__(self, text):
        self.text = text

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        exec(self.text, module.__dict__)


class Finder(importlib.abc.MetaPathFinder):
    sources = {
        "virtual": "from . import part\nvalue = part.value + 1",
        "virtual.part": "value = 41",
        "virtual.broken": "1 / 0",
        "virtual.late": "import virtual\nvalue = virtual.value * 2",
    }

    def find_spec(self, name, path=None, target=None):
        if name.startswith(("virtual", "no_such")):
            print("asked for", name, path)
        if name in self.sources:
            return importlib.machinery.ModuleSpec(name, Loader(self.sources[name]), is_package=name == "virtual")


finder = Finder()
sys.meta_path.append(finder)
import virtual
print(virtual.value, virtual.part.value, virtual.__spec__.name, virtual.__package__, virtual.part.__package__, virtual.__path__, sys.modules["virtual.part"] is virtual.part)
from virtual import late, part
print(late.value, part.__name__)
for _ in range(2):
    try:
        import virtual.broken
    except ZeroDivisionError as e:
        print(e, "virtual.broken" in sys.modules)
try:
    from virtual import nothing
except ImportError as e:
    print(type(e).__name__, str(e).partition(" (")[0])
try:
    import no_such_package.part
except ImportError as e:
    print(type(e).__name__, e, e.name)
print(importlib.util.find_spec("virtual") is virtual.__spec__, importlib.import_module("virtual.part") is part, __import__("virtual.late") is virtual)
Finder.sources["virtual.part"] = "value = 'anew'"
print(importlib.reload(part) is part, part.value)
try:
    __import__("no_such_module")
except ImportError as e:
    print(type(e).__name__, e, e.name)
print(__import__("virtual.late", fromlist=["value"]).value, __import__("late", {"__package__": "virtual"}, level=1) is virtual)
print("\u20ac".encode("iso8859-15"), b"\xe2\x82\xac".decode("unicode_escape"))  # what the library imports when it is asked for
sys.meta_path.remove(finder)
try:
    import virtual.other
except ImportError as e:
    print(type(e).__name__, e)

spec = importlib.util.spec_from_loader("by_hand", Loader("answer = 42"), origin="nowhere")
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
print(module.answer, module.__spec__ is spec, module)
spec = importlib.util.spec_from_file_location("from_file", "/no/such/file.py")
print(spec.name, spec.origin, spec.has_location, type(spec.loader).__name__)
print(importlib.util.resolve_name(".b", "a"), importlib.machinery.SOURCE_SUFFIXES, importlib.machinery.PathFinder.find_spec("no_such_module"))

from importlib import metadata, resources
for ask in (metadata.version, metadata.distribution, metadata.files):
    try:
        ask("no-such-distribution")
    except metadata.PackageNotFoundError as e:
        print(e, e.name)
print(list(metadata.entry_points(group="no.such.group")), resources.files.__name__)
print([importlib.util.source_hash(text).hex() for text in (b"", b"x = 1", b"12345678", bytes(range(256)), bytearray(b"ab"))])
