#define PCRE2_CODE_UNIT_WIDTH 8
#include "library/re/references.h"

#include <pcre2.h>

#include <charconv>

#include "base/utf8.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

char32_t lower(char32_t c, bool ascii) {
  if (c < 128) return c >= 'A' && c <= 'Z' ? c | 32 : c;
  return ascii ? c : unicode::to_lower(c).code_points[0];
}

}  // namespace

int ReferenceWalk::called(const pcre2_callout_block& block) {
  const auto* name = reinterpret_cast<const char*>(block.callout_string);
  const auto* subject = reinterpret_cast<const char*>(block.subject);
  if (*name == '.') return at_ == end_ ? 0 : 1;
  if (*name == '+') {
    if (at_ == end_) return 1;
    const char *theirs = subject + at_, *ours = subject + block.current_position;
    const char32_t expected = utf8::next_valid(theirs), found = utf8::previous_valid(ours);
    if (lower(expected, ascii_) != lower(found, ascii_)) return 1;
    at_ = size_t(theirs - subject);
    return 0;
  }
  uint32_t group = 0;
  std::from_chars(name + 1, name + block.callout_string_length, group);
  if (group >= block.capture_top || block.offset_vector[2 * group] == PCRE2_UNSET) return 1;
  at_ = block.offset_vector[2 * group];
  end_ = block.offset_vector[2 * group + 1];
  ascii_ = *name == 'a';
  return 0;
}

}  // namespace fermata
