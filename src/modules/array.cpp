// array's natives: floats as bytes. The rest is array.py.
#include <bit>
#include <cstring>

#include "modules/container_modules.h"
#include "objects/errors.h"
#include "objects/numbers.h"
#include "objects/text.h"

namespace fermata {

namespace {

Value wrong(Context& cx) { return raise(cx, ErrorType::kSystemError, "array: no float, or no size of one"); }

// _single(x): a float rounded to 32 bits.
Value single(Context& cx, Value* args) {
  if (!is_float(args[0])) return wrong(cx);
  return make_float(cx, double(float(float_of(args[0]))));
}

// _float_bytes(x, size): 4 or 8 bytes, the lowest first.
Value float_bytes(Context& cx, Value* args) {
  if (!is_float(args[0]) || (args[1] != Value::small(4) && args[1] != Value::small(8))) return wrong(cx);
  const double x = float_of(args[0]);
  const int size = int(args[1].as_small());
  const uint64_t bits = size == 4 ? std::bit_cast<uint32_t>(float(x)) : std::bit_cast<uint64_t>(x);
  char out[8];
  for (int i = 0; i < size; ++i) out[i] = char(bits >> (8 * i));
  return new_bytes(cx, {out, size_t(size)});
}

// _float_from_bytes(bytes)
Value float_from_bytes(Context& cx, Value* args) {
  const Bytes* b = as<Bytes>(args[0]);
  uint64_t bits = 0;
  for (uint32_t i = 0; i < b->count && i < 8; ++i) bits |= uint64_t(static_cast<unsigned char>(b->data[i])) << (8 * i);
  return make_float(cx, b->count == 4 ? double(std::bit_cast<float>(uint32_t(bits))) : std::bit_cast<double>(bits));
}

constexpr NativeRow kRows[] = {
    {"_float_bytes", float_bytes, "x, size: small, /"},
    {"_float_from_bytes", float_from_bytes, "data: bytes, /"},
    {"_single", single, "x, /"},
};

}  // namespace

extern const ModuleRow kArrayModule = {.name = "array", .functions = kRows};

}  // namespace fermata
