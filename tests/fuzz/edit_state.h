// Damages states: bytes at random, and edits that keep the encoding whole (other numbers, references, types, counts, instructions), which
// get much deeper into the loader. For damage.cpp, the fuzzers' mutators and the unit test of damaged states.
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace fermata {

using Random = std::mt19937_64;

// One to four edits, of either sort; `other` is a state to take pieces from.
std::string damaged_state(std::string_view state, std::string_view other, Random& random);

// Without structure.
std::string damaged_bytes(std::string bytes, Random& random);
// Of the values of the encoding; the same bytes when they can't be read.
std::string edited_state(std::string_view state, std::string_view other, Random& random);

}  // namespace fermata
