// Module struct's native part: values into bytes by a format, and back. What is struct.error in Python comes back as its message, a str,
// which _struct.py raises; it also converts the arguments that need user code (_codes says to what).
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "objects/containers/containers.h"
#include "objects/natives/native.h"
#include "objects/numbers/numbers.h"
#include "objects/text/bytes.h"
#include "objects/text/str.h"
#include "objects/text/text_args.h"

namespace fermata {

namespace {

struct Item {
  char code;
  uint64_t count;   // of 's' and 'p' the size
  uint64_t offset;  // of the first value
  uint8_t size;     // of one value
};

struct Format {
  explicit Format(Context& cx) : room(cx) {}
  Outside room;  // items'
  std::vector<Item> items;
  uint64_t size = 0;
  uint64_t values = 0;
  bool big = false, native = false;
  const char* error = nullptr;
};

int standard_size(char code) {
  switch (code) {
    case 'x':
    case 'c':
    case 'b':
    case 'B':
    case '?':
    case 's':
    case 'p': return 1;
    case 'h':
    case 'H':
    case 'e': return 2;
    case 'i':
    case 'I':
    case 'l':
    case 'L':
    case 'f': return 4;
    case 'q':
    case 'Q':
    case 'd': return 8;
    default: return 0;
  }
}
int native_size(char code) {
  switch (code) {
    case 'l':
    case 'L':
    case 'n':
    case 'N':
    case 'P': return 8;
    default: return standard_size(code);
  }
}

void parse(std::string_view text, Format& f) {
  f.native = true;
  size_t i = 0;
  bool aligned = true;
  if (!text.empty() && std::string_view("@=<>!").find(text[0]) != std::string_view::npos) {
    i = 1;
    f.native = aligned = text[0] == '@';
    f.big = text[0] == '>' || text[0] == '!';
  }
  constexpr uint64_t kMost = INT64_MAX;
  const auto fail = [&](const char* message) { f.error = message; };
  while (i < text.size()) {
    char c = text[i++];
    if (c == ' ' || (c >= '\t' && c <= '\r')) continue;
    uint64_t count = 1;
    if (c >= '0' && c <= '9') {
      count = uint64_t(c - '0');
      while (i < text.size() && text[i] >= '0' && text[i] <= '9') {
        count = add_sizes(mul_sizes(count, 10), uint64_t(text[i++] - '0'));
        if (count > kMost) return fail("total struct size too long");
      }
      if (i == text.size()) return fail("repeat count given without format specifier");
      c = text[i++];
    }
    const int size = f.native ? native_size(c) : standard_size(c);
    if (!size) return fail(c == 0 ? "embedded null character" : "bad char in struct format");
    if (aligned) f.size = (f.size + uint64_t(size) - 1) / uint64_t(size) * uint64_t(size);
    if (c == 's' || c == 'p') ++f.values;
    else if (c != 'x') f.values = add_sizes(f.values, count);
    if (c != 'x' && (count > 0 || c == 's' || c == 'p')) f.items.push_back({c, count, f.size, uint8_t(size)});
    f.size = add_sizes(f.size, mul_sizes(count, uint64_t(size)));
    if (f.size > kMost) return fail("total struct size too long");
  }
}

// At least as many as parse() makes.
size_t items_in(std::string_view text) {
  return size_t(std::count_if(text.begin(), text.end(), [](char c) { return standard_size(c) || native_size(c); }));
}

// The format of an argument; an outcome, or None.
Value format_argument(Context& cx, Value v, Format* out) {
  const Str* s = as_str(v);
  std::string_view text;
  if (s) text = s->view();
  else if (!bytes_view(v, &text))
    return raise_type_error(cx, "Struct() argument 1 must be a str or bytes object, not {}", type_name(cx, v));
  if (!tick_bytes(cx, text.size() * 4)) return Value::retry();
  const size_t items = items_in(text);
  if (Value refused; !out->room.take(items * sizeof(Item), &refused)) return refused;
  out->items.reserve(items);
  parse(text, *out);
  return out->error ? new_str(cx, out->error) : Value::none();
}

void store(char* out, uint64_t bits, int size, bool big) {
  for (int i = 0; i < size; ++i) out[i] = char(bits >> (8 * (big ? size - 1 - i : i)));
}
uint64_t load(const char* in, int size, bool big) {
  uint64_t bits = 0;
  for (int i = 0; i < size; ++i) bits |= uint64_t(static_cast<unsigned char>(in[i])) << (8 * (big ? size - 1 - i : i));
  return bits;
}

// Rounded half to even; false: too large.
bool half_bits(double x, uint16_t* out) {
  const uint16_t sign = std::signbit(x) ? 0x8000 : 0;
  if (std::isnan(x)) return *out = sign | 0x7E00, true;
  if (std::isinf(x)) return *out = sign | 0x7C00, true;
  if (x == 0) return *out = sign, true;
  int exponent;
  const double fraction = std::frexp(std::fabs(x), &exponent);  // 0.5 … 1
  // 11 bits of fraction, fewer below the normal range.
  const int shift = exponent < -13 ? 24 + exponent : 11;
  if (shift < 0) return *out = sign, true;
  double scaled = std::ldexp(fraction, shift);
  uint32_t bits = uint32_t(scaled);
  const double rest = scaled - bits;
  if (rest > 0.5 || (rest == 0.5 && (bits & 1))) ++bits;
  uint32_t half;
  if (exponent < -13) half = bits;
  else half = uint32_t(exponent + 14) * 1024 + bits - 1024;  // a carry goes into the exponent
  if (half >= 0x7C00) return false;
  *out = uint16_t(sign | half);
  return true;
}
double half_value(uint16_t bits) {
  const int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double x;
  if (exponent == 31) x = fraction ? std::nan("") : HUGE_VAL;
  else if (exponent == 0) x = std::ldexp(fraction, -24);
  else x = std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000 ? -x : x;
}

class Packer {
 public:
  Packer(Context& cx, const Format& format) : cx_(cx), f_(format) {}

