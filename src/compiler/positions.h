// The table of source positions that code carries, packed into variable-length numbers (base/varint.h): states carry it too, so
// it is small. Each entry begins with twice the difference of its pc to the entry before. That is all when it is on the same, one line as
// the entry before; then follow column and width. With one added to it follow line (folded difference), column, number of lines below,
// end column. Called by whoever makes code from a CodeUnit; objects/code/code.h reads it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "compiler/code.h"

namespace fermata {

std::vector<uint8_t> pack_positions(const std::vector<PositionUnit>& positions);
// Spans without offsets, which aren't in it. False: it isn't such a table.
bool unpack_positions(std::span<const uint8_t> table, std::vector<PositionUnit>& positions);

}  // namespace fermata
