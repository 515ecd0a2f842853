// UTF-8 as Python's str needs it. A str may hold lone surrogates, so the storage format is UTF-8 in which U+D800..U+DFFF are
// allowed as three-byte sequences ("wide" UTF-8 here; unlike strict WTF-8, a high surrogate followed by a low one stays two code
// points, as in Python). Stateless functions, owned by nobody, called by the lexer, the str type, codecs and serialization.
// Functions named *_valid, and those that say so, trust their input; `decode`, `valid_prefix` and `is_valid` take any bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fermata::utf8 {

inline constexpr char32_t kMaxCodePoint = 0x10FFFF;
inline constexpr size_t kMaxLength = 4;  // bytes of the longest encoded code point

enum class Surrogates : uint8_t { kForbid, kAllow };

struct Decoded {
  char32_t code_point = 0;
  uint32_t length = 0;  // bytes taken; 0: malformed, truncated, or at the end
};

constexpr bool is_surrogate(char32_t c) { return c >= 0xD800 && c <= 0xDFFF; }
constexpr bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }
constexpr bool is_lead(char byte) { return !is_continuation(byte); }

// Bytes of the sequence that starts with `lead`, which must be a valid lead byte.
constexpr size_t sequence_length(char lead) {
  const auto b = static_cast<unsigned char>(lead);
  return b < 0x80 ? 1 : b < 0xE0 ? 2 : b < 0xF0 ? 3 : 4;
}

// Bytes that `c` takes; `c` must be at most kMaxCodePoint.
constexpr size_t encoded_length(char32_t c) { return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4; }

// Decodes the code point at the start of arbitrary bytes.
Decoded decode(const char* p, const char* end, Surrogates surrogates = Surrogates::kAllow);

// Decodes the code point at `p` and moves `p` past it. The text must be valid and `p` not at its end.
inline char32_t next_valid(const char*& p) {
  const auto b = static_cast<unsigned char>(*p);
  const auto tail = [&p](int i) { return static_cast<char32_t>(static_cast<unsigned char>(p[i]) & 0x3F); };
  char32_t c;
  if (b < 0x80) {
    c = b;
    p += 1;
  } else if (b < 0xE0) {
    c = (char32_t{b & 0x1Fu} << 6) | tail(1);
    p += 2;
  } else if (b < 0xF0) {
    c = (char32_t{b & 0x0Fu} << 12) | (tail(1) << 6) | tail(2);
    p += 3;
  } else {
    c = (char32_t{b & 0x07u} << 18) | (tail(1) << 12) | (tail(2) << 6) | tail(3);
    p += 4;
  }
  return c;
}

// Moves `p` back to the start of the code point before it and returns that. Valid text, `p` not at its start.
inline char32_t previous_valid(const char*& p) {
  do --p;
  while (is_continuation(*p));
  const char* q = p;
  return next_valid(q);
}

// Writes `c` (at most kMaxCodePoint; surrogates are written too) to `out`, which has room for kMaxLength bytes; returns the bytes written.
size_t encode(char32_t c, char* out);
void append(std::string& out, char32_t c);
std::string to_string(char32_t c);

bool is_ascii(std::string_view text);
size_t ascii_prefix(std::string_view text);  // bytes before the first one that is not ASCII

// The length of the longest prefix that is whole, valid code points; text.size() when all of it is.
size_t valid_prefix(std::string_view text, Surrogates surrogates);
bool is_valid(std::string_view text, Surrogates surrogates);
bool has_surrogates(std::string_view valid_text);

// Python's codecs report malformed input as byte ranges: the number of bytes at `p` (malformed there, as `decode` said) that belong
// to one error, "maximal subpart" as CPython does it, and the reason in CPython's words.
struct Malformed {
  uint32_t length = 1;
  const char* reason = "invalid start byte";  // or "invalid continuation byte", "unexpected end of data"
};
Malformed describe_malformed(const char* p, const char* end);

// The following take valid text.
size_t count(std::string_view text);                                      // code points
const char* advance(const char* p, const char* end, size_t code_points);  // stops at `end`
size_t offset_of_index(std::string_view text, size_t index);              // byte offset of a code point; text.size() if past the end
size_t index_of_offset(std::string_view text, size_t offset);             // code points before a byte offset

}  // namespace fermata::utf8