  // None, an outcome, or a message.
  Value put(const Item& item, Value v, char* out) {
    switch (item.code) {
      case 'c': {
        const Bytes* b = try_as<Bytes>(payload_of(v));
        std::string_view view;
        if (!b && !(is<ByteArray>(payload_of(v)) && bytes_view(v, &view))) return text("char format requires a bytes object of length 1");
        if (b) view = b->view();
        if (view.size() != 1) return text("char format requires a bytes object of length 1");
        *out = view[0];
        return Value::none();
      }
      case 's':
      case 'p': {
        std::string_view view;
        if (!bytes_view(v, &view))
          return text(item.code == 's' ? "argument for 's' must be a bytes object" : "argument for 'p' must be a bytes object");
        if (item.count == 0) return Value::none();
        const bool counted = item.code == 'p';
        const uint64_t size = std::min<uint64_t>(view.size(), item.count - counted);
        std::memcpy(out + counted, view.data(), size);
        if (counted) *out = char(std::min<uint64_t>(size, 255));
        return Value::none();
      }
      case '?': {
        const Value r = truth(cx_, v);
        if (r.is_outcome()) return r;
        return *out = r.is_true(), Value::none();
      }
      case 'e':
      case 'f':
      case 'd': return put_float(item, v, out);
      default: return put_int(item, v, out);
    }
  }

 private:
  Value text(std::string_view message) { return new_str(cx_, message); }

  Value too_large(Value v, char code) {
    if (is_int_or_bool(payload_of(v))) return text("int too large to convert");
    return raise_overflow_error(cx_, "float too large to pack with {} format", code);
  }

  Value put_float(const Item& item, Value v, char* out) {
    double x = 0;
    const Value r = to_double(cx_, v, &x);
    if (r.is_error()) {
      cx_.exception = Value();
      return text("required argument is not a float");
    }
    if (r.is_outcome()) return r;
    if (item.code == 'e') {
      uint16_t bits;
      if (!half_bits(x, &bits)) return too_large(v, 'e');
      store(out, bits, 2, f_.big);
    } else if (item.code == 'f') {
      const float y = float(x);
      if (std::isinf(y) && !std::isinf(x) && !f_.native) return too_large(v, 'f');
      store(out, std::bit_cast<uint32_t>(y), 4, f_.big);
    } else {
      store(out, std::bit_cast<uint64_t>(x), 8, f_.big);
    }
    return Value::none();
  }

