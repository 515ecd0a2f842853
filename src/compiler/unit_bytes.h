// CodeUnits as bytes: what one process has compiled others run (session/code_cache.h). Unlike the archive in the binary the bytes come from
// outside, so reading them believes nothing. They hold instructions as the machine has them in memory: for this build, on this machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/code.h"

namespace fermata {

// Empty: constants or functions nest too deeply for the reader.
std::string pack_unit(const CodeUnit& unit);
// Null: they are damaged, or hold what the compiler doesn't make, or take more than `room` bytes of memory. What it gives is verified. (Spans
// have lost their offsets, which no code has.)
std::shared_ptr<const CodeUnit> unpack_unit(std::string_view bytes, uint64_t room);

}  // namespace fermata
