// A CodeUnit as bytes: what one process has compiled others run (session/code_cache.h). They are a code archive as in the binary, from
// which ArchivedCode makes the heap's Code, but they come from outside: unpack_unit() proves that it may. Instructions are as the machine
// has them in memory: for this build, on this machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "compiler/code.h"
#include "compiler/code_archive.h"

namespace fermata {

std::string pack_unit(const CodeUnit& unit);
// What is in such bytes, as far as it isn't longer than they are; its code begins with the first record. They must be aligned for words.
CodeArchive archive_in(std::string_view bytes);
// Null: they are damaged, nest too deeply, hold what the compiler doesn't make for programs, or take more than `room` bytes of memory. What
// it gives is verified. (Spans have lost their offsets, which no code has.)
std::shared_ptr<const CodeUnit> unpack_unit(std::string_view bytes, uint64_t room);

}  // namespace fermata
