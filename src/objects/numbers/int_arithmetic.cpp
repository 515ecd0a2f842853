// Arithmetic of int: sizes are estimated first, so that what doesn't fit the heap is refused and what takes
// long is charged before any limb is computed.
#include <algorithm>
#include <cmath>

#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/numbers/float.h"
#include "objects/numbers/int.h"

namespace fermata {

bool IntResultBuffer::open(Context& cx, uint64_t limbs, uint64_t cost, Value* outcome) {
  if (limbs <= kInline) {
    if (cost > 16 && !cx.tick(cost)) return *outcome = Value::retry(), false;
    return true;
  }
  if (limbs > kMaxLimbs) return *outcome = cx.out_of_memory(), false;
  if (!cx.can_allocate(sizeof(Int) + limbs * sizeof(mp_limb_t), outcome)) return false;
  if (!cx.tick(cost)) return *outcome = Value::retry(), false;
  int_ = cx.heap.make_sized<Int>(limbs);
  if (!int_) return *outcome = cx.out_of_memory(), false;
  return true;
}

Value IntResultBuffer::finish(Context& cx, IntResult result) {
  const IntView view = view_of(limbs(), result);
  int64_t value;
  if (result.size <= 1 && int_to_int64(view, &value) && Value::fits_small(value)) return Value::small(value);
  if (!int_) return make_int(cx, view);
  int_->count = result.size;
  int_->aux = result.negative;
  return Value::object(int_);
}

namespace {

// Bytes that GMP takes in addition to operands and result for products of `n` and `m` limbs, and for what it makes of products: where both
// are large that is a few times their size (measured), else next to nothing.
uint64_t product_work(uint64_t n, uint64_t m) {
  constexpr uint64_t kLarge = 2048, kTimes = 5;
  return std::min(n, m) < kLarge ? 0 : (n + m) * (kTimes * sizeof(mp_limb_t));
}
uint64_t quotient_work(uint64_t n, uint64_t m) { return n < m ? 0 : n * sizeof(mp_limb_t) + product_work(n - m, m); }

bool room_for_work(Context& cx, uint64_t limbs, uint64_t work, Value* outcome) {
  return work == 0 || cx.can_allocate(limbs * sizeof(mp_limb_t) + work, outcome);
}

template <class Compute>
Value compute(Context& cx, uint64_t limbs, uint64_t cost, uint64_t work, Compute&& f) {
  IntResultBuffer buffer;
  Value outcome;
  if (!room_for_work(cx, limbs, work, &outcome)) return outcome;
  if (!buffer.open(cx, limbs, cost, &outcome)) return outcome;
  return buffer.finish(cx, f(buffer.limbs()));
}

int64_t floor_div64(int64_t a, int64_t b) {
  const int64_t q = a / b;
  return q - ((a % b != 0) && ((a < 0) != (b < 0)));
}
int64_t floor_mod64(int64_t a, int64_t b) {
  const int64_t r = a % b;
  return r != 0 && ((r < 0) != (b < 0)) ? r + b : r;
}

// A shift count: false when it doesn't fit 64 bits. The count is not negative.
bool shift_count(Value v, uint64_t* out) { return int_to_uint64(IntOperand(v).view(), out); }

}  // namespace

Value make_int128(Context& cx, __int128 value) {
  const bool negative = value < 0;
  const auto magnitude = negative ? -static_cast<unsigned __int128>(value) : static_cast<unsigned __int128>(value);
  const mp_limb_t limbs[2] = {mp_limb_t(magnitude), mp_limb_t(magnitude >> 64)};
  const uint32_t size = limbs[1] ? 2 : limbs[0] ? 1 : 0;
  return make_int(cx, IntView{limbs, size, negative && size});
}

Value int_add_slow(Context& cx, Value a, Value b) {
  const IntOperand x(a), y(b);
  const uint64_t size = add_size(x, y);
  return compute(cx, size, linear_cost(size), 0, [&](mp_limb_t* out) { return int_add(out, x, y); });
}

Value int_sub_slow(Context& cx, Value a, Value b) {
  const IntOperand x(a), y(b);
  const uint64_t size = add_size(x, y);
  return compute(cx, size, linear_cost(size), 0, [&](mp_limb_t* out) { return int_sub(out, x, y); });
}

Value int_mul_slow(Context& cx, Value a, Value b) {
  if (a.is_small() && b.is_small()) return make_int128(cx, __int128(a.as_small()) * b.as_small());
  const IntOperand x(a), y(b);
  return compute(cx, mul_size(x, y), mul_cost(x.view().size, y.view().size), product_work(x.view().size, y.view().size),
                 [&](mp_limb_t* out) { return int_mul(out, x, y); });
}

Value int_floor_div(Context& cx, Value a, Value b) {
  if (a.is_small() && b.is_small()) return make_int(cx, floor_div64(a.as_small(), b.as_small()));
  const IntOperand x(a), y(b);
  return compute(cx, quotient_size(x, y), div_cost(x.view().size, y.view().size), quotient_work(x.view().size, y.view().size),
                 [&](mp_limb_t* out) { return int_floor_div(out, x, y); });
}

Value int_mod(Context& cx, Value a, Value b) {
  if (a.is_small() && b.is_small()) return Value::small(floor_mod64(a.as_small(), b.as_small()));
  const IntOperand x(a), y(b);
  return compute(cx, remainder_size(x, y), div_cost(x.view().size, y.view().size), quotient_work(x.view().size, y.view().size),
                 [&](mp_limb_t* out) { return int_mod(out, x, y); });
}

Value int_divmod(Context& cx, Value a, Value b, Value* remainder) {
  if (a.is_small() && b.is_small()) {
    *remainder = Value::small(floor_mod64(a.as_small(), b.as_small()));
    return make_int(cx, floor_div64(a.as_small(), b.as_small()));
  }
  const IntOperand x(a), y(b);
  IntResultBuffer quotient, rest;
  Value outcome;
  if (!room_for_work(cx, quotient_size(x, y) + remainder_size(x, y), quotient_work(x.view().size, y.view().size), &outcome)) return outcome;
  if (!quotient.open(cx, quotient_size(x, y), div_cost(x.view().size, y.view().size), &outcome)) return outcome;
  if (!rest.open(cx, remainder_size(x, y), 1, &outcome)) return outcome;
  const DivmodResult r = int_divmod(quotient.limbs(), rest.limbs(), x, y);
  *remainder = rest.finish(cx, r.remainder);
  return remainder->is_outcome() ? *remainder : quotient.finish(cx, r.quotient);
}

Value int_negate(Context& cx, Value a) {
  if (a.is_small()) return make_int(cx, -a.as_small());
  if (a.is_bool()) return Value::small(-int64_t(a.is_true()));
  return make_int(cx, int_negated(as<Int>(a)->view()));
}

Value int_absolute(Context& cx, Value a) {
  if (int_sign(a) >= 0) return plain_int(a);
  return int_negate(cx, a);
}

Value int_gcd(Context& cx, Value a, Value b) {
  if (a.is_small() && b.is_small()) {
    uint64_t x = uint64_t(std::abs(a.as_small())), y = uint64_t(std::abs(b.as_small()));
    while (y) x %= y, std::swap(x, y);
    return make_uint(cx, x);
  }
  const IntOperand x(a), y(b);
  return compute(cx, gcd_size(x, y), gcd_cost(x.view().size, y.view().size), product_work(x.view().size, y.view().size),
                 [&](mp_limb_t* out) { return int_gcd(out, x, y); });
}

Value int_isqrt(Context& cx, Value a) {
  const IntOperand x(a);
  return compute(cx, isqrt_size(x), isqrt_cost(x.view().size), product_work(x.view().size / 2, x.view().size / 2),
                 [&](mp_limb_t* out) { return int_isqrt(out, x); });
}

Value int_shift_left(Context& cx, Value a, uint64_t bits) {
  if (a.is_small() && bits < 62) {
    const int64_t value = a.as_small();
    const int64_t shifted = int64_t(uint64_t(value) << bits);
    if (shifted >> bits == value) return make_int(cx, shifted);
  }
  const IntOperand x(a);
  if (x.view().is_zero()) return Value::small(0);
  const uint64_t size = shift_left_size(x, bits);
  return compute(cx, size, linear_cost(size), 0, [&](mp_limb_t* out) { return int_shift_left(out, x, bits); });
}

Value int_shift_right(Context& cx, Value a, uint64_t bits) {
  if (a.is_small()) return Value::small(a.as_small() >> (bits < 63 ? bits : 63));
  const IntOperand x(a);
  const uint64_t size = shift_right_size(x, bits);
  return compute(cx, size, linear_cost(size), 0, [&](mp_limb_t* out) { return int_shift_right(out, x, bits); });
}

Value int_pow(Context& cx, Value base, Value exponent) {
  if (int_sign(exponent) < 0) {
    double b, e;
    if (Value r = to_double(cx, base, &b); r.is_outcome()) return r;
    if (Value r = to_double(cx, exponent, &e); r.is_outcome()) return r;
    return float_power(cx, b, e);
  }
  const IntOperand x(base), y(exponent);
  if (y.view().is_zero()) return Value::small(1);
  const IntView bv = x.view();
  if (bv.is_zero()) return Value::small(0);
  if (bv.size == 1 && bv.limbs[0] == 1) return Value::small(bv.negative && y.view().is_odd() ? -1 : 1);
  uint64_t e;
  if (!int_to_uint64(y, &e)) return cx.out_of_memory();
  // Small results by squaring in machine words.
  if (bv.size == 1 && !bv.negative && e < 64) {
    uint64_t result = 1, square = bv.limbs[0];
    bool fits = true;
    for (uint64_t n = e;;) {
      if (n & 1) fits &= !__builtin_mul_overflow(result, square, &result);
      n >>= 1;
      if (!n || !fits) break;
      fits &= !__builtin_mul_overflow(square, square, &square);
    }
    if (fits) return make_uint(cx, result);
  }
  const uint64_t size = pow_size(bv, e);
  return compute(cx, size, pow_cost(bv, e), product_work(size / 2, size / 2), [&](mp_limb_t* out) { return int_pow(out, bv, e); });
}

Value int_powmod(Context& cx, Value base, Value exponent, Value modulus) {
  const IntOperand b(base), e(exponent), m(modulus);
  if (m.view().is_zero()) return raise_value_error(cx, "pow() 3rd argument cannot be 0");
  IntResultBuffer buffer;
  Value outcome;
  if (!room_for_work(cx, powmod_size(m), product_work(m.view().size, m.view().size), &outcome)) return outcome;
  if (!buffer.open(cx, powmod_size(m), powmod_cost(b, e, m), &outcome)) return outcome;
  IntResult result;
  switch (int_powmod(buffer.limbs(), &result, b, e, m)) {
    case PowmodStatus::kOk: return buffer.finish(cx, result);
    case PowmodStatus::kZeroModulus: return raise_value_error(cx, "pow() 3rd argument cannot be 0");
    case PowmodStatus::kNotInvertible: return raise_value_error(cx, "base is not invertible for the given modulus");
  }
  return Value::error();
}

Value int_from_double(Context& cx, double value) {
  if (std::fabs(value) < 0x1p62) return Value::small(int64_t(value));
  return compute(cx, from_double_size(value), 1, 0, [&](mp_limb_t* out) { return int_from_double(out, value); });
}

Value int_of_double(Context& cx, double value) {
  if (std::isnan(value)) return raise_value_error(cx, "cannot convert float NaN to integer");
  if (std::isinf(value)) return raise_overflow_error(cx, "cannot convert float infinity to integer");
  return int_from_double(cx, value);
}

Value int_round(Context& cx, Value value, Value digits) {
  const IntOperand v(value);
  // Beyond twice the value the nearest multiple is 0: no need to make the power.
  uint64_t n;
  if (!int_to_uint64(IntOperand(digits).view(), &n) || n > (int_bit_length(v) + 2) / 3 + 1) return Value::small(0);
  const Value unit = int_pow(cx, Value::small(10), Value::small(int64_t(n)));
  if (unit.is_outcome()) return unit;
  Value rest;
  const Value quotient = int_divmod(cx, value, unit, &rest);
  if (quotient.is_outcome()) return quotient;
  const Value twice = int_shift_left(cx, rest, 1);
  if (twice.is_outcome()) return twice;
  const int half = int_order(twice, unit);
  const bool up = half > 0 || (half == 0 && IntOperand(quotient).view().is_odd());
  const Value down = int_sub(cx, value, rest);
  return down.is_outcome() || !up ? down : int_add(cx, down, unit);
}

namespace {

Value int_true_div(Context& cx, Value a, Value b) {
  if (int_sign(b) == 0) return raise_zero_division_error(cx, "division by zero");
  if (a.is_small() && b.is_small()) {
    constexpr int64_t kExact = int64_t(1) << 53;
    const int64_t x = a.as_small(), y = b.as_small();
    if (x >= -kExact && x <= kExact && y >= -kExact && y <= kExact) return make_float(cx, double(x) / double(y));
  }
  const IntOperand x(a), y(b);
  if (!cx.tick(div_cost(x.view().size, y.view().size))) return Value::retry();
  const DoubleResult r = int_true_divide(x, y);
  if (r.overflow) return raise_overflow_error(cx, "integer division result too large for a float");
  return make_float(cx, r.value);
}

Value int_shift(Context& cx, BinaryOp op, Value a, Value b) {
  if (int_sign(b) < 0) return raise_value_error(cx, "negative shift count");
  if (int_sign(a) == 0) return Value::small(0);
  uint64_t bits;
  const bool fits = shift_count(b, &bits);
  if (op == BinaryOp::kRShift) {
    if (!fits) return Value::small(int_sign(a) < 0 ? -1 : 0);
    return int_shift_right(cx, plain_int(a), bits);
  }
  if (!fits || bits > uint64_t(INT64_MAX)) return raise_overflow_error(cx, "too many digits in integer");
  return int_shift_left(cx, plain_int(a), bits);
}

Value int_bitwise(Context& cx, BinaryOp op, Value a, Value b) {
  if (a.is_small() && b.is_small()) {
    const int64_t x = a.as_small(), y = b.as_small();
    return Value::small(op == BinaryOp::kAnd ? x & y : op == BinaryOp::kOr ? x | y : x ^ y);
  }
  const IntOperand x(a), y(b);
  const uint64_t size = bitwise_size(x, y);
  return compute(cx, size, linear_cost(size), 0, [&](mp_limb_t* out) {
    return op == BinaryOp::kAnd ? int_and(out, x, y) : op == BinaryOp::kOr ? int_or(out, x, y) : int_xor(out, x, y);
  });
}

}  // namespace

Value int_binary(Context& cx, BinaryOp op, Value a, Value b) {
  a = payload_of(a);
  b = payload_of(b);
  if (!is_int_or_bool(a) || !is_int_or_bool(b)) return Value::not_implemented();
  a = plain_int(a);
  b = plain_int(b);
  switch (op) {
    case BinaryOp::kAdd: return int_add(cx, a, b);
    case BinaryOp::kSub: return int_sub(cx, a, b);
    case BinaryOp::kMul: return int_mul(cx, a, b);
    case BinaryOp::kTrueDiv: return int_true_div(cx, a, b);
    case BinaryOp::kFloorDiv:
      if (int_sign(b) == 0) return raise_zero_division_error(cx, "integer division or modulo by zero");
      return int_floor_div(cx, a, b);
    case BinaryOp::kMod:
      if (int_sign(b) == 0) return raise_zero_division_error(cx, "integer modulo by zero");
      return int_mod(cx, a, b);
    case BinaryOp::kDivMod: {
      if (int_sign(b) == 0) return raise_zero_division_error(cx, "integer division or modulo by zero");
      Value pair[2];
      pair[0] = int_divmod(cx, a, b, &pair[1]);
      return pair[0].is_outcome() ? pair[0] : tuple_of(cx, pair);
    }
    case BinaryOp::kPow: return int_pow(cx, a, b);
    case BinaryOp::kLShift:
    case BinaryOp::kRShift: return int_shift(cx, op, a, b);
    case BinaryOp::kAnd:
    case BinaryOp::kOr:
    case BinaryOp::kXor: return int_bitwise(cx, op, a, b);
    case BinaryOp::kMatMul: return Value::not_implemented();
  }
  return Value::not_implemented();
}

}  // namespace fermata
