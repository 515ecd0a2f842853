// The methods of bytes and bytearray that treat data as ASCII text, or turn it into text: cases, layout, hex, decode.
#include <cstring>

#include "objects/iterators/walk.h"
#include "objects/text/bytes_methods.h"
#include "objects/text/codecs.h"

namespace fermata {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_upper(c) || is_lower(c); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
char to_upper(char c) { return is_lower(c) ? char(c & ~0x20) : c; }
char to_lower(char c) { return is_upper(c) ? char(c | 0x20) : c; }

// f(byte, the byte before it) for each byte.
template <class F>
Value map_bytes(Context& cx, Value self, F f) {
  const std::string_view data = self_bytes(self);
  Value result;
  char* out = allocate_like(cx, self, data.size(), &result);
  if (!out) return result;
  char before = 0;
  for (const char c : data) {
    *out++ = f(c, before);
    before = c;
  }
  return result;
}

// Whether `f` says so of all bytes; it is asked until it says no.
template <class F>
Value each_byte(Context& cx, Value self, F f) {
  const std::string_view data = self_bytes(self);
  ByteWalk<64> walk(cx);
  for (size_t at = 0; at < data.size();) {
    const size_t n = walk.next(data.size() - at);
    if (n == 0) return Value::retry();
    for (const size_t stop = at + n; at < stop; ++at)
      if (!f(data[at])) return Value::false_();
  }
  return Value::true_();
}

template <class F>
Value all_are(Context& cx, Value self, F is) {
  if (self_bytes(self).empty()) return Value::false_();
  return each_byte(cx, self, [&](char c) { return is(c); });
}

Value cased_as(Context& cx, Value self, bool upper) {
  bool seen = false;
  const Value all = each_byte(cx, self, [&](char c) {
    seen |= is_letter(c);
    return upper ? !is_lower(c) : !is_upper(c);
  });
  return all.is_true() ? Value::boolean(seen) : all;
}

enum class Side { kLeft, kRight, kBoth };

Value pad(Context& cx, Value self, uint64_t left, uint64_t right, char fill, char** start = nullptr) {
  const std::string_view data = self_bytes(self);
  Value result;
  char* out = allocate_like(cx, self, add_sizes(data.size(), left + right), &result);
  if (!out) return result;
  if (start) *start = out;
  std::memset(out, fill, left);
  if (!data.empty()) std::memcpy(out + left, data.data(), data.size());
  std::memset(out + left + data.size(), fill, right);
  return result;
}

Value justify(Context& cx, Value* args, const char* name, Side side) {
  int64_t width = 0;
  const Value r = size_argument(cx, args[1], &width);
  if (r.is_outcome()) return r;
  char fill = ' ';
  if (!args[2].is_missing()) {
    std::string_view given;
    if (!bytes_view(args[2], &given) || given.size() != 1)
      return raise_type_error(cx, "{}() argument 2 must be a byte string of length 1, not {}", name, type_name(cx, args[2]));
    fill = given[0];
  }
  const std::string_view data = self_bytes(args[0]);
  if (width <= int64_t(data.size())) return same_or_copy(cx, args[0]);
  const uint64_t padding = uint64_t(width) - data.size();
  if (side == Side::kLeft) return pad(cx, args[0], 0, padding, fill);
  if (side == Side::kRight) return pad(cx, args[0], padding, 0, fill);
  const uint64_t left = padding / 2 + (padding & uint64_t(width) & 1);
  return pad(cx, args[0], left, padding - left, fill);
}

int hex_value(char c) { return is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1; }

// The bytes that hexadecimal text stands for; None, or an outcome.
Value parse_hex(Context& cx, Value v, std::string* out) {
  const Str* text = as_str(v);
  if (!text) return raise_type_error(cx, "fromhex() argument must be str, not {}", type_name(cx, v));
  Value failed;
  if (text->count > 8192 && !cx.can_allocate(text->count, &failed)) return failed;
  if (!tick_bytes(cx, uint64_t(text->count) * 4)) return Value::retry();
  const std::string_view t = text->view();
  out->reserve(t.size() / 2);
  for (size_t i = 0; i < t.size();) {
    if (is_space(t[i])) {
      ++i;
      continue;
    }
    const int high = hex_value(t[i]);
    if (high < 0) return raise_value_error(cx, "non-hexadecimal number found in fromhex() arg at position {}", i);
    const int low = i + 1 < t.size() ? hex_value(t[i + 1]) : -1;
    if (low < 0) return raise_value_error(cx, "non-hexadecimal number found in fromhex() arg at position {}", i + 1);
    out->push_back(char(high << 4 | low));
    i += 2;
  }
  return Value::none();
}

}  // namespace

