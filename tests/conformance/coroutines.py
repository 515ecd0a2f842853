# Coroutines driven by hand: await, async for, async with, asynchronous comprehensions and generators.
class Ask:
    """Yields its value to the driver; await gives what the driver sends."""

    def __init__(self, value):
        self.value = value

    def __await__(self):
        return (yield self.value)


def drive(coroutine):
    asked, answer = [], None
    while True:
        try:
            question = coroutine.send(answer)
        except StopIteration as end:
            return asked, end.value
        asked.append(question)
        answer = question * 100


def raised(function, *args):
    try:
        function(*args)
    except BaseException as e:
        return type(e).__name__, str(e)


async def two(x):
    a = await Ask(x)
    b = await Ask(x + 1)
    return a, b


async def outer():
    return await two(10), [await Ask(i) for i in range(2)]


assert drive(outer()) == ([10, 11, 0, 1], ((1000, 1100), [0, 100]))


async def numbers(n):
    for i in range(n):
        answer = await Ask(i)
        sent = yield i, answer
        if sent:
            log.append(sent)


log = []


async def loops():
    out = []
    async for a, b in numbers(3):
        if a == 1:
            continue
        out.append((a, b))
    else:
        out.append("else")
    async for a, b in numbers(3):
        if a == 1:
            break
    else:
        out.append("never")
    out.append([x async for x in numbers(2) if x[0]])
    out.append({k: v async for k, v in numbers(2)})
    out.append({x async for x in numbers(2)})
    out.append([[y async for y, _ in numbers(x)] for x in range(3)])
    asynchronous = (await Ask(z) async for z, _ in numbers(3))
    out.append(type(asynchronous).__name__)
    async for x in asynchronous:
        out.append(x)
    return out


assert drive(loops())[1] == [
    (0, 0), (2, 200), "else", [(1, 100)], {0: 0, 1: 100}, {(0, 0), (1, 100)}, [[], [0], [0, 1]], "async_generator", 0, 100, 200]


async def methods():
    a = numbers(3)
    out = [await a.__anext__(), await a.asend("hello"), await a.aclose()]
    try:
        await a.__anext__()
    except StopAsyncIteration:
        out.append("stop")
    out.append(await anext(numbers(0), "default"))
    out.append(await anext(aiter(numbers(1))))
    return out


assert drive(methods())[1] == [(0, 0), (1, 100), None, "stop", "default", (0, 0)]
assert log == ["hello"]


class Manager:
    def __init__(self, name, swallow=False):
        self.name, self.swallow = name, swallow

    async def __aenter__(self):
        events.append(("enter", self.name, await Ask(1)))
        return self.name

    async def __aexit__(self, kind, value, traceback):
        events.append(("exit", self.name, kind, await Ask(2)))
        return self.swallow


events = []


async def managed():
    async with Manager("a", True) as a, Manager("b"):
        events.append(a)
        1 / 0
    async with Manager("c"):
        return "left"


assert drive(managed())[1] == "left"
assert events == [
    ("enter", "a", 100), ("enter", "b", 100), "a", ("exit", "b", ZeroDivisionError, 200), ("exit", "a", ZeroDivisionError, 200),
    ("enter", "c", 100), ("exit", "c", None, 200)], events

# --- throwing and closing


async def catches():
    try:
        await Ask("wait")
    except ValueError as e:
        return "caught", str(e)
    finally:
        log.append("finally")


async def around():
    return await catches()


c = around()
assert c.send(None) == "wait"
assert c.cr_await is not None and not c.cr_running and c.cr_suspended
try:
    c.throw(ValueError("in"))
except StopIteration as e:
    assert e.value == ("caught", "in")
assert raised(c.send, None) == ("RuntimeError", "cannot reuse already awaited coroutine")
assert raised(c.throw, ValueError()) == ("RuntimeError", "cannot reuse already awaited coroutine")
c.close()
c = around()
c.send(None)
del log[:]
c.close()
assert log == ["finally"]


async def in_generator():
    try:
        async for x in numbers(2):
            pass
    except KeyError as e:
        return "caught", e.args


c = in_generator()
assert c.send(None) == 0
try:
    c.throw(KeyError(1))
except StopIteration as e:
    assert e.value == ("caught", (1,))


async def absorbing():
    while True:
        try:
            yield await Ask("q")
        except ValueError:
            yield "absorbed"


async def throws_in():
    out = []
    async for x in absorbing():
        out.append(x)
        if len(out) == 2:
            return out


c = throws_in()
c.send(None)
assert c.send("first") == "q"
try:
    c.throw(ValueError)
except StopIteration as e:
    assert e.value == ["first", "absorbed"]


async def ignores():
    try:
        await Ask(1)
    except GeneratorExit:
        await Ask(2)


c = ignores()
c.send(None)
assert raised(c.close) == ("RuntimeError", "coroutine ignored GeneratorExit")


async def ends_like_an_iterator():
    raise StopIteration


assert raised(drive, ends_like_an_iterator()) == ("RuntimeError", "coroutine raised StopIteration")


async def yields_the_end():
    yield 1
    raise StopAsyncIteration


async def all_of(it):
    return [x async for x in it]


assert raised(drive, all_of(yields_the_end())) == ("RuntimeError", "async generator raised StopAsyncIteration")

# --- an asynchronous generator that is running


async def overlapping():
    g = numbers(2)
    first = g.asend(None)
    first.send(None)
    messages = []
    for call in g.__anext__, g.aclose, lambda: g.athrow(ValueError):
        try:
            await call()
        except RuntimeError as e:
            messages.append(str(e))
    assert g.ag_running
    return messages


