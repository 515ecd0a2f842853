// Making ranges and stepping through them, for natives and the dispatch loop. The type's methods are in
// range.cpp.
#pragma once

#include "objects/numbers/numbers.h"

namespace fermata {

// The bounds are ints of any size, the step is not zero. A range, or an outcome.
Value make_range(Context& cx, Value start, Value stop, Value step);
// start + index * step.
Value range_item(Context& cx, const Range* range, Value index);
RangeIterator* new_range_iterator(Context& cx, int64_t first, int64_t step, uint64_t count);

}  // namespace fermata
