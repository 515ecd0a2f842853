// str's methods that lay text out or map it: center, ljust, rjust, zfill, expandtabs, translate, maketrans; and encode.
#include <cstring>

#include "base/utf8.h"
#include "numbers/format_spec.h"
#include "objects/containers/containers.h"
#include "objects/text/codecs.h"
#include "objects/text/str.h"
#include "objects/text/str_methods.h"
#include "objects/text/text_args.h"

namespace fermata {

namespace {

// `text` between that many fill characters on each side.
Value pad(Context& cx, Str* s, uint64_t left, uint64_t right, std::string_view fill) {
  const uint64_t size = add_sizes(s->count, mul_sizes(left + right, fill.size()));
  Value failed;
  if (size > 4096 && !cx.can_allocate(size, &failed)) return failed;
  if (!tick_bytes(cx, size)) return Value::retry();
  Str* out = allocate_str(cx, size);
  if (!out) return cx.out_of_memory();
  char* p = out->fill();
  const auto put = [&](uint64_t times) {
    if (fill.size() == 1) {
      std::memset(p, fill[0], times);
      p += times;
      return;
    }
    for (uint64_t i = 0; i < times; ++i, p += fill.size()) std::memcpy(p, fill.data(), fill.size());
  };
  put(left);
  std::memcpy(p, s->text(), s->count);
  p += s->count;
  put(right);
  finish_str(out);
  return Value::object(out);
}

enum class Side { kLeft, kRight, kBoth };

Value justify(Context& cx, Value* args, Side side) {
  Str* s = as<Str>(args[0]);
  int64_t width = 0;
  const Value r = size_argument(cx, args[1], &width);
  if (r.is_outcome()) return r;
  Str* fill = as_str(args[2]);
  if (!fill) return raise_type_error(cx, "The fill character must be a unicode character, not {}", type_name(cx, args[2]));
  if (fill->length != 1) return raise_type_error(cx, "The fill character must be exactly one character long");
  if (width <= int64_t(s->length)) return args[0];
  const uint64_t padding = uint64_t(width) - s->length;
  if (side == Side::kLeft) return pad(cx, s, 0, padding, fill->view());
  if (side == Side::kRight) return pad(cx, s, padding, 0, fill->view());
  // CPython's way with the odd one.
  const uint64_t left = padding / 2 + (padding & uint64_t(width) & 1);
  return pad(cx, s, left, padding - left, fill->view());
}

// What a translation table's value stands for, appended. None, or an outcome.
Value append_translation(Context& cx, Value to, TextBuilder& out) {
  if (to.is_none()) return Value::none();
  if (const Str* text = as_str(to)) {
    out.append(text->view());
    return out.status();
  }
  const Value number = payload_of(to);
  if (!is_int_or_bool(number)) return raise_type_error(cx, "character mapping must return integer, None or str");
  const std::optional<int64_t> c = int64_of(number);
  if (!c || *c < 0 || *c > int64_t(utf8::kMaxCodePoint)) return raise_value_error(cx, "character mapping must be in range(0x110000)");
  char buffer[utf8::kMaxLength];
  out.append({buffer, utf8::encode(char32_t(*c), buffer)});
  return out.status();
}

bool is_text(Value v) { return as_str(v) != nullptr; }

// maketrans(x): a dict whose keys become code points.
Value maketrans_of_dict(Context& cx, Value x) {
  Dict* from = try_as<Dict>(x);
  if (!from) return raise_type_error(cx, "if you give only one argument to maketrans it must be a dict");
  if (!cx.tick(from->live)) return Value::retry();
  Dict* to = new_dict(cx);
  for (const DictEntry& e : from->entries) {
    if (e.key.is_unset()) continue;
    Value key = e.key;
    if (const Str* text = as_str(key)) {
      if (text->length != 1) return raise_value_error(cx, "string keys in translate table must be of length 1");
      const char* p = text->text();
      key = Value::small(int64_t(utf8::next_valid(p)));
    } else if (!is_int_or_bool(payload_of(key))) {
      return raise_type_error(cx, "keys in translate table must be strings or integers");
    }
    const Value r = dict_set(cx, to, key, e.value);
    if (r.is_outcome()) return r;
  }
  return Value::object(to);
}

}  // namespace

Value str_center(Context& cx, Value* args) { return justify(cx, args, Side::kBoth); }
Value str_ljust(Context& cx, Value* args) { return justify(cx, args, Side::kLeft); }
Value str_rjust(Context& cx, Value* args) { return justify(cx, args, Side::kRight); }

Value str_zfill(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  int64_t width = 0;
  const Value r = size_argument(cx, args[1], &width);
  if (r.is_outcome()) return r;
  if (width <= int64_t(s->length)) return args[0];
  const Value padded = pad(cx, s, uint64_t(width) - s->length, 0, "0");
  if (padded.is_outcome()) return padded;
  // The sign goes to the front of what pad() just made.
  if (s->count && (s->text()[0] == '+' || s->text()[0] == '-')) {
    Str* out = as<Str>(padded);
    std::swap(out->fill()[0], out->fill()[width - s->length]);
  }
  return padded;
}

Value str_expandtabs(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  const Value index = index_of(cx, args[1]);
  if (index.is_outcome()) return index;
  const std::optional<int64_t> wanted = int64_of(index);
  if (!wanted || *wanted > INT32_MAX || *wanted < INT32_MIN) return raise_overflow_error(cx, "Python int too large to convert to C int");
  const uint64_t tab = *wanted > 0 ? uint64_t(*wanted) : 0;
  if (s->count > 64 && !cx.tick(s->count / 16)) return Value::retry();
  // Twice: for the size, then for the text.
  uint64_t size = 0, column = 0;
  for (const char c : s->view()) {
    if (c == '\t') {
      const uint64_t spaces = tab ? tab - column % tab : 0;
      size += spaces;
      column += spaces;
    } else {
      ++size;
      column = c == '\n' || c == '\r' ? 0 : column + utf8::is_lead(c);
    }
  }
  Value failed;
  if (size > 4096 && !cx.can_allocate(size, &failed)) return failed;
  if (!tick_bytes(cx, size)) return Value::retry();
  Str* result = allocate_str(cx, size);
  if (!result) return cx.out_of_memory();
  char* out = result->fill();
  column = 0;
  for (const char c : s->view()) {
    if (c == '\t') {
      const uint64_t spaces = tab ? tab - column % tab : 0;
      std::memset(out, ' ', spaces);
      out += spaces;
      column += spaces;
    } else {
      *out++ = c;
      column = c == '\n' || c == '\r' ? 0 : column + utf8::is_lead(c);
    }
  }
  finish_str(result);
  return Value::object(result);
}

// A dict is looked up here; any other table is subscripted by the twin.
Value str_translate(Context& cx, Value* args) {
  Str* s = as<Str>(args[0]);
  Dict* table = try_as<Dict>(args[1]);
  if (!table) return Value::defer();
  if (!cx.tick(s->length)) return Value::retry();
  TextBuilder out(cx);
  const char* p = s->text();
  const char* const end = p + s->count;
  Value known[128];  // what the table says about ASCII characters; missing: nothing
  while (p != end) {
    const char* at = p;
    const char32_t c = utf8::next_valid(p);
    Value to = c < 128 ? known[c] : Value::unset();
    if (to.is_unset()) {
      to = dict_get(cx, table, Value::small(int64_t(c)));
      if (to.is_outcome()) return to;
      if (to.is_unset()) to = Value::missing();
      if (c < 128) known[c] = to;
    }
    if (to.is_missing()) {
      if (!out.append({at, size_t(p - at)})) break;
      continue;
    }
    const Value r = append_translation(cx, to, out);
    if (r.is_outcome()) return r;
  }
  return out.finish();
}

Value str_maketrans(Context& cx, Value* args) {
  if (args[1].is_missing()) return maketrans_of_dict(cx, args[0]);
  if (!is_text(args[1])) return raise_type_error(cx, "maketrans() argument 2 must be str, not {}", type_name(cx, args[1]));
  if (!args[2].is_missing() && !is_text(args[2]))
    return raise_type_error(cx, "maketrans() argument 3 must be str, not {}", type_name(cx, args[2]));
  if (!is_text(args[0])) return raise_type_error(cx, "first maketrans argument must be a string if there is a second argument");
  const Str* x = as_str(args[0]);
  const Str* y = as_str(args[1]);
  if (x->length != y->length) return raise_value_error(cx, "the first two maketrans arguments must have equal length");
  if (!cx.tick(x->length)) return Value::retry();
  Dict* table = new_dict(cx);
  const char* p = x->text();
  const char* q = y->text();
  while (p != x->text() + x->count) {
    const Value key = Value::small(int64_t(utf8::next_valid(p)));
    const Value r = dict_set(cx, table, key, Value::small(int64_t(utf8::next_valid(q))));
    if (r.is_outcome()) return r;
  }
  if (args[2].is_missing()) return Value::object(table);
  const Str* z = as_str(args[2]);
  if (!cx.tick(z->length)) return Value::retry();
  for (p = z->text(); p != z->text() + z->count;) {
    const Value r = dict_set(cx, table, Value::small(int64_t(utf8::next_valid(p))), Value::none());
    if (r.is_outcome()) return r;
  }
  return Value::object(table);
}

Value str_encode(Context& cx, Value* args) {
  for (int i = 1; i <= 2; ++i)
    if (!is_text(args[i]))
      return raise_type_error(cx, "encode() argument '{}' must be str, not {}", i == 1 ? "encoding" : "errors", type_name(cx, args[i]));
  return encode_text(cx, as<Str>(args[0]), as_str(args[1]), as_str(args[2]));
}

}  // namespace fermata
