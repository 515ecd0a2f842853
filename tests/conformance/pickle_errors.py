# What pickle and copy say about what they can't do, as CPython's pickle in C words it.
import pickle, copy, io, traceback, sys
f = open("/dev/null")
class K:
    def __reduce__(self): return 3
def loc():
    class L: pass
    return L()
class Bad:
    def __setstate__(self, s): raise IndexError("mine")
    def __getstate__(self): return 1
class P(pickle.Pickler):
    def persistent_id(self, o): return "x" if o == 5 else None
class U(pickle.Unpickler):
    def persistent_load(self, i): return [i]
for g in (lambda: copy.copy(f), lambda: copy.deepcopy(f), lambda: pickle.dumps(f), lambda: pickle.dumps(f.buffer), lambda: pickle.dumps(lambda: 1), lambda: pickle.dumps(loc()), lambda: pickle.dumps(K()), lambda: pickle.dumps(loc), lambda: pickle.loads(b""), lambda: pickle.loads(b"abc"), lambda: pickle.loads(b"N0."), lambda: pickle.loads(b"hello world"), lambda: pickle.loads(b"\x80\x05\xff"), lambda: pickle.loads(b"?"), lambda: pickle.loads(b"'"),
          lambda: pickle.loads(b"c__main__\nNope\n."), lambda: pickle.loads("a"), lambda: pickle.load(3), lambda: pickle.load(io.StringIO("a")), lambda: pickle.loads(pickle.dumps(list(range(1000)))[:100]), lambda: pickle.loads(pickle.dumps(Bad())), lambda: pickle.loads(pickle.dumps(list(range(10)))[:-1]), lambda: pickle.loads(pickle.dumps(5)[:1]), lambda: pickle.loads(b"\x80\x09N."), lambda: pickle.loads(b"\x95\x00"),
          lambda: pickle.loads(pickle.dumps({"a": K2(1)})).get("a").x):
    try: print(g())
    except Exception as e: print(type(e), str(e).split(" at 0x")[0].split(" from '/")[0].split(" from 'tests")[0], len(traceback.extract_tb(e.__traceback__)))
class K2:
    def __init__(s, x): s.x = x
b = io.BytesIO(); P(b).dump([5, 6]); b.seek(0); print(U(b).load())
print(issubclass(pickle.UnpicklingError, pickle.PickleError), pickle.PicklingError)
