"""What 3.12 adds to CPython's inspect, and what each session has of its own in it: the files of modules that it has seen."""

__all__.append("markcoroutinefunction")
_iscoroutinefunction = iscoroutinefunction
_is_coroutine_mark = object()


def markcoroutinefunction(func):
    """Mark a function that gives awaitables: iscoroutinefunction() knows it then."""
    getattr(func, "__func__", func)._is_coroutine_mark = _is_coroutine_mark
    return func


def iscoroutinefunction(obj):
    """Return true if the object is a coroutine function, or marked as one."""
    return _iscoroutinefunction(obj) or getattr(getattr(obj, "__func__", obj), "_is_coroutine_mark", None) is _is_coroutine_mark


_user_defined_method = _signature_get_user_defined_method


def _signature_get_user_defined_method(cls, method_name):
    # Classes that C code has in CPython are written in Python here: methods show parameters where a native's text begins with "$self".
    found = _user_defined_method(cls, method_name)
    if found is not None:
        return found
    for base in cls.__mro__[:-1]:
        method = base.__dict__.get(method_name)
        if method is not None:
            method = method.__func__ if isinstance(method, staticmethod) else method
            return method if isbuiltin(method) and (method.__text_signature__ or "($")[:2] != "($" else None


_signature_of = _signature_from_callable


def _signature_from_callable(obj, **how):
    found = _signature_of(obj, **how)
    fields = getattr(obj, "_dataclass_parameters", None) if isfunction(obj) else None
    if fields is None:
        return found
    # A dataclass's __init__ takes what comes, and sorts it by its fields.
    from dataclasses import MISSING, _HAS_DEFAULT_FACTORY

    types = get_annotations(obj, globals=how.get("globals"), locals=how.get("locals"), eval_str=how.get("eval_str", False))
    parameters = [Parameter("__dataclass_self__" if "self" in [f.name for f in fields] else "self", _POSITIONAL_OR_KEYWORD)]
    for f in fields:
        default = _HAS_DEFAULT_FACTORY if f.default_factory is not MISSING else _empty if f.default is MISSING else f.default
        kind = _KEYWORD_ONLY if f.kw_only else _POSITIONAL_OR_KEYWORD
        parameters.append(Parameter(f.name, kind, default=default, annotation=types[f.name]))
    return found.replace(parameters=parameters)


_getsourcefile = getsourcefile


def getsourcefile(object):
    """Return the name of the file that has an object's source, or None. The program's texts are files here."""
    filename = getfile(object)
    return filename if linecache.getlines(filename) else _getsourcefile(object)


_getargvalues = getargvalues


def getargvalues(frame):
    """Get information about arguments passed into a particular frame, as far as it still has them: one that ended has none."""
    args, varargs, varkw, held = _getargvalues(frame)
    return ArgInfo([name for name in args if name in held], varargs if varargs in held else None, varkw if varkw in held else None, held)


def __session__():
    yield "_filesbymodname", {}
    yield "modulesbyfile", {}
