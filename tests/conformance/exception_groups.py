import sys
def show(e, d=0):
    print("  "*d, type(e).__name__, e, getattr(e,'message',None), e.__context__ and repr(e.__context__), e.__cause__, getattr(e,'__notes__',None))
    if isinstance(e, BaseExceptionGroup):
        for x in e.exceptions: show(x, d+1)
def t(f):
    try: f(); print("ok")
    except BaseException as e: show(e)
def a():
    try: raise ExceptionGroup("eg",[ValueError("a")])
    except* ValueError: raise KeyError("x")
t(a)
def b():
    try: raise ExceptionGroup("eg",[ValueError("a"), TypeError("t")])
    except* ValueError as e: raise KeyError("x")
t(b)
def c():
    try: raise ValueError("a")
    except* ValueError as e: print(repr(e), e.__traceback__ is None); raise
t(c)
def d():
    try: raise ValueError("a")
    except* TypeError as e: print(repr(e)); raise
t(d)
def f():
    try: raise ExceptionGroup("eg",[ValueError("a"), TypeError("t"), ExceptionGroup("n",[ValueError("b"), OSError(1)])])
    except* ValueError as e: print(repr(e), sys.exc_info()[1] is e)
    except* OSError as e: raise
t(f)
def g():
    try: raise ExceptionGroup("eg",[ValueError("a")])
    except* ExceptionGroup: pass
t(g)
def h():
    try: raise ExceptionGroup("eg",[ValueError("a")])
    except* 5: pass
t(h)
def i():
    try: raise BaseExceptionGroup("eg",[ValueError("a"), KeyboardInterrupt()])
    except* KeyboardInterrupt: pass
t(i)
def j():
    try: raise ExceptionGroup("eg",[ValueError("a"), TypeError("t")])
    except* ValueError: raise
    except* TypeError: raise KeyError(1) from None
t(j)
for args in [(), ("a",), (1,[ValueError()]), ("a", 5), ("a", []), ("a",[1]), ("a",[ValueError(), int]), ("m",[KeyboardInterrupt()]), ("m", {ValueError()}), ("m", (ValueError(),), 3), ("m", "abc")]:
    for cls in (ExceptionGroup, BaseExceptionGroup):
        try: print(repr(cls(*args)), cls(*args).args)
        except Exception as e: print(args, type(e).__name__, e)
class My(ExceptionGroup): pass
class My2(BaseExceptionGroup): pass
for cls in (My, My2):
    try: print(repr(cls("m",[KeyboardInterrupt()])))
    except Exception as e: print(type(e).__name__, e)
try: ExceptionGroup("m",[ValueError()], x=1)
except Exception as e: print(type(e).__name__, e)
try: ExceptionGroup(message="m",exceptions=[ValueError()])
except Exception as e: print(type(e).__name__, e)
eg=ExceptionGroup("m",[ValueError(1),TypeError(2)])
for cond in (5, int, (ValueError,int), [ValueError], lambda e: isinstance(e,TypeError), (ValueError,), ()):
    try: print(eg.split(cond), eg.subgroup(cond))
    except Exception as e: print(cond, type(e).__name__, e)
print(ExceptionGroup.__mro__, BaseExceptionGroup.__bases__, ExceptionGroup[int], eg.derive([KeyError()]))
try: eg.message="x"
except Exception as e: print(type(e).__name__, e)
try: eg.exceptions=()
except Exception as e: print(type(e).__name__, e)
print(My2("m",[ValueError()]).__class__)
class Der(ExceptionGroup):
    def derive(self, excs): return 5
try: Der("m",[ValueError(1),TypeError(2)]).split(ValueError)
except Exception as e: print(type(e).__name__, e)
import copy
print(repr(copy.copy(eg)))
e=ExceptionGroup("a", [ValueError(1), ExceptionGroup("b",[TypeError(2)])]); e.add_note("n1")
m,r=e.split(TypeError); print(m.__notes__, r.__notes__, m.__notes__ is e.__notes__, m.exceptions, r.exceptions)


# --- more of except*: else, finally, names, nesting, loops, what is being handled
import traceback


def events(make):
    log = []
    try:
        try:
            log.append("body")
            exc = make()
            if exc is not None:
                raise exc
        except* (ValueError, KeyError) as group:
            log.append(("values", [repr(e) for e in group.exceptions]))
            assert sys.exc_info()[1] is group
        except* TypeError as group:
            log.append(("types", repr(group)))
            raise RuntimeError("from types")
        except* OSError:
            for i in range(3):
                if i == 1:
                    break
                continue
            log.append(("os", i))
        else:
            log.append("else")
        finally:
            log.append("finally")
    except BaseException as rest:
        log.append(("rest", repr(rest), repr(rest.__context__)))
    assert sys.exc_info()[1] is None
    return log


