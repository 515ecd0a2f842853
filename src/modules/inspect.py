"""What 3.12 adds to CPython's inspect, and what each session has of its own in it: the files of modules that it has seen."""

_iscoroutinefunction = iscoroutinefunction
_is_coroutine_mark = object()


def markcoroutinefunction(func):
    """Mark a function that gives awaitables: iscoroutinefunction() knows it then."""
    getattr(func, "__func__", func)._is_coroutine_mark = _is_coroutine_mark
    return func


def iscoroutinefunction(obj):
    """Return true if the object is a coroutine function, or marked as one."""
    return _iscoroutinefunction(obj) or getattr(getattr(obj, "__func__", obj), "_is_coroutine_mark", None) is _is_coroutine_mark


_getsourcefile = getsourcefile


def getsourcefile(object):
    """Return the name of the file that has an object's source, or None. The program's texts are files here."""
    filename = getfile(object)
    return filename if linecache.getlines(filename) else _getsourcefile(object)


def __session__():
    yield "_filesbymodname", {}
    yield "modulesbyfile", {}
