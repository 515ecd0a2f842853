// Module cmath. For finite numbers Kahan's formulas ("Branch cuts for complex elementary functions"),
// evaluated as CPython does; for infinities and NaN the C library's values, which Annex G of C99 fixes.
#include <algorithm>
#include <cfloat>
#include <cmath>
#include <complex>

#include "objects/containers/containers.h"
#include "objects/model/operations.h"
#include "objects/natives/native.h"
#include "objects/numbers/float.h"

namespace fermata {

namespace {

using C = ComplexNumber;

const double kLarge = DBL_MAX / 4;
const double kSqrtLarge = std::sqrt(kLarge);
const double kLogLarge = std::log(kLarge);
const double kSqrtMin = std::sqrt(DBL_MIN);

enum class Error : uint8_t { kNone, kDomain, kRange };

bool finite(C z) { return std::isfinite(z.real) && std::isfinite(z.imag); }
bool huge(C z) { return std::fabs(z.real) > kLarge || std::fabs(z.imag) > kLarge; }
template <class F>
C library(C z, F&& f) {
  const std::complex<double> r = f(std::complex<double>(z.real, z.imag));
  return {r.real(), r.imag()};
}
// log of the modulus of something huge.
double log_huge(C z) { return std::log(std::hypot(z.real / 2, z.imag / 2)) + M_LN2 * 2; }

C c_sqrt(C z, Error*) {
  if (!finite(z)) return library(z, [](auto w) { return std::sqrt(w); });
  if (z.real == 0 && z.imag == 0) return {0, z.imag};
  double ax = std::fabs(z.real), s;
  const double ay = std::fabs(z.imag);
  if (ax < DBL_MIN && ay < DBL_MIN) {
    ax = std::ldexp(ax, 53);
    s = std::ldexp(std::sqrt(ax + std::hypot(ax, std::ldexp(ay, 53))), -27);
  } else {
    ax /= 8;
    s = 2 * std::sqrt(ax + std::hypot(ax, ay / 8));
  }
  const double d = ay / (2 * s);
  return z.real >= 0 ? C{s, std::copysign(d, z.imag)} : C{d, std::copysign(s, z.imag)};
}

C c_acos(C z, Error* e) {
  if (!finite(z)) return library(z, [](auto w) { return std::acos(w); });
  if (huge(z)) {
    const double l = log_huge(z);
    return {std::atan2(std::fabs(z.imag), z.real), z.real < 0 ? -std::copysign(l, z.imag) : std::copysign(l, -z.imag)};
  }
  const C s1 = c_sqrt({1 - z.real, -z.imag}, e), s2 = c_sqrt({1 + z.real, z.imag}, e);
  return {2 * std::atan2(s1.real, s2.real), std::asinh(s2.real * s1.imag - s2.imag * s1.real)};
}

C c_acosh(C z, Error* e) {
  if (z.real == 0 && std::isnan(z.imag)) return {z.imag, z.imag};  // (C says that the imaginary part is half of pi)
  if (!finite(z)) return library(z, [](auto w) { return std::acosh(w); });
  if (huge(z)) return {log_huge(z), std::atan2(z.imag, z.real)};
  const C s1 = c_sqrt({z.real - 1, z.imag}, e), s2 = c_sqrt({z.real + 1, z.imag}, e);
  return {std::asinh(s1.real * s2.real + s1.imag * s2.imag), 2 * std::atan2(s1.imag, s2.real)};
}

C c_asinh(C z, Error* e) {
  if (!finite(z)) return library(z, [](auto w) { return std::asinh(w); });
  if (huge(z)) {
    const double l = log_huge(z);
    return {z.imag >= 0 ? std::copysign(l, z.real) : -std::copysign(l, -z.real), std::atan2(z.imag, std::fabs(z.real))};
  }
  const C s1 = c_sqrt({1 + z.imag, -z.real}, e), s2 = c_sqrt({1 - z.imag, z.real}, e);
  return {std::asinh(s1.real * s2.imag - s2.real * s1.imag), std::atan2(z.imag, s1.real * s2.real - s1.imag * s2.imag)};
}

C c_asin(C z, Error* e) {
  const C s = c_asinh({-z.imag, z.real}, e);
  return {s.imag, -s.real};
}

C c_atanh(C z, Error* e) {
  if (!finite(z)) return library(z, [](auto w) { return std::atanh(w); });
  if (std::signbit(z.real)) {
    const C r = c_atanh({-z.real, -z.imag}, e);
    return {-r.real, -r.imag};
  }
  const double ay = std::fabs(z.imag);
  if (z.real > kSqrtLarge || ay > kSqrtLarge) {
    const double h = std::hypot(z.real / 2, z.imag / 2);
    return {z.real / 4 / h / h, -std::copysign(M_PI_2, -z.imag)};
  }
  if (z.real == 1 && ay < kSqrtMin) {
    if (ay == 0) {
      *e = Error::kDomain;
      return {INFINITY, z.imag};
    }
    return {-std::log(std::sqrt(ay) / std::sqrt(std::hypot(ay, 2.0))), std::copysign(std::atan2(2.0, -ay) / 2, z.imag)};
  }
  const double rest = 1 - z.real;
  return {std::log1p(4 * z.real / (rest * rest + ay * ay)) / 4, -std::atan2(-2 * z.imag, rest * (1 + z.real) - ay * ay) / 2};
}

C c_atan(C z, Error* e) {
  const C s = c_atanh({-z.imag, z.real}, e);
  return {s.imag, -s.real};
}

// What grows without bound: an infinity from finite numbers is a range error; an infinite real part with
// an infinite imaginary one has no direction.
C checked(C r, Error* e) {
  if (std::isinf(r.real) || std::isinf(r.imag)) *e = Error::kRange;
  return r;
}

C c_exp(C z, Error* e) {
  if (!finite(z)) {
    if (std::isinf(z.imag) && (std::isfinite(z.real) || (std::isinf(z.real) && z.real > 0))) *e = Error::kDomain;
    return library(z, [](auto w) { return std::exp(w); });
  }
  if (z.real > kLogLarge) {
    const double l = std::exp(z.real - 1);
    return checked({l * std::cos(z.imag) * M_E, l * std::sin(z.imag) * M_E}, e);
  }
  const double l = std::exp(z.real);
  return checked({l * std::cos(z.imag), l * std::sin(z.imag)}, e);
}

C c_cosh(C z, Error* e) {
  if (!finite(z)) {
    if (std::isinf(z.imag) && !std::isnan(z.real)) *e = Error::kDomain;
    return library(z, [](auto w) { return std::cosh(w); });
  }
  if (std::fabs(z.real) > kLogLarge) {
    const double less = z.real - std::copysign(1.0, z.real);
    return checked({std::cos(z.imag) * std::cosh(less) * M_E, std::sin(z.imag) * std::sinh(less) * M_E}, e);
  }
  return checked({std::cos(z.imag) * std::cosh(z.real), std::sin(z.imag) * std::sinh(z.real)}, e);
}

C c_sinh(C z, Error* e) {
  if (!finite(z)) {
    if (std::isinf(z.imag) && !std::isnan(z.real)) *e = Error::kDomain;
    return library(z, [](auto w) { return std::sinh(w); });
  }
  if (std::fabs(z.real) > kLogLarge) {
    const double less = z.real - std::copysign(1.0, z.real);
    return checked({std::cos(z.imag) * std::sinh(less) * M_E, std::sin(z.imag) * std::cosh(less) * M_E}, e);
  }
  return checked({std::cos(z.imag) * std::sinh(z.real), std::sin(z.imag) * std::cosh(z.real)}, e);
}

C c_tanh(C z, Error* e) {
  if (!finite(z)) {
    if (std::isinf(z.imag) && std::isfinite(z.real)) *e = Error::kDomain;
    if (z.real == 0 && std::isnan(z.imag)) return {z.imag, z.imag};  // (C says that the real part is 0)
    return library(z, [](auto w) { return std::tanh(w); });
  }
  if (std::fabs(z.real) > kLogLarge)
    return {std::copysign(1.0, z.real), 4 * std::sin(z.imag) * std::cos(z.imag) * std::exp(-2 * std::fabs(z.real))};
  const double tx = std::tanh(z.real), ty = std::tan(z.imag), cx = 1 / std::cosh(z.real), both = tx * ty;
  const double divisor = 1 + both * both;
  return {tx * (1 + ty * ty) / divisor, (ty / divisor) * cx * cx};
}

C c_cos(C z, Error* e) { return c_cosh({-z.imag, z.real}, e); }
C c_sin(C z, Error* e) {
  const C s = c_sinh({-z.imag, z.real}, e);
  return {s.imag, -s.real};
}
C c_tan(C z, Error* e) {
  const C s = c_tanh({-z.imag, z.real}, e);
  return {s.imag, -s.real};
}

C c_log(C z, Error* e) {
  if (!finite(z)) return library(z, [](auto w) { return std::log(w); });
  const double ax = std::fabs(z.real), ay = std::fabs(z.imag), angle = std::atan2(z.imag, z.real);
  if (ax > kLarge || ay > kLarge) return {std::log(std::hypot(ax / 2, ay / 2)) + M_LN2, angle};
  if (ax < DBL_MIN && ay < DBL_MIN) {
    if (ax > 0 || ay > 0)
      return {std::log(std::hypot(std::ldexp(ax, DBL_MANT_DIG), std::ldexp(ay, DBL_MANT_DIG))) - DBL_MANT_DIG * M_LN2, angle};
    *e = Error::kDomain;
    return {-INFINITY, angle};
  }
  const double h = std::hypot(ax, ay);
  if (0.71 <= h && h <= 1.73) {  // near the unit circle, where log(h) would lose digits
    const double high = std::max(ax, ay), low = std::min(ax, ay);
    return {std::log1p((high - 1) * (high + 1) + low * low) / 2, angle};
  }
  return {std::log(h), angle};
}

C c_log10(C z, Error* e) {
  const C r = c_log(z, e);
  return {r.real / M_LN10, r.imag / M_LN10};
}

// --- leaves

Value argument(Context& cx, Value v, C* out) {
  if (has_user_method(cx, v, Name::k___complex__) || has_user_method(cx, v, Name::k___float__) || has_user_method(cx, v, Name::k___index__))
    return Value::defer();
  const Value r = to_complex(cx, v, out);
  if (r == Value::not_implemented()) return raise_type_error(cx, "must be real number, not {}", type_name(cx, v));
  return r;
}

Value result_of(Context& cx, C z, Error e) {
  if (e == Error::kDomain) return raise_value_error(cx, "math domain error");
  if (e == Error::kRange) return raise_overflow_error(cx, "math range error");
  return make_complex(cx, z.real, z.imag);
}

template <C (*kFunction)(C, Error*)>
Value complex_function(Context& cx, Value* args) {
  C z;
  if (Value r = argument(cx, args[0], &z); r.is_outcome()) return r;
  Error e = Error::kNone;
  const C w = kFunction(z, &e);
  return result_of(cx, w, e);
}

template <bool (*kTest)(C)>
Value complex_test(Context& cx, Value* args) {
  C z;
  if (Value r = argument(cx, args[0], &z); r.is_outcome()) return r;
  return Value::boolean(kTest(z));
}
bool test_infinite(C z) { return std::isinf(z.real) || std::isinf(z.imag); }
bool test_nan(C z) { return std::isnan(z.real) || std::isnan(z.imag); }

Value cmath_log(Context& cx, Value* args) {
  C z, base;
  Error e = Error::kNone;
  if (Value r = argument(cx, args[0], &z); r.is_outcome()) return r;
  C w = c_log(z, &e);
  if (!args[1].is_missing()) {
    if (Value r = argument(cx, args[1], &base); r.is_outcome()) return r;
    const C divisor = c_log(base, &e);
    const C numerator = w;
    if (complex_quotient(numerator, divisor, &w) == ComplexStatus::kZeroDivision) e = Error::kDomain;
  }
  return result_of(cx, w, e);
}

Value cmath_phase(Context& cx, Value* args) {
  C z;
  if (Value r = argument(cx, args[0], &z); r.is_outcome()) return r;
  const double angle = std::atan2(z.imag, z.real);
  // The C library calls an angle that underflows to zero a range error, and CPython passes that on.
  if (angle == 0 && z.imag != 0 && std::isfinite(z.real)) return raise_overflow_error(cx, "math range error");
  return make_float(cx, angle);
}

Value cmath_polar(Context& cx, Value* args) {
  C z;
  if (Value r = argument(cx, args[0], &z); r.is_outcome()) return r;
  const double modulus = std::hypot(z.real, z.imag);
  if (std::isinf(modulus) && finite(z)) return raise_overflow_error(cx, "math range error");
  const Value pair[2] = {make_float(cx, modulus), make_float(cx, std::atan2(z.imag, z.real))};
  return tuple_of(cx, pair);
}

Value cmath_rect(Context& cx, Value* args) {
  double r, phi;
  if (Value v = to_double(cx, args[0], &r); v.is_outcome()) return v;
  if (Value v = to_double(cx, args[1], &phi); v.is_outcome()) return v;
  if (std::isfinite(r) && std::isfinite(phi)) {
    if (phi == 0) return make_complex(cx, r, r * phi);
    return make_complex(cx, r * std::cos(phi), r * std::sin(phi));
  }
  if (std::isinf(phi) && r != 0 && !std::isnan(r)) return raise_value_error(cx, "math domain error");
  if (r == 0) return make_complex(cx, 0, 0);
  if (std::isinf(r) && std::isfinite(phi)) {
    if (phi == 0) return make_complex(cx, r, r > 0 ? phi : -phi);
    const double real = std::copysign(INFINITY, std::cos(phi)), imag = std::copysign(INFINITY, std::sin(phi));
    return r > 0 ? make_complex(cx, real, imag) : make_complex(cx, -real, -imag);
  }
  if (phi == 0 && std::isnan(r)) return make_complex(cx, r, 0);
  return make_complex(cx, std::isinf(r) ? INFINITY : NAN, NAN);
}

Value cmath_isclose(Context& cx, Value* args) {
  C a, b;
  double relative = 1e-9, absolute = 0;
  if (Value r = argument(cx, args[0], &a); r.is_outcome()) return r;
  if (Value r = argument(cx, args[1], &b); r.is_outcome()) return r;
  if (!args[2].is_missing())
    if (Value r = to_double(cx, args[2], &relative); r.is_outcome()) return r;
  if (!args[3].is_missing())
    if (Value r = to_double(cx, args[3], &absolute); r.is_outcome()) return r;
  if (relative < 0 || absolute < 0) return raise_value_error(cx, "tolerances must be non-negative");
  if (a.real == b.real && a.imag == b.imag) return Value::true_();
  if (test_infinite(a) || test_infinite(b)) return Value::false_();
  const double distance = std::hypot(a.real - b.real, a.imag - b.imag);
  return Value::boolean(distance <= relative * std::hypot(b.real, b.imag) || distance <= relative * std::hypot(a.real, a.imag) ||
                        distance <= absolute);
}

// CMATH(name, leaf, signature); the twins are in cmath.py.
#define CMATH_FUNCTIONS(CMATH)                                   \
  CMATH(acos, complex_function<c_acos>, "z, /")                  \
  CMATH(acosh, complex_function<c_acosh>, "z, /")                \
  CMATH(asin, complex_function<c_asin>, "z, /")                  \
  CMATH(asinh, complex_function<c_asinh>, "z, /")                \
  CMATH(atan, complex_function<c_atan>, "z, /")                  \
  CMATH(atanh, complex_function<c_atanh>, "z, /")                \
  CMATH(cos, complex_function<c_cos>, "z, /")                    \
  CMATH(cosh, complex_function<c_cosh>, "z, /")                  \
  CMATH(exp, complex_function<c_exp>, "z, /")                    \
  CMATH(isclose, cmath_isclose, "a, b, *, rel_tol=?, abs_tol=?") \
  CMATH(isfinite, complex_test<finite>, "z, /")                  \
  CMATH(isinf, complex_test<test_infinite>, "z, /")              \
  CMATH(isnan, complex_test<test_nan>, "z, /")                   \
  CMATH(log, cmath_log, "z, base=?, /")                          \
  CMATH(log10, complex_function<c_log10>, "z, /")                \
  CMATH(phase, cmath_phase, "z, /")                              \
  CMATH(polar, cmath_polar, "z, /")                              \
  CMATH(rect, cmath_rect, "r, phi, /")                           \
  CMATH(sin, complex_function<c_sin>, "z, /")                    \
  CMATH(sinh, complex_function<c_sinh>, "z, /")                  \
  CMATH(sqrt, complex_function<c_sqrt>, "z, /")                  \
  CMATH(tan, complex_function<c_tan>, "z, /")                    \
  CMATH(tanh, complex_function<c_tanh>, "z, /")

constexpr NativeRow kFunctions[] = {
#define CMATH(name, leaf, signature) {#name, leaf, signature, "_" #name},
    CMATH_FUNCTIONS(CMATH)
#undef CMATH
};

void fill(Context& cx, Dict* dict) {
  const std::pair<const char*, double> constants[] = {{"e", M_E}, {"inf", INFINITY}, {"nan", NAN}, {"pi", M_PI}, {"tau", 2 * M_PI}};
  for (const auto& [name, value] : constants) dict_set_str(cx, dict, cx.intern(name), make_float(cx, value));
  dict_set_str(cx, dict, cx.intern("infj"), make_complex(cx, 0, INFINITY));
  dict_set_str(cx, dict, cx.intern("nanj"), make_complex(cx, 0, NAN));
}

}  // namespace

extern const ModuleRow kCmathModule = {"cmath", kFunctions, fill};

}  // namespace fermata
