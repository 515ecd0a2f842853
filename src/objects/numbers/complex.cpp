// The type complex. The arithmetic gives CPython's results to the last bit: Smith's division, powers by
// repeated multiplication for small whole exponents, by polar coordinates otherwise.
#include <cmath>

#include "numbers/float_text.h"
#include "numbers/format_spec.h"
#include "objects/containers/containers.h"
#include "objects/model/class.h"
#include "objects/model/read_only.h"
#include "objects/model/type_tables.h"
#include "objects/numbers/float.h"
#include "objects/numbers/int.h"
#include "objects/text/text.h"
#include "unicode/unicode.h"

namespace fermata {

ComplexNumber complex_product(ComplexNumber a, ComplexNumber b) {
  return {a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real};
}

ComplexStatus complex_quotient(ComplexNumber a, ComplexNumber b, ComplexNumber* out) {
  // Scaled by the larger part of the divisor, so that nothing overflows needlessly.
  const double real = std::fabs(b.real), imag = std::fabs(b.imag);
  if (real >= imag) {
    if (real == 0) return ComplexStatus::kZeroDivision;
    const double ratio = b.imag / b.real, divisor = b.real + b.imag * ratio;
    *out = {(a.real + a.imag * ratio) / divisor, (a.imag - a.real * ratio) / divisor};
  } else if (imag >= real) {
    const double ratio = b.real / b.imag, divisor = b.real * ratio + b.imag;
    *out = {(a.real * ratio + a.imag) / divisor, (a.imag * ratio - a.real) / divisor};
  } else {  // a NaN in the divisor
    *out = {NAN, NAN};
  }
  return ComplexStatus::kOk;
}

ComplexStatus complex_power(ComplexNumber base, ComplexNumber exponent, ComplexNumber* out) {
  ComplexStatus status = ComplexStatus::kOk;
  if (exponent.imag == 0 && exponent.real == std::floor(exponent.real) && std::fabs(exponent.real) <= 100) {
    const long n = long(exponent.real);
    ComplexNumber result = {1, 0}, square = base;
    for (long mask = 1, left = std::labs(n); left >= mask; mask <<= 1) {
      if (left & mask) result = complex_product(result, square);
      square = complex_product(square, square);
    }
    if (n > 0) *out = result;
    else status = complex_quotient({1, 0}, result, out);
  } else if (base.real == 0 && base.imag == 0) {
    if (exponent.imag != 0 || exponent.real < 0) return ComplexStatus::kZeroDivision;
    *out = {0, 0};
  } else {
    const double modulus = std::hypot(base.real, base.imag), angle = std::atan2(base.imag, base.real);
    double length = std::pow(modulus, exponent.real), phase = angle * exponent.real;
    if (exponent.imag != 0) {
      length /= std::exp(angle * exponent.imag);
      phase += exponent.imag * std::log(modulus);
    }
    if (std::isinf(phase)) return ComplexStatus::kZeroDivision;  // no direction; CPython's word for it
    *out = {length * std::cos(phase), length * std::sin(phase)};
  }
  if (status == ComplexStatus::kOk && (std::isinf(out->real) || std::isinf(out->imag))) return ComplexStatus::kOverflow;
  return status;
}

Value complex_power_value(Context& cx, ComplexNumber base, ComplexNumber exponent) {
  ComplexNumber result;
  switch (complex_power(base, exponent, &result)) {
    case ComplexStatus::kOk: return make_complex(cx, result.real, result.imag);
    case ComplexStatus::kZeroDivision: return raise_zero_division_error(cx, "0.0 to a negative or complex power");
    case ComplexStatus::kOverflow: return raise_overflow_error(cx, "complex exponentiation");
  }
  return Value::error();
}

Value to_complex(Context& cx, Value v, ComplexNumber* out) {
  v = payload_of(v);
  if (is<Complex>(v)) {
    *out = {as<Complex>(v)->real, as<Complex>(v)->imag};
    return Value::none();
  }
  if (!is_float(v) && !is_int_or_bool(v)) return Value::not_implemented();
  out->imag = 0;
  return to_double(cx, v, &out->real);
}

namespace {

Value make(Context& cx, ComplexNumber z) { return make_complex(cx, z.real, z.imag); }

Value complex_truth(Context&, Value self) { return Value::boolean(as<Complex>(self)->real != 0 || as<Complex>(self)->imag != 0); }

Value complex_hash(Context&, Value self, int64_t* out) {
  const Complex* z = as<Complex>(self);
  const uint64_t hash = uint64_t(float_hash(z->real)) + 1000003 * uint64_t(float_hash(z->imag));
  *out = hash == UINT64_MAX ? -2 : int64_t(hash);
  return Value::none();
}

Value complex_equal(Context&, Value self, Value other) {
  const Complex* z = as<Complex>(self);
  other = payload_of(other);
  if (is<Complex>(other)) return Value::boolean(z->real == as<Complex>(other)->real && z->imag == as<Complex>(other)->imag);
  if (is_float(other)) return Value::boolean(z->imag == 0 && z->real == float_of(other));
  if (is_int_or_bool(other)) return Value::boolean(z->imag == 0 && int_compare_double(IntOperand(other), z->real) == 0);
  return Value::not_implemented();
}

// A part as complex shows it: as repr, without ".0".
std::string part_text(double value) {
  std::string text = float_repr(value);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text;
}

Value complex_repr(Context&, Value self, TextBuilder& out) {
  const Complex* z = as<Complex>(self);
  const std::string imag = part_text(z->imag);
  if (z->real == 0 && !std::signbit(z->real)) {
    out.append(imag + "j");
  } else {
    out.append("(" + part_text(z->real) + (imag.starts_with('-') ? "" : "+") + imag + "j)");
  }
  return out.status();
}

Value complex_format(Context& cx, Value self, Str* spec_text) {
  if (spec_text->count == 0) return repr_of(cx, self);
  const Complex* z = as<Complex>(self);
  FormatSpec spec;
  auto error = parse_format_spec(spec_text->view(), "complex", '>', &spec);
  if (error.empty()) error = check_complex_format(spec, "complex");
  if (!error.empty()) return raise(cx, ErrorType::kValueError, error);
  const size_t size = format_complex_max_size(spec, z->real, z->imag);
  Outside texts(cx);  // the digits, the parts and the text with its fill
  if (Value refused; !texts.take(3 * uint64_t(size), &refused)) return refused;
  if (!cx.tick(size / 64)) return Value::retry();
  return new_str(cx, format_complex(spec, z->real, z->imag));
}

Value complex_binary(Context& cx, BinaryOp op, Value left, Value right) {
  ComplexNumber a, b, result;
  if (Value r = to_complex(cx, left, &a); !r.is_none()) return r;
  if (Value r = to_complex(cx, right, &b); !r.is_none()) return r;
  switch (op) {
    case BinaryOp::kAdd: return make_complex(cx, a.real + b.real, a.imag + b.imag);
    case BinaryOp::kSub: return make_complex(cx, a.real - b.real, a.imag - b.imag);
    case BinaryOp::kMul: return make(cx, complex_product(a, b));
    case BinaryOp::kTrueDiv:
      if (complex_quotient(a, b, &result) == ComplexStatus::kZeroDivision) return raise_zero_division_error(cx, "complex division by zero");
      return make(cx, result);
    case BinaryOp::kPow: return complex_power_value(cx, a, b);
    default: return Value::not_implemented();
  }
}

Value complex_absolute(Context& cx, const Complex* z) {
  const double result = std::hypot(z->real, z->imag);
  if (std::isinf(result) && std::isfinite(z->real) && std::isfinite(z->imag)) return raise_overflow_error(cx, "absolute value too large");
  return make_float(cx, result);
}

Value complex_unary(Context& cx, UnaryOp op, Value self) {
  const Complex* z = as<Complex>(self);
  switch (op) {
    case UnaryOp::kNegate: return make_complex(cx, -z->real, -z->imag);
    case UnaryOp::kPositive: return self;
    case UnaryOp::kAbs: return complex_absolute(cx, z);
    case UnaryOp::kInvert: return Value::not_implemented();
  }
  return Value::not_implemented();
}

// --- constructor

// A float at the start of `text` as complex() reads it: digits with underscores, inf, nan; its length, 0 for none.
size_t number_length(std::string_view text) {
  size_t i = 0;
  const auto word = [&](std::string_view w) {
    if (text.size() - i < w.size()) return false;
    for (size_t k = 0; k < w.size(); ++k)
      if ((text[i + k] | 0x20) != w[k]) return false;
    i += w.size();
    return true;
  };
  const auto digits = [&] {
    const size_t start = i;
    while (i < text.size() && ((text[i] >= '0' && text[i] <= '9') || text[i] == '_')) ++i;
    return i != start;
  };
  if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
  if (word("infinity") || word("inf") || word("nan")) return i;
  bool any = digits();
  if (i < text.size() && text[i] == '.') {
    ++i;
    any |= digits();
  }
  if (!any) return 0;
  if (i < text.size() && (text[i] | 0x20) == 'e') {
    const size_t before = i++;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) ++i;
    if (!digits()) i = before;
  }
  return i;
}

// 'x', 'xj', 'x+yj', and a sign with a bare j; parentheses and spaces around are fine.
bool parse_complex(std::string_view text, ComplexNumber* out) {
  const auto trim = [&] {
    while (!text.empty() && (text.front() == ' ' || (text.front() >= '\t' && text.front() <= '\r'))) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || (text.back() >= '\t' && text.back() <= '\r'))) text.remove_suffix(1);
  };
  trim();
  if (text.starts_with('(')) {
    if (!text.ends_with(')') || text.size() < 2) return false;
    text = text.substr(1, text.size() - 2);
    trim();
  }
  const auto is_j = [](std::string_view t) { return t == "j" || t == "J"; };
  const auto bare = [&](std::string_view t, double* value) {  // "j", "+j", "-j"
    if (is_j(t)) return *value = 1, true;
    if (t.size() != 2 || !is_j(t.substr(1)) || (t[0] != '+' && t[0] != '-')) return false;
    *value = t[0] == '-' ? -1 : 1;
    return true;
  };
  *out = {};
  if (bare(text, &out->imag)) return true;
  size_t n = number_length(text);
  double first;
  if (n == 0 || !parse_float(text.substr(0, n), &first)) return false;
  const std::string_view rest = text.substr(n);
  if (rest.empty()) return out->real = first, true;
  if (is_j(rest)) return out->imag = first, true;
  if (rest[0] != '+' && rest[0] != '-') return false;
  out->real = first;
  if (bare(rest, &out->imag)) return true;
  n = number_length(rest);
  return n != 0 && is_j(rest.substr(n)) && parse_float(rest.substr(0, n), &out->imag);
}

