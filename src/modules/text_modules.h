// The native parts of string, textwrap, binascii (base64 is Python over it), codecs, struct and hashlib. Listed in module_tables.
#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kStringModule, kTextwrapModule, kBinasciiModule, kCodecsModule, kHashlibModule, kStructModule;

}  // namespace fermata
