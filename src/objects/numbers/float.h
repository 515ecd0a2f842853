// Arithmetic of float and complex with Python's errors, for the number types' own files and the math
// modules. Owned by the float type.
#pragma once

#include "objects/errors/errors.h"
#include "objects/model/operations.h"
#include "objects/numbers/numbers.h"

namespace fermata {

// base ** exponent: a float, or the complex that a negative base has; ZeroDivisionError, OverflowError.
Value float_power(Context& cx, double base, double exponent);

struct ComplexNumber {
  double real = 0, imag = 0;
};
enum class ComplexStatus : uint8_t { kOk, kZeroDivision, kOverflow };
ComplexNumber complex_product(ComplexNumber a, ComplexNumber b);
ComplexStatus complex_quotient(ComplexNumber a, ComplexNumber b, ComplexNumber* out);
ComplexStatus complex_power(ComplexNumber base, ComplexNumber exponent, ComplexNumber* out);
Value complex_power_value(Context& cx, ComplexNumber base, ComplexNumber exponent);

// int, bool, float or complex (and instances of their subclasses) as a complex. None when done,
// NotImplemented for anything else, OverflowError for ints beyond double.
Value to_complex(Context& cx, Value v, ComplexNumber* out);

// What round(x), floor, ceil and trunc give for a double: ints of any size, with their errors.
enum class Rounding : uint8_t { kTrunc, kFloor, kCeil, kHalfEven };
Value int_of_rounded(Context& cx, double value, Rounding rounding);

// Does `x`'s class define this special method itself, in Python? (Then a leaf defers.) For values of
// builtin classes always false.
bool has_user_method(Context& cx, Value x, Name name);
// Has `x`, an Instance, the method at all?
bool has_method(Context& cx, Value x, Name name);

// Format with a parsed spec; `type_name` is for messages.
struct FormatSpec;
Value format_float_value(Context& cx, double value, const FormatSpec& spec, const char* type_name);

}  // namespace fermata