Value complex_new(Context& cx, Value* args) {
  const Value real = args[1], imag = args[2];
  if (!as_str(real) && has_user_method(cx, real, Name::k___complex__)) return Value::defer();
  for (Value v : {real, imag})
    if (has_user_method(cx, v, Name::k___float__) || has_user_method(cx, v, Name::k___index__)) return Value::defer();
  if (is<Complex>(real) && imag.is_missing()) return real;
  if (const Str* text = as_str(real)) {
    if (!imag.is_missing()) return raise_type_error(cx, "complex() can't take second arg if first is a string");
    if (!cx.tick(text->count / 16)) return Value::retry();
    ComplexNumber z;
    const std::string ascii = unicode::decimals_and_spaces_to_ascii(text->view());
    if (!parse_complex(ascii, &z)) {
      if (text->view().find('_') != std::string_view::npos) {
        const Value shown = repr_of(cx, real);
        return shown.is_outcome() ? shown : raise_value_error(cx, "could not convert string to complex: {}", as<Str>(shown)->view());
      }
      return raise_value_error(cx, "complex() arg is a malformed string");
    }
    return make(cx, z);
  }
  if (as_str(imag)) return raise_type_error(cx, "complex() second arg can't be a string");
  ComplexNumber a, b;
  if (!real.is_missing()) {
    const Value r = to_complex(cx, real, &a);
    if (r.is_outcome()) return r;
    if (!r.is_none()) return raise_type_error(cx, "complex() first argument must be a string or a number, not '{}'", type_name(cx, real));
  }
  if (imag.is_missing()) return make(cx, a);
  const Value r = to_complex(cx, imag, &b);
  if (r.is_outcome()) return r;
  if (!r.is_none()) return raise_type_error(cx, "complex() second argument must be a number, not '{}'", type_name(cx, imag));
  // real + imag * 1j, without making zeros of the wrong sign where a part isn't complex.
  const bool imag_is_complex = is<Complex>(payload_of(imag)), real_is_complex = is<Complex>(payload_of(real));
  return make_complex(cx, imag_is_complex ? a.real - b.imag : a.real, real_is_complex ? b.real + a.imag : b.real);
}

