// Module sys's native part: the session's own settings. Listed in module_tables.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kSysModule;

}  // namespace fermata
