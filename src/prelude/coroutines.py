# Coroutines and asynchronous generators: what `await`, `async for` and `async with` find in other objects, and the awaitables that an
# asynchronous generator's methods give. An asynchronous generator is resumed like any generator; when it stops, generator_yielded tells
# its own yield from a wait in an `await` inside it, which goes on to whoever drives it.


def is_coroutine(value):
    # AWAIT drives it itself.
    return class_of(value) is coroutine or class_of(value) is generator and generator_kind(value) == 1


def bind_async(x, name):
    try:
        return bind_special(x, name)
    except Exception:
        raise AttributeError(f"object {type_name(x)} does not have {name} method") from None


def op_await(value, form):
    method = bind_async(value, "__await__")
    if method is __missing__:
        name = type_name(value)
        if form == 1:
            raise TypeError(f"'async with' received an object from __aenter__ that does not implement __await__: {name}")
        if form == 2:
            raise TypeError(f"'async with' received an object from __aexit__ that does not implement __await__: {name}")
        raise TypeError(f"object {name} can't be used in 'await' expression")
    return coroutine_iterator(method())


def coroutine_iterator(iterator):
    # What AWAIT accepts as an iterator from __await__.
    cls = class_of(iterator)
    if cls is generator:
        if generator_kind(iterator) == 1:
            raise TypeError("__await__() returned a coroutine")
        return iterator
    if cls is coroutine:
        raise TypeError("__await__() returned a coroutine")
    if type_lookup(cls, "__next__") is __missing__:
        raise TypeError(f"__await__() returned non-iterator of type '{type_name(iterator)}'")
    if cls is async_generator_asend or cls is async_generator_athrow or cls is coroutine_wrapper or cls is anext_awaitable:
        return iterator
    return yield_from_iterator(iterator)


def coroutine_await(self):
    return coroutine_wrapped(self)


@native_once("coroutine_wrapper")
def coroutine_wrapped(self):
    return (yield from self)


def op_aiter(x):
    method = bind_async(x, "__aiter__")
    if method is __missing__:
        raise TypeError(f"'async for' requires an object with __aiter__ method, got {type_name(x)}")
    iterator = method()
    if type_lookup(class_of(iterator), "__anext__") is __missing__:
        raise TypeError(f"'async for' received an object from __aiter__ that does not implement __anext__: {type_name(iterator)}")
    return iterator


def op_anext(x):
    if class_of(x) is async_generator:
        async_generator_begins(x)
        return x
    method = bind_async(x, "__anext__")
    if method is __missing__:
        raise TypeError(f"'async for' requires an iterator with __anext__ method, got {type_name(x)}")
    item = method()
    if is_coroutine(item):
        return item
    try:
        return op_await(item, 0)
    except BaseException as e:
        raise TypeError(f"'async for' received an invalid object from __anext__: {type_name(item)}") from e


def builtin_aiter(x):
    method = bind_async(x, "__aiter__")
    if method is __missing__:
        raise TypeError(f"'{type_name(x)}' object is not an async iterable")
    iterator = method()
    if type_lookup(class_of(iterator), "__anext__") is __missing__:
        raise TypeError(f"aiter() returned not an async iterator of type '{type_name(iterator)}'")
    return iterator


def builtin_anext(x, default):
    method = bind_async(x, "__anext__")
    if method is __missing__:
        raise TypeError(f"'{type_name(x)}' object is not an async iterator")
    awaitable = method()
    if default is __missing__:
        return awaitable
    return anext_or_default(awaitable, default)


@native_once("anext_awaitable")
def anext_or_default(awaitable, default):
    if not is_coroutine(awaitable):
        awaitable = op_await(awaitable, 0)
    try:
        return (yield from awaitable)
    except StopAsyncIteration:
        return default


# --- asynchronous generators


def async_generator_begins(self):
    if generator_state(self) == 0:
        hooks = asyncgen_hooks()
        if hooks is not None and hooks[0] is not None:
            hooks[0](self)


def async_generator_aiter(self):
    return self


def async_generator_anext(self):
    async_generator_begins(self)
    return async_generator_sending(self, None, False)


def async_generator_asend(self, value):
    async_generator_begins(self)
    return async_generator_sending(self, value, False)


def async_generator_athrow(self, kind, value, traceback):
    async_generator_begins(self)
    return async_generator_throwing(self, kind, value, traceback, False)


def async_generator_aclose(self):
    async_generator_begins(self)
    return async_generator_throwing(self, None, None, None, True)


def async_generator_check_idle(self, caller):
    if generator_state(self) == 2 or generator_awaits(self):
        raise RuntimeError(f"{caller}: asynchronous generator is already running")


def generator_step(self, value, error):
    if error is None:
        return generator_resume(self, value)
    return generator_throw_method(self, error, __missing__, __missing__)


# `begun`: the first step was a throw (awaited_once_throw).
@native_once("async_generator_asend")
def async_generator_sending(self, value, begun):
    if not begun:
        async_generator_check_idle(self, "anext()")
    result = generator_resume(self, value)
    while not generator_yielded(self):
        error = None
        try:
            value = yield result
        except BaseException as e:
            error = e
        result = generator_step(self, value, error)
    return result


@native_once("async_generator_athrow")
def async_generator_throwing(self, kind, value, traceback, closing):
    if generator_state(self) == 3:
        return None
    async_generator_check_idle(self, "aclose()" if closing else "athrow()")
    error = GeneratorExit() if closing else generator_exception(kind, value, traceback)
    try:
        result = generator_throw_method(self, error, __missing__, __missing__)
        while not generator_yielded(self):
            error = None
            try:
                value = yield result
            except BaseException as e:
                error = e
            result = generator_step(self, value, error)
    except (StopAsyncIteration, GeneratorExit):
        if closing:
            return None
        raise
    if closing:
        raise RuntimeError("async generator ignored GeneratorExit")
    return result


# --- their awaitables, which serve once


def awaited_once_await(self):
    return self


def awaited_once_send(self, value):
    if generator_state(self) == 0 and value is not None:
        if class_of(self) is async_generator_athrow:
            raise RuntimeError("can't send non-None value to a just-started coroutine")
        generator_set_local(self, "value", value)
        value = None
    return generator_resume(self, value)


def awaited_once_throw(self, kind, value, traceback):
    state = generator_state(self)
    if state == 3:
        return generator_resume(self, None)
    exc = generator_exception(kind, value, traceback)
    if state != 0:
        return generator_throw_method(self, exc, __missing__, __missing__)
    inner = generator_local(self, "self")
    if class_of(self) is async_generator_athrow:
        generator_finish(self)
        raise exc
    async_generator_check_idle(inner, "anext()")
    try:
        result = generator_throw_method(inner, exc, __missing__, __missing__)
    except BaseException:
        generator_finish(self)
        raise
    if generator_yielded(inner):
        generator_finish(self)
        raise StopIteration(result)
    generator_set_local(self, "begun", True)
    return result


def awaited_once_close(self):
    generator_finish(self)
