#include "objects/numbers/int_methods.h"

#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/numbers/int.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

Value int_self(Context&, Value* args) { return plain_int(args[0]); }

Value int_to_float(Context& cx, Value* args) {
  double value;
  if (Value r = to_double(cx, args[0], &value); r.is_outcome()) return r;
  return make_float(cx, value);
}

Value int_bit_length_method(Context&, Value* args) { return Value::small(int64_t(int_bit_length(IntOperand(args[0])))); }

Value int_bit_count_method(Context& cx, Value* args) {
  const IntOperand x(args[0]);
  if (!cx.tick(linear_cost(x.view().size))) return Value::retry();
  return Value::small(int64_t(int_bit_count(x)));
}

Value int_as_integer_ratio(Context& cx, Value* args) {
  const Value pair[2] = {plain_int(args[0]), Value::small(1)};
  return tuple_of(cx, pair);
}

Value int_getnewargs(Context& cx, Value* args) {
  const Value one[1] = {plain_int(args[0])};
  return tuple_of(cx, one);
}

Value int_sizeof(Context&, Value* args) {
  // CPython's digits have 30 bits.
  const uint64_t digits = (int_bit_length(IntOperand(args[0])) + 29) / 30;
  return Value::small(int64_t(24 + 4 * (digits ? digits : 1)));
}

Value int_round_method(Context& cx, Value* args) {
  const Value self = plain_int(args[0]);
  if (args[1].is_missing()) return self;
  const Value digits = index_of(cx, args[1]);
  if (digits.is_outcome()) return digits;
  if (int_sign(digits) >= 0) return self;
  const Value places = int_negate(cx, digits);
  return places.is_outcome() ? places : int_round(cx, self, places);
}

// int.__repr__(True) is '1': bool has one of its own.
Value int_repr_method(Context& cx, Value* args) {
  TextBuilder out(cx);
  const Value done = int_text_into(cx, plain_int(args[0]), out);
  return done.is_outcome() ? done : out.finish();
}

Value power_three(Context& cx, Value base, Value exponent, Value modulus) {
  exponent = payload_of(exponent);
  base = payload_of(base);
  if (!is_int_or_bool(base) || !is_int_or_bool(exponent)) return Value::not_implemented();
  base = plain_int(base);
  exponent = plain_int(exponent);
  if (modulus.is_none()) return int_pow(cx, base, exponent);
  modulus = payload_of(modulus);
  if (!is_int_or_bool(modulus)) return Value::not_implemented();
  return int_powmod(cx, base, exponent, plain_int(modulus));
}

Value int_pow_method(Context& cx, Value* args) { return power_three(cx, args[0], args[1], args[2]); }
Value int_rpow_method(Context& cx, Value* args) { return power_three(cx, args[1], args[0], args[2]); }

// byteorder as to_bytes and from_bytes take it. None when done.
Value byte_order(Context& cx, Value v, const char* function, ByteOrder* out) {
  const Str* order = as_str(v);
  if (!order) return raise_type_error(cx, "{}() argument 'byteorder' must be str, not {}", function, type_name(cx, v));
  if (order->view() == "little") *out = ByteOrder::kLittle;
  else if (order->view() == "big") *out = ByteOrder::kBig;
  else return raise_value_error(cx, "byteorder must be either 'little' or 'big'");
  return Value::none();
}

Value int_to_bytes_method(Context& cx, Value* args) {
  ByteOrder order;
  const Value length_value = index_of(cx, args[1]);
  if (length_value.is_outcome()) return length_value;
  const Value is_signed = truth(cx, args[3]);
  if (is_signed.is_outcome()) return is_signed;
  const auto length = int64_of(length_value);
  if (!length) return raise_overflow_error(cx, "Python int too large to convert to C ssize_t");
  if (Value r = byte_order(cx, args[2], "to_bytes", &order); r.is_outcome()) return r;
  if (*length < 0) return raise_value_error(cx, "length argument must be non-negative");
  const IntOperand x(args[0]);
  if (x.view().negative && !is_signed.is_true()) return raise_overflow_error(cx, "can't convert negative int to unsigned");
  Value refused;
  if (uint64_t(*length) > UINT32_MAX) return cx.out_of_memory();
  if (!cx.can_allocate(uint64_t(*length) + sizeof(Bytes), &refused)) return refused;
  if (!cx.tick(uint64_t(*length) / 16)) return Value::retry();
  Bytes* bytes = cx.heap.make_sized<Bytes>(uint64_t(*length));
  if (!bytes) return cx.out_of_memory();
  switch (int_to_bytes(reinterpret_cast<uint8_t*>(bytes->data), size_t(*length), x, order, is_signed.is_true())) {
    case ToBytesStatus::kOk: return Value::object(bytes);
    case ToBytesStatus::kNegativeUnsigned: return raise_overflow_error(cx, "can't convert negative int to unsigned");
    case ToBytesStatus::kTooBig: return raise_overflow_error(cx, "int too big to convert");
  }
  return Value::error();
}

