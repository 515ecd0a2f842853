"""Imports by name. What can be imported is what help("modules") lists."""

import sys as _sys

__all__ = ["__import__", "import_module", "invalidate_caches", "reload"]

__import__ = __import__


def import_module(name, package=None):
    """The module of that name; a name that begins with dots is looked for in `package`."""
    level = len(name) - len(name.lstrip("."))
    if level:
        if not package:
            raise TypeError(f"the 'package' argument is required to perform a relative import for {name!r}")
        parts = package.split(".")
        if level > len(parts):
            raise ImportError("attempted relative import beyond top-level package")
        name = ".".join([*parts[:len(parts) - level + 1], *([name[level:]] if name[level:] else [])])
    if not name:
        raise ValueError("Empty module name")
    __import__(name)
    return _sys.modules[name]


def invalidate_caches():
    pass


def reload(module):
    """The module itself, as it is: the library's modules don't change."""
    name = getattr(module, "__name__", None)
    if not isinstance(name, str):
        raise TypeError("reload() argument must be a module")
    if _sys.modules.get(name) is not module:
        raise ImportError(f"module {name} not in sys.modules", name=name)
    return module
