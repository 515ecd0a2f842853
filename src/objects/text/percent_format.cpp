// `format % arguments` for str, bytes and bytearray. Values of builtin types are laid out here; for others the twin (percent_format in
// src/prelude/str.py) walks the same pieces (percent_parse), turns each value into a builtin one by its special methods, and lays that out
// here.
#include <cstring>

#include "base/utf8.h"
#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/containers/memoryview.h"
#include "objects/model/class.h"
#include "objects/numbers/float.h"
#include "objects/text/asked_texts.h"
#include "objects/text/bytes_methods.h"
#include "objects/text/percent_pieces.h"
#include "objects/text/str.h"
#include "objects/text/str_methods.h"

namespace fermata {

namespace {

// Does it have subscripts by key, as far as % cares?
bool is_mapping(Context& cx, Value v, bool binary) {
  const Value p = payload_of(v);
  if (is<Tuple>(p) || is<Str>(p)) return false;
  if (is<Bytes>(p) || is<ByteArray>(p) || is<MemoryView>(p)) return !binary;
  if (is<Dict>(p) || is<List>(p) || is<Range>(p) || is<MappingProxy>(p) || is<GenericAlias>(p) || is<Match>(p)) return true;
  return !special_method(cx, v, Name::k___getitem__).is_unset();
}

class PercentFormatter {
 public:
  PercentFormatter(Context& cx, std::string_view text, Value arguments, bool binary, AskedTexts asked = {})
      : cx_(cx), text_(text), arguments_(arguments), binary_(binary), out_(cx), asked_(asked) {
    tuple_ = try_as<Tuple>(payload_of(arguments));
    if (is_mapping(cx, arguments, binary)) mapping_ = arguments;
  }

  Value run() {
    PercentReader reader(text_, binary_);
    while (!reader.at_end()) {
      PercentPiece piece = reader.next();
      out_.append(piece.literal);
      if (out_.failed()) return out_.status();
      if (!piece.has_conversion) continue;
      const Value r = convert(piece);
      if (r.is_outcome()) return r;
    }
    const bool left_over = tuple_ ? used_ < tuple_->count : used_ == 0;
    if (left_over && mapping_.is_unset())
      return raise_type_error(cx_, "not all arguments converted during {} formatting", binary_ ? "bytes" : "string");
    return Value::none();
  }
  TextBuilder& out() { return out_; }

 private:
  Value convert(PercentPiece& p) {
    if (p.has_key) {
      if (asked_.collects()) return Value::defer();  // the program may change the mapping in between
      if (mapping_.is_unset()) return raise_type_error(cx_, "format requires a mapping");
      if (p.key_error) return raise_value_error(cx_, "{}", p.key_error);
      const Value value = item_of_mapping(p.key);
      if (value.is_outcome()) return value;
      arguments_ = value;
      tuple_ = nullptr;
      used_ = 0;
    }
    if (p.width_star) {
      const Value r = star(&p.width, false);
      if (r.is_outcome()) return r;
      if (p.width < 0) {
        p.left = true;
        p.width = p.width == INT64_MIN ? INT64_MAX : -p.width;
      }
    }
    if (p.precision_star) {
      const Value r = star(&p.precision, true);
      if (r.is_outcome()) return r;
      p.precision = std::max<int64_t>(p.precision, 0);
    }
    if (p.error) return raise_value_error(cx_, "{}", p.error);
    const Value value = next_argument();
    if (value.is_outcome()) return value;
    return put(p, value);
  }

  Value item_of_mapping(std::string_view key_text) {
    const Value key = binary_ ? new_bytes(cx_, key_text) : new_str(cx_, key_text);
    if (key.is_outcome()) return key;
    if (may_define(mapping_)) return Value::defer();
    Dict* dict = try_as<Dict>(mapping_);
    if (!dict) return get_item(cx_, mapping_, key);
    const Value value = dict_get(cx_, dict, key);
    return value.is_unset() ? raise_key_error(cx_, key) : value;
  }

  Value next_argument() {
    if (tuple_ ? used_ < tuple_->count : used_ == 0) {
      const Value v = tuple_ ? tuple_->items[used_] : arguments_;
      ++used_;
      return v;
    }
    return raise_type_error(cx_, "not enough arguments for format string");
  }

  Value star(int64_t* out, bool precision) {
    const Value given = next_argument();
    if (given.is_outcome()) return given;
    const Value v = payload_of(given);
    if (!is_int_or_bool(v)) return raise_type_error(cx_, "* wants int");
    const std::optional<int64_t> i = int64_of(v);
    if (!i || (precision && (*i > INT32_MAX || *i < INT32_MIN)))
      return raise_overflow_error(cx_, "Python int too large to convert to C {}", precision ? "int" : "ssize_t");
    *out = *i;
    return Value::none();
  }

