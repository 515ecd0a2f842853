// Which hashes of dict keys and set elements are derived, and what they are. Those of builtin values are
// computed again when a state is loaded, so that states outlive a change of our hash functions; those that
// came from user code (a `__hash__`) or from identity are in the state. Used by savers and loaders.
#pragma once

#include "runtime/context.h"

namespace fermata {

// Str, bytes, numbers, None and its like, and small tuples and frozensets of these.
bool hash_is_derived(Value key);
int64_t derived_hash(Context& cx, Value key);  // throws StateFailure for a key that none of our types hashes

}  // namespace fermata
