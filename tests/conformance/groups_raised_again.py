# What a group that is raised again by except* has of its context.
import traceback


def t1():
    try: 1/0
    except Exception:
        try: raise ExceptionGroup("g",[KeyError()])
        except* ValueError: pass
def t2():
    try: 1/0
    except Exception:
        try: [](*[1])
        except Exception:
            try: raise ExceptionGroup("g",[KeyError()])
            except* ValueError: pass
def t3():
    try: 1/0
    except Exception:
        try: raise ExceptionGroup("g",[KeyError(), ValueError()])
        except* ValueError: pass
def t4():
    try: 1/0
    except Exception:
        try: raise ExceptionGroup("g",[KeyError(), ValueError()])
        except* ValueError as e: raise e
def t5():
    try: 1/0
    except Exception:
        try: raise ExceptionGroup("g",[KeyError(), ValueError()])
        except* ValueError as e: raise TypeError
def t6():
    try: 1/0
    except Exception:
        try: raise ExceptionGroup("g",[KeyError(), ValueError()])
        except* ValueError as e: raise
def t7():
    try: 1/0
    except Exception:
        try: raise KeyError
        except* ValueError as e: raise
def t8():
    try: 1/0
    except Exception:
        try: raise ExceptionGroup("g",[KeyError()])
        except* (StopIteration, ValueError) as e: pass
def t9():
    try: 1/0
    except Exception:
        try: raise ExceptionGroup("-3",[ArithmeticError(0.5)])
        except* (StopIteration, ValueError) as e:
            v36: list[int]
def chain(e, depth=0):
    out = []
    while e is not None and depth < 6:
        out.append((type(e).__name__, len(traceback.extract_tb(e.__traceback__)), e.__suppress_context__)); e = e.__context__; depth += 1
    return out
for t in (t1,t2,t3,t4,t5,t6,t7,t8,t9):
    try: t()
    except BaseException as e: print(t.__name__, chain(e))
    try:
        try: 2/0
        except Exception: t()
    except BaseException as e: print(t.__name__, chain(e))
