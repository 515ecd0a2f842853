"""Pickles that are cut short, or none at all: what is raised."""
import io
import pickle

CASES = (
    b"", b"garbage", b"not a pickle", b"hello world", b'{"a": 1}', b"\x80\x04", b"\x8c\x05ab.", b"B\x05\0\0\0a.", b"C\x05a.", b"Vhel",
    b"X\xff\xff\xff\x7fab.", b"\x8a\xff.", b"\x80\x09N.", b"(.", b"0.", b"(0.", b"a.", b"]a.", b"t.", b"u.", b"g1\n.", b"h\x05.", b"I1",
    b"Iabc\n.", b"F1.x\n.", b"I5\n.", b"L5L\n.", b"F1.5\n.", b"I01\n.", b"Pabc\n.", b"NQ.", b"cnomod\nx\n.", b"K", b"M\1.",
    b"G\0\0.", b"\x95\x08\0\0\0\0\0\0\0N.",
)


def loads(data):
    try:
        return repr(pickle.loads(data))
    except Exception as e:
        return f"{type(e).__module__}.{type(e).__name__}: {e}"


def load(data):
    try:
        return repr(pickle.load(io.BytesIO(data)))
    except Exception as e:
        return f"{type(e).__module__}.{type(e).__name__}: {e}"


for case in CASES:
    print(case, "->", loads(case))
    assert load(case) == loads(case)


class Point:
    def __init__(self, x, y):
        self.at = (x, y)

    def __reduce__(self):
        return Point, self.at


for protocol in range(6):
    whole = pickle.dumps([Point(1, 2), {"a": 2.5, "b": [None, True, 10**30]}, b"bytes", "text" * 3, {1, 2}], protocol)
    for size in range(len(whole)):
        found = loads(whole[:size])
        assert found in (
            "_pickle.UnpicklingError: pickle data was truncated",
            "_pickle.UnpicklingError: pickle exhausted before end of frame",
            "builtins.EOFError: Ran out of input",
        ), (protocol, size, found)

for nothing in (None, "text", 5):
    print(loads(nothing))


class Loader(pickle.Unpickler):
    def persistent_load(self, pid):
        return ["persistent", pid]


print(Loader(io.BytesIO(b"Pabc\n.")).load(), Loader(io.BytesIO(b"NQ.")).load())
