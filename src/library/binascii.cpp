// Module binascii's native part: hexadecimal, base64. Its errors are ValueErrors here; binascii.py makes them binascii.Error.
#include <array>

#include "base/base64.h"
#include "library/_streams/compression.h"
#include "objects/natives/native.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"
#include "objects/text/text_args.h"

namespace fermata {

namespace {

constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

constexpr std::array<int8_t, 256> make_values() {
  std::array<int8_t, 256> values{};
  for (auto& v : values) v = -1;
  for (int i = 0; i < 64; ++i) values[static_cast<unsigned char>(kAlphabet[i])] = int8_t(i);
  return values;
}
constexpr std::array<int8_t, 256> kValues = make_values();

// The a2b functions take ASCII text too.
Value ascii_argument(Context& cx, Value v, std::string_view* out) {
  if (const Str* s = as_str(v)) {
    if (!s->ascii()) return raise_value_error(cx, "string argument should contain only ASCII characters");
    *out = s->view();
    return Value::none();
  }
  if (bytes_view(v, out)) return Value::none();
  return raise_type_error(cx, "argument should be bytes, buffer or ASCII string, not '{}'", type_name(cx, v));
}

// An uninitialised bytes of at most `size`, charged; null: *outcome says why.
Bytes* make_bytes(Context& cx, uint64_t size, Value* outcome) {
  if (size > 4096 && !cx.can_allocate(size, outcome)) return nullptr;
  if (!cx.tick(size / 16)) {
    *outcome = Value::retry();
    return nullptr;
  }
  Bytes* b = cx.heap.make_unfilled<Bytes>(size);
  if (!b) *outcome = cx.out_of_memory();
  return b;
}

Value to_base64(Context& cx, Value* args) {
  std::string_view data;
  Value r = buffer_argument(cx, args[0], &data);
  if (r.is_outcome()) return r;
  const bool newline = args[1].is_true();
  Bytes* b = make_bytes(cx, base64_length(data.size()) + newline, &r);
  if (!b) return r;
  write_base64(data, b->data);
  if (newline) b->data[base64_length(data.size())] = '\n';
  return Value::object(b);
}

Value from_base64(Context& cx, Value* args) {
  std::string_view text;
  Value r = ascii_argument(cx, args[0], &text);
  if (r.is_outcome()) return r;
  const bool strict = args[1].is_true();
  Bytes* b = make_bytes(cx, (text.size() + 3) / 4 * 3, &r);
  if (!b) return r;
  size_t size = 0;
  const auto finish = [&] {
    b->count = uint32_t(size);
    b->data[size] = 0;
    return Value::object(b);
  };
  if (strict && text.starts_with('=')) return raise_value_error(cx, "Leading padding not allowed");
  int position = 0, pads = 0;
  uint32_t left = 0;
  bool padding = false;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '=') {
      padding = true;
      if (position >= 2 && position + ++pads >= 4) {
        if (strict && i + 1 < text.size()) return raise_value_error(cx, "Excess data after padding");
        return finish();
      }
      continue;
    }
    const int value = kValues[static_cast<unsigned char>(text[i])];
    if (value < 0) {
      if (strict) return raise_value_error(cx, "Only base64 data is allowed");
      continue;
    }
    if (strict && padding) return raise_value_error(cx, "Discontinuous padding not allowed");
    pads = 0;
    left = left << 6 | uint32_t(value);
    if (position != 0) b->data[size++] = char(left >> (6 - 2 * position));
    position = (position + 1) % 4;
  }
  if (position == 1)
    return raise_value_error(cx, "Invalid base64-encoded string: number of data characters ({}) cannot be 1 more than a multiple of 4",
                             size / 3 * 4 + 1);
  if (position != 0) return raise_value_error(cx, "Incorrect padding");
  return finish();
}

int hex_value(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

Value from_hex(Context& cx, Value* args) {
  std::string_view text;
  Value r = ascii_argument(cx, args[0], &text);
  if (r.is_outcome()) return r;
  if (text.size() % 2) return raise_value_error(cx, "Odd-length string");
  Bytes* b = make_bytes(cx, text.size() / 2, &r);
  if (!b) return r;
  for (size_t i = 0; i < text.size(); i += 2) {
    const int high = hex_value(text[i]), low = hex_value(text[i + 1]);
    if (high < 0 || low < 0) return raise_value_error(cx, "Non-hexadecimal digit found");
    b->data[i / 2] = char(high << 4 | low);
  }
  return Value::object(b);
}

const NativeRow kRows[] = {
    {"_crc32", zlib_crc32, "data, crc, /"},
    {"_from_base64", from_base64, "data, strict, /"},
    {"_from_hex", from_hex, "data, /"},
    {"_to_base64", to_base64, "data, newline, /"},
};

}  // namespace

extern const ModuleRow kBinasciiModule = {.name = "binascii", .functions = kRows};

}  // namespace fermata
