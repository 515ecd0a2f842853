// The native parts of string, textwrap and binascii (base64 is Python over binascii). Listed in module_tables.
#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kStringModule, kTextwrapModule, kBinasciiModule;

}  // namespace fermata
