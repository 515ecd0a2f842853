// The type float.
#include "objects/numbers/float.h"

#include <algorithm>
#include <cmath>

#include "numbers/float_text.h"
#include "numbers/format_spec.h"
#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/int.h"
#include "objects/text/bytes.h"
#include "objects/text/text.h"

namespace fermata {

namespace {

// An operand as a double: None when done, NotImplemented for what float doesn't know, OverflowError.
Value operand(Context& cx, Value v, double* out) {
  if (is_float(v)) return *out = float_of(v), Value::none();
  v = payload_of(v);
  if (!is_float(v) && !is_int_or_bool(v)) return Value::not_implemented();
  return to_double(cx, v, out);
}

std::partial_ordering compare(double a, Value b) {
  if (is_float(b)) return a <=> float_of(b);
  // Where the int fits a double exactly this is the usual case; else exact by big integers.
  if (b.is_small() && std::abs(b.as_small()) <= (int64_t(1) << 53)) return a <=> double(b.as_small());
  return 0 <=> int_compare_double(IntOperand(b), a);
}

Value float_truth(Context&, Value self) { return Value::boolean(float_of(self) != 0); }

Value float_hash_operation(Context& cx, Value self, int64_t* out) {
  const double value = float_of(self);
  if (!std::isnan(value)) {
    *out = float_hash(value);
    return Value::none();
  }
  // By identity, as in CPython; the image's NaN can't be numbered.
  Object* o = self.as_object();
  *out = o->serial || !o->immortal() ? int64_t(cx.heap.serial_of(o)) * 16 : 0;
  return Value::none();
}

Value float_equal(Context&, Value self, Value other) {
  other = payload_of(other);
  if (!is_float(other) && !is_int_or_bool(other)) return Value::not_implemented();
  return Value::boolean(compare(float_of(self), other) == 0);
}

Value float_order(Context&, CompareOp op, Value self, Value other) {
  other = payload_of(other);
  if (!is_float(other) && !is_int_or_bool(other)) return Value::not_implemented();
  return ordered(op, compare(float_of(self), other));
}

Value float_repr_operation(Context&, Value self, TextBuilder& out) {
  char text[kMaxFloatRepr];
  out.append({text, write_float_repr(text, float_of(self))});
  return out.status();
}

Value float_binary(Context& cx, BinaryOp op, Value left, Value right) {
  double a, b;
  if (Value r = operand(cx, left, &a); !r.is_none()) return r;
  if (Value r = operand(cx, right, &b); !r.is_none()) return r;
  switch (op) {
    case BinaryOp::kAdd: return make_float(cx, a + b);
    case BinaryOp::kSub: return make_float(cx, a - b);
    case BinaryOp::kMul: return make_float(cx, a * b);
    case BinaryOp::kTrueDiv:
      if (b == 0) return raise_zero_division_error(cx, "float division by zero");
      return make_float(cx, a / b);
    case BinaryOp::kFloorDiv:
      if (b == 0) return raise_zero_division_error(cx, "float floor division by zero");
      return make_float(cx, float_floor_div(a, b));
    case BinaryOp::kMod:
      if (b == 0) return raise_zero_division_error(cx, "float modulo");
      return make_float(cx, float_mod(a, b));
    case BinaryOp::kDivMod: {
      if (b == 0) return raise_zero_division_error(cx, "float divmod()");
      const FloatDivmod r = float_divmod(a, b);
      const Value pair[2] = {make_float(cx, r.quotient), make_float(cx, r.remainder)};
      return tuple_of(cx, pair);
    }
    case BinaryOp::kPow: return float_power(cx, a, b);
    default: return Value::not_implemented();
  }
}

Value float_unary(Context& cx, UnaryOp op, Value self) {
  switch (op) {
    case UnaryOp::kNegate: return make_float(cx, -float_of(self));
    case UnaryOp::kPositive: return self;
    case UnaryOp::kAbs: return make_float(cx, std::fabs(float_of(self)));
    case UnaryOp::kInvert: return Value::not_implemented();
  }
  return Value::not_implemented();
}

Value float_format(Context& cx, Value self, Str* spec_text) {
  if (spec_text->count == 0) return repr_of(cx, self);
  FormatSpec spec;
  if (auto error = parse_format_spec(spec_text->view(), "float", '>', &spec); !error.empty())
    return raise(cx, ErrorType::kValueError, error);
  return format_float_value(cx, float_of(self), spec, "float");
}

// --- methods

Value float_is_integer_method(Context&, Value* args) { return Value::boolean(float_is_integer(float_of(args[0]))); }
Value float_self(Context&, Value* args) { return args[0]; }
Value float_hex_method(Context& cx, Value* args) { return new_str(cx, float_hex(float_of(args[0]))); }
Value float_trunc(Context& cx, Value* args) { return int_of_rounded(cx, float_of(args[0]), Rounding::kTrunc); }
Value float_floor(Context& cx, Value* args) { return int_of_rounded(cx, float_of(args[0]), Rounding::kFloor); }
Value float_ceil(Context& cx, Value* args) { return int_of_rounded(cx, float_of(args[0]), Rounding::kCeil); }

Value float_fromhex(Context& cx, Value* args) {
  if (args[0] != Value::object(cx.image->classes[size_t(Kind::kFloat)])) return Value::defer();
  const Str* text = as_str(args[1]);
  if (!text) return raise_type_error(cx, "bad argument type for built-in operation");
  if (!cx.tick(text->count / 16)) return Value::retry();
  double value;
  switch (float_from_hex(text->view(), &value)) {
    case HexStatus::kOk: return make_float(cx, value);
    case HexStatus::kInvalid: return raise_value_error(cx, "invalid hexadecimal floating-point string");
    case HexStatus::kTooLarge: return raise_overflow_error(cx, "hexadecimal value too large to represent as a float");
  }
  return Value::error();
}

Value float_as_integer_ratio(Context& cx, Value* args) {
  const double value = float_of(args[0]);
  if (std::isinf(value)) return raise_overflow_error(cx, "cannot convert Infinity to integer ratio");
  if (std::isnan(value)) return raise_value_error(cx, "cannot convert NaN to integer ratio");
  const FloatParts parts = float_parts(value);
  Value pair[2] = {make_int(cx, parts.mantissa), Value::small(1)};
  Value& scaled = parts.exponent > 0 ? pair[0] : pair[1];
  scaled = int_shift_left(cx, scaled, uint64_t(std::abs(parts.exponent)));
  return scaled.is_outcome() ? scaled : tuple_of(cx, pair);
}

Value float_round_method(Context& cx, Value* args) {
  const double value = float_of(args[0]);
  if (args[1].is_missing() || args[1].is_none()) return int_of_rounded(cx, value, Rounding::kHalfEven);
  int64_t digits;
  if (Value r = index_clamped(cx, args[1], &digits); r.is_outcome()) return r;
  const RoundResult r = float_round(value, digits);
  if (r.overflow) return raise_overflow_error(cx, "rounded value too large to represent");
  return make_float(cx, r.value);
}

Value float_getnewargs(Context& cx, Value* args) { return tuple_of(cx, std::span<const Value>(args, 1)); }

Value float_new(Context& cx, Value* args) {
  const Value x = args[1];
  if (x.is_missing()) return make_float(cx, 0.0);
  if (is_float(x)) return x;
  double value;
  Value p = x;
  if (has_user_method(cx, x, Name::k___float__) || has_user_method(cx, x, Name::k___index__)) return Value::defer();
  if (is<Instance>(x)) {
    p = payload_of(x);
    if (is_float(p)) return p;
  }
  if (is_int_or_bool(p)) {
    if (Value r = to_double(cx, p, &value); r.is_outcome()) return r;
    return make_float(cx, value);
  }
  std::string_view text;
  if (is<Str>(p)) text = as<Str>(p)->view();
  else if (is<Bytes>(p)) text = as<Bytes>(p)->view();
  else if (bytes_view(p, &text)) {
  } else return raise_type_error(cx, "float() argument must be a string or a real number, not '{}'", type_name(cx, x));
  if (!cx.tick(text.size() / 16)) return Value::retry();
  // In bytes only ASCII counts.
  const bool digits_of_ascii = is<Str>(p) || std::none_of(text.begin(), text.end(), [](char c) { return c & 0x80; });
  if (digits_of_ascii && parse_float(text, &value)) return make_float(cx, value);
  TextBuilder shown(cx);
  if (Value r = repr_into(cx, p, shown); r.is_outcome()) return r;
  return raise_value_error(cx, "could not convert string to float: {}", shown.text());
}

Value float_getformat(Context& cx, Value* args) {
  const Str* kind = as_str(args[1]);
  if (!kind) return raise_type_error(cx, "__getformat__() argument must be str, not {}", type_name(cx, args[1]));
  if (kind->view() != "double" && kind->view() != "float")
    return raise_value_error(cx, "__getformat__() argument 1 must be 'double' or 'float'");
  return new_str(cx, "IEEE, little-endian");
}

constexpr NativeRow kMethods[] = {
    {"__getformat__", float_getformat, "cls, typestr, /", nullptr, NativeRow::kClassMethod},
    {"__ceil__", float_ceil, "self, /"},
    {"__float__", float_self, "self, /"},
    {"__floor__", float_floor, "self, /"},
    {"__getnewargs__", float_getnewargs, "self, /"},
    {"__int__", float_trunc, "self, /"},
    {"__round__", float_round_method, "self, ndigits=None, /", "float__round__"},
    {"__trunc__", float_trunc, "self, /"},
    {"as_integer_ratio", float_as_integer_ratio, "self, /"},
    {"conjugate", float_self, "self, /"},
    {"fromhex", float_fromhex, "cls, string, /", "float_fromhex", NativeRow::kClassMethod},
    {"hex", float_hex_method, "self, /"},
    {"is_integer", float_is_integer_method, "self, /"},
};

constexpr AttributeRow kAttributes[] = {
    {"real", [](Context&, Value self) { return payload_of(self); }},
    {"imag", [](Context& cx, Value) { return make_float(cx, 0.0); }},
};

constexpr NativeRow kConstructor = {"float", float_new, "cls, x=?, /", "float_new"};

constexpr uint32_t bit(BinaryOp op) { return 1u << unsigned(op); }

}  // namespace

Value float_power(Context& cx, double base, double exponent) {
  double result;
  switch (float_pow(base, exponent, &result)) {
    case PowStatus::kOk: return make_float(cx, result);
    case PowStatus::kZeroDivision: return raise_zero_division_error(cx, "0.0 cannot be raised to a negative power");
    case PowStatus::kComplex: return complex_power_value(cx, {base, 0}, {exponent, 0});
    case PowStatus::kOverflow: {
      // Made from errno in CPython, which shows: two arguments.
      const Value args[2] = {Value::small(34), new_str(cx, "Numerical result out of range")};
      cx.exception = Value::object(make_exception(cx, error_class(cx, ErrorType::kOverflowError), tuple_of(cx, args)));
      return Value::error();
    }
  }
  return Value::error();
}

Value int_of_rounded(Context& cx, double value, Rounding rounding) {
  switch (rounding) {
    case Rounding::kTrunc: break;
    case Rounding::kFloor: value = std::floor(value); break;
    case Rounding::kCeil: value = std::ceil(value); break;
    case Rounding::kHalfEven: value = std::isfinite(value) ? float_round_half_even(value) : value; break;
  }
  return int_of_double(cx, value);
}

Value format_float_value(Context& cx, double value, const FormatSpec& spec, const char* type_name) {
  if (auto error = check_float_format(spec, type_name); !error.empty()) return raise(cx, ErrorType::kValueError, error);
  if (ShortText out; format_float_spec(spec, value, out)) return spec.fill < 0x80 ? new_ascii_str(cx, out.view()) : new_str(cx, out.view());
  const size_t size = format_float_spec_max_size(spec, value);
  Outside texts(cx);  // the digits, and the text with its fill
  if (Value refused; !texts.take(2 * uint64_t(size), &refused)) return refused;
  if (!cx.tick(size / 64)) return Value::retry();
  return new_str(cx, format_float_spec(spec, value));
}

const Operations kFloatOperations = {
    .truth = float_truth,
    .hash = float_hash_operation,
    .equal = float_equal,
    .order = float_order,
    .repr = float_repr_operation,
    .format = float_format,
    .binary = float_binary,
    .unary = float_unary,
    .binary_ops = bit(BinaryOp::kAdd) | bit(BinaryOp::kSub) | bit(BinaryOp::kMul) | bit(BinaryOp::kTrueDiv) | bit(BinaryOp::kFloorDiv) |
                  bit(BinaryOp::kMod) | bit(BinaryOp::kPow) | bit(BinaryOp::kDivMod),
    .shown = Operations::kNoInvert,
};

constexpr NativeRow kFloatNew = new_row("float__new__");
const TypeRow kFloatType = {
    .kind = Kind::kFloat,
    .name = "float",
    .base = "object",
    .doc = "Convert a string or number to a floating point number, if possible.",
    .methods = kMethods,
    .attributes = kAttributes,
    .constructor = &kConstructor,
    .operations = &kFloatOperations,
    .named = true,
    .make_new = &kFloatNew,
};

}  // namespace fermata
