"""What is in an exception's __dict__ and in its pickles: not what its builtin class keeps."""
import copy
import os
import pickle


def caught(function):
    try:
        function()
    except BaseException as e:
        return e


class Own(OSError):
    extra = "class"


class OfImport(ImportError):
    def __init__(self, name):
        super().__init__(f"no {name}", name=name, path="/p")
        self.own = name

    def __reduce__(self):
        return super().__reduce__()[:1] + ((self.name,),) + super().__reduce__()[2:]


def all_of(e):
    names = (
        "errno strerror filename filename2 name obj path msg lineno offset text end_lineno end_offset print_file_and_line encoding object "
        "start end reason value code message exceptions extra own"
    ).split()
    return {name: getattr(e, name) for name in names if hasattr(e, name)}


MAKE = {
    "os": lambda: OSError(2, "gone", "a.txt"),
    "os two": lambda: OSError(2, "gone", "a.txt", None, "b.txt"),
    "os short": lambda: OSError(2, "gone"),
    "os one": lambda: OSError("gone"),
    "os own": lambda: Own(13, "denied", b"c"),
    "open": lambda: caught(lambda: open("/nowhere/x")),
    "import": lambda: ImportError("no", name="n", path="p"),
    "import plain": lambda: ImportError("no"),
    "import own": lambda: OfImport("n"),
    "attribute": lambda: caught(lambda: os.nothing),
    "attribute given": lambda: AttributeError("a", name="n", obj=5),
    "name": lambda: caught(lambda: nothing),
    "syntax": lambda: SyntaxError("bad", ("f.py", 1, 2, "text", 3, 4)),
    "decode": lambda: caught(lambda: b"a\xff".decode()),
    "encode": lambda: caught(lambda: "aé".encode("ascii")),
    "translate": lambda: UnicodeTranslateError("abc", 1, 2, "why"),
    "stop": lambda: StopIteration(5),
    "exit": lambda: SystemExit(3),
    "key": lambda: KeyError("k"),
    "group": lambda: ExceptionGroup("g", [ValueError(1), KeyError("k")]),
}
for name, make in MAKE.items():
    e = make()
    print(name, [str(part) for part in e.__reduce__()])
    print("   ", e.__dict__, vars(e), [str(part) for part in e.__reduce__()])
    for other in (copy.copy(e), pickle.loads(pickle.dumps(e)), pickle.loads(pickle.dumps(e, 0))):
        same = all_of(e)
        if isinstance(e, AttributeError):
            same |= {"name": None, "obj": None}
        if isinstance(e, NameError):
            same |= {"name": None}
        told = all_of(other)
        assert repr(told) == repr(same), (told, same)
        assert (type(other), str(other), repr(other.args)) == (type(e), str(e), repr(e.args)), (e, other)
    e.own = [1]
    e.__dict__["other"] = 2
    print("   ", e.__dict__, [str(part) for part in e.__reduce__()][2:])
    twin = copy.copy(e)
    assert twin.__dict__ == e.__dict__ and twin.own is e.own

e = OSError(2, "gone", "a.txt")
e.__dict__["filename"] = "hidden"
print(e, e.filename, e.__dict__)
e.__dict__ = {"errno": 5}
print(e, e.errno, e.__dict__)
e.filename = "b.txt"
print(e, e.__dict__)
e.__setstate__({"errno": 7, "z": 1})
print(e.errno, sorted(e.__dict__))
e = ValueError("v")
e.name, e.errno = "n", 1
print(e.__dict__, e.__reduce__())
del e.name
print(e.__dict__)
e.add_note("note")
print(e.__dict__)
print("errno" in OSError(1, "x").__dict__, "errno" in dir(OSError()))
