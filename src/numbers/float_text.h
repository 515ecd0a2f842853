// Doubles as Python has them: text in both directions (repr, the e f g % presentations, float(), hex), rounding to digits, hash,
// integer ratio, and the arithmetic where Python and C differ (//, %, **). Pure functions, owned by nobody, called by the float type,
// the lexer, format(), % formatting, JSON and serialization. Results are correctly rounded and the same on every machine; nothing looks at
// the locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fermata {

// ---- to text

std::string float_repr(double value);  // shortest that reads back: '0.1', '1e+16', '-0.0', 'inf', 'nan'
inline constexpr size_t kMaxFloatRepr = 32;
size_t write_float_repr(char* out, double value);  // the same into a buffer of kMaxFloatRepr; returns the characters written

struct FloatFormat {
  char type = 'r';                // e E f F g G % n (as g), or r: repr without a precision
  int64_t precision = 6;          // not negative; ignored for r; at most kMaxFloatPrecision
  bool alternate = false;         // '#': always a point, g keeps its zeros
  bool add_dot_0 = false;         // '.0' where it would look like an int (repr, and format() without a type)
  bool no_negative_zero = false;  // 'z': what rounds to -0 loses its sign
};
inline constexpr int64_t kMaxFloatPrecision = INT32_MAX;  // CPython: "precision too big" beyond

// An upper bound of format_float's result in bytes: check it against the budget first.
size_t format_float_max_length(double value, const FloatFormat& format);
// '-' in front if negative, never '+'. 'inf' and 'nan' (upper-case with E F G; with '%' after it for %).
std::string format_float(double value, const FloatFormat& format);

// The usual magnitudes and precisions without a general algorithm: `value` (not negative) rounded half to even to `precision` digits
// after the point, as whole + fraction / 10**precision. False: not such a value.
bool round_fixed(double value, int64_t precision, uint64_t* whole, uint64_t* fraction);
inline constexpr size_t kMaxFixedText = 48;
// Its text of type f, into a buffer of kMaxFixedText; returns the characters written, 0 when round_fixed says no.
size_t format_fixed(double value, int64_t precision, char* out);

std::string float_hex(double value);  // as float.hex()

// ---- from text

// What float() accepts, in UTF-8: spaces around, sign, underscores between digits, inf, infinity, nan in any case, any Unicode
// decimal digits. False, and nothing written, if it is none of these. Beyond the range it gives an infinity, as Python does.
bool parse_float(std::string_view text, double* out);

// A plain literal: digits with an optional point and exponent, no sign, spaces or underscores. For lexer and JSON.
bool parse_float_literal(std::string_view text, double* out);

enum class HexStatus : uint8_t {
  kOk,
  kInvalid,   // ValueError: invalid hexadecimal floating-point string
  kTooLarge,  // OverflowError: hexadecimal value too large to represent as a float
};
HexStatus float_from_hex(std::string_view text, double* out);

// ---- values

// value == mantissa * 2**exponent with an odd mantissa (0, 0 for zero); the value must be finite.
struct FloatParts {
  int64_t mantissa = 0;
  int exponent = 0;
};
FloatParts float_parts(double value);
bool float_is_integer(double value);

// CPython's hash: equal to the equal int's. A NaN's hash comes from its identity: the caller handles it (0 here).
int64_t float_hash(double value);

// (mantissa + d) * 2**exponent rounded half to even, where d is 0, or if `inexact` some fraction between 0 and 1; then the mantissa must
// have at least 54 bits. Gives an infinity beyond the range. What divisions and conversions end with.
double double_from_scaled(uint64_t mantissa, bool inexact, int64_t exponent);

double float_round_half_even(double value);  // round(x): the nearest integral value
struct RoundResult {
  double value = 0;
  bool overflow = false;  // OverflowError: rounded value too large to represent
};
RoundResult float_round(double value, int64_t digits);  // round(x, n)

// ---- arithmetic

// The divisor is not zero.
struct FloatDivmod {
  double quotient = 0, remainder = 0;
};
FloatDivmod float_divmod(double a, double b);
double float_floor_div(double a, double b);
double float_mod(double a, double b);

enum class PowStatus : uint8_t {
  kOk,
  kZeroDivision,  // ZeroDivisionError: 0.0 cannot be raised to a negative power
  kOverflow,      // OverflowError: (34, 'Numerical result out of range')
  kComplex,       // a negative base with a fractional exponent: the result is complex
};
PowStatus float_pow(double base, double exponent, double* out);

}  // namespace fermata
