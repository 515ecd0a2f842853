# description: That a coroutine was never awaited is told at the program's end, once for each name, and nothing of tracemalloc. No log tells that a task was destroyed while it was pending.
# cause: CPython notices it when the object's last reference goes; here memory is freed by a collector, and what is said must not depend on when that comes by.
# workaround: Await what you call; tasks that are pending when asyncio.run() ends are cancelled, as in CPython.
# cpython:
#   done
#   RuntimeWarning: Enable tracemalloc to get the object allocation traceback
# fermata:
#   done
#     nothing()
async def nothing():
    pass


nothing()
print("done")
