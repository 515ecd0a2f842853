// BLAKE2b and BLAKE2s (RFC 7693), which nettle does not have: the hash of a whole message, with key, salt and personalisation.
// Pure functions, called by hashlib's natives.
#pragma once

#include <cstdint>
#include <string_view>

namespace fermata {

struct Blake2Parameters {
  uint32_t digest_size = 64;      // 1 to 64 bytes; 32 for BLAKE2s
  std::string_view key;           // at most as long as the longest digest
  std::string_view salt, person;  // at most 16 bytes; 8 for BLAKE2s
};

void blake2b(std::string_view data, const Blake2Parameters& parameters, uint8_t* out);
void blake2s(std::string_view data, const Blake2Parameters& parameters, uint8_t* out);

}  // namespace fermata
