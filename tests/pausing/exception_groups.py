# asking while a group is made, split and caught
class G(ExceptionGroup):
    def derive(self, excs): return G(ask(self.message + "'"), excs)
class Seq:
    def __getitem__(self, i): return ask_all(i)
def ask_all(i):
    if ask(i) > 2: raise IndexError
    return (ValueError, TypeError, KeyError)[i](ask(f"item {i}"))
g = G(ask("g"), Seq())
print(repr(g.split(lambda e: ask(isinstance(e, TypeError)))))
print(g.subgroup(ValueError))
def run(make):
    try:
        raise make()
    except* ask(0) or ValueError as v:
        print("v", ask(repr(v)))
    except* (TypeError, KeyError) as t:
        print("t", ask(repr(t.exceptions)))
        raise LookupError(ask("l"))
    except* OSError:
        print(ask("os"))
    else:
        print(ask("else"))
    finally:
        print(ask("finally"))
for make in (lambda: G("a", [ValueError(1), G("b", [TypeError(2), OSError(3)]), RuntimeError(4)]), lambda: ValueError(ask(5)), lambda: OSError(6), lambda: KeyError(7)):
    try:
        run(make)
    except BaseException as e:
        print(ask(repr(e)), repr(e.__context__))
