#include "unicode/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/utf8.h"

namespace fermata::unicode {

namespace {

struct Record {
  uint16_t flags;
  uint8_t category;
  int8_t digit;
  int32_t lower, upper, title, casefold;  // a difference, or kExtendedBase + an index into kExtendedCase
};

#include "unicode/tables/unicode.inc"

constexpr uint32_t kPageBits = 7;
constexpr size_t kPageSize = size_t{1} << kPageBits;
static_assert(sizeof(kPageOf) / sizeof(kPageOf[0]) == 0x110000 / kPageSize);

const Record& record_of(char32_t c) {
  if (c > utf8::kMaxCodePoint) {
    static constexpr Record kNothing = {0, 0, -1, 0, 0, 0, 0};
    return kNothing;
  }
  return kRecords[kPages[kPageOf[c >> kPageBits] * kPageSize + (c & (kPageSize - 1))]];
}

bool has(char32_t c, uint16_t flag) { return (record_of(c).flags & flag) != 0; }

CaseMapping mapping(char32_t c, int32_t entry) {
  CaseMapping m;
  if (entry < kExtendedBase) {
    m.code_points[0] = static_cast<char32_t>(static_cast<int32_t>(c) + entry);
    m.size = 1;
    return m;
  }
  const char32_t* extended = kExtendedCase[entry - kExtendedBase];
  while (m.size < 3 && extended[m.size] != 0) {
    m.code_points[m.size] = extended[m.size];
    ++m.size;
  }
  return m;
}

void append(std::string& out, const CaseMapping& m) {
  for (uint32_t i = 0; i < m.size; ++i) utf8::append(out, m.code_points[i]);
}

constexpr char32_t kCapitalSigma = 0x03A3;
constexpr char32_t kFinalSigma = 0x03C2;

// The one mapping that looks around itself; `at` is where `c` starts in `text`.
void append_lower(std::string& out, std::string_view text, size_t at, char32_t c) {
  if (c == kCapitalSigma && is_final_sigma(text, at)) {
    utf8::append(out, kFinalSigma);
  } else {
    append(out, to_lower(c));
  }
}

// Calls `f(out, code point, its offset)` for each code point and returns what it wrote.
template <class F>
std::string map_text(std::string_view text, F f) {
  std::string out;
  out.reserve(text.size());
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const auto at = static_cast<size_t>(p - text.data());
    f(out, utf8::next_valid(p), at);
  }
  return out;
}

constexpr bool is_ascii_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_ascii_upper(char c) { return c >= 'A' && c <= 'Z'; }

}  // namespace

bool is_alpha(char32_t c) { return has(c, kFlag_alpha); }
bool is_decimal(char32_t c) { return has(c, kFlag_decimal); }
bool is_digit(char32_t c) { return has(c, kFlag_digit); }
bool is_numeric(char32_t c) { return has(c, kFlag_numeric); }
bool is_alnum(char32_t c) { return has(c, kFlag_alpha | kFlag_decimal | kFlag_digit | kFlag_numeric); }
bool is_space(char32_t c) { return has(c, kFlag_space); }
bool is_linebreak(char32_t c) { return has(c, kFlag_linebreak); }
bool is_printable(char32_t c) { return has(c, kFlag_printable); }
bool is_upper(char32_t c) { return has(c, kFlag_upper); }
bool is_lower(char32_t c) { return has(c, kFlag_lower); }
bool is_title(char32_t c) { return has(c, kFlag_title); }
bool is_cased(char32_t c) { return has(c, kFlag_cased); }
bool is_case_ignorable(char32_t c) { return has(c, kFlag_case_ignorable); }
bool is_xid_start(char32_t c) { return has(c, kFlag_xid_start); }
bool is_xid_continue(char32_t c) { return has(c, kFlag_xid_continue); }
bool is_assigned(char32_t c) { return record_of(c).category != 0; }

int decimal_value(char32_t c) {
  const Record& r = record_of(c);
  return (r.flags & kFlag_decimal) != 0 ? r.digit : -1;
}
int digit_value(char32_t c) { return record_of(c).digit; }
const char* category(char32_t c) { return kCategories[record_of(c).category]; }

