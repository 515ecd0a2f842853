// Module re's native part: the types re.Pattern and re.Match, and the functions that need no user code.
// Callable replacements and finditer go on in prelude/re.py. Listed in module_tables; the image makes the
// classes from kPatternType and kMatchType below.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kReModule;
extern const TypeRow kPatternType, kMatchType;

}  // namespace fermata
