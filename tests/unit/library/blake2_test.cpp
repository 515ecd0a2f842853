// BLAKE2: RFC 7693's own check of an implementation (appendix E), over lengths around the ends of blocks, with keys and without.
#include "library/hashlib/blake2.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace fermata {
namespace {

using Hash = void (*)(std::string_view, const Blake2Parameters&, uint8_t*);

std::string digest(Hash hash, std::string_view data, const Blake2Parameters& parameters) {
  uint8_t out[64];
  hash(data, parameters, out);
  return {reinterpret_cast<char*>(out), parameters.digest_size};
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) out += fmt::format("{:02x}", uint8_t(c));
  return out;
}

// The RFC's sequence of bytes for a length and a seed.
std::string sequence(uint32_t size, uint32_t seed) {
  uint32_t a = 0xdead4bad * seed, b = 1;
  std::string out;
  for (uint32_t i = 0; i < size; ++i) {
    const uint32_t sum = a + b;
    a = b;
    b = sum;
    out += char(sum >> 24);
  }
  return out;
}

std::string digest_of_digests(Hash hash, std::initializer_list<uint32_t> sizes, std::initializer_list<uint32_t> lengths) {
  std::string all;
  for (const uint32_t size : sizes)
    for (const uint32_t length : lengths) {
      const std::string data = sequence(length, length), key = sequence(size, size);
      all += digest(hash, data, {.digest_size = size}) + digest(hash, data, {.digest_size = size, .key = key});
    }
  return hex(digest(hash, all, {.digest_size = 32}));
}

TEST(Blake2, TheRfcsSelfTest) {
  EXPECT_EQ(digest_of_digests(blake2b, {20, 32, 48, 64}, {0, 3, 128, 129, 255, 1024}),
            "c23a7800d98123bd10f506c61e29da5603d763b8bbad2e737f5e765a7bccd475");
  EXPECT_EQ(digest_of_digests(blake2s, {16, 20, 28, 32}, {0, 3, 64, 65, 255, 1024}),
            "6a411f08ce25adcdfb02aba641451cec53c598b24f4fc787fbdc88797f4c1dfe");
}

// As CPython's hashlib gives them.
TEST(Blake2, SaltAndPersonalisation) {
  const Blake2Parameters all = {.digest_size = 13, .key = "kk", .salt = "salt", .person = "me"};
  EXPECT_EQ(hex(digest(blake2b, "m", all)), "d189a04005deec337e248d322e");
  EXPECT_EQ(hex(digest(blake2s, "m", all)), "974fc4f58f7643130fb971fb2a");
}

}  // namespace
}  // namespace fermata
