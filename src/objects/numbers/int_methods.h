// The methods and attributes of int, for its type row. Used only by int.cpp.
#pragma once

#include <span>

#include "objects/natives/native.h"

namespace fermata {

extern const std::span<const NativeRow> kIntMethods;
extern const std::span<const AttributeRow> kIntAttributes;

}  // namespace fermata
