// Modules dis and opcode: the engine's own instructions shown to programs. The rows for the image; the rest of the modules is dis.py and
// opcode.py.
#pragma once

#include "objects/natives/native.h"

namespace fermata {

extern const ModuleRow kDisModule, kOpcodeModule;

}  // namespace fermata