Value bytes_lower(Context& cx, Value* args) {
  return map_bytes(cx, args[0], [](char c, char) { return to_lower(c); });
}
Value bytes_upper(Context& cx, Value* args) {
  return map_bytes(cx, args[0], [](char c, char) { return to_upper(c); });
}
Value bytes_swapcase(Context& cx, Value* args) {
  return map_bytes(cx, args[0], [](char c, char) { return is_upper(c) ? to_lower(c) : to_upper(c); });
}
Value bytes_title(Context& cx, Value* args) {
  return map_bytes(cx, args[0], [](char c, char before) { return is_letter(before) ? to_lower(c) : to_upper(c); });
}
Value bytes_capitalize(Context& cx, Value* args) {
  bool first = true;
  return map_bytes(cx, args[0], [&](char c, char) {
    const char mapped = first ? to_upper(c) : to_lower(c);
    first = false;
    return mapped;
  });
}

Value bytes_isalnum(Context& cx, Value* args) {
  return all_are(cx, args[0], [](char c) { return is_letter(c) || is_digit(c); });
}
Value bytes_isalpha(Context& cx, Value* args) { return all_are(cx, args[0], is_letter); }
Value bytes_isdigit(Context& cx, Value* args) { return all_are(cx, args[0], is_digit); }
Value bytes_isspace(Context& cx, Value* args) { return all_are(cx, args[0], is_space); }
Value bytes_isascii(Context& cx, Value* args) {
  if (self_bytes(args[0]).empty()) return Value::true_();
  return all_are(cx, args[0], [](char c) { return (c & 0x80) == 0; });
}
Value bytes_islower(Context& cx, Value* args) { return cased_as(cx, args[0], false); }
Value bytes_isupper(Context& cx, Value* args) { return cased_as(cx, args[0], true); }
Value bytes_istitle(Context& cx, Value* args) {
  bool seen = false, after_letter = false;
  const Value all = each_byte(cx, args[0], [&](char c) {
    if (is_letter(c) && is_upper(c) == after_letter) return false;
    after_letter = is_letter(c);
    seen |= after_letter;
    return true;
  });
  return all.is_true() ? Value::boolean(seen) : all;
}

Value bytes_center(Context& cx, Value* args) { return justify(cx, args, "center", Side::kBoth); }
Value bytes_ljust(Context& cx, Value* args) { return justify(cx, args, "ljust", Side::kLeft); }
Value bytes_rjust(Context& cx, Value* args) { return justify(cx, args, "rjust", Side::kRight); }

Value bytes_zfill(Context& cx, Value* args) {
  int64_t width = 0;
  const Value r = size_argument(cx, args[1], &width);
  if (r.is_outcome()) return r;
  const std::string_view data = self_bytes(args[0]);
  if (width <= int64_t(data.size())) return same_or_copy(cx, args[0]);
  const size_t padding = size_t(width) - data.size();
  char* out = nullptr;
  const Value result = pad(cx, args[0], padding, 0, '0', &out);
  if (!result.is_outcome() && !data.empty() && (data[0] == '+' || data[0] == '-')) std::swap(out[0], out[padding]);
  return result;
}

