#include "library/re/template.h"

#include <fmt/core.h>

#include "base/utf8.h"
#include "objects/errors/errors.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_octal(char32_t c) { return c >= '0' && c <= '7'; }

class TemplateParser {
 public:
  TemplateParser(Context& cx, Value repl, const RegexProgram& program, RegexTemplate* out)
      : cx_(cx), repl_(repl), program_(program), is_text_(is<Str>(repl)), out_(out) {}

  Value run();

 private:
  char next() const { return p_ < end_ ? *p_ : '\0'; }
  bool at_end() const { return p_ == end_; }
  Value fail(std::string_view message, const char* at) {
    const std::string_view before(begin_, size_t(at - begin_));
    return raise_regex_error(cx_, message, repl_, int64_t(is_text_ ? utf8::count(before) : before.size()));
  }
  void put(char32_t c) {
    if (is_text_) utf8::append(text_, c);
    else text_.push_back(char(c));
  }
  Value put_group(uint32_t number, const char* at) {
    if (number > program_.syntax.groups) return fail(fmt::format("invalid group reference {}", number), at);
    out_->parts.push_back({std::move(text_), number});
    text_.clear();
    return Value::none();
  }
  Value named_group();
  Value escape();

  Context& cx_;
  Value repl_;
  const RegexProgram& program_;
  bool is_text_;
  RegexTemplate* out_;
  const char *begin_ = nullptr, *p_ = nullptr, *end_ = nullptr;
  std::string text_;
};

Value TemplateParser::named_group() {
  if (next() != '<') return fail("missing <", p_);
  const char* const begin = ++p_;
  while (!at_end() && *p_ != '>') ++p_;
  const std::string_view name(begin, size_t(p_ - begin));
  if (at_end()) return name.empty() ? fail("missing group name", p_) : fail("missing >, unterminated name", begin);
  ++p_;
  if (name.empty()) return fail("missing group name", p_ - 1);
  if (unicode::is_identifier(name)) {
    for (auto& [known, number] : program_.syntax.names)
      if (known == name) return put_group(number, begin);
    return raise(cx_, ErrorType::kIndexError, message_text("unknown group name '{}'", name));
  }
  uint64_t number = 0;
  for (char c : name) {
    if (!is_digit(static_cast<unsigned char>(c))) return fail(fmt::format("bad character in group name '{}'", name), begin);
    number = std::min<uint64_t>(number * 10 + uint64_t(c - '0'), UINT32_MAX - 1);
  }
  return put_group(uint32_t(number), begin);
}

Value TemplateParser::escape() {
  const char* const start = p_ - 1;  // the backslash
  if (at_end()) return fail("bad escape (end of pattern)", start);
  const char c = *p_;
  if (c == 'g') {
    ++p_;
    return named_group();
  }
  if (c == '0') {
    uint32_t value = 0;
    ++p_;
    for (int i = 0; i < 2 && is_octal(static_cast<unsigned char>(next())); ++i) value = value * 8 + uint32_t(*p_++ - '0');
    put(value & 0xFF);
    return Value::none();
  }
  if (is_digit(static_cast<unsigned char>(c))) {
    uint32_t number = uint32_t(c - '0');
    ++p_;
    if (is_digit(static_cast<unsigned char>(next()))) {
      const char second = *p_++;
      if (is_octal(static_cast<unsigned char>(c)) && is_octal(static_cast<unsigned char>(second)) &&
          is_octal(static_cast<unsigned char>(next()))) {
        const uint32_t value = number * 64 + uint32_t(second - '0') * 8 + uint32_t(*p_++ - '0');
        if (value > 0377)
          return fail(fmt::format("octal escape value {} outside of range 0-0o377", std::string_view(start, size_t(p_ - start))), start);
        put(value);
        return Value::none();
      }
      number = number * 10 + uint32_t(second - '0');
    }
    return put_group(number, start + 1);
  }
  ++p_;
  switch (c) {
    case 'a': put(7); return Value::none();
    case 'b': put(8); return Value::none();
    case 'f': put(12); return Value::none();
    case 'n': put(10); return Value::none();
    case 'r': put(13); return Value::none();
    case 't': put(9); return Value::none();
    case 'v': put(11); return Value::none();
    case '\\': put('\\'); return Value::none();
    default: break;
  }
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return fail(fmt::format("bad escape \\{}", c), start);
  text_.push_back('\\');
  text_.push_back(c);  // of a longer character the rest follows as plain text
  return Value::none();
}

Value TemplateParser::run() {
  const std::string_view text = is_text_ ? as<Str>(repl_)->view() : as<Bytes>(repl_)->view();
  begin_ = p_ = text.data();
  end_ = begin_ + text.size();
  while (!at_end()) {
    const char* const run = p_;
    while (!at_end() && *p_ != '\\') ++p_;
    text_.append(run, size_t(p_ - run));
    if (at_end()) break;
    ++p_;
    const Value status = escape();
    if (status.is_outcome()) return status;
  }
  if (!text_.empty()) out_->parts.push_back({std::move(text_), UINT32_MAX});
  return Value::none();
}

}  // namespace

Value parse_regex_template(Context& cx, Value repl, const RegexProgram& program, RegexTemplate* out) {
  return TemplateParser(cx, repl, program, out).run();
}

}  // namespace fermata
