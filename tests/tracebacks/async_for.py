# Where an `async for` fails: at the whole statement.
import asyncio
import traceback


async def a():
    async for i in 0: pass
async def b():
    async for i in 0:
        pass
async def c():
    async for i in (0
      ): pass
async def d():
    [i async for i in 0]
async def e():
    async with 0: pass
async def f():
    async with 0:
        pass
    return 3
async def g():
    async for i in 0:
        pass
    else:
        pass
class AI:
    def __aiter__(self): return self
    async def __anext__(self): 1/0
async def h():
    async for i in AI():
        pass
class AJ:
    def __aiter__(self): return self
    def __anext__(self): return 3
async def j():
    async for i in AJ():
        pass
class AK:
    def __aiter__(self): return 3
async def k():
    async for i in AK():
        pass
for x in (a, b, c, d, e, f, g, h, j, k):
    try:
        asyncio.run(x())
    except Exception as e:
        print("".join(traceback.format_exception(e)).partition(f"in {x.__name__}\n")[2])
