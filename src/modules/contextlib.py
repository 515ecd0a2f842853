"""Utilities for with-statement contexts."""

__all__ = ["asynccontextmanager", "contextmanager", "closing", "nullcontext", "AbstractContextManager", "AbstractAsyncContextManager",
           "AsyncExitStack", "ContextDecorator", "ExitStack", "redirect_stdout", "redirect_stderr", "suppress",
           "aclosing"]

import abc as _abc
import functools as _functools
import collections as _collections
import sys as _sys
import types as _types


class AbstractContextManager(_abc.ABC):
    """An abstract base class for context managers."""

    __class_getitem__ = classmethod(make_generic_alias)

    def __enter__(self):
        return self

    @_abc.abstractmethod
    def __exit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractContextManager:
            for name in ("__enter__", "__exit__"):
                if getattr(C, name, None) is None:
                    return NotImplemented
            return True
        return NotImplemented


class AbstractAsyncContextManager(_abc.ABC):
    """An abstract base class for asynchronous context managers."""

    __class_getitem__ = classmethod(make_generic_alias)

    async def __aenter__(self):
        return self

    @_abc.abstractmethod
    async def __aexit__(self, exc_type, exc_value, traceback):
        return None

    @classmethod
    def __subclasshook__(cls, C):
        if cls is AbstractAsyncContextManager:
            for name in ("__aenter__", "__aexit__"):
                if getattr(C, name, None) is None:
                    return NotImplemented
            return True
        return NotImplemented


class ContextDecorator:
    """A base class or mixin that enables context managers to work as decorators."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_functools.wraps(func)
        def inner(*args, **kwds):
            with self._recreate_cm():
                return func(*args, **kwds)
        return inner


class AsyncContextDecorator:
    """A base class or mixin that enables asynchronous context managers to work as decorators."""

    def _recreate_cm(self):
        return self

    def __call__(self, func):
        @_functools.wraps(func)
        async def inner(*args, **kwds):
            async with self._recreate_cm():
                return await func(*args, **kwds)
        return inner


class _GeneratorContextManagerBase:
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, "__doc__", None)
        self.__doc__ = type(self).__doc__ if doc is None else doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)


class _GeneratorContextManager(_GeneratorContextManagerBase, AbstractContextManager, ContextDecorator):
    """Helper for @contextmanager decorator."""

    def __enter__(self):
        # They are only needed for being called again as a decorator.
        del self.args, self.kwds, self.func
        try:
            return next(self.gen)
        except StopIteration:
            raise RuntimeError("generator didn't yield") from None

    def __exit__(self, typ, value, traceback):
        if typ is None:
            try:
                next(self.gen)
            except StopIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = typ()
        try:
            self.gen.throw(typ, value, traceback)
        except StopIteration as exc:
            # A StopIteration raised inside the block comes back as another: then it was swallowed.
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if isinstance(value, StopIteration) and exc.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        raise RuntimeError("generator didn't stop after throw()")


class _AsyncGeneratorContextManager(_GeneratorContextManagerBase, AbstractAsyncContextManager, AsyncContextDecorator):
    """Helper for @asynccontextmanager decorator."""

    async def __aenter__(self):
        del self.args, self.kwds, self.func
        try:
            return await anext(self.gen)
        except StopAsyncIteration:
            raise RuntimeError("generator didn't yield") from None

    async def __aexit__(self, typ, value, traceback):
        if typ is None:
            try:
                await anext(self.gen)
            except StopAsyncIteration:
                return False
            raise RuntimeError("generator didn't stop")
        if value is None:
            value = typ()
        try:
            await self.gen.athrow(typ, value, traceback)
        except StopAsyncIteration as exc:
            return exc is not value
        except RuntimeError as exc:
            if exc is value:
                exc.__traceback__ = traceback
                return False
            if isinstance(value, (StopIteration, StopAsyncIteration)) and exc.__cause__ is value:
                value.__traceback__ = traceback
                return False
            raise
        except BaseException as exc:
            if exc is not value:
                raise
            exc.__traceback__ = traceback
            return False
        raise RuntimeError("generator didn't stop after athrow()")


def asynccontextmanager(func):
    """A decorator for asynchronous generator functions that yield once."""
    @_functools.wraps(func)
    def helper(*args, **kwds):
        return _AsyncGeneratorContextManager(func, args, kwds)
    return helper


def contextmanager(func):
    """A decorator for functions that yield once: what comes before is entering, what comes after leaving."""
    @_functools.wraps(func)
    def helper(*args, **kwds):
        return _GeneratorContextManager(func, args, kwds)
    return helper


class closing(AbstractContextManager):
    """Context to automatically close something at the end of a block."""

    def __init__(self, thing):
        self.thing = thing

    def __enter__(self):
        return self.thing

    def __exit__(self, *exc_info):
        self.thing.close()


class aclosing(AbstractAsyncContextManager):
    """Async context manager for safely finalizing an asynchronously cleaned-up resource such as an async generator."""

    def __init__(self, thing):
        self.thing = thing

    async def __aenter__(self):
        return self.thing

    async def __aexit__(self, *exc_info):
        await self.thing.aclose()


class _RedirectStream(AbstractContextManager):
    _stream = None

    def __init__(self, new_target):
        self._new_target = new_target
        self._old_targets = []

    def __enter__(self):
        self._old_targets.append(getattr(_sys, self._stream))
        setattr(_sys, self._stream, self._new_target)
        return self._new_target

    def __exit__(self, exctype, excinst, exctb):
        setattr(_sys, self._stream, self._old_targets.pop())


class redirect_stdout(_RedirectStream):
    """Context manager for temporarily redirecting stdout to another file."""

    _stream = "stdout"


class redirect_stderr(_RedirectStream):
    """Context manager for temporarily redirecting stderr to another file."""

    _stream = "stderr"


class suppress(AbstractContextManager):
    """Context manager to suppress specified exceptions."""

    def __init__(self, *exceptions):
        self._exceptions = exceptions

    def __enter__(self):
        pass

    def __exit__(self, exctype, excinst, exctb):
        return exctype is not None and issubclass(exctype, self._exceptions)


class nullcontext(AbstractContextManager, AbstractAsyncContextManager):
    """Context manager that does no additional processing."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass

    async def __aenter__(self):
        return self.enter_result

    async def __aexit__(self, *excinfo):
        pass