  Value put_int(const Item& item, Value v, char* out) {
    if (!is_int_or_bool(payload_of(v))) {
      if (may_be_index(cx_, v)) return Value::defer();
      return text("required argument is not an integer");
    }
    const Value i = payload_of(v);
    const bool is_unsigned = item.code >= 'A' && item.code <= 'Z';
    const std::optional<int64_t> s = int64_of(i);
    const bool swapped = f_.big && item.size == 8;
    const char* out_of_range = swapped || item.code == 'P' ? "int too large to convert" : "argument out of range";
    if (item.code == 'B' || item.code == 'b') {
      if (!s) return text(out_of_range);
      if (item.code == 'b' && (*s < -128 || *s > 127)) return text("byte format requires -128 <= number <= 127");
      if (item.code == 'B' && (*s < 0 || *s > 255)) return text("ubyte format requires 0 <= number <= 255");
      *out = char(*s);
      return Value::none();
    }
    if ((item.code == 'h' || item.code == 'H') && !f_.big) {
      if (!s) return text(out_of_range);
      if (item.code == 'h' && (*s < -32768 || *s > 32767)) return text("short format requires -32768 <= number <= 32767");
      if (item.code == 'H' && (*s < 0 || *s > 65535)) return text("ushort format requires 0 <= number <= 65535");
      store(out, uint64_t(*s), 2, false);
      return Value::none();
    }
    uint64_t bits = 0;
    const int width = item.size * 8;
    if (!is_unsigned || (item.code == 'P' && s)) {
      if (!s) return text(out_of_range);
      bits = uint64_t(*s);
      if (width < 64 && (*s < -(int64_t(1) << (width - 1)) || *s >= int64_t(1) << (width - 1)))
        return text(fmt::format("'{}' format requires {} <= number <= {}", item.code, -(int64_t(1) << (width - 1)),
                                (int64_t(1) << (width - 1)) - 1));
    } else {
      if (s ? *s < 0 : !(is<Int>(i) && fits_unsigned(i))) return text(out_of_range);
      bits = s ? uint64_t(*s) : unsigned_of(i);
      if (width < 64 && bits >> width)
        return text(fmt::format("'{}' format requires 0 <= number <= {}", item.code, (uint64_t(1) << width) - 1));
    }
    store(out, bits, item.size, f_.big);
    return Value::none();
  }

  static bool fits_unsigned(Value i) {
    const IntView view = as<Int>(i)->view();
    return !view.negative && view.size == 1;
  }
  static uint64_t unsigned_of(Value i) { return as<Int>(i)->view().limbs[0]; }

