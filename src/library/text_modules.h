// The native parts of textwrap, binascii (base64 is Python over it), codecs, struct, hashlib and pyexpat. Listed in module_tables.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kTextwrapModule, kBinasciiModule, kCodecsModule, kHashlibModule, kPyexpatModule, kStructModule;

}  // namespace fermata
