"""Warnings: which are shown is decided by filters, as in CPython; they go to the error output."""

import sys

__all__ = ["warn", "warn_explicit", "showwarning", "formatwarning", "filterwarnings", "simplefilter", "resetwarnings", "catch_warnings"]
# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["warn", "warn_explicit"]

# What a session changes, it changes in its own copy of these: _own() is the module as the session sees it.
filters = (
    ("default", None, DeprecationWarning, "__main__", 0),
    ("ignore", None, DeprecationWarning, None, 0),
    ("ignore", None, PendingDeprecationWarning, None, 0),
    ("ignore", None, ImportWarning, None, 0),
    ("ignore", None, ResourceWarning, None, 0),
)
onceregistry = None
defaultaction = _defaultaction = "default"
_filters_version = 1


def _own():
    import warnings
    return warnings


def _set_filters(own, changed):
    own.filters = changed
    own._filters_version += 1


class WarningMessage:
    """One warning, as showwarning gets it."""

    _WARNING_DETAILS = ("message", "category", "filename", "lineno", "file", "line", "source")

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message = message
        self.category = category
        self.filename = filename
        self.lineno = lineno
        self.file = file
        self.line = line
        self.source = source
        self._category_name = category.__name__ if category else None

    def __str__(self):
        return (f"{{message : {self.message!r}, category : {self._category_name!r}, filename : {self.filename!r}, "
                f"lineno : {self.lineno}, line : {self.line!r}}}")


def formatwarning(message, category, filename, lineno, line=None):
    """Function to format a warning the standard way."""
    text = f"{filename}:{lineno}: {category.__name__}: {message}\n"
    if line is None:
        import linecache
        line = linecache.getline(filename, lineno)
    line = line.strip() if line else ""
    return text + f"  {line}\n" if line else text


def showwarning(message, category, filename, lineno, file=None, line=None):
    """Hook to write a warning to a file; replace if you like."""
    if file is None:
        file = sys.stderr
        if file is None:
            return
    try:
        file.write(_own().formatwarning(message, category, filename, lineno, line))
    except OSError:
        pass


_showwarning_orig = showwarning


def _showwarnmsg(message):
    own = _own()
    log = getattr(own, "_log", None)
    if own.showwarning is not _showwarning_orig:
        if not callable(own.showwarning):
            raise TypeError("warnings.showwarning() must be set to a function or method")
        own.showwarning(message.message, message.category, message.filename, message.lineno, message.file, message.line)
    elif log is not None:
        log.append(message)
    else:
        showwarning(message.message, message.category, message.filename, message.lineno, message.file, message.line)


def _pattern(text, flags=0):
    import re
    return re.compile(text, flags) if text else None


def _check_action(action, lineno):
    if action not in ("error", "ignore", "always", "default", "module", "once"):
        raise AssertionError(f"invalid action: {action!r}")
    if not isinstance(lineno, int) or lineno < 0:
        raise AssertionError("lineno must be an int >= 0")


def filterwarnings(action, message="", category=Warning, module="", lineno=0, append=False):
    """Insert an entry into the list of warnings filters (at the front)."""
    _check_action(action, lineno)
    if not isinstance(message, str):
        raise AssertionError("message must be a string")
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise AssertionError("category must be a Warning subclass")
    if not isinstance(module, str):
        raise AssertionError("module must be a string")
    _add_filter(action, _pattern(message, 2), category, _pattern(module), lineno, append=append)


def simplefilter(action, category=Warning, lineno=0, append=False):
    """Insert a simple entry into the list of warnings filters (at the front)."""
    _check_action(action, lineno)
    _add_filter(action, None, category, None, lineno, append=append)


def _add_filter(*item, append):
    own = _own()
    changed = list(own.filters)
    if append:
        if item not in changed:
            changed.append(item)
    else:
        if item in changed:
            changed.remove(item)
        changed.insert(0, item)
    _set_filters(own, changed)


def resetwarnings():
    """Clear the list of warning filters, so that no filters are active."""
    _set_filters(_own(), [])


def _filters_mutated():
    _own()._filters_version += 1


