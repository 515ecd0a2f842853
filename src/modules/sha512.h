// SHA-512 (FIPS 180-4). A pure function; random.seed turns text into a number with it.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fermata {

std::array<uint8_t, 64> sha512(std::string_view data);

}  // namespace fermata
