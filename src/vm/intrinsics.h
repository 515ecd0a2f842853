// Natives that need the machine's frames or the importer: builtins like globals(), and intrinsics of the
// prelude. Rows for the image.
#pragma once

#include "heap/context.h"
#include "objects/native.h"

namespace fermata {

// What locals() gives in a frame: its namespace, or a dict of its variables as they are now.
Value frame_locals(Context& cx, const Frame& frame);

extern const std::span<const NativeRow> kMachineBuiltins;
extern const std::span<const NativeRow> kMachineIntrinsics;

}  // namespace fermata