def _link_contexts(new, old, before):
    # As nested with statements would chain them.
    while True:
        context = new.__context__
        if context is None or context is old:
            return
        if context is before:
            break
        new = context
    new.__context__ = old


def _raise_as_chained(error):
    context = error.__context__
    try:
        raise error
    except BaseException:
        error.__context__ = context
        raise


def _not_a_manager(cls, what):
    return TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the {what}context manager protocol")


class _BaseExitStack:
    # The callbacks, the last on the right: pairs of whether it is a plain one, and a function with the signature of __exit__.
    def __init__(self):
        self._exit_callbacks = _collections.deque()

    def pop_all(self):
        """Preserve the context stack by transferring it to a new instance."""
        other = type(self)()
        other._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = _collections.deque()
        return other

    def push(self, exit):
        """Registers a callback with the standard __exit__ method signature."""
        try:
            method = type(exit).__exit__
        except AttributeError:
            self._exit_callbacks.append((True, exit))
        else:
            self._exit_callbacks.append((True, _types.MethodType(method, exit)))
        return exit

    def enter_context(self, cm):
        """Enters the supplied context manager."""
        cls = type(cm)
        try:
            enter = cls.__enter__
            leave = cls.__exit__
        except AttributeError:
            raise _not_a_manager(cls, "") from None
        result = enter(cm)
        self._exit_callbacks.append((True, _types.MethodType(leave, cm)))
        return result

    def callback(self, callback, /, *args, **kwds):
        """Registers an arbitrary callback and arguments."""
        def leave(exc_type, exc, tb):
            callback(*args, **kwds)
        leave.__wrapped__ = callback
        self._exit_callbacks.append((True, leave))
        return callback


class ExitStack(_BaseExitStack, AbstractContextManager):
    """Context manager for dynamic management of a stack of exit callbacks."""

    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        received = exc_details[0] is not None
        before = _sys.exc_info()[1]
        suppressed = pending = False
        while self._exit_callbacks:
            is_plain, leave = self._exit_callbacks.pop()
            try:
                if leave(*exc_details):
                    suppressed = True
                    pending = False
                    exc_details = (None, None, None)
            except BaseException as new:
                _link_contexts(new, exc_details[1], before)
                pending = True
                exc_details = (type(new), new, new.__traceback__)
        if pending:
            _raise_as_chained(exc_details[1])
        return received and suppressed

    def close(self):
        """Immediately unwind the context stack."""
        self.__exit__(None, None, None)


class AsyncExitStack(_BaseExitStack, AbstractAsyncContextManager):
    """Async context manager for dynamic management of a stack of exit callbacks."""

    async def enter_async_context(self, cm):
        """Enters the supplied async context manager."""
        cls = type(cm)
        try:
            enter = cls.__aenter__
            leave = cls.__aexit__
        except AttributeError:
            raise _not_a_manager(cls, "asynchronous ") from None
        result = await enter(cm)
        self._exit_callbacks.append((False, _types.MethodType(leave, cm)))
        return result

    def push_async_exit(self, exit):
        """Registers a coroutine function with the standard __aexit__ method signature."""
        try:
            method = type(exit).__aexit__
        except AttributeError:
            self._exit_callbacks.append((False, exit))
        else:
            self._exit_callbacks.append((False, _types.MethodType(method, exit)))
        return exit

    def push_async_callback(self, callback, /, *args, **kwds):
        """Registers an arbitrary coroutine function and arguments."""
        async def leave(exc_type, exc, tb):
            await callback(*args, **kwds)
        leave.__wrapped__ = callback
        self._exit_callbacks.append((False, leave))
        return callback

    async def aclose(self):
        """Immediately unwind the context stack."""
        await self.__aexit__(None, None, None)

    async def __aenter__(self):
        return self

    async def __aexit__(self, *exc_details):
        received = exc_details[0] is not None
        before = _sys.exc_info()[1]
        suppressed = pending = False
        while self._exit_callbacks:
            is_plain, leave = self._exit_callbacks.pop()
            try:
                if leave(*exc_details) if is_plain else await leave(*exc_details):
                    suppressed = True
                    pending = False
                    exc_details = (None, None, None)
            except BaseException as new:
                _link_contexts(new, exc_details[1], before)
                pending = True
                exc_details = (type(new), new, new.__traceback__)
        if pending:
            _raise_as_chained(exc_details[1])
        return received and suppressed