Value int_from_bytes_method(Context& cx, Value* args) {
  const Value cls = args[0], source = payload_of(args[1]);
  ByteOrder order;
  std::string collected;
  std::string_view bytes;
  if (Value r = byte_order(cx, args[2], "from_bytes", &order); r.is_outcome()) return r;
  if (is<Str>(source)) return raise_type_error(cx, "cannot convert '{}' object to bytes", type_name(cx, args[1]));
  if (cls != Value::object(cx.image->classes[size_t(Kind::kInt)])) return Value::defer();  // a subclass's constructor
  const Value is_signed = truth(cx, args[3]);
  if (is_signed.is_outcome()) return is_signed;
  if (is<Bytes>(source)) bytes = as<Bytes>(source)->view();
  else if (bytes_view(source, &bytes)) {
  } else if (is<List>(source) || is<Tuple>(source)) {
    const Value done = for_each_item(cx, source, [&](Value item) -> Value {
      const Value index = index_of(cx, item);
      if (index.is_outcome()) return index;
      const auto byte = int64_of(index);
      if (!byte || *byte < 0 || *byte > 255) return raise_value_error(cx, "bytes must be in range(0, 256)");
      collected.push_back(char(*byte));
      return Value::none();
    });
    if (done.is_outcome()) return done;
    bytes = collected;
  } else if (is_int_or_bool(source) || is_float(source) || is<Str>(source) || source.is_none()) {
    return raise_type_error(cx, "cannot convert '{}' object to bytes", type_name(cx, args[1]));
  } else {
    return Value::defer();
  }
  IntResultBuffer buffer;
  Value outcome;
  if (!buffer.open(cx, from_bytes_size(bytes.size()), linear_cost(from_bytes_size(bytes.size())), &outcome)) return outcome;
  return buffer.finish(
      cx, int_from_bytes(buffer.limbs(), reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size(), order, is_signed.is_true()));
}

constexpr NativeRow kMethods[] = {
    {"__ceil__", int_self, "self, /"},
    {"__float__", int_to_float, "self, /"},
    {"__floor__", int_self, "self, /"},
    {"__getnewargs__", int_getnewargs, "self, /"},
    {"__index__", int_self, "self, /"},
    {"__int__", int_self, "self, /"},
    {"__pow__", int_pow_method, "self, value, mod=None, /", nullptr, NativeRow::kNameless},
    {"__repr__", int_repr_method, "self, /", nullptr, NativeRow::kShows},
    {"__round__", int_round_method, "self, ndigits=?, /", "int__round__"},
    {"__rpow__", int_rpow_method, "self, value, mod=None, /", nullptr, NativeRow::kNameless},
    {"__sizeof__", int_sizeof, "self, /"},
    {"__trunc__", int_self, "self, /"},
    {"as_integer_ratio", int_as_integer_ratio, "self, /"},
    {"bit_count", int_bit_count_method, "self, /"},
    {"bit_length", int_bit_length_method, "self, /"},
    {"conjugate", int_self, "self, /"},
    {"from_bytes", int_from_bytes_method, "cls, bytes, byteorder='big', *, signed=False", "int_from_bytes", NativeRow::kClassMethod},
    {"to_bytes", int_to_bytes_method, "self, length=1, byteorder='big', *, signed=False", "int_to_bytes"},
};

constexpr AttributeRow kAttributes[] = {
    {"real", [](Context&, Value self) { return plain_int(payload_of(self)); }},
    {"imag", [](Context&, Value) { return Value::small(0); }},
    {"numerator", [](Context&, Value self) { return plain_int(payload_of(self)); }},
    {"denominator", [](Context&, Value) { return Value::small(1); }},
};

}  // namespace

const std::span<const NativeRow> kIntMethods = kMethods;
const std::span<const AttributeRow> kIntAttributes = kAttributes;

}  // namespace fermata
