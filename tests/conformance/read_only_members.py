# What CPython has as a read-only member of a struct says so in words of its own, also where the object is the library's.


def function():
    yield


async def coroutine():
    pass


async def agen():
    yield


class Slotted:
    __slots__ = ("a",)

    @staticmethod
    def still():
        pass

    @classmethod
    def of_class(cls):
        pass

    def method(self):
        pass


def change(thing, name):
    for what in ("set", "delete"):
        try:
            setattr(thing, name, 1) if what == "set" else delattr(thing, name)
        except AttributeError as e:
            print(type(thing).__name__, name, what, e)
        else:
            print(type(thing).__name__, name, what, "done")


waiting = coroutine()
waiting.close()
try:
    1 / 0
except ZeroDivisionError as e:
    trace = e.__traceback__

for thing, names in (
    (function, "__closure__ __globals__ __builtins__"),
    (function.__code__, "co_name co_qualname co_filename co_firstlineno co_argcount co_posonlyargcount co_kwonlyargcount co_nlocals co_flags co_consts co_names co_varnames co_code"),
    (slice(1), "start stop step"),
    (range(3), "start stop step"),
    (1j, "real imag"),
    (1.5, "real imag"),
    (3, "real imag"),
    (function(), "gi_code gi_frame gi_running"),
    (waiting, "cr_code cr_origin"),
    (agen(), "ag_code"),
    (Slotted.__dict__["a"], "__name__ __objclass__"),
    (Slotted.__dict__["still"], "__func__ __wrapped__"),
    (Slotted.__dict__["of_class"], "__func__ __wrapped__"),
    (Slotted().method, "__func__ __self__"),
    (super(Slotted, Slotted()), "__thisclass__ __self__ __self_class__"),
    (property(), "fget fset fdel"),
    (list[int], "__origin__ __args__ __unpacked__"),
    (int | str, "__args__"),
    (str.join, "__objclass__"),
    (trace, "tb_frame tb_lasti tb_lineno"),
    (ExceptionGroup("a", [ValueError()]), "message exceptions"),
):
    for name in names.split():
        change(thing, name)
