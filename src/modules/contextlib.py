"""Utilities for with-statement contexts."""

__all__ = ["contextmanager", "closing", "nullcontext", "AbstractContextManager", "AbstractAsyncContextManager", "ContextDecorator", "ExitStack",
           "redirect_stdout", "redirect_stderr", "suppress"]

import abc as _abc
import functools as _functools
import sys as _sys


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

    @_abc.abstractmethod
    def __aexit__(self, exc_type, exc_value, traceback):
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


class _GeneratorContextManager(AbstractContextManager, ContextDecorator):
    def __init__(self, func, args, kwds):
        self.gen = func(*args, **kwds)
        self.func, self.args, self.kwds = func, args, kwds
        doc = getattr(func, "__doc__", None)
        if doc is not None:
            self.__doc__ = doc

    def _recreate_cm(self):
        return self.__class__(self.func, self.args, self.kwds)

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


class nullcontext(AbstractContextManager):
    """Context manager that does no additional processing."""

    def __init__(self, enter_result=None):
        self.enter_result = enter_result

    def __enter__(self):
        return self.enter_result

    def __exit__(self, *excinfo):
        pass


class ExitStack(AbstractContextManager):
    """Context manager for dynamic management of a stack of exit callbacks."""

    def __init__(self):
        self._exit_callbacks = []

    def pop_all(self):
        """Preserve the context stack by transferring it to a new instance."""
        other = type(self)()
        other._exit_callbacks = self._exit_callbacks
        self._exit_callbacks = []
        return other

    def push(self, exit):
        """Registers a callback with the standard __exit__ method signature."""
        method = getattr(type(exit), "__exit__", None)
        if method is None:
            self._exit_callbacks.append(exit)
        else:
            self._exit_callbacks.append(lambda *details: method(exit, *details))
        return exit

    def enter_context(self, cm):
        """Enters the supplied context manager."""
        cls = type(cm)
        try:
            enter = cls.__enter__
            leave = cls.__exit__
        except AttributeError:
            raise TypeError(f"'{cls.__module__}.{cls.__qualname__}' object does not support the context manager protocol") from None
        result = enter(cm)
        self._exit_callbacks.append(lambda *details: leave(cm, *details))
        return result

    def callback(self, callback, /, *args, **kwds):
        """Registers an arbitrary callback and arguments."""
        def leave(exc_type, exc, tb):
            callback(*args, **kwds)
        self._exit_callbacks.append(leave)
        return callback

    def close(self):
        """Immediately unwind the context stack."""
        self.__exit__(None, None, None)

    def __enter__(self):
        return self

    def __exit__(self, *exc_details):
        received = exc_details[0] is not None
        before = _sys.exc_info()[1]
        suppressed = False
        pending = False
        while self._exit_callbacks:
            leave = self._exit_callbacks.pop()
            try:
                if leave(*exc_details):
                    suppressed = True
                    pending = False
                    exc_details = (None, None, None)
            except BaseException as exc:
                new = exc
                # As nested with statements would chain them.
                old = exc_details[1]
                link = new
                while link.__context__ is not None and link.__context__ is not old and link.__context__ is not before:
                    link = link.__context__
                if link is not old:
                    link.__context__ = old
                pending = True
                exc_details = (type(new), new, new.__traceback__)
        if pending:
            context = exc_details[1].__context__
            try:
                raise exc_details[1]
            except BaseException:
                exc_details[1].__context__ = context
                raise
        return received and suppressed
