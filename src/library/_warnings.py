"""What CPython's warnings is built on: which warnings are issued, and from where. Its filters, its registry and what shows a warning are
looked up in that module, where programs replace them."""

import sys

# Written in C in CPython: no methods of a class that has them as attributes.
__unbound__ = ["warn", "warn_explicit", "_filters_mutated"]

filters = [
    ("default", None, DeprecationWarning, "__main__", 0),
    ("ignore", None, DeprecationWarning, None, 0),
    ("ignore", None, PendingDeprecationWarning, None, 0),
    ("ignore", None, ImportWarning, None, 0),
    ("ignore", None, ResourceWarning, None, 0),
]
_defaultaction = "default"
_onceregistry = {}


def _version():
    # Counted on when the filters change: what a registry remembers of others is worth nothing.
    return session_state().get("warnings.version", 1)


def _filters_mutated():
    session_state()["warnings.version"] = _version() + 1


def _place(stacklevel):
    # The globals, file and line of the frame that is meant: our own frames don't count.
    try:
        frame = sys._getframe(max(stacklevel - 1, 0))
    except ValueError:
        return session_state().setdefault("warnings.beyond", {"__name__": "sys"}), "sys", 1
    return frame.f_globals, frame.f_code.co_filename, frame.f_lineno


def _registry_in(module_globals, name):
    try:
        return module_globals.setdefault("__warningregistry__", {})
    except TypeError:  # a shared module of the library's: what it warned of in this session
        return session_state().setdefault("warnings.registries", {}).setdefault(name, {})


def warn(message, category=None, stacklevel=1, source=None):
    """Issue a warning, or maybe ignore it or raise an exception."""
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    if not (isinstance(category, type) and issubclass(category, Warning)):
        raise TypeError(f"category must be a Warning subclass, not '{type(category).__name__}'")
    module_globals, filename, lineno = _place(container_index(stacklevel))
    name = module_globals.get("__name__", "<string>")
    _issue(message, category, filename, lineno, name, _registry_in(module_globals, name), source)


def warn_explicit(message, category, filename, lineno, module=__missing__, registry=None, module_globals=None, source=None):
    """Low-level interface to warnings functionality."""
    if not isinstance(filename, str):
        raise TypeError(f"warn_explicit() argument 3 must be str, not {type_name(filename)}")
    lineno = container_index(lineno)
    if module_globals is not None and not isinstance(module_globals, dict):
        raise TypeError(f"module_globals must be a dict, not '{type_name(module_globals)}'")
    if registry is not None and not isinstance(registry, dict):
        raise TypeError("'registry' must be a dict or None")
    if module is None:
        return
    if module is __missing__:
        module = filename[:-3] if filename[-3:] == ".py" else filename or "<unknown>"
    _issue(message, category, filename, lineno, module, registry, source)


def _fits(wanted, text):
    # What a filter says about a text: nothing, all of it, or a pattern.
    return wanted is None or (wanted == text if type(wanted) is str else wanted.match(text))


def _action(own, text, category, module, lineno):
    if not isinstance(own.filters, list):
        raise ValueError("_warnings.filters must be a list")
    for number, item in enumerate(own.filters):
        if not isinstance(item, tuple) or len(item) != 5:
            raise ValueError(f"_warnings.filters item {number} isn't a 5-tuple")
        action, message_wanted, kind, module_wanted, line = item
        if not isinstance(action, str):
            raise TypeError(f"action must be a string, not '{type_name(action)}'")
        if (
            _fits(message_wanted, text)
            and issubclass(category, kind)
            and _fits(module_wanted, module)
            and container_index(line) in (0, lineno)
        ):
            return action, item
    if not isinstance(own.defaultaction, str):
        raise TypeError(f"_warnings.defaultaction must be a string, not '{type_name(own.defaultaction)}'")
    return own.defaultaction, None


def _seen(registry, key, note=True):
    # Is it in there, and nothing changed since? With `note` it is from now on.
    if registry.get("version", 0) != _version():
        registry.clear()
        registry["version"] = _version()
    if registry.get(key):
        return True
    if note:
        registry[key] = True
    return False


def _issue(message, category, filename, lineno, module, registry, source):
    import warnings as own  # the session's: with its changes

    text = message
    if isinstance(message, Warning):
        text = str(message)
        category = message.__class__
    else:
        message = category(message)
    key = (text, category, lineno)
    if registry is not None and _seen(registry, key, note=False):
        return
    action, item = _action(own, text, category, module, lineno)
    if action == "error":
        raise message
    if action == "ignore":
        return
    if action != "always" and registry is not None:
        _seen(registry, key)
    if action == "once":
        if registry is None:
            registry = own.onceregistry
            if not isinstance(registry, dict):
                raise TypeError(f"_warnings.onceregistry must be a dict, not '{type_name(registry)}'")
        if _seen(registry, (text, category)):
            return
    elif action == "module":
        if registry is not None and _seen(registry, (text, category)):
            return
    elif action not in ("always", "default"):
        raise RuntimeError(f"Unrecognized action ({action!r}) in warnings.filters:\n {item!r}")
    show = getattr(own, "_showwarnmsg", None)
    if show is None:
        file = sys.stderr
        line = own.formatwarning(message, category, filename, lineno)
        if file is not None:
            file.write(line)
        return
    if not callable(show):
        raise TypeError("warnings._showwarnmsg() must be set to a callable")
    show(own.WarningMessage(message, category, filename, lineno, source=source))