  Value put(const PercentPiece& p, Value value) {
    switch (p.type) {
      case U'b':
        if (!binary_) break;
        [[fallthrough]];
      case U's': return binary_ ? put_bytes(p, value) : put_shown(p, value, str_into);
      case U'r': return binary_ ? put_ascii(p, value) : put_shown(p, value, repr_into);
      case U'a': return put_ascii(p, value);
      case U'd':
      case U'i':
      case U'u':
      case U'o':
      case U'x':
      case U'X': return put_int(p, value);
      case U'e':
      case U'E':
      case U'f':
      case U'F':
      case U'g':
      case U'G': return put_float(p, value);
      case U'c': return put_char(p, value);
      default: break;
    }
    const size_t index = binary_ ? p.type_offset : utf8::index_of_offset(text_, p.type_offset);
    const char shown = p.type >= 31 && p.type <= 126 ? char(p.type) : '?';
    return raise_value_error(cx_, "unsupported format character '{}' (0x{:x}) at index {}", shown, uint32_t(p.type), index);
  }

  // Padding is refused before it is made.
  Value fill(uint64_t count, char c) {
    if (count == 0) return Value::none();
    Value failed;
    if (count > 4096 && !cx_.can_allocate(count, &failed)) return failed;
    if (!tick_bytes(cx_, count)) return Value::retry();
    out_.append(std::string(count, c));
    return out_.status();
  }

  // Text by width and precision; both count code points in a str.
  Value put_text(const PercentPiece& p, std::string_view text) {
    if (p.precision >= 0) text = text.substr(0, binary_ ? size_t(p.precision) : utf8::offset_of_index(text, size_t(p.precision)));
    uint64_t padding = 0;
    if (p.width > 0) {
      const uint64_t length = binary_ ? text.size() : utf8::count(text);
      if (uint64_t(p.width) > length) padding = uint64_t(p.width) - length;
    }
    if (!p.left) {
      const Value r = fill(padding, ' ');
      if (r.is_outcome()) return r;
    }
    out_.append(text);
    if (out_.failed()) return out_.status();
    return p.left ? fill(padding, ' ') : Value::none();
  }

  Value put_asked(const PercentPiece& p, Value value) {
    if (asked_.collects()) return asked_.ask(cx_, value, char(p.type), Value::none());
    const Str* text = asked_.next();
    return text ? put_text(p, text->view()) : raise_type_error(cx_, "a text is missing");
  }

  Value put_shown(const PercentPiece& p, Value value, Value (*show)(Context&, Value, TextBuilder&)) {
    if (asked_.asks_for(value)) return put_asked(p, value);
    if (p.width <= 0 && p.precision < 0) return show(cx_, value, out_);
    TextBuilder text(cx_);
    const Value r = show(cx_, value, text);
    if (r.is_outcome()) return r;
    return put_text(p, text.text());
  }

  Value put_ascii(const PercentPiece& p, Value value) {
    if (asked_.asks_for(value)) return put_asked(p, value);
    TextBuilder text(cx_);
    const Value r = repr_into(cx_, value, text);
    if (r.is_outcome()) return r;
    TextBuilder escaped(cx_);
    escape_non_ascii(text.text(), escaped);
    if (escaped.failed()) return escaped.status();
    return put_text(p, escaped.text());
  }

  Value put_bytes(const PercentPiece& p, Value value) {
    std::string_view view;
    if (!is<Instance>(value) && bytes_view(value, &view)) return put_text(p, view);
    if (!special_method(cx_, value, Name::k___bytes__).is_unset()) return Value::defer();
    if (is<Instance>(value) && bytes_view(value, &view)) return put_text(p, view);
    if (is<MemoryView>(value)) {
      const Value copy = memory_copy(cx_, as<MemoryView>(value));
      return copy.is_outcome() ? copy : put_text(p, as<Bytes>(copy)->view());
    }
    return raise_type_error(cx_, "%b requires a bytes-like object, or an object that implements __bytes__, not '{}'",
                            type_name(cx_, value));
  }

  // sign, prefix and digits; zeros go between prefix and digits, spaces outside.
  Value put_number(const PercentPiece& p, bool negative, std::string_view prefix, std::string_view digits, uint64_t leading_zeros = 0) {
    const char sign = negative ? '-' : p.plus ? '+' : p.space ? ' ' : '\0';
    const uint64_t length = (sign ? 1 : 0) + prefix.size() + leading_zeros + digits.size();
    const uint64_t padding = uint64_t(std::max<int64_t>(p.width, 0)) > length ? uint64_t(p.width) - length : 0;
    Value r = Value::none();
    if (!p.left && !p.zero) r = fill(padding, ' ');
    if (r.is_outcome()) return r;
    if (sign) out_.append(sign);
    out_.append(prefix);
    r = fill(leading_zeros + (!p.left && p.zero ? padding : 0), '0');
    if (r.is_outcome()) return r;
    out_.append(digits);
    if (out_.failed()) return out_.status();
    return p.left ? fill(padding, ' ') : Value::none();
  }

