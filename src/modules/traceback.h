// Module traceback's native part: what the session itself writes about an exception that nobody caught. Listed
// in module_tables.
#pragma once

#include "objects/native.h"

namespace fermata {

extern const ModuleRow kTracebackModule;
extern const ModuleRow kBuiltinsModule;

}  // namespace fermata