CaseMapping to_lower(char32_t c) { return mapping(c, record_of(c).lower); }
CaseMapping to_upper(char32_t c) { return mapping(c, record_of(c).upper); }
CaseMapping to_title(char32_t c) { return mapping(c, record_of(c).title); }
CaseMapping casefold(char32_t c) { return mapping(c, record_of(c).casefold); }

bool is_final_sigma(std::string_view text, size_t offset) {
  // Final when the nearest character before it that is not case-ignorable is cased, and the nearest after it is not.
  const char* p = text.data() + offset;
  bool cased_before = false;
  while (p != text.data()) {
    const char32_t c = utf8::previous_valid(p);
    if (is_case_ignorable(c)) continue;
    cased_before = is_cased(c);
    break;
  }
  if (!cased_before) return false;
  p = text.data() + offset + utf8::encoded_length(kCapitalSigma);
  const char* const end = text.data() + text.size();
  while (p != end) {
    const char32_t c = utf8::next_valid(p);
    if (!is_case_ignorable(c)) return !is_cased(c);
  }
  return true;
}

std::string lower(std::string_view text) {
  if (utf8::is_ascii(text)) {
    std::string out(text);
    for (char& c : out) c = is_ascii_upper(c) ? static_cast<char>(c | 0x20) : c;
    return out;
  }
  return map_text(text, [text](std::string& out, char32_t c, size_t at) { append_lower(out, text, at, c); });
}

std::string upper(std::string_view text) {
  if (utf8::is_ascii(text)) {
    std::string out(text);
    for (char& c : out) c = is_ascii_lower(c) ? static_cast<char>(c & ~0x20) : c;
    return out;
  }
  return map_text(text, [](std::string& out, char32_t c, size_t) { append(out, to_upper(c)); });
}

std::string casefold(std::string_view text) {
  if (utf8::is_ascii(text)) return lower(text);
  return map_text(text, [](std::string& out, char32_t c, size_t) { append(out, casefold(c)); });
}

std::string title(std::string_view text) {
  bool after_cased = false;
  return map_text(text, [&](std::string& out, char32_t c, size_t at) {
    if (after_cased) {
      append_lower(out, text, at, c);
    } else {
      append(out, to_title(c));
    }
    after_cased = is_cased(c);
  });
}

std::string capitalize(std::string_view text) {
  return map_text(text, [text](std::string& out, char32_t c, size_t at) {
    if (at == 0) {
      append(out, to_title(c));
    } else {
      append_lower(out, text, at, c);
    }
  });
}

std::string swapcase(std::string_view text) {
  return map_text(text, [text](std::string& out, char32_t c, size_t at) {
    if (is_upper(c)) {
      append_lower(out, text, at, c);
    } else if (is_lower(c)) {
      append(out, to_upper(c));
    } else {
      utf8::append(out, c);
    }
  });
}

std::string decimals_and_spaces_to_ascii(std::string_view text) {
  if (utf8::is_ascii(text)) return std::string(text);
  return map_text(text, [](std::string& out, char32_t c, size_t) {
    if (c < 0x80) {
      out.push_back(static_cast<char>(c));
    } else if (is_space(c)) {
      out.push_back(' ');
    } else {
      const int digit = decimal_value(c);
      out.push_back(digit < 0 ? '?' : static_cast<char>('0' + digit));
    }
  });
}

bool is_identifier(std::string_view text) {
  if (text.empty()) return false;
  const char* p = text.data();
  const char* const end = p + text.size();
  const char32_t first = utf8::next_valid(p);
  if (first != U'_' && !is_xid_start(first)) return false;
  while (p != end) {
    if (!is_xid_continue(utf8::next_valid(p))) return false;
  }
  return true;
}

namespace {

// One code point's full decomposition, in `out`; how many it has. What Unicode 14 does not know has none, whatever utf8proc's Unicode says.
size_t decompose(std::array<utf8proc_int32_t, kMaxNormalGrowth>& out, char32_t c, bool compatible) {
  const int options = UTF8PROC_DECOMPOSE | (compatible ? UTF8PROC_COMPAT : 0);
  int boundary = 0;
  const utf8proc_ssize_t n =
      utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), out.data(), static_cast<utf8proc_ssize_t>(out.size()),
                              static_cast<utf8proc_option_t>(options), &boundary);
  if (n > 0 && static_cast<size_t>(n) <= out.size()) return static_cast<size_t>(n);
  out[0] = static_cast<utf8proc_int32_t>(c);
  return 1;
}