for make in (lambda: None, lambda: ValueError(1), lambda: TypeError(2), lambda: OSError(3), lambda: LookupError(4), lambda: KeyboardInterrupt(5),
             lambda: ExceptionGroup("g", [ValueError(1), TypeError(2), OSError(3)]),
             lambda: ExceptionGroup("g", [ValueError(1), ExceptionGroup("h", [KeyError(2), LookupError(3)]), ExceptionGroup("i", [KeyError(4)])]),
             lambda: BaseExceptionGroup("g", [KeyboardInterrupt(1), OSError(2)])):
    print(events(make))


def unbound():
    try:
        raise ValueError(1)
    except* ValueError as error:
        pass
    try:
        error
    except NameError as e:
        return str(e)


print(unbound())


def nested_clauses():
    try:
        try:
            raise ExceptionGroup("g", [ValueError(1), TypeError(2), KeyError(3)])
        except* ValueError:
            try:
                raise
            except* ValueError as inner:
                print("inner", repr(inner))
                raise KeyError("new") from inner
        except* KeyError as keys:
            print("keys", repr(keys))
    except* TypeError as types:
        print("types", repr(types))
        show(types)


t(nested_clauses)


def generator():
    try:
        yield 1
    except* ValueError as group:
        yield repr(group)
    yield "end"


g = generator()
print(next(g), g.throw(ExceptionGroup("sent", [ValueError(1)])), next(g))


class Custom(ExceptionGroup):
    def __new__(cls, message, exceptions, code):
        self = super().__new__(cls, message, exceptions)
        self.code = code
        return self

    def derive(self, exceptions):
        print("derive", exceptions)
        return Custom(self.message, exceptions, self.code)


class Plain(ExceptionGroup):
    pass


class WithInit(ExceptionGroup):
    def __init__(self, message, exceptions, extra=None):
        self.extra = extra


custom = Custom("c", [ValueError(1), Custom("d", [TypeError(2), ValueError(3)], 5)], 4)
match, rest = custom.split(ValueError)
print(type(match).__name__, match.code, match.exceptions[1].code, rest.exceptions, custom.subgroup(lambda e: isinstance(e, TypeError)).exceptions)
print(type(Plain("p", [ValueError(1), TypeError(1)]).split(ValueError)[0]), WithInit("w", [ValueError()]).extra)
try:
    raise custom
except* TypeError as error:
    print(type(error), error.code)
except* ValueError:
    print("values")
try:
    try:
        raise ValueError("context")
    finally:
        try:
            raise Plain("p", [TypeError(1), OSError(2)]) from KeyError("cause")
        except* OSError as error:
            print(repr(error.__cause__), repr(error.__context__), error.__suppress_context__)
            raise
except BaseException as error:
    show(error)

for source in ("return", "break", "continue", "for i in x:\n      return"):
    try:
        compile(f"def f():\n while 1:\n  try: pass\n  except* ValueError:\n    {source}\n", "<s>", "exec")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)
for source in ("try: pass\nexcept* ValueError: pass\nexcept KeyError: pass", "try: pass\nexcept*: pass", "try: pass\nexcept: pass\nexcept* KeyError: pass",
               "for i in x:\n try: pass\n except* A:\n  for j in x: break\n  while 1: continue\n  def f(): return 1\n"):
    try:
        compile(source, "<s>", "exec")
        print("fine")
    except SyntaxError as e:
        print(e.msg, e.lineno, e.offset)


class Own:
    def __getitem__(self, i):
        return [ValueError(1), TypeError(2)][i]


print(ExceptionGroup("own", Own()).exceptions)
text = "".join(traceback.format_exception(ExceptionGroup("a", [ValueError(i) for i in range(17)] + [ExceptionGroup("b", [TypeError(1)])])))
print(text)
error = ExceptionGroup("c", [ExceptionGroup("d", [TypeError(1)])])
error.__cause__ = ExceptionGroup("cause", [KeyError(1)])
error.add_note("note\nof two lines")
print("".join(traceback.format_exception(error)))
print("".join(traceback.TracebackException.from_exception(ExceptionGroup("a", [ValueError(i) for i in range(5)]), max_group_width=3).format()))
