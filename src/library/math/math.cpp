// Module math. Results are the C library's, as CPython's are; errors and special values are CPython's.
#include <bit>
#include <cmath>
#include <numeric>

#include "library/math/math.h"
#include "numbers/float_text.h"
#include "objects/containers/containers.h"
#include "objects/model/operations.h"
#include "objects/numbers/float.h"
#include "objects/numbers/int.h"

namespace fermata {

namespace {

Value domain_error(Context& cx) { return raise_value_error(cx, "math domain error"); }
Value range_error(Context& cx) { return raise_overflow_error(cx, "math range error"); }

// A function of one number: NaN from a number is a domain error, an infinity from a finite one is an
// overflow where the function can overflow, else a pole.
template <double (*kFunction)(double), bool kOverflows>
Value real_function(Context& cx, Value* args) {
  double x;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  const double y = kFunction(x);
  if (std::isnan(y) && !std::isnan(x)) return domain_error(cx);
  if (std::isinf(y) && std::isfinite(x)) return kOverflows ? range_error(cx) : domain_error(cx);
  return make_float(cx, y);
}

template <double (*kFunction)(double, double)>
Value real_function2(Context& cx, Value* args) {
  double x, y;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  if (Value r = to_double(cx, args[1], &y); r.is_outcome()) return r;
  const double z = kFunction(x, y);
  if (std::isnan(z) && !std::isnan(x) && !std::isnan(y)) return domain_error(cx);
  if (std::isinf(z) && std::isfinite(x) && std::isfinite(y)) return range_error(cx);
  return make_float(cx, z);
}

template <double (*kFunction)(double, bool*, bool*)>
Value gamma_like(Context& cx, Value* args) {
  double x;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  bool pole = false, overflow = false;
  const double y = kFunction(x, &pole, &overflow);
  if (pole) return domain_error(cx);
  if (overflow) return range_error(cx);
  return make_float(cx, y);
}

// A function that never fails: what overflows becomes an infinity.
template <double (*kFunction)(double)>
Value plain_function(Context& cx, Value* args) {
  double x;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  return make_float(cx, kFunction(x));
}

template <bool (*kTest)(double)>
Value real_test(Context& cx, Value* args) {
  double x;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  return Value::boolean(kTest(x));
}

double degrees(double x) { return x * (180.0 / M_PI); }
double radians(double x) { return x * (M_PI / 180.0); }
bool test_finite(double x) { return std::isfinite(x); }
bool test_infinite(double x) { return std::isinf(x); }
bool test_nan(double x) { return std::isnan(x); }

double ulp(double x) {
  if (std::isnan(x)) return x;
  x = std::fabs(x);
  if (std::isinf(x)) return x;
  const double next = std::nextafter(x, INFINITY);
  return std::isinf(next) ? x - std::nextafter(x, -INFINITY) : next - x;
}

double remainder_of(double x, double y) {
  const double r = std::remainder(x, y);
  return r == 0 ? std::copysign(0.0, x) : r;
}

// The plain C functions, named so that they can be template arguments.
#define C_FUNCTION(name) \
  double c_##name(double x) { return std::name(x); }
C_FUNCTION(acos)
C_FUNCTION(acosh)
C_FUNCTION(asin)
C_FUNCTION(asinh)
C_FUNCTION(atan)
C_FUNCTION(atanh)
C_FUNCTION(cbrt)
C_FUNCTION(cos)
C_FUNCTION(cosh)
C_FUNCTION(erf)
C_FUNCTION(erfc)
C_FUNCTION(exp)
C_FUNCTION(exp2)
C_FUNCTION(expm1)
C_FUNCTION(fabs)
C_FUNCTION(log1p)
C_FUNCTION(sin)
C_FUNCTION(sinh)
C_FUNCTION(sqrt)
C_FUNCTION(tan)
C_FUNCTION(tanh)
C_FUNCTION(log)
C_FUNCTION(log2)
C_FUNCTION(log10)
#undef C_FUNCTION
double c_atan2(double y, double x) { return std::atan2(y, x); }
double c_copysign(double x, double y) { return std::copysign(x, y); }

Value math_fmod(Context& cx, Value* args) {
  double x, y;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  if (Value r = to_double(cx, args[1], &y); r.is_outcome()) return r;
  const double z = std::fmod(x, y);
  if (std::isnan(z) && !std::isnan(x) && !std::isnan(y)) return domain_error(cx);
  return make_float(cx, z);
}

Value math_pow(Context& cx, Value* args) {
  double x, y;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  if (Value r = to_double(cx, args[1], &y); r.is_outcome()) return r;
  const double z = std::pow(x, y);
  if (std::isfinite(x) && std::isfinite(y) && !std::isfinite(z)) return std::isnan(z) || x == 0 ? domain_error(cx) : range_error(cx);
  return make_float(cx, z);
}

Value math_nextafter(Context& cx, Value* args) {
  double x, y;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  if (Value r = to_double(cx, args[1], &y); r.is_outcome()) return r;
  return make_float(cx, std::nextafter(x, y));
}

// --- logarithms, of ints of any size

// value == fraction * 2**exponent with 0.5 <= fraction < 1, correctly rounded.
double big_frexp(IntView v, uint64_t* exponent) {
  const uint64_t bits = int_bit_length(v);
  const uint32_t top = v.size - 1;
  const unsigned shift = unsigned(std::countl_zero(uint64_t(v.limbs[top])));
  uint64_t mantissa = v.limbs[top] << shift;
  bool inexact = false;
  if (top > 0) {
    if (shift) mantissa |= v.limbs[top - 1] >> (64 - shift);
    inexact = shift ? (v.limbs[top - 1] << shift) != 0 : v.limbs[top - 1] != 0;
    for (uint32_t i = 0; i + 1 < top && !inexact; ++i) inexact = v.limbs[i] != 0;
  }
  const double fraction = double_from_scaled(mantissa, inexact, -64);
  *exponent = fraction == 1.0 ? bits + 1 : bits;
  return fraction == 1.0 ? 0.5 : fraction;
}

template <double (*kFunction)(double)>
Value logarithm_of(Context& cx, Value v, double* out) {
  const Value p = payload_of(v);
  if (is_int(p) && !has_user_method(cx, v, Name::k___float__)) {
    if (int_sign(p) <= 0) return domain_error(cx);
    const IntOperand operand(p);
    const DoubleResult d = int_to_double(operand);
    if (!d.overflow) return *out = kFunction(d.value), Value::none();
    uint64_t exponent;
    const double fraction = big_frexp(operand, &exponent);
    *out = kFunction(fraction) + kFunction(2.0) * double(exponent);
    return Value::none();
  }
  double x;
  if (Value r = to_double(cx, v, &x); r.is_outcome()) return r;
  const double y = kFunction(x);
  if (std::isnan(y) && !std::isnan(x)) return domain_error(cx);
  if (std::isinf(y) && std::isfinite(x)) return domain_error(cx);
  *out = y;
  return Value::none();
}

template <double (*kFunction)(double)>
Value logarithm(Context& cx, Value* args) {
  double y = 0;
  if (Value r = logarithm_of<kFunction>(cx, args[0], &y); r.is_outcome()) return r;
  return make_float(cx, y);
}

Value math_log(Context& cx, Value* args) {
  const Tuple* given = as<Tuple>(args[0]);
  if (given->count < 1 || given->count > 2) return raise_type_error(cx, "math.log requires 1 to 2 arguments");
  double x = 0, base = 0;
  if (Value r = logarithm_of<c_log>(cx, given->items[0], &x); r.is_outcome()) return r;
  if (given->count == 1) return make_float(cx, x);
  if (Value r = logarithm_of<c_log>(cx, given->items[1], &base); r.is_outcome()) return r;
  if (base == 0) return raise_zero_division_error(cx, "float division by zero");
  return make_float(cx, x / base);
}

// --- integers

// floor, ceil, trunc: numbers here, the special method of anything else by the twin.
template <Rounding kRounding, Name kMethod>
Value rounding(Context& cx, Value* args) {
  const Value v = args[0];
  if (is_float(v)) return int_of_rounded(cx, float_of(v), kRounding);
  if (is_int_or_bool(v)) return plain_int(v);
  if (has_user_method(cx, v, kMethod)) return Value::defer();
  if (kRounding == Rounding::kTrunc) {
    const Value p = payload_of(v);
    if (is_float(p)) return int_of_rounded(cx, float_of(p), kRounding);
    if (is_int(p)) return p;
    return raise_type_error(cx, "type {} doesn't define __trunc__ method", type_name(cx, v));
  }
  if (is_int(payload_of(v))) return payload_of(v);
  double x;
  if (Value r = to_double(cx, v, &x); r.is_outcome()) return r;
  return int_of_rounded(cx, x, kRounding);
}

Value math_isqrt(Context& cx, Value* args) {
  const Value n = index_of(cx, args[0]);
  if (n.is_outcome()) return n;
  if (int_sign(n) < 0) return raise_value_error(cx, "isqrt() argument must be nonnegative");
  return int_isqrt(cx, n);
}

Value math_gcd(Context& cx, Value* args) {
  const Tuple* given = as<Tuple>(args[0]);
  if (given->count == 2 && given->items[0].is_small() && given->items[1].is_small())
    return make_int(cx, std::gcd(given->items[0].as_small(), given->items[1].as_small()));
  for (uint32_t i = 0; i < given->count; ++i)
    if (Value r = index_of(cx, given->items[i]); r.is_outcome()) return r;
  Value result = Value::small(0);
  for (uint32_t i = 0; i < given->count; ++i) {
    result = int_gcd(cx, result, index_of(cx, given->items[i]));
    if (result.is_outcome()) return result;
  }
  return result;
}

Value math_lcm(Context& cx, Value* args) {
  const Tuple* given = as<Tuple>(args[0]);
  for (uint32_t i = 0; i < given->count; ++i)
    if (Value r = index_of(cx, given->items[i]); r.is_outcome()) return r;
  Value result = Value::small(1);
  for (uint32_t i = 0; i < given->count; ++i) {
    const Value n = int_absolute(cx, index_of(cx, given->items[i]));
    if (n.is_outcome()) return n;
    const Value common = int_gcd(cx, result, n);
    if (common.is_outcome()) return common;
    if (common == Value::small(0)) return common;
    const Value part = int_floor_div(cx, result, common);
    if (part.is_outcome()) return part;
    result = int_mul(cx, part, n);
    if (result.is_outcome()) return result;
  }
  return result;
}

// --- parts of floats

Value math_frexp(Context& cx, Value* args) {
  double x;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  int exponent = 0;
  if (std::isfinite(x)) x = std::frexp(x, &exponent);
  const Value pair[2] = {make_float(cx, x), Value::small(exponent)};
  return tuple_of(cx, pair);
}

Value math_ldexp(Context& cx, Value* args) {
  double x;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  const Value exponent = payload_of(args[1]);
  if (!is_int_or_bool(exponent)) return raise_type_error(cx, "Expected an int as second argument to ldexp.");
  if (x == 0 || !std::isfinite(x)) return make_float(cx, x);
  const auto e = int64_of(exponent);
  const bool negative = int_sign(exponent) < 0;
  if (!e || *e > INT32_MAX || *e < INT32_MIN) return negative ? make_float(cx, std::copysign(0.0, x)) : range_error(cx);
  const double r = std::ldexp(x, int(*e));
  return std::isinf(r) ? range_error(cx) : make_float(cx, r);
}

Value math_modf(Context& cx, Value* args) {
  double x, whole, fraction;
  if (Value r = to_double(cx, args[0], &x); r.is_outcome()) return r;
  if (std::isinf(x)) whole = x, fraction = std::copysign(0.0, x);
  else fraction = std::modf(x, &whole);
  const Value pair[2] = {make_float(cx, fraction), make_float(cx, whole)};
  return tuple_of(cx, pair);
}

Value math_isclose(Context& cx, Value* args) {
  double v[4] = {0, 0, 1e-9, 0};
  for (int i = 0; i < 4; ++i) {
    if (args[i].is_missing()) continue;
    if (Value r = to_double(cx, args[i], &v[i]); r.is_outcome()) return r;
  }
  const auto [a, b, relative, absolute] = v;
  if (relative < 0 || absolute < 0) return raise_value_error(cx, "tolerances must be non-negative");
  if (a == b) return Value::true_();
  if (std::isinf(a) || std::isinf(b)) return Value::false_();
  const double distance = std::fabs(b - a);
  return Value::boolean(distance <= std::fabs(relative * b) || distance <= std::fabs(relative * a) || distance <= absolute);
}

// One list of the functions: MATH(name, leaf, signature). The twins are in __init__.py.
#define MATH_FUNCTIONS(MATH)                                           \
  MATH(acos, (real_function<c_acos, false>), "x, /")                   \
  MATH(acosh, (real_function<c_acosh, false>), "x, /")                 \
  MATH(asin, (real_function<c_asin, false>), "x, /")                   \
  MATH(asinh, (real_function<c_asinh, false>), "x, /")                 \
  MATH(atan, (real_function<c_atan, false>), "x, /")                   \
  MATH(atan2, (real_function2<c_atan2>), "y, x, /")                    \
  MATH(atanh, (real_function<c_atanh, false>), "x, /")                 \
  MATH(cbrt, (real_function<c_cbrt, false>), "x, /")                   \
  MATH(ceil, (rounding<Rounding::kCeil, Name::k___ceil__>), "x, /")    \
  MATH(comb, math_comb, "n, k, /")                                     \
  MATH(copysign, (real_function2<c_copysign>), "x, y, /")              \
  MATH(cos, (real_function<c_cos, false>), "x, /")                     \
  MATH(cosh, (real_function<c_cosh, true>), "x, /")                    \
  MATH(degrees, (plain_function<degrees>), "x, /")                     \
  MATH(dist, math_dist, "p, q, /")                                     \
  MATH(erf, (real_function<c_erf, true>), "x, /")                      \
  MATH(erfc, (real_function<c_erfc, true>), "x, /")                    \
  MATH(exp, (real_function<c_exp, true>), "x, /")                      \
  MATH(exp2, (real_function<c_exp2, true>), "x, /")                    \
  MATH(expm1, (real_function<c_expm1, true>), "x, /")                  \
  MATH(fabs, (real_function<c_fabs, false>), "x, /")                   \
  MATH(factorial, math_factorial, "n, /")                              \
  MATH(floor, (rounding<Rounding::kFloor, Name::k___floor__>), "x, /") \
  MATH(fmod, math_fmod, "x, y, /")                                     \
  MATH(frexp, math_frexp, "x, /")                                      \
  MATH(fsum, math_fsum, "seq, /")                                      \
  MATH(gamma, (gamma_like<gamma_function>), "x, /")                    \
  MATH(gcd, math_gcd, "*integers")                                     \
  MATH(hypot, math_hypot, "*coordinates")                              \
  MATH(isclose, math_isclose, "a, b, *, rel_tol=?, abs_tol=?")         \
  MATH(isfinite, (real_test<test_finite>), "x, /")                     \
  MATH(isinf, (real_test<test_infinite>), "x, /")                      \
  MATH(isnan, (real_test<test_nan>), "x, /")                           \
  MATH(isqrt, math_isqrt, "n, /")                                      \
  MATH(lcm, math_lcm, "*integers")                                     \
  MATH(ldexp, math_ldexp, "x, i, /")                                   \
  MATH(lgamma, (gamma_like<log_gamma_function>), "x, /")               \
  MATH(log, math_log, "*args")                                         \
  MATH(log10, (logarithm<c_log10>), "x, /")                            \
  MATH(log1p, (real_function<c_log1p, false>), "x, /")                 \
  MATH(log2, (logarithm<c_log2>), "x, /")                              \
  MATH(modf, math_modf, "x, /")                                        \
  MATH(nextafter, math_nextafter, "x, y, /")                           \
  MATH(perm, math_perm, "n, k=None, /")                                \
  MATH(pow, math_pow, "x, y, /")                                       \
  MATH(prod, math_prod, "iterable, /, *, start=1")                     \
  MATH(radians, (plain_function<radians>), "x, /")                     \
  MATH(remainder, (real_function2<remainder_of>), "x, y, /")           \
  MATH(sin, (real_function<c_sin, false>), "x, /")                     \
  MATH(sinh, (real_function<c_sinh, true>), "x, /")                    \
  MATH(sqrt, (real_function<c_sqrt, false>), "x, /")                   \
  MATH(tan, (real_function<c_tan, false>), "x, /")                     \
  MATH(tanh, (real_function<c_tanh, false>), "x, /")                   \
  MATH(trunc, (rounding<Rounding::kTrunc, Name::k___trunc__>), "x, /") \
  MATH(ulp, (real_function<ulp, false>), "x, /")

constexpr NativeRow kFunctions[] = {
#define MATH(name, leaf, signature) {#name, leaf, signature, "_" #name},
    MATH_FUNCTIONS(MATH)
#undef MATH
};

void fill(Context& cx, Dict* dict) {
  const std::pair<const char*, double> constants[] = {{"e", M_E}, {"inf", INFINITY}, {"nan", NAN}, {"pi", M_PI}, {"tau", 2 * M_PI}};
  for (const auto& [name, value] : constants) dict_set_str(cx, dict, cx.intern(name), make_float(cx, value));
}

}  // namespace

extern const ModuleRow kMathModule = {"math", kFunctions, fill};

}  // namespace fermata
