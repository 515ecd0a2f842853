// The setter of an AttributeRow that CPython has as a read-only member of a struct: its message differs from that of an attribute without a
// setter.
#pragma once

#include "objects/errors/errors.h"

namespace fermata {

inline Value read_only_member(Context& cx, Value, Value) { return raise_attribute_error(cx, "readonly attribute"); }

}  // namespace fermata
