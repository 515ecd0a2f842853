# What pickles leave to whoever carries them: PickleBuffer, and the names of _pickle.
import _pickle
import pickle
import weakref


def told(act):
    try:
        return act()
    except Exception as e:
        return f"{type(e).__name__}: {e}"


class Carried:
    def __init__(self, data):
        self.data = data

    def __reduce_ex__(self, protocol):
        if protocol >= 5:
            return Carried, (pickle.PickleBuffer(self.data),)
        return Carried, (bytes(self.data),)


for data in (b"fixed", bytearray(b"changing")):
    for protocol in (4, 5):
        buffers = []
        made = pickle.dumps(Carried(data), protocol, buffer_callback=buffers.append if protocol == 5 else None)
        back = pickle.loads(made, buffers=buffers)
        print(protocol, len(buffers), type(back.data).__name__, bytes(back.data), data in made)
    kept = pickle.dumps(Carried(data), 5)
    print(type(pickle.loads(kept).data).__name__, pickle.loads(kept).data)
    print(told(lambda: pickle.loads(pickle.dumps(Carried(data), 5, buffer_callback=lambda b: True)).data))
out = []
made = pickle.dumps([Carried(b"a"), Carried(b"b")], 5, buffer_callback=out.append)
print([bytes(one.data) for one in pickle.loads(made, buffers=iter([b"x", bytearray(b"y")]))], told(lambda: pickle.loads(made)))
print(told(lambda: pickle.loads(made, buffers=[b"x"])), told(lambda: pickle.loads(made, buffers=5)))
print(told(lambda: pickle.dumps(pickle.PickleBuffer(b"x"), 4)), told(lambda: pickle.dumps(1, 4, buffer_callback=print)))

view = pickle.PickleBuffer(bytearray(b"abcdef"))
print(type(view), bytes(view), view.raw().tolist(), view.raw().readonly, weakref.ref(view)() is view)
memoryview(view)[0] = 65
print(bytes(view), len(memoryview(view)))
print(told(lambda: pickle.PickleBuffer(memoryview(b"abcdef")[::2]).raw()), bytes(pickle.PickleBuffer(memoryview(b"abcdef")[::2])))
print(told(lambda: pickle.PickleBuffer(5)), told(lambda: pickle.PickleBuffer("text")))
print(told(lambda: type("B", (pickle.PickleBuffer,), {})))
print(view.release(), view.release(), told(view.raw), told(lambda: memoryview(view)))
print(_pickle.Pickler is pickle.Pickler, _pickle.Unpickler is pickle.Unpickler, pickle.Pickler, pickle.Unpickler)
print(_pickle.PicklingError is pickle.PicklingError, "Pickler" in dir(_pickle), told(lambda: _pickle.nosuch))
print("PickleBuffer" in pickle.__all__, pickle.PickleBuffer is _pickle.PickleBuffer)
