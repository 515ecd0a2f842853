// str.format and format_map: the replacement field language, for values of builtin types. What needs attributes or user code is done by the
// twins in src/prelude/str.py with the same parser (str_format_parse, str_format_field), through ordinary getattr and subscription.
#include "base/utf8.h"
#include "objects/containers/containers.h"
#include "objects/text/asked_texts.h"
#include "objects/text/str.h"
#include "objects/text/str_methods.h"
#include "objects/text/text_args.h"
#include "unicode/unicode.h"

namespace fermata {

namespace {

using Error = std::string;  // empty: none

// One step of the format string: literal text, then perhaps a field.
struct Markup {
  std::string_view literal;
  bool has_field = false;
  std::string_view name, spec;
  char32_t conversion = 0;
  bool nested = false;  // the spec has fields of its own
};

class MarkupReader {
 public:
  explicit MarkupReader(std::string_view text) : text_(text) {}

  bool at_end() const { return at_ == text_.size(); }

  Error next(Markup* out) {
    *out = {};
    const size_t start = at_;
    const size_t brace = text_.find_first_of("{}", at_);
    if (brace == std::string_view::npos) {
      at_ = text_.size();
      out->literal = text_.substr(start);
      return {};
    }
    const char c = text_[brace];
    at_ = brace + 1;
    const bool doubled = at_ < text_.size() && text_[at_] == c;
    if (c == '}' && !doubled) return "Single '}' encountered in format string";
    if (c == '{' && at_end()) return "Single '{' encountered in format string";
    if (doubled) {
      ++at_;
      out->literal = text_.substr(start, brace + 1 - start);
      return {};
    }
    out->literal = text_.substr(start, brace - start);
    out->has_field = true;
    return read_field(out);
  }

 private:
  Error read_field(Markup* out) {
    const size_t start = at_;
    char c = 0;
    for (bool more = true; more && !at_end();) {
      c = text_[at_++];
      switch (c) {
        case '{': return "unexpected '{' in field name";
        case '[':
          while (!at_end() && text_[at_] != ']') ++at_;
          break;
        case '}':
        case ':':
        case '!': more = false; break;
        default: break;
      }
    }
    if (c != '}' && c != ':' && c != '!') return "expected '}' before end of string";
    out->name = text_.substr(start, at_ - 1 - start);
    if (c == '}') return {};
    if (c == '!') {
      if (at_end()) return "end of string while looking for conversion specifier";
      const char* p = text_.data() + at_;
      out->conversion = utf8::next_valid(p);
      at_ = size_t(p - text_.data());
      if (!at_end()) {
        c = text_[at_++];
        if (c == '}') return {};
        if (c != ':') return "expected ':' after conversion specifier";
      }
    }
    const size_t spec = at_;
    for (int depth = 1; !at_end();) {
      c = text_[at_++];
      if (c == '{') {
        out->nested = true;
        ++depth;
      } else if (c == '}' && --depth == 0) {
        out->spec = text_.substr(spec, at_ - 1 - spec);
        return {};
      }
    }
    return "unmatched '{' in format spec";
  }

  std::string_view text_;
  size_t at_ = 0;
};

// A name part that is all decimal digits (of any script) is a number. -1: it is not; the error when it is too large.
Error read_integer(std::string_view text, int64_t* out) {
  *out = -1;
  if (text.empty()) return {};
  int64_t value = 0;
  const char* p = text.data();
  while (p != text.data() + text.size()) {
    const int digit = unicode::decimal_value(utf8::next_valid(p));
    if (digit < 0) return {};
    if (value > (INT64_MAX - digit) / 10) return "Too many decimal digits in format string";
    value = value * 10 + digit;
  }
  *out = value;
  return {};
}

// What comes first in a field name, and then each .attribute or [item].
class FieldName {
 public:
  explicit FieldName(std::string_view name) : name_(name), at_(std::min(name.find_first_of(".["), name.size())) {}
  std::string_view first() const { return name_.substr(0, name_.find_first_of(".[")); }
  bool at_end() const { return at_ >= name_.size(); }

  struct Step {
    bool is_attribute = false;
    std::string_view name;
    int64_t index = -1;
  };
  Error next(Step* out) {
    *out = {};
    const char c = name_[at_++];
    if (c == '.') {
      out->is_attribute = true;
      const size_t end = std::min(name_.find_first_of(".[", at_), name_.size());
      out->name = name_.substr(at_, end - at_);
      at_ = end;
    } else if (c == '[') {
      const size_t end = name_.find(']', at_);
      if (end == std::string_view::npos) return "Missing ']' in format string";
      out->name = name_.substr(at_, end - at_);
      at_ = end + 1;
      if (Error e = read_integer(out->name, &out->index); !e.empty()) return e;
    } else {
      return "Only '.' or '[' may follow ']' in format field specifier";
    }
    return out->name.empty() ? "Empty attribute in format string" : "";
  }