int combining_class(utf8proc_int32_t c) { return utf8proc_get_property(c)->combining_class; }

// Stable sort of each run of combining marks: utf8proc's own is quadratic, which hostile text would use.
void reorder(std::vector<utf8proc_int32_t>& text) {
  const auto is_mark = [](utf8proc_int32_t c) { return combining_class(c) != 0; };
  auto run = std::find_if(text.begin(), text.end(), is_mark);
  while (run != text.end()) {
    const auto run_end = std::find_if_not(run, text.end(), is_mark);
    const auto by_class = [](utf8proc_int32_t a, utf8proc_int32_t b) { return combining_class(a) < combining_class(b); };
    if (!std::is_sorted(run, run_end, by_class)) std::stable_sort(run, run_end, by_class);
    run = std::find_if(run_end, text.end(), is_mark);
  }
}

bool is_fence(char32_t c) { return utf8::is_surrogate(c) || !is_assigned(c); }

// Does the text start afresh here: nothing before it is reordered with it, or composed? Of what has class 0 only marks and the vowels and
// final consonants of Hangul compose with what comes before them.
bool starts_afresh(utf8proc_int32_t c) {
  if (c < 0x80) return true;
  const utf8proc_property_t* property = utf8proc_get_property(c);
  if (property->combining_class != 0 || (c >= 0x1160 && c <= 0x11FF)) return false;
  return property->category != UTF8PROC_CATEGORY_MN && property->category != UTF8PROC_CATEGORY_MC &&
         property->category != UTF8PROC_CATEGORY_ME;
}

// Calls fence(c) for each character that stays as it is, part() before a place where the text starts afresh, add(c) for each character of
// a decomposition.
template <class Fence, class Part, class Add>
void for_each_decomposed(std::string_view text, bool compatible, Fence&& fence, Part&& part, Add&& add) {
  std::array<utf8proc_int32_t, kMaxNormalGrowth> characters;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    const char32_t c = utf8::next_valid(p);
    if (is_fence(c)) {
      part();
      fence(c);
      continue;
    }
    const size_t count = decompose(characters, c, compatible);
    for (size_t i = 0; i < count; ++i) {
      if (starts_afresh(characters[i])) part();
      add(characters[i]);
    }
  }
  part();
}

bool is_compatible(Form form) { return form == Form::kNfkc || form == Form::kNfkd; }

}  // namespace

NormalSize normal_size(std::string_view text, Form form) {
  NormalSize size;
  if (utf8::is_ascii(text)) return {text.size(), 0};
  size_t part = 0;
  const auto add_bytes = [&](auto c) { size.bytes += utf8::encoded_length(static_cast<char32_t>(c)); };
  for_each_decomposed(
      text, is_compatible(form), add_bytes, [&] { part = 0; },
      [&](utf8proc_int32_t c) {
        add_bytes(c);
        size.longest_part = std::max(size.longest_part, ++part);
      });
  return size;
}

std::string normalize(std::string_view text, Form form, const NormalSize& size) {
  if (utf8::is_ascii(text)) return std::string(text);
  const bool compose = form == Form::kNfc || form == Form::kNfkc;
  std::string out;
  out.reserve(size.bytes);
  std::vector<utf8proc_int32_t> part;
  part.reserve(size.longest_part);
  const auto flush = [&] {
    if (part.size() > 1) reorder(part);
    auto count = static_cast<utf8proc_ssize_t>(part.size());
    // STABLE: leave out compositions that normalisation excludes.
    if (compose && count > 1)
      count = utf8proc_normalize_utf32(part.data(), count, static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
    for (utf8proc_ssize_t i = 0; i < count; ++i) utf8::append(out, static_cast<char32_t>(part[static_cast<size_t>(i)]));
    part.clear();
  };
  for_each_decomposed(
      text, is_compatible(form), [&](char32_t c) { utf8::append(out, c); }, flush, [&](utf8proc_int32_t c) { part.push_back(c); });
  return out;
}

std::string normalize(std::string_view text, Form form) { return normalize(text, form, normal_size(text, form)); }

}  // namespace fermata::unicode
