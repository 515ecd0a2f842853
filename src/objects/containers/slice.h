// slice's tables; new_slice is in containers.h, slice_bounds in operations.h.
#pragma once

#include "objects/model/operations.h"
#include "objects/natives/native.h"

namespace fermata {

extern const Operations kSliceOperations;
extern const TypeRow kSliceType;

}  // namespace fermata
