// Native parts of modules traceback (places, carets, suggestions) and linecache (the session's sources). Listed in
// module_tables.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kTracebackModule;
extern const ModuleRow kLinecacheModule;
extern const ModuleRow kBuiltinsModule;

}  // namespace fermata
