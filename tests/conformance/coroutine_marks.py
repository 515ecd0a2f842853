# types.coroutine() marks the function itself; generators that it has made before go on.
import types


def gen():
    got = yield 1
    print("got", got)
    yield 2


early = gen()
print(next(early))
print(types.coroutine(gen) is gen)
late = gen()
print(early.send("early"), next(late), late.gi_code.co_flags & 256, early.gi_code.co_flags & 256)
