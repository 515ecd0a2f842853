# description: An exception of a task that nobody looked at is told when the event loop is closed, not earlier.
# cause: CPython tells it when the task is freed; here memory is freed by a collector at times of its own choice.
# workaround: Await the tasks you make, or use a TaskGroup.
# cpython:
#   told
#   end
# fermata:
#   end
#   told
import asyncio


async def fails():
    raise ValueError


async def main():
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: print("told"))
    task = asyncio.create_task(fails())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task
    print("end")


asyncio.run(main())