  Context& cx_;
  const Format& f_;
};

// _pack(format, values): bytes, or a message.
Value pack(Context& cx, Value* args) {
  Format f(cx);
  const Value status = format_argument(cx, args[0], &f);
  if (!status.is_none()) return status;
  const auto values = as<Tuple>(args[1])->span();
  if (f.values != values.size()) return new_str(cx, fmt::format("pack expected {} items for packing (got {})", f.values, values.size()));
  Value outcome;
  if (f.size > 4096 && !cx.can_allocate(f.size, &outcome)) return outcome;
  if (!cx.tick(f.size / 64 + values.size() / 4)) return Value::retry();
  Bytes* b = f.size > UINT32_MAX - 64 ? nullptr : cx.heap.make_unfilled<Bytes>(f.size);
  if (!b) return cx.out_of_memory();
  std::memset(b->data, 0, f.size);
  Packer packer(cx, f);
  size_t next = 0;
  for (const Item& item : f.items) {
    const bool one = item.code == 's' || item.code == 'p';
    for (uint64_t k = 0; k < (one ? 1 : item.count); ++k) {
      const Value r = packer.put(item, values[next++], b->data + item.offset + k * item.size);
      if (!r.is_none()) return r;
    }
  }
  return Value::object(b);
}

Value unpack_item(Context& cx, const Format& f, const Item& item, const char* in) {
  const auto bits = [&] { return load(in, item.size, f.big); };
  switch (item.code) {
    case 'c': return new_bytes(cx, {in, 1});
    case 's': return new_bytes(cx, {in, item.count});
    case 'p': {
      const uint64_t size = item.count ? std::min<uint64_t>(static_cast<unsigned char>(*in), item.count - 1) : 0;
      return new_bytes(cx, size ? std::string_view(in + 1, size) : std::string_view());
    }
    case '?': return Value::boolean(*in != 0);
    case 'e': return make_float(cx, half_value(uint16_t(bits())));
    case 'f': return make_float(cx, double(std::bit_cast<float>(uint32_t(bits()))));
    case 'd': return make_float(cx, std::bit_cast<double>(bits()));
    case 'b': return Value::small(int8_t(*in));
    case 'h': return Value::small(int16_t(bits()));
    case 'i':
    case 'l':
    case 'q':
    case 'n': return make_int(cx, item.size == 4 ? int64_t(int32_t(bits())) : int64_t(bits()));
    default: return make_uint(cx, bits());
  }
}

// _unpack(format, data, offset): a tuple, or a message. _struct.py has seen that the data is long enough.
Value unpack(Context& cx, Value* args) {
  Format f(cx);
  const Value status = format_argument(cx, args[0], &f);
  if (!status.is_none()) return status;
  std::string_view data;
  if (!bytes_view(args[1], &data)) return raise_type_error(cx, "a bytes-like object is required, not '{}'", type_name(cx, args[1]));
  if (!args[2].is_small() || args[2].as_small() < 0 || uint64_t(args[2].as_small()) > data.size() ||
      f.size > data.size() - uint64_t(args[2].as_small()))
    return new_str(cx, fmt::format("unpack requires a buffer of {} bytes", f.size));
  data.remove_prefix(uint64_t(args[2].as_small()));
  Value outcome;
  if (f.size > 1024 && !cx.can_allocate(mul_sizes(f.values, 48) + f.size, &outcome)) return outcome;
  if (!cx.tick(f.size / 64 + f.values / 4)) return Value::retry();
  Tuple* t = new_tuple(cx, f.values);
  if (!t) return cx.out_of_memory();
  size_t next = 0;
  for (const Item& item : f.items) {
    const bool one = item.code == 's' || item.code == 'p';
    for (uint64_t k = 0; k < (one ? 1 : item.count); ++k) {
      const Value v = unpack_item(cx, f, item, data.data() + item.offset + k * item.size);
      if (v.is_outcome()) return v;
      t->items[next++] = v;
    }
  }
  return Value::object(t);
}

// _size(format): an int, or a message.
Value size(Context& cx, Value* args) {
  Format f(cx);
  const Value status = format_argument(cx, args[0], &f);
  return status.is_none() ? make_uint(cx, f.size) : status;
}

// _codes(format, most): a character for each value; None when there are more than `most`.
Value codes(Context& cx, Value* args) {
  Format f(cx);
  const Value status = format_argument(cx, args[0], &f);
  if (!status.is_none()) return status;
  const uint64_t most = args[1].is_small() && args[1].as_small() > 0 ? uint64_t(args[1].as_small()) : 0;
  if (f.values > most) return Value::none();
  if (!cx.tick(f.values / 16)) return Value::retry();
  TextBuilder out(cx);
  for (const Item& item : f.items) {
    const bool one = item.code == 's' || item.code == 'p';
    for (uint64_t k = 0; k < (one ? 1 : item.count); ++k) out.append(item.code);
  }
  return out.finish();
}

const NativeRow kRows[] = {
    {"_codes", codes, "format, most, /"},
    {"_pack", pack, "format, values: tuple, /", "_pack_slowly"},
    {"_size", size, "format, /"},
    {"_unpack", unpack, "format, data, offset, /"},
};

}  // namespace

extern const ModuleRow kStructModule = {.name = "_struct", .functions = kRows};

}  // namespace fermata
