class Base(Exception):
    def __init__(self, message, hint=1):
        super().__init__(message)
        self.hint = hint


class Local(Base):
    pass


class Remote(Base):
    def __str__(self):
        return "remote " + super().__str__()


class Os(OSError):
    pass


class Own(OSError):
    pass


class Slotted(Base):
    __slots__ = ("more",)


error = Local("a", 2)
try:
    raise error
except Local as caught:
    try:
        caught.__class__ = Remote
        raise
    except Remote as again:
        print(type(again), again, again.hint, again is error, again.args)
        try:
            raise again
        except Local:
            print("no")
        except Remote as third:
            print("yes", isinstance(third, Local), repr(third))
o = Os(2, "gone", "f")
o.__class__ = Own
print(type(o), o, o.errno, o.filename)
for before, after in ((Local("x"), Os), (Os(1, "x"), Local), (Local("x"), Exception), (ValueError("x"), Local), (Local("x"), Slotted), (Local("x"), int), (Local("x"), type("P", (), {}))):
    try:
        before.__class__ = after
        print("set", type(before))
    except TypeError as e:
        print(e)
