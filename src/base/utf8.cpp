#include "base/utf8.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace fermata::utf8 {

namespace {

constexpr uint64_t kHighBits = 0x8080808080808080ull;

// Byte order does not matter to what is done with the words, except in ascii_prefix, which looks at bytes once a word differs.
uint64_t load_word(const char* p) {
  uint64_t word;
  std::memcpy(&word, p, 8);
  return word;
}

// Bytes of the word that are continuation bytes (10xxxxxx): bit 7 set and bit 6 clear.
int continuation_bytes(uint64_t word) { return std::popcount(word & ~(word << 1) & kHighBits); }

// The valid range of the second byte, which is where overlong forms, surrogates and values above U+10FFFF show.
struct SecondByte {
  unsigned char low, high;
};
SecondByte second_byte(unsigned char lead, Surrogates surrogates) {
  switch (lead) {
    case 0xE0: return {0xA0, 0xBF};
    case 0xED: return {0x80, static_cast<unsigned char>(surrogates == Surrogates::kAllow ? 0xBF : 0x9F)};
    case 0xF0: return {0x90, 0xBF};
    case 0xF4: return {0x80, 0x8F};
    default: return {0x80, 0xBF};
  }
}

bool is_lead_of_sequence(unsigned char b) { return b >= 0xC2 && b <= 0xF4; }

}  // namespace

Decoded decode(const char* p, const char* end, Surrogates surrogates) {
  if (p == end) return {};
  const auto lead = static_cast<unsigned char>(*p);
  if (lead < 0x80) return {lead, 1};
  if (!is_lead_of_sequence(lead)) return {};
  const size_t length = sequence_length(*p);
  if (static_cast<size_t>(end - p) < length) return {};
  const auto second = static_cast<unsigned char>(p[1]);
  const SecondByte range = second_byte(lead, surrogates);
  if (second < range.low || second > range.high) return {};
  for (size_t i = 2; i < length; ++i) {
    if (!is_continuation(p[i])) return {};
  }
  const char* q = p;
  const char32_t c = next_valid(q);
  return {c, static_cast<uint32_t>(length)};
}

Malformed describe_malformed(const char* p, const char* end) {
  const auto lead = static_cast<unsigned char>(*p);
  if (!is_lead_of_sequence(lead)) return {1, "invalid start byte"};
  const size_t length = sequence_length(*p);
  const SecondByte range = second_byte(lead, Surrogates::kForbid);
  for (size_t i = 1; i < length; ++i) {
    if (p + i == end) return {static_cast<uint32_t>(i), "unexpected end of data"};
    const auto b = static_cast<unsigned char>(p[i]);
    const bool good = i == 1 ? b >= range.low && b <= range.high : is_continuation(p[i]);
    if (!good) return {static_cast<uint32_t>(i), "invalid continuation byte"};
  }
  return {static_cast<uint32_t>(length), "invalid start byte"};  // not malformed at all: not reached by the contract
}

size_t encode(char32_t c, char* out) {
  if (c < 0x80) {
    out[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<char>(0xC0 | (c >> 6));
    out[1] = static_cast<char>(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = static_cast<char>(0xE0 | (c >> 12));
    out[1] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
    out[2] = static_cast<char>(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | (c >> 18));
  out[1] = static_cast<char>(0x80 | ((c >> 12) & 0x3F));
  out[2] = static_cast<char>(0x80 | ((c >> 6) & 0x3F));
  out[3] = static_cast<char>(0x80 | (c & 0x3F));
  return 4;
}

void append(std::string& out, char32_t c) {
  if (c < 0x80) {
    out.push_back(static_cast<char>(c));
    return;
  }
  char buffer[kMaxLength];
  out.append(buffer, encode(c, buffer));
}

std::string to_string(char32_t c) {
  char buffer[kMaxLength];
  return std::string(buffer, encode(c, buffer));
}

size_t ascii_prefix(std::string_view text) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (end - p >= 8 && (load_word(p) & kHighBits) == 0) p += 8;
  while (p != end && static_cast<unsigned char>(*p) < 0x80) ++p;
  return static_cast<size_t>(p - text.data());
}

bool is_ascii(std::string_view text) {
  const char* p = text.data();
  size_t left = text.size();
  for (; left >= 32; left -= 32, p += 32) {
    if (((load_word(p) | load_word(p + 8) | load_word(p + 16) | load_word(p + 24)) & kHighBits) != 0) return false;
  }
  return ascii_prefix({p, left}) == left;
}

size_t valid_prefix(std::string_view text, Surrogates surrogates) {
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    if (static_cast<unsigned char>(*p) < 0x80) {
      p += ascii_prefix({p, static_cast<size_t>(end - p)});
      continue;
    }
    const Decoded d = decode(p, end, surrogates);
    if (d.length == 0) break;
    p += d.length;
  }
  return static_cast<size_t>(p - text.data());
}

bool is_valid(std::string_view text, Surrogates surrogates) { return valid_prefix(text, surrogates) == text.size(); }

bool has_surrogates(std::string_view text) {
  // In valid text the byte 0xED is always a lead, and what follows it decides.
  for (size_t at = text.find('\xED'); at != std::string_view::npos; at = text.find('\xED', at + 3)) {
    if (static_cast<unsigned char>(text[at + 1]) >= 0xA0) return true;
  }
  return false;
}

size_t count(std::string_view text) {
  const char* p = text.data();
  size_t left = text.size();
  // Most texts are short and ASCII: two words that overlap hold all of it.
  constexpr uint64_t kHighBits = 0x8080808080808080;
  if (left <= 16) {
    if (left >= 8) {
      if (((load_word(p) | load_word(p + left - 8)) & kHighBits) == 0) return left;
    } else if (left >= 4) {
      uint32_t first, last;
      std::memcpy(&first, p, 4);
      std::memcpy(&last, p + left - 4, 4);
      if (((first | last) & uint32_t(kHighBits)) == 0) return left;
    }
  }
  size_t continuations = 0;
  for (; left >= 32; left -= 32, p += 32) {
    continuations += static_cast<size_t>(continuation_bytes(load_word(p)) + continuation_bytes(load_word(p + 8)) +
                                         continuation_bytes(load_word(p + 16)) + continuation_bytes(load_word(p + 24)));
  }
  for (; left >= 8; left -= 8, p += 8) continuations += static_cast<size_t>(continuation_bytes(load_word(p)));
  for (; left != 0; --left, ++p) continuations += is_continuation(*p);
  return text.size() - continuations;
}

const char* advance(const char* p, const char* end, size_t code_points) {
  // Whole words first: a word of eight bytes starts at most eight code points, so it may be skipped while at least that many are left.
  while (code_points >= 8 && end - p >= 8) {
    code_points -= static_cast<size_t>(8 - continuation_bytes(load_word(p)));
    p += 8;
  }
  // The words may have ended within a sequence, whose lead was counted: go to the next lead.
  while (p != end && is_continuation(*p)) ++p;
  for (; code_points != 0 && p != end; --code_points) p += sequence_length(*p);
  return p;
}

size_t offset_of_index(std::string_view text, size_t index) {
  return static_cast<size_t>(advance(text.data(), text.data() + text.size(), index) - text.data());
}

size_t index_of_offset(std::string_view text, size_t offset) { return count(text.substr(0, offset)); }

}  // namespace fermata::utf8
