# Functions that the host declared asynchronous.


# What the program gets is its inner function, made by the session (session/calls.cpp) with the name. The call begins when it is awaited.
def async_host_function(name):
    async def call(*args, **kwargs):
        return await asyncio_host_future(name, args, kwargs)
    return call


def asyncio_host_future(name, args, kwargs):
    return import_module("asyncio.futures").begin_host_call(name, args, kwargs)


# A program with `await` at its top: it is a coroutine, and this its first function.
def run_program(main):
    return import_module("asyncio.runners").run(main())
