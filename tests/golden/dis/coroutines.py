async def f(x):
    async with x as y:
        async for z in y:
            return await z


async def g(x):
    yield [y async for y in x]


h = (await x for x in y)
