// Module copy's native part: an instance's attributes in and out without giving it a __dict__, which would
// slow its attributes down. Listed in module_tables.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kCopyModule;

}  // namespace fermata
