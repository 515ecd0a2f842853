// Arithmetic on int values of any size, for the number types' own files and the natives that count with
// Python's integers (range, math, sum). Everything takes ints or bools and gives an int or an outcome; the
// heap is asked and the budget charged before anything is computed. Owned by the int type; the small case
// is inline.
#pragma once

#include <compare>
#include <utility>

#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"

namespace fermata {

// Room for a result of up to `limbs` limbs: on the stack while it is small, in a new Int otherwise. Made by
// open(); finish() gives the value.
class IntResultBuffer {
 public:
  // `cost` in steps. False: `*outcome` says why.
  bool open(Context& cx, uint64_t limbs, uint64_t cost, Value* outcome);
  mp_limb_t* limbs() { return int_ ? int_->limbs : inline_; }
  Value finish(Context& cx, IntResult result);

 private:
  static constexpr uint64_t kInline = 4;
  Int* int_ = nullptr;
  mp_limb_t inline_[kInline] = {};
};

Value make_int128(Context& cx, __int128 value);
Value int_add_slow(Context& cx, Value a, Value b);
Value int_sub_slow(Context& cx, Value a, Value b);
Value int_mul_slow(Context& cx, Value a, Value b);

inline Value int_add(Context& cx, Value a, Value b) {
  if (a.is_small() && b.is_small()) return make_int(cx, a.as_small() + b.as_small());
  return int_add_slow(cx, a, b);
}
inline Value int_sub(Context& cx, Value a, Value b) {
  if (a.is_small() && b.is_small()) return make_int(cx, a.as_small() - b.as_small());
  return int_sub_slow(cx, a, b);
}
inline Value int_mul(Context& cx, Value a, Value b) {
  int64_t product;
  if (a.is_small() && b.is_small() && !__builtin_mul_overflow(a.as_small(), b.as_small(), &product)) return make_int(cx, product);
  return int_mul_slow(cx, a, b);
}

// The divisor is not zero.
Value int_floor_div(Context& cx, Value a, Value b);
Value int_mod(Context& cx, Value a, Value b);
Value int_divmod(Context& cx, Value a, Value b, Value* remainder);  // the quotient

Value int_negate(Context& cx, Value a);
Value int_absolute(Context& cx, Value a);
Value int_gcd(Context& cx, Value a, Value b);
Value int_isqrt(Context& cx, Value a);  // `a` is not negative
Value int_shift_left(Context& cx, Value a, uint64_t bits);
Value int_shift_right(Context& cx, Value a, uint64_t bits);
// An int, or a float when the exponent is negative.
Value int_pow(Context& cx, Value base, Value exponent);
Value int_powmod(Context& cx, Value base, Value exponent, Value modulus);
Value int_from_double(Context& cx, double value);  // finite; truncates
// round(value, -digits) for digits > 0: to a multiple of 10**digits, half to even.
Value int_round(Context& cx, Value value, Value digits);

inline int int_sign(Value v) {
  if (v.is_small()) return (v.as_small() > 0) - (v.as_small() < 0);
  return is<Int>(v) ? as<Int>(v)->view().sign() : v.is_true();
}
inline int int_order(Value a, Value b) {
  if (a.is_small() && b.is_small()) return (a.as_small() > b.as_small()) - (a.as_small() < b.as_small());
  return int_compare(IntOperand(a).view(), IntOperand(b).view());
}
// A bool as the int it is; ints as they are.
inline Value plain_int(Value v) { return v.is_bool() ? Value::small(v.is_true()) : v; }

// Any operation of the int type. NotImplemented when one operand isn't an int.
Value int_binary(Context& cx, BinaryOp op, Value a, Value b);

// int(x) of a finite double; ValueError for NaN, OverflowError for infinities.
Value int_of_double(Context& cx, double value);

// int.__format__ and bool.__format__ with a spec that is not empty.
Value format_int_value(Context& cx, Value self, Str* spec, const char* type_name);

}  // namespace fermata
