// What abstract classes answered when they were asked about a subclass: it takes long to find out (all that are registered with them, and
// all that derive from them, are asked), and is asked again and again. It holds until any class changes, and is nowhere in states.
#pragma once

#include "runtime/context.h"

namespace fermata {

// True, False, or unset: unknown.
Value abc_answer(const Context& cx, const Class* cls, const Class* subclass);
// Only for answers that no code of the program's had part in.
void abc_remember(Context& cx, const Class* cls, const Class* subclass, bool answer);

}  // namespace fermata
