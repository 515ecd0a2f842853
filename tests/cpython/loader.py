# Run by Fermata: makes modules of the source texts that `run` hands over, and runs the tests of one of them.
import sys
import types


def make(name, text=None, file=None, /, **more):
    module = types.ModuleType(name)
    module.__file__ = file or name
    vars(module).update(more)
    sys.modules[name] = module
    if "." in name:
        package, _, last = name.rpartition(".")
        setattr(sys.modules[package], last, module)
    if text is not None:
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
    for name, text in sources["others"]:
        make(name, text, sources["folder"] + "/" + name.partition(".")[2].replace(".", "/") + ".py")
    try:
        module = make("test." + wanted, sources["wanted"], f"{sources['folder']}/{wanted}.py")
    except unittest.SkipTest as e:
        print(f"@@skipall {str(e)!r}")
        return
    unittest.run_module(module, only)
    print("@@end")


load(sources, wanted, only)