 private:
  std::string_view name_;
  size_t at_;
};

Value raise_error(Context& cx, const Error& message) { return raise(cx, ErrorType::kValueError, message); }

// Formats with values of builtin types only; defers as soon as it meets another.
class Formatter {
 public:
  // `args` null: format_map, where `kwargs` may be any mapping.
  Formatter(Context& cx, Tuple* args, Value kwargs, AskedTexts asked = {}) : cx_(cx), args_(args), kwargs_(kwargs), asked_(asked) {}

  Value build(std::string_view text, int depth, TextBuilder& out) {
    if (depth == 0) return raise_value_error(cx_, "Max string recursion exceeded");
    MarkupReader reader(text);
    while (!reader.at_end()) {
      Markup markup;
      if (Error e = reader.next(&markup); !e.empty()) return raise_error(cx_, e);
      out.append(markup.literal);
      if (out.failed()) return out.status();
      if (!markup.has_field) continue;
      const Value r = put_field(markup, depth, out);
      if (r.is_outcome()) return r;
    }
    return Value::none();
  }

 private:
  Value put_field(const Markup& markup, int depth, TextBuilder& out) {
    Value value = look_up(markup.name);
    if (value.is_outcome()) return value;
    if (asked_.asks_for(value)) return put_asked(markup, value, out);
    value = convert(value, markup.conversion);
    if (value.is_outcome()) return value;
    if (markup.spec.empty()) {
      if (is<Str>(value) || value.is_small()) return str_into(cx_, value, out);
      return put_formatted(value, cx_.image->empty_str, out);
    }
    Value spec;
    if (markup.nested) {
      TextBuilder nested(cx_);
      const Value r = build(markup.spec, depth - 1, nested);
      if (r.is_outcome()) return r;
      spec = nested.finish();
    } else {
      spec = new_str(cx_, markup.spec);
    }
    if (spec.is_outcome()) return spec;
    return put_formatted(value, as<Str>(spec), out);
  }

  Value put_asked(const Markup& markup, Value value, TextBuilder& out) {
    if (!asked_.collects()) {
      const Str* text = asked_.next();
      if (!text) return raise_type_error(cx_, "a text is missing");
      out.append(text->view());
      return out.status();
    }
    const bool known = !markup.conversion || markup.conversion == U's' || markup.conversion == U'r' || markup.conversion == U'a';
    if (markup.nested || !known) return Value::defer();
    const Value spec = new_str(cx_, markup.spec);
    return spec.is_outcome() ? spec : asked_.ask(cx_, value, char(markup.conversion), spec);
  }

  Value put_formatted(Value value, Str* spec, TextBuilder& out) {
    const Value text = format_value(cx_, value, spec);
    if (text.is_outcome()) return text;
    out.append(as<Str>(text)->view());
    return out.status();
  }

  Value convert(Value value, char32_t conversion) {
    switch (conversion) {
      case 0: return value;
      case U'r': return repr_of(cx_, value);
      case U's': return str_of(cx_, value);
      case U'a': return ascii_of(cx_, value);
      default: break;
    }
    if (conversion > 32 && conversion < 127) return raise_value_error(cx_, "Unknown conversion specifier {}", char(conversion));
    return raise_value_error(cx_, "Unknown conversion specifier \\x{:x}", uint32_t(conversion));
  }

  Value look_up(std::string_view name) {
    FieldName field(name);
    Value value = first_value(field.first());
    while (!value.is_outcome() && !field.at_end()) {
      FieldName::Step step;
      if (Error e = field.next(&step); !e.empty()) return raise_error(cx_, e);
      // In two rounds: the program may change the value in between.
      if (step.is_attribute || may_define(value) || asked_.collects()) return Value::defer();
      Value key = Value::small(step.index);
      if (step.index < 0 || !Value::fits_small(step.index)) {
        if (step.index >= 0) return Value::defer();
        key = new_str(cx_, step.name);
        if (key.is_outcome()) return key;
      }
      value = get_item(cx_, value, key);
    }
    return value;
  }

  Value first_value(std::string_view first) {
    int64_t index;
    if (Error e = read_integer(first, &index); !e.empty()) return raise_error(cx_, e);
    if (first.empty() || index >= 0) {
      const bool automatic = first.empty();
      if (numbering_ == Numbering::kUnknown) numbering_ = automatic ? Numbering::kAutomatic : Numbering::kManual;
      if (automatic && numbering_ == Numbering::kManual)
        return raise_value_error(cx_, "cannot switch from manual field specification to automatic field numbering");
      if (!automatic && numbering_ == Numbering::kAutomatic)
        return raise_value_error(cx_, "cannot switch from automatic field numbering to manual field specification");
      if (automatic) index = next_number_++;
      if (!args_) return raise_value_error(cx_, "Format string contains positional fields");
      if (uint64_t(index) >= args_->count)
        return raise_index_error(cx_, "Replacement index {} out of range for positional args tuple", index);
      return args_->items[index];
    }
    const Value key = new_str(cx_, first);
    if (key.is_outcome()) return key;
    Dict* dict = try_as<Dict>(kwargs_);
    if (!dict) return is<Instance>(kwargs_) ? Value::defer() : get_item(cx_, kwargs_, key);
    const Value value = dict_get(cx_, dict, key);
    return value.is_unset() ? raise_key_error(cx_, key) : value;
  }

