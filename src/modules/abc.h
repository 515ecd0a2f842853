#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kAbcModule;

}  // namespace fermata
