"""What is known of host functions and classes, and how it is told: signatures, docstrings, stubs, schemas.

Nothing here knows of programs, sessions or the engine: a callable, a class or a text is looked at, and described for a model. `classes`
sees dataclasses, enums, TypedDicts, named tuples and pydantic models one way; a `Signature` is what all the rest is made from.
"""

from .classes import (
    ClassField, base_of_enum, bases_among, bases_first, classes_in, fields_of, hints_of, is_frozen, is_union, kind_of, required_init_vars,
    type_parts,
)  # fmt: skip
from .declared import Retries, ToolDeclaration, declaration_of_tool, tool
from .describing import classes_of, describe, known_parameters, modules_of
from .module_stubs import render_module_file
from .modules import HostModule, Modules, complete, host_modules, is_awaited, signatures_in, with_functions

from .signature import (
    KEYWORD_ONLY, MISSING, POSITIONAL_ONLY, POSITIONAL_OR_KEYWORD, VAR_KEYWORD, VAR_POSITIONAL, Parameter, Signature, SourceText,
    Unresolved,
)  # fmt: skip
from .signatures import from_callable, from_text, is_async, is_function_name, name_of, signature_of, signatures_of
from .source_text import type_text

__all__ = [
    "ClassField",
    "HostModule",
    "KEYWORD_ONLY",
    "MISSING",
    "Modules",
    "POSITIONAL_ONLY",
    "POSITIONAL_OR_KEYWORD",
    "Parameter",
    "Retries",
    "Signature",
    "SourceText",
    "ToolDeclaration",
    "Unresolved",
    "VAR_KEYWORD",
    "VAR_POSITIONAL",
    "base_of_enum",
    "bases_among",
    "bases_first",
    "classes_in",
    "classes_of",
    "complete",
    "declaration_of_tool",
    "describe",
    "fields_of",
    "from_callable",
    "from_text",
    "hints_of",
    "host_modules",
    "is_async",
    "is_awaited",
    "is_frozen",
    "is_function_name",
    "is_union",
    "kind_of",
    "known_parameters",
    "modules_of",
    "name_of",
    "render_module_file",
    "required_init_vars",
    "signature_of",
    "signatures_in",
    "signatures_of",
    "tool",
    "type_parts",
    "type_text",
    "with_functions",
]
