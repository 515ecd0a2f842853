// Natives that need the machine's frames or the importer: builtins like globals(), and intrinsics of the
// prelude. Rows for the image.
#pragma once

#include "objects/natives/native.h"
#include "runtime/context.h"

namespace fermata {

extern const std::span<const NativeRow> kMachineBuiltins;
extern const std::span<const NativeRow> kMachineIntrinsics;

}  // namespace fermata
