// Module unicodedata: what unicode/unicode.h knows about a character.
#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/text.h"
#include "unicode/character_names.h"
#include "unicode/unicode.h"
#include "unicode/unicode_properties.h"

namespace fermata {

namespace {

// The one code point of an argument, or an outcome.
Value one_character(Context& cx, Value v, const char* what, char32_t* out) {
  Str* s = as_str(v);
  if (!s) return raise_type_error(cx, "{} must be a unicode character, not {}", what, type_name(cx, v));
  if (s->length != 1) return raise_type_error(cx, "{} must be a unicode character, not str", what);
  const char* p = s->text();
  *out = utf8::next_valid(p);
  return Value::none();
}

// What the database says of one character: a number, a truth or a text. `argument` is what messages call it.
template <class F>
Value said_of(Context& cx, Value text, const char* argument, F property) {
  char32_t c = 0;
  const Value status = one_character(cx, text, argument, &c);
  if (status.is_outcome()) return status;
  if constexpr (std::is_convertible_v<decltype(property(c)), std::string_view>) return new_str(cx, property(c));
  else return Value::small(property(c));
}

Value category(Context& cx, Value* args) { return said_of(cx, args[0], "category() argument", unicode::category); }

// decimal() and digit(): the value, or the default, or ValueError.
template <int (*value_of)(char32_t)>
Value number_of(Context& cx, Value* args, const char* function, const char* message) {
  char32_t c = 0;
  const Value status = one_character(cx, args[0], function, &c);
  if (status.is_outcome()) return status;
  const int value = value_of(c);
  if (value >= 0) return Value::small(value);
  return args[1].is_missing() ? raise(cx, ErrorType::kValueError, message) : args[1];
}
Value decimal(Context& cx, Value* args) { return number_of<unicode::decimal_value>(cx, args, "decimal() argument 1", "not a decimal"); }
Value digit(Context& cx, Value* args) { return number_of<unicode::digit_value>(cx, args, "digit() argument 1", "not a digit"); }

// The form's name; false with ValueError pending.
bool form_of(Context& cx, Value v, unicode::Form* out) {
  const Str* s = as_str(v);
  const std::string_view name = s ? s->view() : std::string_view();
  if (name == "NFC") *out = unicode::Form::kNfc;
  else if (name == "NFD") *out = unicode::Form::kNfd;
  else if (name == "NFKC") *out = unicode::Form::kNfkc;
  else if (name == "NFKD") *out = unicode::Form::kNfkd;
  else return raise(cx, ErrorType::kValueError, "invalid normalization form"), false;
  return true;
}

// An outcome, or None. The text is outside the heap, next to the Str that may be made from it.
Value normal_text(Context& cx, Str* s, unicode::Form form, std::string* text) {
  if (!cx.tick(s->count / 8 + 1)) return Value::retry();
  const unicode::NormalSize size = unicode::normal_size(s->view(), form);
  if (Value refused; !cx.can_allocate(size.bytes + size.memory(), &refused)) return refused;
  if (!cx.tick(size.bytes / 16)) return Value::retry();
  *text = unicode::normalize(s->view(), form, size);
  return Value::none();
}

Value normalize(Context& cx, Value* args) {
  Str* s = as_str(args[1]);
  unicode::Form form{};
  if (!s) return raise_type_error(cx, "normalize() argument 2 must be str, not {}", type_name(cx, args[1]));
  if (!form_of(cx, args[0], &form)) return Value::error();
  if (s->ascii()) return Value::object(s);
  std::string text;
  if (Value outcome = normal_text(cx, s, form, &text); outcome.is_outcome()) return outcome;
  return new_str(cx, text);
}

Value is_normalized(Context& cx, Value* args) {
  Str* s = as_str(args[1]);
  unicode::Form form{};
  if (!s) return raise_type_error(cx, "is_normalized() argument 2 must be str, not {}", type_name(cx, args[1]));
  if (!form_of(cx, args[0], &form)) return Value::error();
  if (s->ascii()) return Value::true_();
  std::string text;
  if (Value outcome = normal_text(cx, s, form, &text); outcome.is_outcome()) return outcome;
  return Value::boolean(text == s->view());
}

Value numeric(Context& cx, Value* args) {
  char32_t c = 0;
  const Value status = one_character(cx, args[0], "numeric() argument 1", &c);
  if (status.is_outcome()) return status;
  double value = 0;
  if (unicode::numeric_value(c, &value)) return make_float(cx, value);
  return args[1].is_missing() ? raise(cx, ErrorType::kValueError, "not a numeric character") : args[1];
}

Value combining(Context& cx, Value* args) { return said_of(cx, args[0], "combining() argument", unicode::combining_class); }
Value bidirectional(Context& cx, Value* args) { return said_of(cx, args[0], "bidirectional() argument", unicode::bidirectional_class); }
Value mirrored(Context& cx, Value* args) { return said_of(cx, args[0], "mirrored() argument", unicode::is_mirrored); }
Value east_asian_width(Context& cx, Value* args) { return said_of(cx, args[0], "east_asian_width() argument", unicode::east_asian_width); }

Value name(Context& cx, Value* args) {
  char32_t c = 0;
  const Value status = one_character(cx, args[0], "name() argument 1", &c);
  if (status.is_outcome()) return status;
  const std::string text = unicode::character_name(c);
  if (!text.empty()) return new_str(cx, text);
  return args[1].is_missing() ? raise(cx, ErrorType::kValueError, "no such name") : args[1];
}

Value lookup(Context& cx, Value* args) {
  const Str* s = as_str(args[0]);
  if (!s) return raise_type_error(cx, "a bytes-like object is required, not '{}'", type_name(cx, args[0]));
  constexpr uint32_t kLongestName = 256;
  if (s->count > kLongestName) return raise(cx, ErrorType::kKeyError, "name too long");
  std::string text;
  if (char32_t c = 0; unicode::find_character(s->view(), c)) utf8::append(text, c);
  else if (!unicode::find_sequence(s->view(), text))
    return raise(cx, ErrorType::kKeyError, "undefined character name '" + std::string(s->view()) + "'");
  return new_str(cx, text);
}

constexpr NativeRow kFunctions[] = {
    {"name", name, "chr, default=?, /"},
    {"lookup", lookup, "name, /"},
    {"category", category, "chr, /"},
    {"decimal", decimal, "chr, default=?, /"},
    {"digit", digit, "chr, default=?, /"},
    {"numeric", numeric, "chr, default=?, /"},
    {"combining", combining, "chr, /"},
    {"bidirectional", bidirectional, "chr, /"},
    {"mirrored", mirrored, "chr, /"},
    {"east_asian_width", east_asian_width, "chr, /"},
    {"normalize", normalize, "form, unistr, /"},
    {"is_normalized", is_normalized, "form, unistr, /"},
};

void fill(Context& cx, Dict* dict) { dict_set_str(cx, dict, cx.intern("unidata_version"), new_str(cx, unicode::kUnicodeVersion)); }

}  // namespace

extern const ModuleRow kUnicodedataModule = {"unicodedata", kFunctions, fill};

}  // namespace fermata
