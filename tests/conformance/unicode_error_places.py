# Where a UnicodeError begins and ends: ints, or objects that stand for them.
class Index:
    def __init__(self, number):
        self.number = number

    def __index__(self):
        return self.number

    def __repr__(self):
        return f"Index({self.number!r})"


class Own(UnicodeEncodeError):
    pass


def t(f, *args):
    try:
        e = f(*args)
    except Exception as e:
        print(type(e).__name__, e)
    else:
        print(repr(e), e, e.start, e.end, e.args)


for start, end in (
    (Index(1), Index(2)),
    (0, Index(3)),
    (Index(0), 1),
    (1, "x"),
    (1.5, 2),
    (1 << 80, 2),
    (1, Index(-1 << 80)),
    (True, 2),
    (Index("x"), 2),
    (None, 2),
):
    t(UnicodeDecodeError, "x", b"abc", start, end, "why")
    t(UnicodeDecodeError, "x", bytearray(b"abc"), start, end, "why")
    t(UnicodeEncodeError, "x", "abc", start, end, "why")
    t(Own, "x", "abc", start, end, "why")
    t(UnicodeTranslateError, "abc", start, end, "why")
t(UnicodeEncodeError, "x", "abc", Index(1), Index(2), 5)
t(UnicodeEncodeError, "x", b"abc", Index(1), Index(2), "why")
t(UnicodeEncodeError, "x", "abc", Index(1), Index(2))
t(UnicodeDecodeError, "x", "abc", Index(1), Index(2), "why")

error = Own("x", "abc", Index(1), Index(2), "why")
error.__init__("x", "abc", Index(0), Index(3), "why")
print(error, error.start, error.end, error.args)
for name in ("start", "end"):
    for value in (2, True, Index(2), 1.5, "x", 1 << 80):
        try:
            setattr(error, name, value)
            print(name, getattr(error, name))
        except Exception as e:
            print(name, type(e).__name__, e)
    try:
        delattr(error, name)
    except Exception as e:
        print(name, type(e).__name__, e)
