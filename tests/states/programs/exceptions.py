"""What exceptions keep: before version 7 it stood among their attributes."""


class Own(OSError):
    def __init__(self, *args, code=0):
        super().__init__(*args)
        self.code = code


def caught(function):
    try:
        function()
    except BaseException as e:
        return e


found = [
    OSError(2, "No such file", "a.txt"),
    OSError(5, "between", "a", None, "b"),
    Own(13, "own", "c.txt", code=7),
    caught(lambda: nowhere),
    caught(lambda: ().nothing),
    caught(lambda: __import__("nothing_of_this_name")),
    caught(lambda: b"\xff".decode()),
    caught(lambda: "é".encode("ascii")),
    caught(lambda: compile("1 +", "text.py", "eval")),
    StopIteration(5),
    SystemExit(3),
    ExceptionGroup("group", [KeyError("k"), ExceptionGroup("inner", [ValueError(1)])]),
]
found[0].note = "attribute"
found[-1].add_note("a note")
names = (
    "errno strerror filename filename2 code name obj path msg lineno offset text end_lineno end_offset encoding object start end reason "
    "value message exceptions note __notes__"
).split()


def show():
    for e in found:
        told = {name: getattr(e, name) for name in names if hasattr(e, name)}
        told.pop("obj", None)
        if told.get("name") == "nothing_of_this_name":
            told.pop("__notes__", None)
        print(type(e).__name__, e, e.args, told)


show()
ask(1)
found[0].filename, found[2].code, found[3].name = "z.txt", 8, "renamed"
show()
ask(2)
show()
