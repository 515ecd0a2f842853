// The table of source positions that code carries, packed: for each entry pc and line (as differences to the entry before, the line's
// folded, see base/varint.h), column, end line (minus line), end column, as variable-length numbers. Called by who makes code
// out of a CodeUnit; objects/code.h reads it.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/code.h"

namespace fermata {

std::vector<uint8_t> pack_positions(const std::vector<PositionUnit>& positions);

}  // namespace fermata