  enum class Numbering { kUnknown, kAutomatic, kManual };
  Context& cx_;
  Tuple* args_;
  Value kwargs_;
  Numbering numbering_ = Numbering::kUnknown;
  int64_t next_number_ = 0;
  AskedTexts asked_;
};

Value format_with(Context& cx, Value text, Tuple* args, Value kwargs, AskedTexts asked = {}) {
  const Str* s = as<Str>(text);
  if (s->count > 64 && !cx.tick(s->count / 16)) return Value::retry();
  TextBuilder out(cx);
  const Value r = Formatter(cx, args, kwargs, asked).build(s->view(), 2, out);
  return r.is_outcome() ? r : out.finish();
}

bool add(Context& cx, List* list, Value v) { return !v.is_outcome() && cx.heap.push(list->items, v); }

// A tuple of strings and the like; an outcome when one of them is.
Value record(Context& cx, std::initializer_list<Value> parts) {
  for (const Value part : parts)
    if (part.is_outcome()) return part;
  return tuple_of(cx, {parts.begin(), parts.size()});
}

}  // namespace

Value str_format(Context& cx, Value* args) { return format_with(cx, args[0], as<Tuple>(args[1]), args[2]); }
Value str_format_map(Context& cx, Value* args) { return format_with(cx, args[0], nullptr, args[1]); }

Value str_format_asks(Context& cx, Value* args) {
  std::vector<Value> asked;
  if (!is<Dict>(args[2])) return Value::none();
  return AskedTexts::result(cx, format_with(cx, args[0], as<Tuple>(args[1]), args[2], AskedTexts(&asked)), asked);
}

Value str_format_with(Context& cx, Value* args) {
  const auto texts = as<List>(args[3])->items.span();
  // A field alone gives its text itself, which may be of a class below str.
  MarkupReader reader(as<Str>(args[0])->view());
  if (Markup only; texts.size() == 1 && reader.next(&only).empty() && only.has_field && only.literal.empty() && reader.at_end())
    return texts[0];
  return format_with(cx, args[0], as<Tuple>(args[1]), args[2], AskedTexts(texts));
}

// Intrinsic: the steps of a format string, each (literal, name or None, spec, conversion or None, nested); an error is the last, as
// (message,).
Value str_format_parse(Context& cx, Value* args) {
  const Str* text = as_str(args[0]);
  if (!text) return raise_type_error(cx, "expected str, got {}", type_name(cx, args[0]));
  if (!cx.tick(text->count / 4)) return Value::retry();
  List* list = new_list(cx);
  MarkupReader reader(text->view());
  while (!reader.at_end()) {
    Markup m;
    const Error e = reader.next(&m);
    Value step;
    if (!e.empty()) {
      step = record(cx, {new_str(cx, e)});
    } else {
      const Value name = m.has_field ? new_str(cx, m.name) : Value::none();
      const Value conversion = m.conversion ? str_from_code_point(cx, m.conversion) : Value::none();
      step = record(cx, {new_str(cx, m.literal), name, new_str(cx, m.spec), conversion, Value::boolean(m.nested)});
    }
    if (cx.heap.far_over() || !add(cx, list, step)) return cx.out_of_memory();
    if (!e.empty()) break;
  }
  return Value::object(list);
}

// Intrinsic: a field name as [first, (is attribute, name or number), …]; `first` is a str or an int; an error is the last, as (message,).
Value str_format_field(Context& cx, Value* args) {
  const Str* text = as_str(args[0]);
  if (!text) return raise_type_error(cx, "expected str, got {}", type_name(cx, args[0]));
  if (!cx.tick(text->count / 4)) return Value::retry();
  List* list = new_list(cx);
  FieldName field(text->view());
  int64_t index;
  Error e = read_integer(field.first(), &index);
  Value item = !e.empty() ? record(cx, {new_str(cx, e)}) : index >= 0 ? make_int(cx, index) : new_str(cx, field.first());
  for (;;) {
    if (cx.heap.far_over() || !add(cx, list, item)) return cx.out_of_memory();
    if (!e.empty() || field.at_end()) return Value::object(list);
    FieldName::Step step;
    e = field.next(&step);
    if (!e.empty()) item = record(cx, {new_str(cx, e)});
    else item = record(cx, {Value::boolean(step.is_attribute), step.index >= 0 ? make_int(cx, step.index) : new_str(cx, step.name)});
  }
}

}  // namespace fermata
