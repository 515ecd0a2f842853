"""Values at the border between host and program: how they go in and come out, and whether arguments fit.

`Types` takes values of classes apart and makes them again (the engine calls it for all that isn't plain data), `Conversion` and
`check_call` compare arguments with signatures, `Record` and `Instance` stand for what the host has no class for. The engine isn't
imported: the command's plugin for --tools has a copy of this folder and of those below it.
"""

from .arguments import argument_findings, binding_problem, check_call, checked
from .conversion import field_problem
from .crossing import CrossingError, exact, made_or_refused
from .fields import OtherClassError, field_names
from .fits import call_problem
from .handles import Handle, HandleType, handle
from .instances import Instance, Record
from .kinds import ENUM, NAMED_TUPLE, RECORD, Migrate
from .known_types import NO_TYPES, Types
from .module_uses import is_given, module_findings
from .sharing import written_out
from .showing import call_shown, int_text, shown

__all__ = [
    "CrossingError",
    "ENUM",
    "Handle",
    "HandleType",
    "Instance",
    "Migrate",
    "NAMED_TUPLE",
    "NO_TYPES",
    "OtherClassError",
    "RECORD",
    "Record",
    "Types",
    "argument_findings",
    "binding_problem",
    "call_problem",
    "call_shown",
    "check_call",
    "checked",
    "exact",
    "field_names",
    "field_problem",
    "handle",
    "int_text",
    "is_given",
    "made_or_refused",
    "module_findings",
    "shown",
    "written_out",
]
