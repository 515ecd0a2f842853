"""In addition to CPython's types: what 3.12 adds, and what only the machine can do."""

MemberDescriptorType = member_descriptor  # function's __globals__, CPython's example, has a getter here
_coroutine_of_any = coroutine


def coroutine(func):
    """Convert regular generator function to a coroutine."""
    if type(func) is FunctionType and func.__code__.co_flags & 0x1A0 == 0x20:  # a plain generator function
        return mark_awaitable(func)
    return _coroutine_of_any(func)


def get_original_bases(cls, /):
    """Return the class's "original" bases prior to modification by `__mro_entries__`."""
    try:
        return cls.__dict__.get("__orig_bases__", cls.__bases__)
    except AttributeError:
        raise TypeError(f"Expected an instance of type, not {type(cls).__name__!r}") from None


__all__ = [*__all__, "get_original_bases"]
