# Run by Fermata: finds modules in the source texts that `run` hands over, and runs the tests of one of them.
import importlib.util
import linecache
import os
import sys
import types
import unittest


class Lines(dict):
    # linecache's cache: the texts of the test files are files to them, found again when the cache is empty.
    texts = {}

    def add(self, file, text):
        self.texts[file] = (len(text), None, text.splitlines(keepends=True), file)

    def get(self, file, default=None):
        return self[file] if file in self else self.texts.get(file, default)


linecache.cache = Lines()


class Modules:
    """Finds and loads the modules of the test package, from `texts`: {name: (source, path)}; and stand-ins of those of the library that
    are `absent`."""

    def __init__(self, texts, absent):
        self.texts = texts
        self.absent = absent

    def find_spec(self, name, path=None, target=None):
        if name in self.texts:
            file = self.texts[name][1]
            spec = importlib.util.spec_from_loader(name, self, origin=file, is_package=file.endswith("__init__.py"))
            spec.has_location = True
            return spec
        return importlib.util.spec_from_loader(name, self, is_package=True) if name in self.absent else None

    def create_module(self, spec):
        return None

    def exec_module(self, module):
        name = module.__name__
        if name not in self.texts:
            vars(module).update(sys.modules["stand_ins"].contents_of(name))
            return
        text, file = self.texts[name]
        linecache.cache.add(file, text)
        exec(compile(text, file, "exec"), vars(module))
        vars(module).update(sys.modules["sandbox"].OVERLAYS.get(name, {}))

    def get_source(self, name):
        return self.texts[name][0]


def make(name, text):
    module = sys.modules[name] = types.ModuleType(name)
    module.__file__ = f"tests/cpython/{name}.py"
    linecache.cache.add(module.__file__, text)
    exec(compile(text, module.__file__, "exec"), vars(module))
    return module


def is_there(name):
    try:
        __import__(name)
    except ImportError:
        return False
    return True


def load(sources, wanted, only):
    results = make("results", sources["results"])
    stand_ins = make("stand_ins", sources["stand_ins"])
    own = {path: text.encode("utf-8", "surrogateescape") for text, path in sources["modules"].values()}
    for path, data in (own | sources["files"]).items():  # the tests' texts and data
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(data)
    make("sandbox", sources["sandbox"])
    # The library's own code finds what it would find without stand-ins.
    absent = [name for name in [*stand_ins.MODULES, *sources["library"]] if not is_there(name)]
    sys.meta_path.append(Modules(sources["modules"], absent))
    try:
        module = importlib.import_module("test." + wanted.replace("/", "."))
    except unittest.SkipTest as e:
        print(f"@@skipall {str(e)!r}")
        return
    results.run_module(module, only)
    print("@@end")


load(sources, wanted, only)
