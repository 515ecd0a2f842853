"""Modules that the host declares. _border.py, which has the host's classes, calls what is here; `kept` is its dict of them, where a module
is by "module NAME"."""

import types
from keyword import iskeyword as _iskeyword


def check_name(what, name):
    if not name.isidentifier() or _iskeyword(name):
        raise ValueError(f"the name of a {what} must be an identifier, not {name!r}")


def host_module(kept, name, fields, functions):
    """The module of that name, made or given what is new in it: constants, declared classes, functions."""
    for part in name.split("."):
        check_name("module", part)
    key = f"module {name}"
    if key not in kept:
        kept[key] = ("module", types.ModuleType(name), [])
    module = kept[key][1]
    if type(module) is not types.ModuleType:
        raise TypeError(f"the state has something else in the place of the host's module {name!r}")
    namespace = module.__dict__
    granted = []
    for field, told in fields:
        if field == "__doc__":
            namespace["__doc__"] = told["default"]
            continue
        check_name(f"member of module {name!r}", field)
        granted.append(field)
        if field not in namespace:
            namespace[field] = told["default"] if "default" in told else kept[told["type"]][1]
    for function, asynchronous in functions:
        check_name(f"member of module {name!r}", function)
        granted.append(f"{function}()")
        if function not in namespace:
            namespace[function] = _host_function(f"{name}.{function}", function, asynchronous)
    namespace["__getattr__"] = _not_granted(name, ", ".join(granted))
    parent, _, last = name.rpartition(".")
    if above := kept.get(f"module {parent}"):
        above[1].__dict__.setdefault("__path__", [])
        above[1].__dict__.setdefault(last, module)
    return module


def _host_function(name, last, asynchronous):
    if not asynchronous:
        return make_host_function(name)

    async def call(*args, **kwargs):
        return await asyncio_host_future(name, args, kwargs)

    call.__name__ = call.__qualname__ = last
    call.__module__ = name[: -len(last) - 1]
    return call


def _not_granted(name, granted):
    def __getattr__(attribute):
        if attribute.startswith("__"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}", name=attribute)
        what = granted or "nothing in it"
        raise AttributeError(f"module {name!r} has no attribute {attribute!r}: the host grants {what}", name=attribute)

    __getattr__.__module__ = name
    return __getattr__
