// collections.deque: a list with room at both ends. Item i is at items[head + i]; appendleft makes room
// before the first item in steps that grow with the deque, popleft moves `head`.
#pragma once

#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "runtime/context.h"

namespace fermata {

extern const Operations kDequeOperations;
extern const TypeRow kDequeType;

inline Value& deque_item(Deque* d, uint32_t i) { return d->items.data[d->head + i]; }
inline std::span<Value> deque_span(Deque* d) { return {d->items.data + d->head, d->count()}; }

}  // namespace fermata
