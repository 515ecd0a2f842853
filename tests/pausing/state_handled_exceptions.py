def f():
    try: raise KeyError(ask("k"))
    except KeyError:
        x = ask("handling")
        raise
try: f()
except KeyError as e: print(repr(e), e.__context__)
def g():
    try: return 1 / ask(0)
    finally:
        y = ask("fin"); print("finally", y)
try: g()
except ZeroDivisionError as e: print(e)
def h():
    try:
        try: raise ValueError("a")
        finally: ask("in finally"); print("still")
    except ValueError as e:
        try: raise TypeError("b")
        except TypeError as e2:
            ask("nested"); print(e2.__context__ is e)
        ask("after"); 
        import sys
        print(sys.exc_info()[1] is e)
        raise RuntimeError("c")
try: h()
except RuntimeError as e: print(repr(e.__context__), e.__cause__)
def k():
    for i in range(3):
        try:
            if ask(i) == 1: continue
            if i == 2: return "ret"
        finally:
            print("f", ask(i))
print(k())
def ctx():
    try: raise ValueError("ctx")
    except ValueError as e:
        def inner():
            ask("deep")
            try: raise
            except ValueError as x: return x is e
        return inner()
print(ctx())
def gen():
    try: yield ask(1)
    except ValueError as e:
        yield ask("caught")
        raise
g = gen(); next(g); g.throw(ValueError("thrown")); 
try: ask("between"); next(g)
except ValueError as e: print("re-raised", e)