def _place(stacklevel):
    # The globals, file and line of the program's frame that is meant: frames of the library don't count.
    try:
        frame = sys._getframe(max(stacklevel - 1, 0))
    except ValueError:
        return session_state().setdefault("warnings.beyond", {"__name__": "sys"}), "sys", 1
    return frame.f_globals, frame.f_code.co_filename, frame.f_lineno


def warn(message, category=None, stacklevel=1, source=None):
    """Issue a warning, or maybe ignore it or raise an exception."""
    if isinstance(message, Warning):
        category = message.__class__
    if category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    module_globals, filename, lineno = _place(stacklevel)
    name = module_globals.get("__name__", "<string>")
    registry = module_globals.setdefault("__warningregistry__", {}) if isinstance(module_globals, dict) else {}
    _issue(message, category, filename, lineno, name, registry, source)


def warn_explicit(message, category, filename, lineno, module=None, registry=None, module_globals=None, source=None):
    """As warn, at a place that the caller knows."""
    lineno = int(lineno)
    if module is None:
        module = filename or "<unknown>"
        if module[-3:].lower() == ".py":
            module = module[:-3]
    _issue(message, category, filename, lineno, module, {} if registry is None else registry, source)


def _matches(item, text, category, module, lineno):
    _, message_pattern, wanted, module_pattern, line = item
    if message_pattern is not None and not (message_pattern == text if isinstance(message_pattern, str) else message_pattern.match(text)):
        return False
    if not issubclass(category, wanted):
        return False
    if module_pattern is not None and not (module_pattern == module if isinstance(module_pattern, str) else module_pattern.match(module)):
        return False
    return line == 0 or line == lineno


def _issue(message, category, filename, lineno, module, registry, source):
    own = _own()
    if registry.get("version", 0) != own._filters_version:
        registry.clear()
        registry["version"] = own._filters_version
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        text = message
        message = category(message)
    key = (text, category, lineno)
    if registry.get(key):
        return
    action = own.defaultaction
    for item in own.filters:
        if _matches(item, text, category, module, lineno):
            action = item[0]
            break
    if action == "ignore":
        return
    if action == "error":
        raise message
    if action == "once":
        registry[key] = 1
        if own.onceregistry is None:
            own.onceregistry = {}
        if own.onceregistry.get((text, category)):
            return
        own.onceregistry[text, category] = 1
    elif action == "module":
        registry[key] = 1
        if registry.get((text, category, 0)):
            return
        registry[text, category, 0] = 1
    elif action == "default":
        registry[key] = 1
    elif action != "always":
        raise RuntimeError(f"Unrecognized action ({action!r}) in warnings.filters:\n {item}")
    _showwarnmsg(WarningMessage(message, category, filename, lineno, source=source))


class catch_warnings:
    """Keeps the filters, and with `record` the warnings, to itself while it is entered."""

    def __init__(self, *, record=False, module=None, action=None, category=Warning, lineno=0, append=False):
        self._record = record
        self._module = _own() if module is None else module
        self._entered = False
        self._filter = None if action is None else (action, category, lineno, append)

    def __repr__(self):
        args = []
        if self._record:
            args.append("record=True")
        if self._module is not _own():
            args.append("module=" + repr(self._module))
        return f"{type(self).__name__}({', '.join(args)})"

    def __enter__(self):
        if self._entered:
            raise RuntimeError(f"Cannot enter {self!r} twice")
        self._entered = True
        own = self._module
        self._saved = own.filters, own.showwarning, getattr(own, "_log", None)
        _set_filters(own, list(own.filters))
        if self._filter is not None:
            simplefilter(*self._filter)
        if not self._record:
            return None
        log = own._log = []
        own.showwarning = _showwarning_orig
        return log

    def __exit__(self, *exc_info):
        if not self._entered:
            raise RuntimeError(f"Cannot exit {self!r} without entering first")
        own = self._module
        changed, own.showwarning, own._log = self._saved
        _set_filters(own, changed)


def _deprecated(name, message="{name!r} is deprecated and slated for removal in Python {remove}", *, remove, _version=None):
    # What the library says of itself. Those that are due are for CPython to remove.
    warn(message.format(name=name, remove=f"{remove[0]}.{remove[1]}"), DeprecationWarning, stacklevel=3)
