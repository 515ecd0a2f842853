# Functions that the host declared asynchronous.


# What the program gets is its inner function, made by the session (session/calls.cpp) with the name. The call begins when it is awaited.
def async_host_function(name):
    async def call(*args, **kwargs):
        return await asyncio_host_future(name, args, kwargs)

    return call


def asyncio_host_future(name, args, kwargs):
    return import_module("_asyncio").begin_host_call(name, args, kwargs)


# A program with `await` at its top level: it is a coroutine, and this its first function.
def run_program(main):
    return import_module("asyncio.runners").run(main())


# A call whose arguments hold iterators: the host gets lists of their items (session/calls.cpp).
def host_call_with_lists(call_host, args, kwargs):
    done = {}
    return call_host(*host_with_lists(args, done), **host_with_lists(kwargs, done))


def host_with_lists(value, done):
    kind = class_of(value)
    if kind is not list and kind is not tuple and kind is not dict and not host_is_iterator(value):
        return value
    key = id(value)
    if key in done:
        return done[key]
    if kind is dict:
        made = done[key] = {}
        for name, item in value.items():
            made[name] = host_with_lists(item, done)
        return made
    made = done[key] = []
    for item in value:
        if len(made) == 1_000_000 and kind is not list and kind is not tuple:
            raise TypeError(f"a '{type_name(value)}' of more than 1000000 items can't leave the sandbox")
        made.append(host_with_lists(item, done))
    if kind is tuple:
        made = done[key] = tuple(made)
    return made
