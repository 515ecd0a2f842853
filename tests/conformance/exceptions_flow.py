def error(function, *args, **kwargs):
    try:
        return "no error: " + repr(function(*args, **kwargs))
    except Exception as e:
        return f"{type(e).__name__}: {e}"


log = []
def run(n):
    try:
        log.append(f"try{n}")
        if n == 1: raise ValueError("v")
        if n == 2: raise KeyError("k")
        if n == 3: return "ret"
        if n == 4: [][0]
    except ValueError as e: log.append(f"VE {e}")
    except (KeyError, IndexError) as e: log.append(f"KI {e!r}"); return "handled"
    else: log.append("else")
    finally: log.append("fin")
    return "end"
print([run(n) for n in range(5)], log)
def unbound():
    try: 1 / 0
    except ZeroDivisionError as e: pass
    return e
print(error(unbound))
try:
    try: raise ValueError("first")
    except ValueError as e: raise TypeError("second") from e
except TypeError as e: print(repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try: raise ValueError("first")
    except ValueError: raise TypeError("second")
except TypeError as e: print(repr(e), repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try: raise ValueError("first")
    except ValueError: raise TypeError("second") from None
except TypeError as e: print(repr(e.__cause__), repr(e.__context__), e.__suppress_context__)
try:
    try: raise ValueError("in try")
    finally: raise KeyError("in finally")
except KeyError as e: print(repr(e), repr(e.__context__))
def reraise():
    try: 1 / 0
    except ZeroDivisionError:
        try: raise
        except ZeroDivisionError as e: return "again " + str(e)
print(reraise(), error(lambda: (_ for _ in ()).throw(OSError("thrown"))))
def bare():
    raise
print(error(bare))
class MyError(Exception): pass
class Sub(MyError):
    def __init__(self, a, b=2): super().__init__(a, b); self.b = b
    def __str__(self): return f"<{self.args}>"
for exc in [MyError, MyError(), MyError("x"), MyError("x", 1), Sub(1), Sub(1, b=3), KeyError("k"), KeyError(), KeyError(1, 2), StopIteration(5), OSError(2, "No such file"), OSError("just text"), SystemExit(3), AssertionError(), UnicodeError("u"), ImportError("imp", name="m"), Exception(None), Exception(("t",)), AttributeError("at"), NotImplementedError()]:
    try: raise exc
    except BaseException as e: print(type(e).__name__, repr(e), str(e), e.args)
def bad_raise(x): raise x
print(error(bad_raise, 5), error(bad_raise, "text"), error(bad_raise, int), error(bad_raise, None), error(lambda: bad_raise(ValueError)), error(bad_raise, (ValueError,)))
def bad_from():
    raise ValueError from 5
def bad_except():
    try: 1 / 0
    except 5: pass
def bad_except2():
    try: 1 / 0
    except (ValueError, "x"): pass
print(error(bad_from), error(bad_except), error(bad_except2))
def order():
    try: 1 / 0
    except Exception: return "Exception"
    except ZeroDivisionError: return "never"
def nomatch():
    try:
        try: 1 / 0
        except KeyError: return "no"
        finally: log.append("passed")
    except ArithmeticError: return "arith"
print(order(), nomatch())
for base in (ZeroDivisionError, KeyError, IndexError, UnicodeDecodeError, RecursionError, ModuleNotFoundError, FileNotFoundError, BrokenPipeError, StopAsyncIteration, KeyboardInterrupt, UnboundLocalError, IndentationError, TimeoutError, OverflowError, FloatingPointError, UserWarning, GeneratorExit, EOFError, MemoryError, BufferError, ConnectionResetError):
    print([c.__name__ for c in base.__mro__])
e = ValueError("note")
e.add_note("n1"); e.add_note("n2"); e.custom = 5
print(e.__notes__, e.custom, e.with_traceback(None) is e, e.__traceback__, ValueError("a") == ValueError("a"), isinstance(e, Exception), e.__class__.__name__, error(e.add_note, 5))
def depth(n):
    try:
        if n: return depth(n - 1)
        raise LookupError("deep")
    finally: log.append(n)
log.clear()
print(error(depth, 5), log)
def gen_exc():
    try: yield 1
    except Exception as e: yield repr(e)
    finally: log.append("gen done")
g = gen_exc(); next(g); print(g.throw(ValueError("x")), list(g), log[-1])
def nested():
    try:
        try: raise KeyError(1)
        except KeyError as e:
            try: raise ValueError(2)
            except ValueError as e2: assert e2.__context__ is e
            raise
    except KeyError as e3: return repr(e3), e3.__context__
print(nested())
def loop():
    out = []
    for i in range(4):
        try:
            if i % 2: raise ValueError(i)
        except ValueError as e: out.append(e.args[0]); continue
        else: out.append("ok")
        finally: out.append("f")
    return out
print(loop())
def assert_it(x): assert x > 0, f"bad {x}"
def assert_bare(x): assert x
print(error(assert_it, -1), error(assert_it, 1), error(assert_bare, 0), error(assert_bare, [1]))
try: {}["a"]["b"]
except KeyError as err: saved = err
print(repr(saved), "err" in globals())