assert drive(overlapping())[1] == [
    "anext(): asynchronous generator is already running", "aclose(): asynchronous generator is already running",
    "athrow(): asynchronous generator is already running"]


async def reused():
    g = numbers(2)
    item = g.__anext__()
    await item
    try:
        await item
    except RuntimeError as e:
        return str(e)


assert drive(reused())[1] == "cannot reuse already awaited __anext__()/asend()"


async def keeps_on():
    try:
        yield 1
    except GeneratorExit:
        yield 2


async def closes_it():
    g = keeps_on()
    await g.__anext__()
    await g.aclose()


assert raised(drive, closes_it()) == ("RuntimeError", "async generator ignored GeneratorExit")

# --- what can't be awaited


class Odd:
    def __init__(self, result):
        self.result = result

    def __await__(self):
        return self.result


async def awaits(x):
    await x


async def iterates(x):
    async for _ in x:
        pass


async def enters(x):
    async with x:
        pass


class NotAwaited:
    def __aenter__(self):
        return 1

    async def __aexit__(self, *args):
        pass

    def __aiter__(self):
        return self

    def __anext__(self):
        return 2


waiting = two(1)
assert raised(drive, awaits(1)) == ("TypeError", "object int can't be used in 'await' expression")
assert raised(drive, awaits(Odd(1))) == ("TypeError", "__await__() returned non-iterator of type 'int'")
assert raised(drive, awaits(Odd(waiting))) == ("TypeError", "__await__() returned a coroutine")
waiting.close()
assert raised(drive, awaits([])) == ("TypeError", "object list can't be used in 'await' expression")
assert raised(drive, iterates(1)) == ("TypeError", "'async for' requires an object with __aiter__ method, got int")
assert raised(drive, iterates(NotAwaited())) == ("TypeError", "'async for' received an invalid object from __anext__: int")
assert raised(drive, enters(1)) == ("TypeError", "'int' object does not support the asynchronous context manager protocol")
assert raised(drive, enters(NotAwaited())) == (
    "TypeError", "'async with' received an object from __aenter__ that does not implement __await__: int")

c = awaits(Ask(1))
for statement, message in {
    "for x in c: pass": "'coroutine' object is not iterable",
    "next(c)": "'coroutine' object is not an iterator",
    "list(numbers(1))": "'async_generator' object is not iterable",
    "[*numbers(1)]": "Value after * must be an iterable, not async_generator",
    "c()": "'coroutine' object is not callable",
    "(lambda: (yield from c))().send(None)": "cannot 'yield from' a coroutine object in a non-coroutine generator",
    "c.send(1)": "can't send non-None value to a just-started coroutine",
}.items():
    assert raised(exec, statement) == ("TypeError", message), raised(exec, statement)
c.close()

for source, message in {
    "await x": "'await' outside function",
    "def f(): await x": "'await' outside async function",
    "async def f():\n class C: await x": "'await' outside function",
    "async def f(): lambda: await x": "'await' outside async function",
    "def f(): [await x for x in y]": "asynchronous comprehension outside of an asynchronous function",
    "def f(): [x async for x in y]": "asynchronous comprehension outside of an asynchronous function",
    "async for x in y: pass": "'async for' outside async function",
    "def f():\n async with x: pass": "'async with' outside async function",
    "async def f(): yield from x": "'yield from' inside async function",
    "async def f():\n yield\n return 1": "'return' with value in async generator",
}.items():
    try:
        compile(source, "s", "exec")
    except SyntaxError as e:
        assert e.msg == message, (source, e.msg)
    else:
        assert False, source
compile("g = (x async for x in y)\nh = (await x for x in y)", "s", "exec")

# --- how they look
c = two(1)
assert repr(c).startswith("<coroutine object two at 0x") and c.__name__ == "two" and c.cr_code.co_flags & 128
assert hasattr(c, "__await__") and not hasattr(c, "__iter__") and not hasattr(c, "gi_code")
assert type(c.__await__()).__name__ == "coroutine_wrapper"
c.close()
g = numbers(1)
assert repr(g).startswith("<async_generator object numbers at 0x") and g.ag_code.co_flags & 512 and g.ag_frame is not None
assert type(g.__anext__()).__name__ == "async_generator_asend" and type(g.aclose()).__name__ == "async_generator_athrow"
assert g.__aiter__() is g
print("ok")

# --- hooks, and what is closed at the end of asyncio.run
import asyncio
import sys

began = []
hooks = sys.get_asyncgen_hooks()
assert hooks.firstiter is None and hooks.finalizer is None and hooks == (None, None)
sys.set_asyncgen_hooks(firstiter=began.append)
first, second = numbers(1), numbers(1)
assert drive(all_of(first))[1] == [(0, 0)]
second.__anext__()
second.__anext__()
assert first in began and second in began
sys.set_asyncgen_hooks(*hooks)
assert raised(sys.set_asyncgen_hooks, 1) == ("TypeError", "callable firstiter expected, got int")


async def left_open():
    try:
        while True:
            yield 1
    finally:
        await asyncio.sleep(0)
        log.append("closed")


async def leaves():
    global kept
    kept = left_open()
    async for x in kept:
        break
    log.append("left")


del log[:]
asyncio.run(leaves())
assert log == ["left", "closed"]

w = two(1).__await__()
w.send(None)
w.close()
assert raised(w.send, None) == ("RuntimeError", "cannot reuse already awaited coroutine")
