#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kAbcModule;

}  // namespace fermata