Value bytes_expandtabs(Context& cx, Value* args) {
  const Value index = index_of(cx, args[1]);
  if (index.is_outcome()) return index;
  const std::optional<int64_t> wanted = int64_of(index);
  if (!wanted || *wanted > INT32_MAX || *wanted < INT32_MIN) return raise_overflow_error(cx, "Python int too large to convert to C int");
  const uint64_t tab = *wanted > 0 ? uint64_t(*wanted) : 0;
  const std::string_view data = self_bytes(args[0]);
  if (data.size() > 64 && !cx.tick(data.size() / 16)) return Value::retry();
  // Twice: for the size, then for the bytes.
  const auto expand = [&](auto put, auto put_spaces) {
    uint64_t column = 0;
    for (const char c : data) {
      if (c == '\t') {
        const uint64_t spaces = tab ? tab - column % tab : 0;
        put_spaces(spaces);
        column += spaces;
      } else {
        put(c);
        column = c == '\n' || c == '\r' ? 0 : column + 1;
      }
    }
  };
  uint64_t size = 0;
  expand([&](char) { ++size; }, [&](uint64_t n) { size += n; });
  Value result;
  char* out = allocate_like(cx, args[0], size, &result);
  if (!out) return result;
  expand([&](char c) { *out++ = c; },
         [&](uint64_t n) {
           std::memset(out, ' ', n);
           out += n;
         });
  return result;
}

Value bytes_hex(Context& cx, Value* args) {
  static const char kHex[] = "0123456789abcdef";
  const std::string_view data = self_bytes(args[0]);
  char separator = 0;
  int64_t group = 0;
  if (!args[1].is_missing()) {
    std::string_view text;
    if (const Str* s = as_str(args[1])) {
      if (s->length != 1) return raise_value_error(cx, "sep must be length 1.");
      text = s->view();
    } else if (bytes_view(args[1], &text)) {
      if (text.size() != 1) return raise_value_error(cx, "sep must be length 1.");
    } else {
      const Value length = length_of(cx, args[1]);
      if (length.is_outcome()) return length;
      if (length != Value::small(1)) return raise_value_error(cx, "sep must be length 1.");
      return raise_type_error(cx, "sep must be str or bytes.");
    }
    if (text[0] & 0x80) return raise_value_error(cx, "sep must be ASCII.");
    separator = text[0];
  }
  const Value r = size_argument(cx, args[2], &group);
  if (r.is_outcome()) return r;
  if (args[1].is_missing()) group = 0;
  // Groups are counted from the right, or from the left when negative.
  const uint64_t each = group < 0 ? uint64_t(0) - uint64_t(group) : uint64_t(group);
  const uint64_t n = data.size();
  const uint64_t size = 2 * n + (each && n ? (n - 1) / each : 0);
  Value failed;
  if (size > 4096 && !cx.can_allocate(size, &failed)) return failed;
  if (!tick_bytes(cx, size)) return Value::retry();
  if (size == 0) return Value::object(cx.image->empty_str);
  Str* s = allocate_str(cx, size);
  if (!s) return cx.out_of_memory();
  char* out = s->fill();
  for (uint64_t i = 0; i < n; ++i) {
    if (each && i != 0 && (group > 0 ? n - i : i) % each == 0) *out++ = separator;
    const auto byte = static_cast<unsigned char>(data[i]);
    *out++ = kHex[byte >> 4];
    *out++ = kHex[byte & 15];
  }
  finish_str(s);
  return Value::object(s);
}

Value bytes_fromhex(Context& cx, Value* args) {
  std::string data;
  const Value r = parse_hex(cx, args[1], &data);
  if (r.is_outcome()) return r;
  if (args[0] != Value::object(cx.image->classes[size_t(Kind::kBytes)])) return Value::defer();
  return new_bytes(cx, data);
}

Value bytearray_fromhex(Context& cx, Value* args) {
  std::string data;
  const Value r = parse_hex(cx, args[1], &data);
  if (r.is_outcome()) return r;
  if (args[0] != Value::object(cx.image->classes[size_t(Kind::kByteArray)])) return Value::defer();
  return new_bytearray(cx, data);
}

Value bytes_decode(Context& cx, Value* args) {
  for (int i = 1; i <= 2; ++i)
    if (!as_str(args[i]))
      return raise_type_error(cx, "decode() argument '{}' must be str, not {}", i == 1 ? "encoding" : "errors", type_name(cx, args[i]));
  return decode_bytes(cx, self_bytes(args[0]), args[0], as_str(args[1]), as_str(args[2]));
}

}  // namespace fermata
