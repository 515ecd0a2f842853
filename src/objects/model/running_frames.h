// Frames that run, as frame objects.
#pragma once

#include <cstdint>

#include "runtime/context.h"

namespace fermata {

// Of the running task's frame of that number (Task::frames), with those around it as f_back, as they are now: what a frame does later isn't
// seen in it. Those of the prelude and of what CPython has in C are left out.
Value running_frame_object(Context& cx, uint32_t index);

}  // namespace fermata
