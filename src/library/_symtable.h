// Module _symtable: what the compiler knows about a source's names, as CPython's module symtable reads it. The row for the image; the rest
// is _symtable.py.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kSymtableModule;

}  // namespace fermata
