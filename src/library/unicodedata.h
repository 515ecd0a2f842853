// Module unicodedata: what unicode/unicode.h knows about a character. Listed in module_tables.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kUnicodedataModule;

}  // namespace fermata
