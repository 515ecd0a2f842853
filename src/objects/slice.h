// slice's tables; new_slice is in containers.h, slice_bounds in operations.h.
#pragma once

#include "objects/native.h"
#include "objects/operations.h"

namespace fermata {

extern const Operations kSliceOperations;
extern const TypeRow kSliceType;

}  // namespace fermata
