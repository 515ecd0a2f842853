#include "objects/natives/signature.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>

#include "objects/errors/errors.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"

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

constexpr const char* kTypeNames[] = {
    "any",  "class", "function", "builtin", "generator", "exception", "traceback",    "str",         "bytes",    "tuple",    "list",
    "dict", "set",   "view",     "int64",   "small",     "own_class", "own_function", "own_builtin", "own_list", "own_dict", "own_set"};

ArgumentType parse_type(std::string_view text, std::string_view signature) {
  for (size_t i = 0; i < std::size(kTypeNames); ++i)
    if (text == kTypeNames[i]) return ArgumentType(i);
  bad(signature);
}

bool has_type(Value v, ArgumentType type) {
  switch (type) {
    case ArgumentType::kAny: return true;
    case ArgumentType::kclass: return is<Class>(v);
    case ArgumentType::kfunction: return is<Function>(v);
    case ArgumentType::kbuiltin: return is<Builtin>(v);
    case ArgumentType::kgenerator: return is<Generator>(v);
    case ArgumentType::kexception: return is<Exception>(v);
    case ArgumentType::ktraceback: return is<Traceback>(v);
    case ArgumentType::kstr: return is<Str>(v);
    case ArgumentType::kbytes: return is<Bytes>(v);
    case ArgumentType::ktuple: return is<Tuple>(v);
    case ArgumentType::klist: return is<List>(v);
    case ArgumentType::kdict: return is<Dict>(v);
    case ArgumentType::kset: return is<Set>(v) || is<FrozenSet>(v);
    case ArgumentType::kview: return is<DictView>(v);
    case ArgumentType::kint64: return int64_of(v).has_value();
    case ArgumentType::ksmall: return v.is_small();
    case ArgumentType::kown_class: return is_own<Class>(v);
    case ArgumentType::kown_function: return is_own<Function>(v);
    case ArgumentType::kown_builtin: return is_own<Builtin>(v);
    case ArgumentType::kown_list: return is_own<List>(v);
    case ArgumentType::kown_dict: return is_own<Dict>(v);
    case ArgumentType::kown_set: return is_own<Set>(v) || is_own<FrozenSet>(v);
  }
  return false;
}

}  // namespace

Value raise_shared(Context& cx, Value v) { return raise_type_error(cx, "'{}' object is shared and cannot be changed", type_name(cx, v)); }

Value check_types(Context& cx, const Builtin* b, const Value* slots) {
  const auto& parameters = b->signature->parameters;
  for (size_t i = 0; i < parameters.size(); ++i)
    if (!has_type(slots[i], parameters[i].type) && !(slots[i].is_missing() && parameters[i].default_value.is_missing()))
      return raise_type_error(cx, "{}() argument '{}' is of the wrong type", as<Str>(b->name)->view(), parameters[i].name->view());
  return Value::none();
}

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
      ArgumentType type = ArgumentType::kAny;
      if (const size_t colon = name.find(':'); colon != name.npos) {
        type = parse_type(trim(name.substr(colon + 1)), text);
        name = trim(name.substr(0, colon));
        s->typed = true;
      }
      if (name.empty()) bad(text);
      Value default_value = equals == part.npos ? Value() : parse_default(cx, trim(part.substr(equals + 1)), text);
      s->parameters.push_back({cx.intern(name), default_value, type});
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
