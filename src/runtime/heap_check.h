// The heap check: could the machine have made this object? It proves what natives and the dispatch
// loop rely on without looking: kinds of fields, counts, normal forms. Run over every object of a loaded
// state, and over the whole heap in the gc-stress mode. It looks only at fields, never at what user code
// sees, so that it may run at any safepoint.
#pragma once

#include "runtime/context.h"

namespace fermata {

// Null when the object is whole, else what is wrong with it ("an entry's key is a list").
const char* check_object(const Context& cx, const Object* o);

// Checks all objects of the context's heap; stops at the first bad one and says which kind it is.
const char* check_heap(Context& cx, Kind* kind);

}  // namespace fermata