  Value wrong_type(const PercentPiece& p, Value value, bool integer) {
    return raise_type_error(cx_, "%{} format: {} is required, not {}", char(p.type), integer ? "an integer" : "a real number",
                            type_name(cx_, value));
  }

  Value put_int(const PercentPiece& p, Value given) {
    const bool based = p.type == U'o' || p.type == U'x' || p.type == U'X';
    Value value = given;
    if (may_define(given)) {
      // An int's subclass shows its value; anything else converts by its methods, if it has any.
      value = payload_of(given);
      if (!is_int(value)) {
        for (const Name name : {Name::k___index__, Name::k___int__, Name::k___trunc__}) {
          if (!special_method(cx_, given, name).is_unset()) return Value::defer();
          if (based) break;  // by __index__ alone
        }
        // A text is a number when its class says that it is one.
        std::string_view digits;
        if (based || special_method(cx_, given, Name::k___float__).is_unset()) return wrong_type(p, given, based);
        if (is<Str>(value)) digits = as<Str>(value)->view();
        else if (!bytes_view(value, &digits)) return wrong_type(p, given, based);
        value = int_from_text(cx_, digits, 10, value);
      }
    }
    if (is_float(value) && !based) value = int_of_rounded(cx_, float_of(value), Rounding::kTrunc);
    if (value.is_outcome()) return value;
    if (!is_int_or_bool(value)) return wrong_type(p, given, based);
    std::string digits;
    const IntOperand operand(value);
    const IntView view = operand;
    if (!based) {
      TextBuilder text(cx_);
      const Value r = int_text_into(cx_, value.is_bool() ? Value::small(value.is_true()) : value, text);
      if (r.is_outcome()) return r;
      digits = text.text();
    } else {
      const int base = p.type == U'o' ? 8 : 16;
      const uint64_t size = int_text_size(view, base);
      Value failed;
      if (size > 4096 && !cx_.can_allocate(size, &failed)) return failed;
      if (!cx_.tick(to_text_cost(view.size, base))) return Value::retry();
      digits.resize(size);
      digits.resize(int_to_text(digits.data(), view, base));
      if (p.type == U'X')
        for (char& c : digits) c = c >= 'a' ? char(c & ~0x20) : c;
    }
    std::string_view magnitude = digits;
    if (view.negative) magnitude.remove_prefix(1);
    const std::string_view prefix = !p.alternate || !based ? "" : p.type == U'o' ? "0o" : p.type == U'x' ? "0x" : "0X";
    const uint64_t zeros = p.precision > int64_t(magnitude.size()) ? uint64_t(p.precision) - magnitude.size() : 0;
    return put_number(p, view.negative, prefix, magnitude, zeros);
  }

  Value put_float(const PercentPiece& p, Value given) {
    double value = 0;
    const Value r = to_double(cx_, given, &value);
    if (r.is_error() && binary_ && exception_matches(cx_, cx_.exception, ErrorType::kTypeError))
      return raise_type_error(cx_, "float argument required, not {}", type_name(cx_, given));
    if (r.is_outcome()) return r;
    FloatFormat format;
    format.type = char(p.type);
    format.precision = p.precision < 0 ? 6 : p.precision;
    format.alternate = p.alternate;
    format.no_negative_zero = p.no_negative_zero;
    const size_t size = format_float_max_length(value, format);
    Value failed;
    if (size > 4096 && !cx_.can_allocate(2 * uint64_t(size), &failed)) return failed;
    if (!tick_bytes(cx_, size)) return Value::retry();
    const std::string text = format_float(value, format);
    const bool negative = text[0] == '-';
    return put_number(p, negative, "", std::string_view(text).substr(negative));
  }

  Value put_char(const PercentPiece& p, Value given) {
    const char* wanted = binary_ ? "%c requires an integer in range(256) or a single byte" : "%c requires int or char";
    PercentPiece plain = p;
    plain.precision = -1;
    if (binary_) {
      std::string_view view;
      if (bytes_view(given, &view)) return view.size() == 1 ? put_text(plain, view) : raise_type_error(cx_, "{}", wanted);
    } else if (const Str* s = as_str(given)) {
      return s->length == 1 ? put_text(plain, s->view()) : raise_type_error(cx_, "{}", wanted);
    }
    if (!may_be_index(cx_, given)) return raise_type_error(cx_, "{}", wanted);
    const Value index = index_of(cx_, given);
    if (index.is_outcome()) return index;
    const int64_t limit = binary_ ? 255 : int64_t(utf8::kMaxCodePoint);
    if (!index.is_small() || index.as_small() < 0 || index.as_small() > limit)
      return raise_overflow_error(cx_, "%c arg not in range({})", binary_ ? "256" : "0x110000");
    char buffer[utf8::kMaxLength];
    if (!binary_) return put_text(plain, {buffer, utf8::encode(char32_t(index.as_small()), buffer)});
    buffer[0] = char(index.as_small());
    return put_text(plain, {buffer, 1});
  }

