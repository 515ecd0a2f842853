"""Host functions made from the tools of other frameworks, which describe themselves by a name and a JSON schema.

Used by fermata.pydantic_ai, fermata.langchain and fermata.smolagents. The function that comes out has a signature and a
docstring, so that arguments are checked and the tool can be described to a model like any other host function.
"""

from __future__ import annotations

import inspect
import keyword
import re
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Optional, Union

from fermata import describe

JsonSchema = Mapping[str, Any]
_SIMPLE: dict[str, Any] = {"string": str, "integer": int, "number": float, "boolean": bool, "null": None}
_INTRODUCTION = """\
Runs a Python program in a sandbox and returns the value of its last expression, and what it printed.
It has Python 3.12's language and much of its standard library, but no network and no
packages. Its files are its own, empty at first and gone with it."""
_FUNCTIONS = "The program can call these functions, which are there already (import nothing for them):"
_ASYNCHRONOUS = "They are asynchronous: `await` them (also outside of functions), several at once with asyncio.gather."


def identifier(name: str) -> str:
    """The name as a Python name: "get-weather" -> "get_weather", "from" -> "from_", "2d" -> "_2d"."""
    name = re.sub(r"\W", "_", name) or "_"
    if name[0].isdigit():
        name = "_" + name
    return name + "_" if keyword.iskeyword(name) else name


def annotation(schema: Any, root: JsonSchema, depth: int = 0) -> Any:
    """The Python type that a JSON schema stands for; Any where it says nothing that Python's types can say."""
    if not isinstance(schema, Mapping) or depth > 8:
        return Any
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return annotation(_resolve(reference, root), root, depth + 1)
    values = schema.get("enum", [schema["const"]] if "const" in schema else None)
    if isinstance(values, list) and values and all(value is None or isinstance(value, (str, int, bool)) for value in values):
        return Literal[tuple(values)]
    options = schema.get("anyOf") or schema.get("oneOf")
    if isinstance(options, list) and options:
        return _union([annotation(option, root, depth + 1) for option in options])
    kind = schema.get("type")
    if isinstance(kind, list) and kind:
        return _union([annotation({**schema, "type": one}, root, depth + 1) for one in kind])
    if kind == "array":
        item: Any = annotation(schema.get("items"), root, depth + 1)
        return list if item is Any else types.GenericAlias(list, (item,))
    if kind == "object":
        value: Any = annotation(schema.get("additionalProperties"), root, depth + 1)
        return types.GenericAlias(dict, (str, value))
    found = _SIMPLE.get(kind, Any) if isinstance(kind, str) else Any
    return Optional[found] if schema.get("nullable") is True and found not in (Any, None) else found


def _resolve(reference: str, root: JsonSchema) -> Any:
    found: Any = root
    for part in reference.removeprefix("#/").split("/") if reference.startswith("#/") else ["", ""]:
        found = found.get(part) if isinstance(found, Mapping) else None
    return found


def _union(options: list[Any]) -> Any:
    return Any if Any in options else Union[tuple(options)]


def signature_from_schema(schema: JsonSchema, returns: Any = Any) -> tuple[inspect.Signature, dict[str, str]]:
    """A signature for an "object" schema, and which property each parameter stands for.

    Properties without a default come first, in the schema's order; the others after them. A property that isn't required and
    has no default shows None, and is left out of the call when it isn't given.
    """
    properties: JsonSchema = schema.get("properties") or {}
    required = set(schema.get("required") or ())
    names: dict[str, str] = {}
    parameters = []
    for wanted in (True, False):
        for name, property_schema in properties.items():
            if (name in required) != wanted:
                continue
            parameter = identifier(name)
            while parameter in names:
                parameter += "_"
            names[parameter] = name
            default: Any = inspect.Parameter.empty
            kind = annotation(property_schema, schema)
            if not wanted:
                default = property_schema.get("default") if isinstance(property_schema, Mapping) else None
                kind = Optional[kind] if default is None and kind is not Any else kind
            parameters.append(inspect.Parameter(parameter, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=kind))
    if not properties and schema.get("additionalProperties", False):
        parameters.append(inspect.Parameter("arguments", inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters, return_annotation=returns), names


def docstring(description: str | None, schema: JsonSchema, names: Mapping[str, str]) -> str:
    """The description, and below it what each parameter is for."""
    lines = [(description or "").strip()]
    properties: JsonSchema = schema.get("properties") or {}
    told = [(parameter, properties[name].get("description")) for parameter, name in names.items() if isinstance(properties[name], Mapping)]
    if any(text for _, text in told):
        lines += ["", "Args:"] + [f"    {parameter}: {' '.join(str(text).split())}" for parameter, text in told if text]
    return "\n".join(lines).strip()


class ToolFunction:
    """A tool as a host function of a program: its name, signature and docstring, and its arguments as the tool wants them.

    It isn't called: who drives the program performs its calls (_core/driving.py). `name` must be a Python name (see identifier()). With
    `asynchronous` the program has to await it.
    """

    def __init__(self, name: str, description: str | None, schema: JsonSchema, *, returns: Any = Any, asynchronous: bool = False) -> None:
        self.signature, self._properties = signature_from_schema(schema, returns)
        self.function: Callable[..., Any] = _make_function(asynchronous)
        self.function.__name__ = self.function.__qualname__ = name
        self.function.__doc__ = docstring(description, schema, self._properties)
        setattr(self.function, "__signature__", self.signature)

    @property
    def name(self) -> str:
        return self.function.__name__

    def arguments(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        """A call's arguments by the schema's property names. Those that don't fit raise TypeError."""
        try:
            given = self.signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{self.name}() {error}") from None
        if not self._properties:
            return dict(given.get("arguments", {}))
        return {self._properties[parameter]: value for parameter, value in given.items()}


def run_code_description(functions: Sequence[Callable[..., Any]], asynchronous: bool) -> str:
    """What a model is told of the tool that runs its programs."""
    if not functions:
        return _INTRODUCTION
    stubs = describe(functions, "python").strip()
    return "\n\n".join([_INTRODUCTION, _FUNCTIONS, *([_ASYNCHRONOUS] if asynchronous else []), stubs])


def _make_function(asynchronous: bool) -> Callable[..., Any]:
    async def asynchronous_function(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    def plain_function(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError

    return asynchronous_function if asynchronous else plain_function
