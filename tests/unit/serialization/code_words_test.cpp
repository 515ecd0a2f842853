#include "serialization/code_words.h"

#include <gtest/gtest.h>

#include "compiler/opcodes.h"
#include "serialization/state_error.h"

namespace fermata {
namespace {

// One word for each opcode with large operands where the format has any.
std::vector<uint64_t> one_of_each() {
  std::vector<uint64_t> words;
  for (int op = 0; op < 256; ++op) {
    const OpInfo& info = kOpInfo[op];
    if (!info.name) continue;
    Word w = Word(op) | Word(kOpInfo[op].d_bits) << 8;
    for (int i = 0; i < 3; ++i) {
      if (info.operands[i] == Operand::kNone) continue;
      w |= Word(0xFFFE - i) << (16 + 16 * i);
      if (info.operands[i] == Operand::kJump32 || info.operands[i] == Operand::kConstantWide || info.operands[i] == Operand::kSiteWide) {
        w |= Word(0x8001) << 48;
        break;
      }
    }
    words.push_back(w);
  }
  return words;
}

TEST(CodeWords, PackedRoundTrip) {
  const auto words = one_of_each();
  std::string packed;
  pack_words(words, packed);
  std::vector<uint64_t> back;
  unpack_words(packed, back);
  EXPECT_EQ(words, back);
}

TEST(CodeWords, TextRoundTrip) {
  std::string line;
  for (uint64_t w : one_of_each()) {
    word_to_text(w, line);
    EXPECT_EQ(word_from_text(line), w) << line;
  }
}

TEST(CodeWords, RefusesWhatIsNone) {
  std::vector<uint64_t> out;
  EXPECT_THROW(unpack_words(std::string("\0", 1), out), StateFailure);
  EXPECT_THROW(unpack_words("\x01\x02", out), StateFailure);                  // MOVE without its second operand
  EXPECT_THROW(unpack_words("\x01\xFF\xFF\xFF\x7F\x01", out), StateFailure);  // register beyond 16 bits
  for (const char* text :
       {"", "NOPE 1", "MOVE", "MOVE 1", "MOVE 1 2 3", "MOVE -1 2", "MOVE 70000 1", "ADD/999 1 2 3", "MOVE 1  2", "JUMP x"})
    EXPECT_THROW(word_from_text(text), StateFailure) << text;
}

TEST(CodeWords, Varints) {
  for (uint64_t n : {uint64_t(0), uint64_t(127), uint64_t(128), uint64_t(1) << 35, UINT64_MAX}) {
    std::string bytes;
    put_varint(bytes, n);
    const char* p = bytes.data();
    uint64_t back;
    ASSERT_TRUE(get_varint(p, p + bytes.size(), &back));
    EXPECT_EQ(back, n);
  }
  const std::string endless(11, '\xFF');
  const char* p = endless.data();
  uint64_t n;
  EXPECT_FALSE(get_varint(p, p + endless.size(), &n));
}

}  // namespace
}  // namespace fermata
