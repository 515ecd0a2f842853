# description: No warning tells that a coroutine was never awaited, and no log that a task was destroyed while it was pending.
# cause: CPython notices it when the object is freed; here memory is freed by a collector at times of its own choice, and a saved session has none.
# workaround: Await what you call; tasks that are pending when asyncio.run() ends are cancelled, as in CPython.
# cpython:
#   done
#   RuntimeWarning: Enable tracemalloc to get the object allocation traceback
# fermata:
#   done
async def nothing():
    pass


nothing()
print("done")
