// Frames that run, as frame objects.
#pragma once

#include <cstdint>

#include "runtime/context.h"

namespace fermata {

// Of the running task's frame of that number (Task::frames), with those around it as f_back, as they are now: what a frame does later isn't
// seen in it. Those of the prelude and of what CPython has in C are left out. Without their variables it holds none of the program's
// objects: one that is kept in a variable doesn't hold the one before.
// The caller charges for `index + 1` frames.
Value running_frame_object(Context& cx, uint32_t index, bool with_variables = true);

}  // namespace fermata
