"""Coroutine objects and functions."""

__all__ = ("iscoroutinefunction", "iscoroutine")

import collections.abc as _abc
import functools as _functools
import types as _types

_CO_COROUTINE = 0x80
_is_coroutine = object()


def iscoroutinefunction(func):
    """Return True if func is a decorated coroutine function."""
    if getattr(func, "_is_coroutine", None) is _is_coroutine:
        return True
    while isinstance(func, _types.MethodType):
        func = func.__func__
    while isinstance(func, _functools.partial):
        func = func.func
    while isinstance(func, _types.MethodType):
        func = func.__func__
    return isinstance(func, _types.FunctionType) and bool(getattr(getattr(func, "__code__", None), "co_flags", 0) & _CO_COROUTINE)


def iscoroutine(obj):
    """Return True if obj is a coroutine object."""
    return isinstance(obj, (_types.CoroutineType, _types.GeneratorType, _abc.Coroutine))
