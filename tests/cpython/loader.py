# Run by Fermata: makes modules of the source texts that `run` hands over, and runs the tests of one of them.
import linecache
import sys
import types


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
    module = types.ModuleType(name)
    module.__file__ = file or name
    vars(module).update(more)
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
    make("unittest", sources["unittest"], "tests/cpython/unittest.py", __path__=[])
    unittest = sys.modules["unittest"]
    make("test", __path__=["/test"])
    make("test.support", sources["support"], "tests/cpython/support.py", __path__=["/test/support"])
    for name, contents in sys.modules["test.support"].HELPERS.items():
        make("test.support." + name, **contents)
    make("stand_ins", sources["stand_ins"], "tests/cpython/stand_ins.py")
    for name, contents in sys.modules["stand_ins"].MODULES.items():
        try:
            __import__(name)
        except ImportError:
            make(name, **contents)
    make("doctest", sources["doctest"], "tests/cpython/doctest.py")
    for name, text in sources["others"]:
        make(name, text, sources["folder"] + "/" + name.partition(".")[2].replace(".", "/") + ".py")
    try:
        module = make("test." + wanted, sources["wanted"], f"{sources['folder']}/{wanted}.py", open=sys.modules["stand_ins"].open)
    except unittest.SkipTest as e:
        print(f"@@skipall {str(e)!r}")
        return
    unittest.run_module(module, only)
    print("@@end")


load(sources, wanted, only)
