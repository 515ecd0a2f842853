"""What a Python file of tools (`--tools FILE`) offers programs: its functions, and its classes of values and exceptions.

The command's plugin for --tools loads this at each start: it imports nothing else of the package.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import ModuleType
    from typing import Any

__all__ = ["functions_of", "has_plain_signatures", "is_of_package", "value_classes_of", "with_classes"]

# The names of types in whose signatures there are no classes of values.
_PLAIN = frozenset(
    (
        "None bool bytes dict float int list object set str tuple typing collections abc "
        "Any Optional Union Sequence Mapping Iterable List Dict Callable"
    ).split()
)


def functions_of(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """Those that `__all__` names, or that the file declares by fermata.tool, or if it declares none what it defines and doesn't hide behind
    an underscore; by the names that they or fermata.tool give them. Raises AttributeError."""
    named = hasattr(module, "__all__")  # else objects that can be called don't count, nor do those of the package
    found = [
        (name, f) for name, f in _public(module).items() if callable(f) and not isinstance(f, type) and (named or hasattr(f, "__name__"))
    ]
    if not named and any(hasattr(f, "__fermata_tool__") for _, f in found):
        found = [(name, f) for name, f in found if hasattr(f, "__fermata_tool__")]
    return {str(getattr(getattr(f, "__fermata_tool__", None), "name", None) or name): f for name, f in found}


def value_classes_of(module: ModuleType) -> list[Any]:
    """Its public classes of values and exceptions, those that it imports from others of its author's included; without those that only its
    functions' signatures have."""
    declared = [value for value in _public(module).values() if _is_value_class(value)]
    if not hasattr(module, "__all__"):
        declared += [value for name, value in vars(module).items() if not name.startswith("_") and _is_imported_error(value, module)]
    return declared


def with_classes(declared: list[Any], classes: Iterable[type]) -> list[Any]:
    """With those classes of signatures whose names aren't taken."""
    names = {cls.__name__ for cls in declared}
    for cls in classes:
        if cls.__name__ not in names and _is_value_class(cls):
            names.add(cls.__name__)
            declared = [*declared, cls]
    return declared


def has_plain_signatures(functions: Iterable[Callable[..., Any]]) -> bool:
    """Whether a quick look shows that there are no classes of values in them."""
    return all(_is_plain(annotation) for function in functions for annotation in getattr(function, "__annotations__", {}).values())


def is_of_package(value: object, name: str) -> bool:
    return type(value).__name__ == name and type(value).__module__ == "fermata"


def _public(module: ModuleType) -> dict[str, Any]:
    listed = getattr(module, "__all__", None)
    if listed is not None:
        return {name: getattr(module, name) for name in listed}
    return {
        name: value
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    }


def _is_plain(annotation: object) -> bool:
    if annotation is None or (isinstance(annotation, type) and annotation.__module__ == "builtins" and not hasattr(annotation, "__args__")):
        return True
    text = annotation if isinstance(annotation, str) else repr(annotation)
    words = "".join(letter if letter.isalnum() or letter == "_" else " " for letter in text).split()
    return _PLAIN.issuperset(words)


def _is_value_class(value: object) -> bool:
    if not isinstance(value, type):
        return False
    if issubclass(value, BaseException):
        return True
    if issubclass(value, tuple):
        return hasattr(value, "_fields")
    return any(hasattr(value, name) for name in ("__dataclass_fields__", "__members__", "model_fields"))


def _is_imported_error(value: object, module: ModuleType) -> bool:
    """An exception class that the file has from another one of its author's: the program has those of the standard library by itself."""
    if not isinstance(value, type) or not issubclass(value, BaseException) or value.__module__ == module.__name__:
        return False
    import builtins

    return value.__module__.partition(".")[0] not in sys.stdlib_module_names | {"fermata"} and not hasattr(builtins, value.__name__)
