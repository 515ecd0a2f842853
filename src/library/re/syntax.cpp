#include "library/re/syntax.h"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/utf8.h"
#include "unicode/character_names.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

constexpr uint64_t kUnbounded = 0xFFFFFFFF;     // CPython's MAXREPEAT
constexpr std::string_view kShared = "shared";  // names of groups; those of the pattern itself have numbers here
constexpr uint32_t kMaxCount = 65535;           // PCRE2's largest repeat count
constexpr int kMaxNesting = 180;                // PCRE2 compiles by recursion
constexpr uint32_t kTypeFlags = kRegexAscii | kRegexLocale | kRegexUnicode;
constexpr char32_t kEnd = 0xFFFFFFFF;

struct Width {
  uint64_t low = 0, high = 0;
};
uint64_t saturate(uint64_t n) { return std::min(n, kUnbounded); }

bool is_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_octal(char32_t c) { return c >= '0' && c <= '7'; }
int hex_value(char32_t c) {
  if (is_digit(c)) return int(c - '0');
  if (c >= 'a' && c <= 'f') return int(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return int(c - 'A' + 10);
  return -1;
}
uint32_t flag_of(char32_t c) {
  switch (c) {
    case 'i': return kRegexIgnoreCase;
    case 'L': return kRegexLocale;
    case 'm': return kRegexMultiline;
    case 's': return kRegexDotAll;
    case 'x': return kRegexVerbose;
    case 'a': return kRegexAscii;
    case 'u': return kRegexUnicode;
    default: return 0;
  }
}

// The white space of str patterns; PCRE2's \s differs a little.
constexpr const char* kSpacesUtf =
    "\\x09-\\x0d\\x1c-\\x20\\x85\\xa0\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}";
constexpr const char* kNotSpacesUtf =
    "\\x00-\\x08\\x0e-\\x1b\\x21-\\x84\\x86-\\x9f\\xa1-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}"
    "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{10ffff}";
constexpr const char* kSpacesAsciiText = "\\x09-\\x0d\\x1c-\\x20";
constexpr const char* kNotSpacesAsciiText = "\\x00-\\x08\\x0e-\\x1b\\x21-\\xff";

// What Python takes for one letter without regard to case, and PCRE2 doesn't.
constexpr std::u32string_view kCaseSets[] = {U"Ii\u0130\u0131", U"\u0390\u1fd3", U"\u03b0\u1fe3", U"\ufb05\ufb06"};

// repr() of a name, as messages show it; the names here have no odd characters mostly.
std::string quoted(const std::string& name, bool is_text) {
  const char quote = name.find('\'') != std::string::npos && name.find('"') == std::string::npos ? '"' : '\'';
  std::string out = is_text ? "" : "b";
  out += quote;
  for (char c : name) {
    if (c == quote || c == '\\') out += '\\';
    if (c == '\n') out += "\\n";
    else if (c == '\t') out += "\\t";
    else if (c == '\r') out += "\\r";
    else if (static_cast<unsigned char>(c) < 32 || c == 127) out += fmt::format("\\x{:02x}", c);
    else out += c;
  }
  return out += quote;
}

class Parser {
 public:
  Parser(std::string_view source, bool is_text, uint32_t flags, bool utf, bool share) : is_text_(is_text), utf_(utf), share_(share) {
    result_.flags = flags;
    if (is_text) {
      const char* p = source.data();
      const char* const end = p + source.size();
      while (p < end) text_.push_back(utf8::next_valid(p));
    } else {
      for (char c : source) text_.push_back(static_cast<unsigned char>(c));
    }
  }

  RegexSyntax run();

 private:
  struct Failed {};
  enum class Item : uint8_t { kNone, kPosition, kRepeat, kOther };
  struct Group {
    bool closed = false;
    Width width;
    RegexGroup place;
    bool looks = false;  // it is in a look-around
  };

  // --- the source
  char32_t next() const { return at_ < text_.size() ? text_[at_] : kEnd; }
  char32_t get() {
    const char32_t c = next();
    if (c != kEnd) ++at_;
    return c;
  }
  bool match(char32_t c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  std::string text(size_t from, size_t to) const {
    std::string out;
    for (size_t i = from; i < std::min(to, text_.size()); ++i) utf8::append(out, text_[i]);
    return out;
  }
  // Fails at the position `back` characters before the current one.
  [[noreturn]] void fail(std::string message, size_t back = 0) { fail_at(std::move(message), int64_t(at_) - int64_t(back)); }
  [[noreturn]] void fail_at(std::string message, int64_t position, RegexFailure::Kind kind = RegexFailure::kSyntax) {
    result_.failure = {kind, std::move(message), position};
    throw Failed();
  }
  std::string get_until(char32_t end, size_t* length);

  // --- the parts
  Width alternatives(uint32_t flags, int depth);
  Width branch(uint32_t flags, int depth, bool first);
  // (…): what it is to a quantifier, and its width in *width.
  Item group(uint32_t* flags, int depth, bool at_start, Width* width);
  Width capture_group(const std::string* name, size_t name_length, uint32_t flags, int depth, size_t start);
  Width look_around(uint32_t flags, int depth, size_t start, bool behind, bool negative);
  Width conditional(uint32_t flags, int depth, size_t start);
  bool inline_flags(char32_t c, uint32_t* add, uint32_t* remove);
  void close(size_t start) {
    if (!match(')')) fail("missing ), unterminated subpattern", at_ - start);
    out_ += ')';
  }
  bool repeat_bounds(char32_t c, uint64_t* low, uint64_t* high);
  Item escape(uint32_t flags, Width* width);
  void character_set(uint32_t flags);
  struct SetItem {
    char32_t c = 0;
    char32_t category = 0;  // d D s S w W, or 0
  };
  SetItem set_escape(size_t begin);
  std::optional<char32_t> numeric_escape(char32_t c, size_t begin);
  void check_name(const std::string& name, size_t length);
  uint32_t group_number(const std::string& name) const {
    for (auto& [known, number] : result_.names)
      if (known == name) return number;
    return 0;
  }
  Width reference(uint32_t number, size_t back, uint32_t flags);
  void check_lookbehind_group(uint32_t number);

  // --- PCRE2's syntax
  // Letters without case only by ASCII's rules, which PCRE2 doesn't have for UTF-8 text: they are written in both cases.
  bool ascii_caseless(uint32_t flags) const { return utf_ && (flags & kRegexIgnoreCase) && (flags & kRegexAscii); }
  bool caseless(uint32_t flags) const { return (flags & kRegexIgnoreCase) && !ascii_caseless(flags); }
  // Writes those of the sets above that have a character from `low` to `high`, as parts of a class.
  void case_sets(char32_t low, char32_t high, uint32_t flags) {
    if (!utf_ || !caseless(flags)) return;
    for (const std::u32string_view set : kCaseSets)
      if (std::ranges::any_of(set, [=](char32_t c) { return low <= c && c <= high; }))
        std::ranges::for_each(set, [this](char32_t c) { code_point(c); });
  }
  void literal(char32_t c, uint32_t flags);
  std::string repeated(const std::string& item, uint64_t low, uint64_t high, bool lazy) const;
  void category(char32_t c, uint32_t flags, bool in_set);
  void code_point(char32_t c);

  bool is_text_, utf_, share_;
  std::vector<std::string> shared_;  // what is repeated, when it is to be written once
  std::u32string text_;
  size_t at_ = 0;
  RegexSyntax result_;
  std::string out_;
  std::vector<Group> groups_{{}};  // by number, 0 unused
  uint32_t closed_ = 0, repeats_ = 0;
  uint32_t lookbehind_groups_ = 0;  // groups there were at the outermost lookbehind's start, 0: not in one
  bool variable_lookbehind_ = false;
  std::vector<std::pair<uint32_t, size_t>> forward_;  // groups of conditions and where they are asked for
};

std::string Parser::get_until(char32_t end, size_t* length) {
  const size_t begin = at_;
  for (;;) {
    const char32_t c = get();
    if (c == kEnd) {
      if (at_ == begin) fail("missing group name");
      fail(fmt::format("missing {}, unterminated name", char(end)), at_ - begin);
    }
    if (c == end) break;
  }
  *length = at_ - 1 - begin;
  if (*length == 0) fail("missing group name", 1);
  return text(begin, at_ - 1);
}

void Parser::check_name(const std::string& name, size_t length) {
  if (!unicode::is_identifier(name)) fail(fmt::format("bad character in group name {}", quoted(name, true)), length + 1);
}

void Parser::code_point(char32_t c) {
  if (c > 127) result_.ascii_only = false;
  if (c < 256 && !(utf_ && c > 127)) out_ += fmt::format("\\x{:02x}", uint32_t(c));
  else if (utf_) utf8::append(out_, c);
}

void Parser::literal(char32_t c, uint32_t flags) {
  const size_t begin = out_.size();
  case_sets(c, c, flags);
  if (out_.size() != begin) {
    out_.insert(begin, 1, '[');
    out_ += ']';
  } else if (is_letter(c) && ascii_caseless(flags)) {
    out_ += fmt::format("[{}{}]", char(c | 32), char(c & ~32));
  } else if (is_letter(c) || is_digit(c) || c == '_' || c == ' ' || c == ',' || c == ';' || c == ':' || c == '"' || c == '\'') {
    out_ += char(c);
  } else if (c > 32 && c < 127) {
    out_ += '\\';
    out_ += char(c);
  } else if (c > 255 && !utf_) {
    result_.ascii_only = false;
    out_ += "(?!)";  // this form is not used then
  } else {
    code_point(c);
  }
}

void Parser::category(char32_t c, uint32_t flags, bool in_set) {
  const bool wide = is_text_ && !(flags & kRegexAscii);                 // Unicode's idea of it
  const bool ucp = utf_ && !(result_.flags & kRegexAscii) && is_text_;  // what \w means to PCRE2 here
  const auto set = [&](const char* members) {
    if (in_set) out_ += members;
    else out_ += fmt::format("[{}]", members);
  };
  if (wide && (c == 's' || c == 'S')) {
    if (utf_) set(c == 's' ? kSpacesUtf : kNotSpacesUtf);
    else set(c == 's' ? kSpacesAsciiText : kNotSpacesAsciiText);
    return;
  }
  if (wide == ucp || !utf_) {
    out_ += '\\';
    out_ += char(c);
    return;
  }
  // A group with flags of its own, (?a:…) or (?u:…).
  if (wide) {
    switch (c) {
      case 'd': out_ += "\\p{Nd}"; return;
      case 'D': out_ += "\\P{Nd}"; return;
      case 'w': set("\\p{L}\\p{N}_"); return;
      default: out_ += in_set ? "\\P{Xwd}" : "[^\\p{L}\\p{N}_]"; return;
    }
  }
  switch (c) {
    case 'd': set("0-9"); return;
    case 'D': set("\\x00-\\x2f\\x3a-\\x{10ffff}"); return;
    case 's': set("\\x09-\\x0d\\x20"); return;
    case 'S': set("\\x00-\\x08\\x0e-\\x1f\\x21-\\x{10ffff}"); return;
    case 'w': set("0-9A-Za-z_"); return;
    default: set("\\x00-\\x2f\\x3a-\\x40\\x5b-\\x5e\\x60\\x7b-\\x{10ffff}"); return;
  }
}

// \x41, \u0041, \U00000041; nothing for other letters.
std::optional<char32_t> Parser::numeric_escape(char32_t c, size_t begin) {
  if (c == 'N' && is_text_) {
    if (!match('{')) fail("missing {");
    const size_t name_at = at_;
    while (next() != kEnd && next() != '}') ++at_;
    if (at_ == name_at) fail("missing character name", 0);
    if (next() == kEnd) fail("missing }, unterminated name", at_ - name_at);
    const std::string name = text(name_at, at_++);
    if (char32_t named = 0; unicode::find_character(name, named)) return named;
    fail(fmt::format("undefined character name {}", quoted(name, true)), at_ - begin);
  }
  const int digits = c == 'x' ? 2 : c == 'u' && is_text_ ? 4 : c == 'U' && is_text_ ? 8 : 0;
  if (digits == 0) return std::nullopt;
  uint32_t value = 0;
  int seen = 0;
  while (seen < digits && hex_value(next()) >= 0) {
    value = value << 4 | uint32_t(hex_value(get()));
    ++seen;
  }
  if (seen != digits) fail("incomplete escape " + text(begin, at_), at_ - begin);
  if (value > utf8::kMaxCodePoint) fail("bad escape " + text(begin, at_), at_ - begin);
  return value;
}

char32_t simple_escape(char32_t c) {
  switch (c) {
    case 'a': return 7;
    case 'f': return 12;
    case 'n': return 10;
    case 'r': return 13;
    case 't': return 9;
    case 'v': return 11;
    case '\\': return '\\';
    default: return 0;
  }
}

void Parser::check_lookbehind_group(uint32_t number) {
  if (lookbehind_groups_ == 0) return;
  if (number >= groups_.size() || !groups_[number].closed) fail("cannot refer to an open group");
  if (number >= lookbehind_groups_) fail("cannot refer to group defined in the same lookbehind subpattern");
}

Width Parser::reference(uint32_t number, size_t back, uint32_t flags) {
  if (!groups_[number].closed) fail("cannot refer to an open group", back);
  check_lookbehind_group(number);
  const Width width = groups_[number].width;
  if (flags & kRegexIgnoreCase) result_.caseless_references = true;
  if (utf_ && (flags & kRegexIgnoreCase)) {
    const std::string times = lookbehind_groups_ ? fmt::format("{{{}}}", width.low) : "*+";
    out_ += fmt::format("(?>(?C'{}{}')(?:.(?C'+')){}(?C'.'))", ascii_caseless(flags) ? 'a' : 'u', number, times);
  } else {
    out_ += fmt::format("\\g{{{}}}", number);
  }
  return width;
}

Parser::Item Parser::escape(uint32_t flags, Width* width) {
  const size_t begin = at_ - 1;
  if (next() == kEnd) fail_at("bad escape (end of pattern)", int64_t(begin));
  const char32_t c = get();
  *width = {1, 1};
  switch (c) {
    case 'A':
      out_ += "\\A";
      *width = {};
      return Item::kPosition;
    case 'Z':
      out_ += "\\z";
      *width = {};
      return Item::kPosition;
    case 'b':
    case 'B':
      out_ += c == 'b' ? "\\b" : "(?!\\A\\z)\\B";  // of an empty text neither is true
      *width = {};
      return Item::kPosition;
    case 'd':
    case 'D':
    case 's':
    case 'S':
    case 'w':
    case 'W': category(c, flags, false); return Item::kOther;
    default: break;
  }
  if (const char32_t simple = simple_escape(c)) {
    literal(simple, flags);
    return Item::kOther;
  }
  if (const auto value = numeric_escape(c, begin)) {
    literal(*value, flags);
    return Item::kOther;
  }
  if (c == '0') {
    uint32_t value = 0;
    for (int i = 0; i < 2 && is_octal(next()); ++i) value = value * 8 + (get() - '0');
    literal(value, flags);
    return Item::kOther;
  }
  if (is_digit(c)) {
    uint32_t number = c - '0';
    if (is_digit(next())) {
      const char32_t second = get();
      number = number * 10 + (second - '0');
      if (is_octal(c) && is_octal(second) && is_octal(next())) {
        const uint32_t value = (c - '0') * 64 + (second - '0') * 8 + (get() - '0');
        if (value > 0377) fail(fmt::format("octal escape value {} outside of range 0-0o377", text(begin, at_)), at_ - begin);
        literal(value, flags);
        return Item::kOther;
      }
    }
    if (number >= groups_.size()) fail(fmt::format("invalid group reference {}", number), at_ - begin - 1);
    *width = reference(number, at_ - begin, flags);
    return Item::kOther;
  }
  if (is_letter(c)) fail("bad escape " + text(begin, at_), at_ - begin);
  literal(c, flags);
  return Item::kOther;
}

Parser::SetItem Parser::set_escape(size_t begin) {
  if (next() == kEnd) fail_at("bad escape (end of pattern)", int64_t(begin));
  const char32_t c = get();
  switch (c) {
    case 'd':
    case 'D':
    case 's':
    case 'S':
    case 'w':
    case 'W': return {0, c};
    case 'b': return {8, 0};
    default: break;
  }
  if (const char32_t simple = simple_escape(c)) return {simple, 0};
  if (const auto value = numeric_escape(c, begin)) return {*value, 0};
  if (is_octal(c)) {
    uint32_t value = c - '0';
    for (int i = 0; i < 2 && is_octal(next()); ++i) value = value * 8 + (get() - '0');
    if (value > 0377) fail(fmt::format("octal escape value {} outside of range 0-0o377", text(begin, at_)), at_ - begin);
    return {value, 0};
  }
  if (is_digit(c) || is_letter(c)) fail("bad escape " + text(begin, at_), at_ - begin);
  return {c, 0};
}

void Parser::character_set(uint32_t flags) {
  const size_t start = at_ - 1;
  out_ += '[';
  if (match('^')) out_ += '^';
  const auto character = [&](char32_t c) {
    if (is_letter(c) || is_digit(c)) out_ += char(c);
    else code_point(c);
  };
  // The letters among low … high in the other case, too.
  const auto members = [&](char32_t low, char32_t high) {
    character(low);
    if (high != low) {
      out_ += '-';
      character(high);
    }
    case_sets(low, high, flags);
    if (!ascii_caseless(flags)) return;
    for (char32_t first : {U'a', U'A'}) {
      const char32_t from = std::max(low, first), to = std::min<char32_t>(high, first + 25);
      if (from <= to) out_ += fmt::format("{}-{}", char(from ^ 32), char(to ^ 32));
    }
  };
  const auto member = [&](char32_t c) { members(c, c); };
  bool empty = true;
  for (;;) {
    const size_t begin = at_;
    const char32_t c = get();
    if (c == kEnd) fail("unterminated character set", at_ - start);
    if (c == ']' && !empty) break;
    empty = false;
    const SetItem low = c == '\\' ? set_escape(begin) : SetItem{c, 0};
    const size_t low_end = at_;
    if (!match('-')) {
      if (low.category) category(low.category, flags, true);
      else member(low.c);
      continue;
    }
    const size_t high_begin = at_;
    const char32_t d = get();
    if (d == kEnd) fail("unterminated character set", at_ - start);
    if (d == ']') {
      if (low.category) category(low.category, flags, true);
      else member(low.c);
      out_ += "\\-";
      break;
    }
    const SetItem high = d == '\\' ? set_escape(high_begin) : SetItem{d, 0};
    if (low.category || high.category || high.c < low.c)
      fail(fmt::format("bad character range {}-{}", text(begin, low_end), text(high_begin, at_)), at_ - begin);
    members(low.c, high.c);
  }
  out_ += ']';
}

// Flags after "(?", of which `c` is the first. True: "(?flags:", false: "(?flags)" for the whole pattern.
bool Parser::inline_flags(char32_t c, uint32_t* add, uint32_t* remove) {
  const auto unexpected = [&](const char* otherwise) { fail(unicode::is_alpha(c) ? "unknown flag" : otherwise, 1); };
  if (c != '-') {
    for (;;) {
      const uint32_t flag = flag_of(c);
      if (is_text_ && c == 'L') fail("bad inline flags: cannot use 'L' flag with a str pattern");
      if (!is_text_ && c == 'u') fail("bad inline flags: cannot use 'u' flag with a bytes pattern");
      *add |= flag;
      if ((flag & kTypeFlags) && (*add & kTypeFlags) != flag) fail("bad inline flags: flags 'a', 'u' and 'L' are incompatible");
      c = get();
      if (c == kEnd) fail("missing -, : or )");
      if (c == ')' || c == '-' || c == ':') break;
      if (!flag_of(c)) unexpected("missing -, : or )");
    }
  }
  if (c == ')') {
    result_.flags |= *add;
    return false;
  }
  if (c == '-') {
    c = get();
    if (c == kEnd) fail("missing flag");
    if (!flag_of(c)) unexpected("missing flag");
    for (;;) {
      const uint32_t flag = flag_of(c);
      if (flag & kTypeFlags) fail("bad inline flags: cannot turn off flags 'a', 'u' and 'L'");
      *remove |= flag;
      c = get();
      if (c == kEnd) fail("missing :");
      if (c == ':') break;
      if (!flag_of(c)) unexpected("missing :");
    }
  }
  if (*add & *remove) fail("bad inline flags: flag turned on and off", 1);
  return true;
}

Width Parser::capture_group(const std::string* name, size_t name_length, uint32_t flags, int depth, size_t start) {
  const auto number = uint32_t(groups_.size());
  if (name) {
    if (const uint32_t known = group_number(*name))
      fail(fmt::format("redefinition of group name {} as group {}; was group {}", quoted(*name, true), number, known), name_length + 1);
    result_.names.emplace_back(*name, number);
  }
  groups_.emplace_back();
  out_ += '(';
  const Width width = alternatives(flags, depth + 1);
  close(start);
  groups_[number].closed = true;
  groups_[number].width = width;
  groups_[number].place.close_rank = ++closed_;
  return width;
}

Width Parser::look_around(uint32_t flags, int depth, size_t start, bool behind, bool negative) {
  out_ += behind ? negative ? "(?<!" : "(?<=" : negative ? "(?!" : "(?=";
  result_.looks_ahead |= !behind && !negative;
  const uint32_t outer = lookbehind_groups_;
  if (behind && !outer) lookbehind_groups_ = uint32_t(groups_.size());
  const size_t first = groups_.size();
  const Width width = alternatives(flags, depth + 1);
  for (size_t i = first; i < groups_.size(); ++i) groups_[i].looks = true;
  lookbehind_groups_ = outer;
  close(start);
  if (behind && width.low != width.high) variable_lookbehind_ = true;
  return {};
}

Width Parser::conditional(uint32_t flags, int depth, size_t start) {
  size_t length = 0;
  const size_t name_at = at_;
  const std::string name = get_until(')', &length);
  uint32_t number = 0;
  if (unicode::is_identifier(name)) {
    number = group_number(name);
    if (!number) fail(fmt::format("unknown group name {}", quoted(name, true)), length + 1);
  } else {
    if (!std::all_of(name.begin(), name.end(), [](char c) { return is_digit(char32_t(c)); }))
      fail(fmt::format("bad character in group name {}", quoted(name, true)), length + 1);
    uint64_t value = 0;
    for (char c : name) value = std::min<uint64_t>(value * 10 + uint64_t(c - '0'), UINT32_MAX);
    if (value == 0) fail("bad group number", length + 1);
    if (value > kMaxCount) fail("invalid group reference " + name, length + 1);
    number = uint32_t(value);
    forward_.emplace_back(number, name_at);
  }
  check_lookbehind_group(number);
  out_ += fmt::format("(?({})", number);
  Width yes = branch(flags, depth + 1, false), no;
  if (match('|')) {
    out_ += '|';
    no = branch(flags, depth + 1, false);
    if (next() == '|') fail("conditional backref with more than two branches");
  }
  close(start);
  return {std::min(yes.low, no.low), std::max(yes.high, no.high)};
}

Parser::Item Parser::group(uint32_t* flags, int depth, bool at_start, Width* width) {
  const size_t start = at_ - 1;
  *width = {};
  if (!match('?')) {
    *width = capture_group(nullptr, 0, *flags, depth, start);
    return Item::kOther;
  }
  const char32_t c = get();
  switch (c) {
    case kEnd: fail("unexpected end of pattern");
    case 'P': {
      size_t length = 0;
      if (match('<')) {
        const std::string name = get_until('>', &length);
        check_name(name, length);
        *width = capture_group(&name, length, *flags, depth, start);
        return Item::kOther;
      }
      if (match('=')) {
        const std::string name = get_until(')', &length);
        check_name(name, length);
        const uint32_t number = group_number(name);
        if (!number) fail(fmt::format("unknown group name {}", quoted(name, true)), length + 1);
        *width = reference(number, length + 1, *flags);
        return Item::kOther;
      }
      if (next() == kEnd) fail("unexpected end of pattern");
      const size_t bad = at_++;
      fail("unknown extension ?P" + text(bad, at_), 3);
    }
    case '#':
      for (;;) {
        if (next() == kEnd) fail("missing ), unterminated comment", at_ - start);
        if (get() == ')') return Item::kNone;
      }
    case '=':
    case '!': *width = look_around(*flags, depth, start, false, c == '!'); return Item::kOther;
    case '<': {
      const char32_t d = get();
      if (d == kEnd) fail("unexpected end of pattern");
      if (d != '=' && d != '!') fail("unknown extension ?<" + text(at_ - 1, at_), 3);
      *width = look_around(*flags, depth, start, true, d == '!');
      return Item::kOther;
    }
    case '(': *width = conditional(*flags, depth, start); return Item::kOther;
    case ':':
    case '>': {
      out_ += c == ':' ? "(?:" : "(?>";
      *width = alternatives(*flags, depth + 1);
      close(start);
      return Item::kOther;
    }
    default: break;
  }
  if (c != '-' && !flag_of(c)) fail("unknown extension ?" + text(at_ - 1, at_), 2);
  uint32_t add = 0, remove = 0;
  if (!inline_flags(c, &add, &remove)) {
    if (!at_start) fail("global flags not at the start of the expression", at_ - start);
    *flags |= add;
    return Item::kNone;
  }
  uint32_t inner = *flags;
  if (add & kTypeFlags) inner &= ~kTypeFlags;
  inner = (inner | add) & ~remove;
  out_ += caseless(inner) == caseless(*flags) ? "(?:" : caseless(inner) ? "(?i:" : "(?-i:";
  *width = alternatives(inner, depth + 1);
  close(start);
  return Item::kOther;
}

// The bounds after the quantifier `c`; false for a brace that isn't a quantifier.
bool Parser::repeat_bounds(char32_t c, uint64_t* low, uint64_t* high) {
  *low = 0;
  *high = kUnbounded;
  if (c == '?') *high = 1;
  if (c == '+') *low = 1;
  if (c != '{') return true;
  const size_t here = at_;
  if (next() == '}') return false;
  const auto number = [&](bool* given) {
    uint64_t n = 0;
    for (*given = false; is_digit(next()); *given = true) n = std::min<uint64_t>(n * 10 + (get() - '0'), uint64_t{1} << 40);
    return n;
  };
  bool has_low = false, has_high = false;
  const uint64_t first = number(&has_low);
  uint64_t second = first;
  if (match(',')) second = number(&has_high);
  else has_high = has_low;
  if (!match('}')) {
    at_ = here;
    return false;
  }
  if (has_low) *low = first;
  if (has_high) *high = second;
  if ((has_low && first >= kUnbounded) || (has_high && second >= kUnbounded))
    fail_at("the repetition number is too large", -1, RegexFailure::kOverflow);
  if (*high < *low) fail("min repeat greater than max repeat", at_ - here);
  return true;
}

// `item` from `low` to `high` times, one of which is more than PCRE2 counts to.
std::string Parser::repeated(const std::string& item, uint64_t low, uint64_t high, bool lazy) const {
  std::string out;
  if (const uint64_t often = low / kMaxCount) out = fmt::format("(?:{}{{{}}}){{{}}}", item, kMaxCount, often);
  if (const uint64_t rest = low % kMaxCount) out += fmt::format("{}{{{}}}", item, rest);
  const char* mark = lazy ? "?" : "";
  if (high == kUnbounded) return out + fmt::format("{}*{}", item, mark);
  // As many as PCRE2 counts to and then the others, or fewer: each number in one way, so that there is one way back.
  std::string ends;
  uint64_t left = high - low;
  for (; left > kMaxCount; left -= kMaxCount) {
    const std::string fewer = fmt::format("{}{{0,{}}}{}", item, kMaxCount - 1, mark), all = fmt::format("{}{{{}}}", item, kMaxCount);
    out += "(?:" + (lazy ? fewer + "|" + all : all);
    ends = (lazy ? ")" : "|" + fewer + ")") + ends;
  }
  return out + fmt::format("{}{{0,{}}}{}", item, left, mark) + ends;
}

Width Parser::branch(uint32_t flags, int depth, bool first) {
  if (depth > kMaxNesting) fail_at("maximum recursion depth exceeded", -1, RegexFailure::kRecursion);
  Width total, last_width;
  Item last = Item::kNone;
  size_t last_begin = 0, groups_before = groups_.size(), groups_then = groups_before;
  const auto item = [&](Item kind, Width width, size_t begin) {
    total.low = saturate(total.low + width.low);
    total.high = saturate(total.high + width.high);
    last = kind;
    last_width = width;
    last_begin = begin;
    groups_then = groups_before;
  };
  for (;;) {
    const char32_t c = next();
    if (c == kEnd || c == '|' || c == ')') break;
    ++at_;
    if (flags & kRegexVerbose) {
      if (c == ' ' || (c >= 9 && c <= 13)) continue;
      if (c == '#') {
        while (next() != kEnd && get() != '\n') {
        }
        continue;
      }
    }
    const size_t begin = out_.size();
    groups_before = groups_.size();
    Width width{1, 1};
    switch (c) {
      case '\\': {
        const Item kind = escape(flags, &width);
        item(kind, width, begin);
        break;
      }
      case '[':
        character_set(flags);
        item(Item::kOther, width, begin);
        break;
      case '.':
        out_ += flags & kRegexDotAll ? "." : "\\N";
        item(Item::kOther, width, begin);
        break;
      case '^':
        out_ += flags & kRegexMultiline ? "^" : "\\A";
        item(Item::kPosition, {}, begin);
        break;
      case '$':
        out_ += flags & kRegexMultiline ? "$" : "\\Z";
        item(Item::kPosition, {}, begin);
        break;
      case '(': {
        const bool at_start = first && last == Item::kNone && depth == 0;
        const Item kind = group(&flags, depth, at_start, &width);
        if (kind != Item::kNone) item(kind, width, begin);
        break;
      }
      case '*':
      case '+':
      case '?':
      case '{': {
        const size_t here = at_;
        uint64_t low = 0, high = 0;
        if (!repeat_bounds(c, &low, &high)) {
          literal('{', flags);
          item(Item::kOther, width, begin);
          break;
        }
        if (last == Item::kNone || last == Item::kPosition) fail("nothing to repeat", at_ - here + 1);
        if (last == Item::kRepeat) fail("multiple repeat", at_ - here + 1);
        const bool lazy = match('?'), possessive = !lazy && match('+');
        if (high > 1 && groups_then < groups_.size()) {
          ++repeats_;
          for (size_t i = groups_then; i < groups_.size(); ++i)
            groups_[i].place.repeat = repeats_, groups_[i].place.looks = groups_[i].looks;
        }
        const std::string_view repeated_text = std::string_view(out_).substr(last_begin);
        if (share_ && c == '{' && groups_then == groups_.size() && !lookbehind_groups_ && repeated_text.size() > kShared.size() + 4) {
          shared_.push_back(fmt::format("({}:{})", caseless(flags) ? "?i" : "?-i", repeated_text));
          out_.replace(last_begin, std::string::npos, fmt::format("(?P>{}{})", kShared, shared_.size()));
        }
        if (low > kMaxCount || (high > kMaxCount && high != kUnbounded)) {
          if (groups_then != groups_.size()) fail_at("the repetition number is too large", -1, RegexFailure::kOverflow);
          const std::string repeated_item = repeated(out_.substr(last_begin), low, high, lazy);
          out_.replace(last_begin, std::string::npos, (possessive ? "(?>" : "(?:") + repeated_item + ")");
        } else {
          if (c != '{') out_ += char(c);
          else if (high == kUnbounded) out_ += fmt::format("{{{},}}", low);
          else out_ += fmt::format("{{{},{}}}", low, high);
          if (lazy) out_ += '?';
          if (possessive) out_ += '+';
        }
        total.low = saturate(total.low - last_width.low + saturate(last_width.low * low));
        total.high =
            high == kUnbounded && last_width.high
                ? kUnbounded
                : saturate(total.high >= kUnbounded ? kUnbounded : total.high - last_width.high + saturate(last_width.high * high));
        last = Item::kRepeat;
        break;
      }
      default: literal(c, flags); item(Item::kOther, width, begin);
    }
  }
  if (first && depth == 0) result_.flags |= flags & ~kTypeFlags;
  return total;
}

Width Parser::alternatives(uint32_t flags, int depth) {
  Width width = branch(flags, depth, true);
  // Flags at the pattern's start hold for all of it.
  if (depth == 0) flags = (flags & ~kTypeFlags) | result_.flags;
  while (match('|')) {
    out_ += '|';
    const Width other = branch(flags, depth, false);
    width.low = std::min(width.low, other.low);
    width.high = std::max(width.high, other.high);
  }
  return width;
}

RegexSyntax Parser::run() {
  try {
    alternatives(result_.flags, 0);
    uint32_t& flags = result_.flags;
    if (is_text_) {
      if (flags & kRegexLocale) fail_at("cannot use LOCALE flag with a str pattern", -1, RegexFailure::kValue);
      if ((flags & kRegexAscii) && (flags & kRegexUnicode)) fail_at("ASCII and UNICODE flags are incompatible", -1, RegexFailure::kValue);
      if (!(flags & kRegexAscii)) flags |= kRegexUnicode;
    } else {
      if (flags & kRegexUnicode) fail_at("cannot use UNICODE flag with a bytes pattern", -1, RegexFailure::kValue);
      if ((flags & kRegexAscii) && (flags & kRegexLocale)) fail_at("ASCII and LOCALE flags are incompatible", -1, RegexFailure::kValue);
    }
    if (next() != kEnd) fail("unbalanced parenthesis");
    for (auto [number, position] : forward_)
      if (number >= groups_.size()) fail_at(fmt::format("invalid group reference {}", number), int64_t(position));
    if (variable_lookbehind_) fail_at("look-behind requires fixed-width pattern", -1);
  } catch (const Failed&) {
    return std::move(result_);
  }
  for (size_t i = 0; i < shared_.size(); ++i) out_ += fmt::format("(?(DEFINE)(?<{}{}>{}))", kShared, i + 1, shared_[i]);
  result_.groups = uint32_t(groups_.size() - 1);
  for (const Group& group : groups_) result_.places.push_back(group.place);
  result_.pcre = std::move(out_);
  return std::move(result_);
}

}  // namespace

RegexSyntax parse_regex(std::string_view source, bool is_text, uint32_t flags, bool utf, bool share) {
  return Parser(source, is_text, flags, utf, share).run();
}

}  // namespace fermata