// --- methods

Value complex_conjugate(Context& cx, Value* args) { return make_complex(cx, as<Complex>(args[0])->real, -as<Complex>(args[0])->imag); }
Value complex_self(Context&, Value* args) { return args[0]; }
Value complex_getnewargs(Context& cx, Value* args) {
  const Value pair[2] = {make_float(cx, as<Complex>(args[0])->real), make_float(cx, as<Complex>(args[0])->imag)};
  return tuple_of(cx, pair);
}

constexpr NativeRow kMethods[] = {
    {"__complex__", complex_self, "self, /"},
    {"__getnewargs__", complex_getnewargs, "self, /"},
    {"conjugate", complex_conjugate, "self, /"},
};

constexpr AttributeRow kAttributes[] = {
    {"real", [](Context& cx, Value self) { return make_float(cx, as<Complex>(payload_of(self))->real); }, read_only_member},
    {"imag", [](Context& cx, Value self) { return make_float(cx, as<Complex>(payload_of(self))->imag); }, read_only_member},
};

constexpr NativeRow kConstructor = {"complex", complex_new, "cls, real=?, imag=?", "complex_new"};

constexpr uint32_t bit(BinaryOp op) { return 1u << unsigned(op); }

}  // namespace

const Operations kComplexOperations = {
    .truth = complex_truth,
    .hash = complex_hash,
    .equal = complex_equal,
    .repr = complex_repr,
    .format = complex_format,
    .binary = complex_binary,
    .unary = complex_unary,
    .binary_ops = bit(BinaryOp::kAdd) | bit(BinaryOp::kSub) | bit(BinaryOp::kMul) | bit(BinaryOp::kTrueDiv) | bit(BinaryOp::kPow),
    .shown = Operations::kNoInvert,
};

constexpr NativeRow kComplexNew = new_row("complex__new__");
const TypeRow kComplexType = {
    .kind = Kind::kComplex,
    .name = "complex",
    .base = "object",
    .doc =
        "Create a complex number from a real part and an optional imaginary part.\n\nThis is equivalent to (real + imag*1j) where imag "
        "defaults to 0.",
    .methods = kMethods,
    .attributes = kAttributes,
    .constructor = &kConstructor,
    .operations = &kComplexOperations,
    .named = true,
    .make_new = &kComplexNew,
};

}  // namespace fermata
