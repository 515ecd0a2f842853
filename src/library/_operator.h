// Module operator's native part: the operators as functions. What meets user code goes on in operator.py,
// where the twins are. Listed in module_tables.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kOperatorModule;

}  // namespace fermata
