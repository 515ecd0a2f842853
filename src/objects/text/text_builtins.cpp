// The builtin functions about text: ascii, chr, format, ord, repr.
#include "base/utf8.h"
#include "objects/model/type_tables.h"
#include "objects/text/bytes.h"
#include "objects/text/str.h"
#include "objects/text/text_args.h"

namespace fermata {

Value ascii_of(Context& cx, Value v) {
  TextBuilder text(cx);
  const Value r = repr_into(cx, v, text);
  if (r.is_outcome()) return r;
  if (utf8::is_ascii(text.text())) return text.finish();
  TextBuilder escaped(cx);
  escape_non_ascii(text.text(), escaped);
  return escaped.finish();
}

namespace {

Value builtin_ascii(Context& cx, Value* args) { return ascii_of(cx, args[0]); }
Value builtin_repr(Context& cx, Value* args) { return repr_of(cx, args[0]); }

Value builtin_chr(Context& cx, Value* args) {
  const Value index = index_of(cx, args[0]);
  if (index.is_outcome()) return index;
  const std::optional<int64_t> c = int64_of(index);
  if (!c || *c > INT32_MAX || *c < INT32_MIN) return raise_overflow_error(cx, "Python int too large to convert to C int");
  if (*c < 0 || *c > int64_t(utf8::kMaxCodePoint)) return raise_value_error(cx, "chr() arg not in range(0x110000)");
  return str_from_code_point(cx, char32_t(*c));
}

Value builtin_ord(Context& cx, Value* args) {
  std::string_view bytes;
  size_t length;
  if (const Str* s = as_str(args[0])) {
    if (s->length == 1) {
      const char* p = s->text();
      return Value::small(int64_t(utf8::next_valid(p)));
    }
    length = s->length;
  } else if (!is<MemoryView>(payload_of(args[0])) && bytes_view(args[0], &bytes)) {
    if (bytes.size() == 1) return Value::small(static_cast<unsigned char>(bytes[0]));
    length = bytes.size();
  } else {
    return raise_type_error(cx, "ord() expected string of length 1, but {} found", type_name(cx, args[0]));
  }
  return raise_type_error(cx, "ord() expected a character, but string of length {} found", length);
}

Value builtin_format(Context& cx, Value* args) {
  Str* spec = as_str(args[1]);
  if (!spec) return raise_type_error(cx, "format() argument 2 must be str, not {}", type_name(cx, args[1]));
  return format_value(cx, args[0], spec);
}

const NativeRow kRows[] = {
    {"ascii", builtin_ascii, "obj, /", "op_ascii"},
    {"chr", builtin_chr, "i, /", "text_chr"},
    {"format", builtin_format, "value, format_spec='', /", "text_format"},
    {"ord", builtin_ord, "c, /"},
    {"repr", builtin_repr, "obj, /", "op_repr"},
};

}  // namespace

const std::span<const NativeRow> kTextBuiltins = kRows;

}  // namespace fermata