  Context& cx_;
  const std::string_view text_;
  Value arguments_;
  const bool binary_;
  Tuple* tuple_ = nullptr;  // the arguments when they are one; else `arguments_` is the only one
  Value mapping_;           // unset: not one
  uint64_t used_ = 0;
  TextBuilder out_;
  AskedTexts asked_;
};

Value format_text(Context& cx, const Str* format, Value arguments, AskedTexts asked = {}) {
  if (format->count > 64 && !cx.tick(format->count / 16)) return Value::retry();
  PercentFormatter formatter(cx, format->view(), arguments, false, asked);
  const Value r = formatter.run();
  return r.is_outcome() ? r : formatter.out().finish();
}

}  // namespace

Value percent_format_str(Context& cx, Str* format, Value arguments) { return format_text(cx, format, arguments); }

Value percent_asks(Context& cx, Value* args) {
  const Str* format = as_str(args[0]);
  std::vector<Value> asked;
  return format ? AskedTexts::result(cx, format_text(cx, format, args[1], AskedTexts(&asked)), asked) : Value::none();
}

Value percent_with(Context& cx, Value* args) {
  const Str* format = as_str(args[0]);
  if (!format) return raise_type_error(cx, "expected text, got {}", type_name(cx, args[0]));
  return format_text(cx, format, args[1], AskedTexts(as<List>(args[2])->items.span()));
}

Value percent_format_bytes(Context& cx, Value format, Value arguments) {
  const std::string_view text = self_bytes(format);
  if (text.size() > 64 && !cx.tick(text.size() / 16)) return Value::retry();
  PercentFormatter formatter(cx, text, arguments, true);
  const Value r = formatter.run();
  if (r.is_outcome()) return r;
  return formatter.out().failed() ? formatter.out().status() : new_like(cx, format, formatter.out().text());
}

// Intrinsic: the pieces of a % format: literal text, or (key or None, width star, precision star, "%…" without the key, type, message or
// None). A message says what is wrong; type "" then means that no value is taken before it is raised, "(" that it is about the key.
Value percent_parse(Context& cx, Value* args) {
  const Value format = payload_of(args[0]);
  const bool binary = !is<Str>(format);
  if (binary && !is<Bytes>(format) && !is<ByteArray>(format))
    return raise_type_error(cx, "expected text or bytes, got {}", type_name(cx, format));
  const std::string_view text = binary ? self_bytes(format) : as<Str>(format)->view();
  if (!cx.tick(text.size() / 4)) return Value::retry();
  const auto make = [&](std::string_view part) { return binary ? new_bytes(cx, part) : new_str(cx, part); };
  List* list = new_list(cx);
  const auto push = [&](Value v) { return !v.is_outcome() && !cx.heap.far_over() && cx.heap.push(list->items, v); };
  PercentReader reader(text, binary);
  while (!reader.at_end()) {
    const PercentPiece p = reader.next();
    if (!p.literal.empty() && !push(make(p.literal))) return cx.out_of_memory();
    if (!p.has_conversion) continue;
    Value message = Value::none();
    std::string type;
    if (const char* error = p.key_error ? p.key_error : p.error) {
      message = new_str(cx, error);
      type = p.key_error ? "(" : "";
    } else {
      type = utf8::to_string(p.type);
      constexpr std::string_view kTypes = "srabdiuoxXeEfFgGc";
      if (p.type >= 128 || kTypes.find(char(p.type)) == std::string_view::npos || (p.type == U'b' && !binary)) {
        const size_t index = binary ? p.type_offset : utf8::index_of_offset(text, p.type_offset);
        const char shown = p.type >= 31 && p.type <= 126 ? char(p.type) : '?';
        message = new_str(cx, fmt::format("unsupported format character '{}' (0x{:x}) at index {}", shown, uint32_t(p.type), index));
      }
    }
    const Value parts[] = {p.has_key ? make(p.key) : Value::none(),
                           Value::boolean(p.width_star),
                           Value::boolean(p.precision_star),
                           make("%" + std::string(p.text)),
                           new_str(cx, type),
                           message};
    for (const Value part : parts)
      if (part.is_outcome()) return part;
    if (!push(tuple_of(cx, parts))) return cx.out_of_memory();
  }
  return Value::object(list);
}

}  // namespace fermata
