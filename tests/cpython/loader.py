# Run by Fermata: makes modules of the source texts that `run` hands over, and runs the tests of one of them.
import builtins
import linecache
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


class Loader:
    def __init__(self, text):
        self.text = text

    def get_source(self, name):
        return self.text


def make(name, text=None, file=None, /, **more):
    module = sys.modules.get(name) or types.ModuleType(name)
    module.__file__ = file or name
    vars(module).update(more)
    module.__package__ = name if hasattr(module, "__path__") else name.rpartition(".")[0]
    sys.modules[name] = module
    if "." in name:
        package, _, last = name.rpartition(".")
        setattr(sys.modules[package], last, module)
    if text is not None:
        linecache.cache.add(module.__file__, text)
        module.__loader__ = Loader(text)
        exec(compile(text, module.__file__, "exec"), vars(module))
    return module


def load(sources, wanted, only):
    make("results", sources["results"], "tests/cpython/results.py")
    results = sys.modules["results"]
    make("test", __path__=["/test"])
    make("test.support", sources["support"], "tests/cpython/support.py", __path__=["/test/support"])
    for name, contents in sys.modules["test.support"].HELPERS.items():
        make("test.support." + name, **contents)
    make("stand_ins", sources["stand_ins"], "tests/cpython/stand_ins.py")
    stand_ins = sys.modules["stand_ins"]
    stand_ins.files.update({f"{sources['folder']}/{name}": text for name, text in sources["files"].items()})
    if sources["memory_files"]:
        make("memory_files", sources["memory_files"], "tests/cpython/memory_files.py")
        sys.modules["memory_files"].install(sys.modules["test.support"].HELPERS, sources["folder"], sources["data"])
        stand_ins.open = sys.modules["memory_files"].open
        for name, contents in sys.modules["test.support"].HELPERS.items():
            vars(sys.modules["test.support." + name]).update(contents)
    if sources["files"]:
        builtins.open = stand_ins.open  # the library's own code opens files, too
    for name in list(stand_ins.MODULES) + sources["library"]:
        try:
            __import__(name)
        except ImportError:
            make(name, **stand_ins.MODULES.get(name) or stand_ins.missing(name))
    make("doctest", sources["doctest"], "tests/cpython/doctest.py")
    packages = {name for name, _, path in sources["others"] if path.endswith("__init__.py")}
    if sources["file"].endswith("__init__.py"):
        packages.add("test." + wanted)
    for name in sorted(packages):
        make(name, __path__=[name])
    for name, text, path in sources["others"]:
        try:
            make(name, text, sources["folder"] + "/" + path, open=stand_ins.open)
        except unittest.SkipTest:
            if name not in packages:
                raise
        except Exception:
            del sys.modules[name]  # a file of tests of errors, or of packages: it isn't there for those who need it
    try:
        module = make("test." + wanted.replace("/", "."), sources["wanted"], sources["file"], open=stand_ins.open)
    except unittest.SkipTest as e:
        print(f"@@skipall {str(e)!r}")
        return
    results.run_module(module, only)
    print("@@end")


load(sources, wanted, only)
