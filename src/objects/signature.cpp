#include "objects/signature.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "objects/text.h"

namespace fermata {

namespace {

[[noreturn]] void bad(std::string_view text) {
  std::fprintf(stderr, "bad signature: %.*s\n", int(text.size()), text.data());
  std::abort();
}

std::string_view trim(std::string_view s) {
  while (!s.empty() && s.front() == ' ') s.remove_prefix(1);
  while (!s.empty() && s.back() == ' ') s.remove_suffix(1);
  return s;
}

// The next parameter; commas inside quotes don't count.
std::string_view take_part(std::string_view& rest) {
  bool quoted = false;
  size_t i = 0;
  for (; i < rest.size() && (quoted || rest[i] != ','); ++i)
    if (rest[i] == '\'') quoted = !quoted;
  std::string_view part = trim(rest.substr(0, i));
  rest = i < rest.size() ? rest.substr(i + 1) : std::string_view();
  return part;
}

Value parse_default(Context& cx, std::string_view text, std::string_view signature) {
  if (text == "None") return Value::none();
  if (text == "True") return Value::true_();
  if (text == "False") return Value::false_();
  if (text == "?") return Value::missing();
  if (text == "()") return Value::object(cx.image->empty_tuple);
  if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'') {
    std::string_view body = text.substr(1, text.size() - 2);
    return Value::object(cx.intern(body == "\\n" ? "\n" : body));
  }
  int64_t number;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc() && end == text.data() + text.size()) return Value::small(number);
  bad(signature);
}

}  // namespace

std::unique_ptr<Signature> parse_signature(Context& cx, std::string_view text) {
  auto s = std::make_unique<Signature>();
  bool keyword_only = false;
  std::string_view rest = text;
  while (!trim(rest).empty()) {
    std::string_view part = take_part(rest);
    if (part == "/") {
      s->positional_only = s->positional;
    } else if (part == "*") {
      keyword_only = true;
    } else if (part.starts_with("**")) {
      s->var_keywords = true;
    } else if (part.starts_with("*")) {
      s->var_args = keyword_only = true;
    } else {
      size_t equals = part.find('=');
      std::string_view name = trim(part.substr(0, equals));
      if (name.empty()) bad(text);
      Value default_value = equals == part.npos ? Value() : parse_default(cx, trim(part.substr(equals + 1)), text);
      s->parameters.push_back({cx.intern(name), default_value});
      if (!keyword_only) {
        ++s->positional;
        if (default_value.is_unset()) s->required = s->positional;
      }
    }
  }
  s->simple = !s->var_args && !s->var_keywords && s->positional == s->parameters.size();
  return s;
}

}  // namespace fermata
