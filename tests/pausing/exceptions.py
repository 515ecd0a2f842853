def risky(n):
    try:
        if n == 1: raise ValueError(ask("v"))
        if n == 2: raise KeyError(ask("k"))
        if n == 3: return ask("returned")
        ask("body")
    except ValueError as e:
        print("except", ask(str(e)), e)
    except KeyError as e:
        raise RuntimeError(ask("wrapped")) from e
    else:
        print("else", ask(n))
    finally:
        print("finally", ask(n))
    return "end"
for n in range(4):
    try:
        print(risky(n))
    except RuntimeError as e:
        print(repr(e), repr(e.__cause__), ask("handled"))
class E(Exception):
    def __init__(self, code):
        super().__init__(ask(code))
        self.code = code
    def __str__(self): return f"code {ask(self.code)}"
try:
    raise E(7)
except E as e:
    print(e, e.args)
    try:
        raise TypeError(ask("second"))
    except TypeError as second:
        print(repr(second.__context__) == repr(e), second)
try:
    try: raise ValueError("first")
    finally: ask("in finally")
except ValueError as e: print(e)
assert ask(True), ask("unused")
try: assert ask(0), ask("message")
except AssertionError as e: print(repr(e))
