// Instructions in states. MessagePack: packed bytes, the operands that the opcode's format uses and no
// others. JSON: one line of text each, "ADD 3 1 2". Both come from the formats in compiler/opcodes.def, so a
// new opcode needs nothing here. Called by the savers and loaders; see FORMAT.md, "Instructions".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fermata {

// For each instruction: the opcode's byte; D's byte when the opcode may have bits in D; then each used
// operand as a varint (jumps zigzag).
void pack_words(std::span<const uint64_t> words, std::string& out);
// Throws StateFailure (kBadCode).
void unpack_words(std::string_view packed, std::vector<uint64_t>& out);

void word_to_text(uint64_t word, std::string& out);
uint64_t word_from_text(std::string_view text);  // throws StateFailure

// Unsigned LEB128, shortest form.
void put_varint(std::string& out, uint64_t n);
// False at the end of the bytes or beyond 64 bits.
bool get_varint(const char*& p, const char* end, uint64_t* out);

}  // namespace fermata
