// Module dataclasses' native part: storing the fields of a new instance. Listed in module_tables.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kDataclassesModule;

}  // namespace fermata
