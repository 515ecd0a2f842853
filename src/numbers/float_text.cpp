// Doubles to text. From text is in float_parse.cpp, values and arithmetic in float_values.cpp. See float_text.h.
#include "numbers/float_text.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace fermata {

namespace {

// No double has more significant decimal digits than 767, nor more than 1074 after the point: whatever is asked beyond that is zeros.
constexpr int64_t kMaxSignificant = 800;
constexpr int64_t kMaxBehindPoint = 1100;
constexpr size_t kBuffer = 1600;  // the longest fixed form: 309 digits, the point, kMaxBehindPoint

// The significant digits without trailing zeros, and the power of ten they are a fraction of: value == 0.DIGITS * 10**point.
struct Decimal {
  char digits[kMaxSignificant + 8];
  int64_t size = 0;
  int64_t point = 0;
};

// From the form d.ddde±x.
void read_scientific(const char* p, const char* end, Decimal* out) {
  out->size = 0;
  for (; p != end && *p != 'e'; ++p) {
    if (*p != '.') out->digits[out->size++] = *p;
  }
  ++p;
  const bool negative = *p == '-';
  int exponent = 0;
  for (++p; p != end; ++p) exponent = exponent * 10 + (*p - '0');
  out->point = (negative ? -exponent : exponent) + 1;
  while (out->size > 1 && out->digits[out->size - 1] == '0') --out->size;
}

void shortest(double magnitude, Decimal* out) {
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, magnitude, std::chars_format::scientific).ptr;
  read_scientific(buffer, end, out);
}

// Rounded to `significant` digits, at least 1.
void rounded(double magnitude, int64_t significant, Decimal* out) {
  char buffer[kBuffer];
  const int precision = static_cast<int>(std::min(significant, kMaxSignificant)) - 1;
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, magnitude, std::chars_format::scientific, precision).ptr;
  read_scientific(buffer, end, out);
}

struct Layout {
  bool exponent = false;
  bool keep_point = false;  // a point even if nothing follows it
  int64_t digits = 0;       // significant digits to show at least, zeros added
};

void append_exponent(std::string& out, int64_t exponent, char letter) {
  char buffer[16];
  const int n = std::snprintf(buffer, sizeof buffer, "%c%c%02d", letter, exponent < 0 ? '-' : '+', static_cast<int>(std::abs(exponent)));
  out.append(buffer, static_cast<size_t>(n));
}

// Writes the digits as they stand or with an exponent; as many zeros as the point's place and layout.digits ask for.
void lay_out(std::string& out, const Decimal& d, const Layout& layout, char exponent_letter) {
  const int64_t point = layout.exponent ? 1 : d.point;
  const int64_t shown = std::max({d.size, layout.digits, point});
  const auto zeros = [](int64_t n) { return static_cast<size_t>(std::max<int64_t>(n, 0)); };
  if (point <= 0) {
    out += "0.";
    out.append(zeros(-point), '0');
    out.append(d.digits, static_cast<size_t>(d.size));
  } else {
    const int64_t whole = std::min(point, d.size);
    out.append(d.digits, static_cast<size_t>(whole));
    out.append(zeros(point - whole), '0');
    if (shown > point || layout.keep_point) out.push_back('.');
    out.append(d.digits + whole, static_cast<size_t>(d.size - whole));
  }
  out.append(zeros(shown - std::max(d.size, point)), '0');
  if (layout.exponent) append_exponent(out, d.point - 1, exponent_letter);
}

bool is_upper_type(char type) { return type == 'E' || type == 'F' || type == 'G'; }

// Digits before the point, at most.
size_t whole_digits(double value) {
  int exponent;
  std::frexp(value, &exponent);
  return exponent <= 0 ? 1 : static_cast<size_t>(exponent) * 30103 / 100000 + 2;
}

// Appends fixed or scientific text of any precision from to_chars, which knows only sensible ones.
void append_printf_style(std::string& out, double magnitude, std::chars_format style, int64_t precision, bool keep_point,
                         char exponent_letter) {
  char buffer[kBuffer];
  const bool fixed = style == std::chars_format::fixed;
  const int64_t exact = std::min(precision, fixed ? kMaxBehindPoint : kMaxSignificant);
  const char* const end = std::to_chars(buffer, buffer + sizeof buffer, magnitude, style, static_cast<int>(exact)).ptr;
  const char* const mantissa_end = fixed ? end : std::find(static_cast<const char*>(buffer), end, 'e');
  out.append(buffer, static_cast<size_t>(mantissa_end - buffer));
  if (precision == 0 && keep_point) out.push_back('.');
  out.append(static_cast<size_t>(precision - exact), '0');
  if (mantissa_end != end) {
    out.push_back(exponent_letter);
    out.append(mantissa_end + 1, end);
  }
}

bool shows_only_zeros(std::string_view digits) {
  for (const char c : digits) {
    if (c == 'e' || c == 'E') break;
    if (c >= '1' && c <= '9') return false;
  }
  return true;
}

}  // namespace

size_t write_float_repr(char* out, double value) {
  char* p = out;
  const auto put = [&p](const char* text, size_t n) {
    std::memcpy(p, text, n);
    p += n;
  };
  if (std::isnan(value)) {
    put("nan", 3);
    return 3;
  }
  if (std::signbit(value)) *p++ = '-';
  if (std::isinf(value)) {
    put("inf", 3);
    return static_cast<size_t>(p - out);
  }
  // The digits first, without their point, then where repr wants the point: without an exponent from 1e-4 up to below 1e16.
  char scientific[kMaxFloatRepr];
  const char* const end = std::to_chars(scientific, scientific + sizeof scientific, std::fabs(value), std::chars_format::scientific).ptr;
  const char* const e = std::find(static_cast<const char*>(scientific), end, 'e');
  int exponent = 0;
  std::from_chars(e[1] == '+' ? e + 2 : e + 1, end, exponent);
  if (exponent < -4 || exponent >= 16) {
    put(scientific, static_cast<size_t>(end - scientific));
    return static_cast<size_t>(p - out);
  }
  char digits[20];
  digits[0] = scientific[0];
  auto count = 1;
  for (const char* q = scientific + 2; q < e; ++q) digits[count++] = *q;
  if (exponent < 0) {
    put("0.0000", static_cast<size_t>(1 - exponent));
    put(digits, static_cast<size_t>(count));
  } else {
    const int whole = std::min(count, exponent + 1);
    put(digits, static_cast<size_t>(whole));
    for (int i = whole; i <= exponent; ++i) *p++ = '0';
    *p++ = '.';
    if (whole == count) *p++ = '0';
    put(digits + whole, static_cast<size_t>(count - whole));
  }
  return static_cast<size_t>(p - out);
}

std::string float_repr(double value) {
  char buffer[kMaxFloatRepr];
  return std::string(buffer, write_float_repr(buffer, value));
}

bool round_fixed(double value, int64_t precision, uint64_t* whole, uint64_t* fraction) {
  constexpr int64_t kMost = 15;
  static constexpr uint64_t kPowers[kMost + 1] = {
      1,         10,         100,         1000,         10000,         100000,         1000000,         10000000,
      100000000, 1000000000, 10000000000, 100000000000, 1000000000000, 10000000000000, 100000000000000, 1000000000000000};
  if (precision < 0 || precision > kMost || !(value < 9007199254740992.0)) return false;
  // value == mantissa * 2**-shift; what is after the point has at most 53 bits, and 15 digits fit in 50 more.
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  const auto exponent = static_cast<int>(bits >> 52 & 0x7FF);
  const int shift = 1075 - exponent;
  if (exponent == 0 || shift < 1 || shift > 120) {
    if (value != 0) return false;
    *whole = *fraction = 0;
    return true;
  }
  const uint64_t mantissa = (bits & ((uint64_t{1} << 52) - 1)) | uint64_t{1} << 52;
  *whole = shift < 64 ? mantissa >> shift : 0;
  const uint64_t rest = shift < 64 ? mantissa & ((uint64_t{1} << shift) - 1) : mantissa;
  const unsigned __int128 scaled = static_cast<unsigned __int128>(rest) * kPowers[precision];
  uint64_t digits = static_cast<uint64_t>(scaled >> shift);
  const unsigned __int128 left = scaled & ((static_cast<unsigned __int128>(1) << shift) - 1);
  const unsigned __int128 half = static_cast<unsigned __int128>(1) << (shift - 1);
  const bool odd = precision == 0 ? *whole & 1 : digits & 1;
  if (left > half || (left == half && odd)) ++digits;
  if (digits == kPowers[precision]) {
    digits = 0;
    ++*whole;
  }
  *fraction = digits;
  return true;
}

size_t format_fixed(double value, int64_t precision, char* out) {
  uint64_t whole, fraction;
  if (!round_fixed(value, precision, &whole, &fraction)) return 0;
  char* p = std::to_chars(out, out + kMaxFixedText, whole).ptr;
  if (precision == 0) return static_cast<size_t>(p - out);
  *p = '.';
  for (int64_t i = precision; i > 0; --i, fraction /= 10) p[i] = static_cast<char>('0' + fraction % 10);
  return static_cast<size_t>(p - out) + static_cast<size_t>(precision) + 1;
}

size_t format_float_max_length(double value, const FloatFormat& format) {
  constexpr size_t kFrame = 16;  // sign, point, exponent, '%', leading zeros of the g form
  if (!std::isfinite(value)) return kFrame;
  const auto precision = static_cast<size_t>(std::max<int64_t>(format.precision, 0));
  switch (format.type) {
    case 'r': return kMaxFloatRepr;
    case 'e':
    case 'E': return precision + kFrame;
    case 'f':
    case 'F': return precision + whole_digits(value) + kFrame;
    case '%': return precision + whole_digits(value) + 2 + kFrame;
    default: return (format.alternate ? precision : std::min<size_t>(precision, kMaxSignificant)) + kFrame;
  }
}

std::string format_float(double value, const FloatFormat& format) {
  const bool upper = is_upper_type(format.type);
  const char exponent_letter = upper ? 'E' : 'e';
  if (format.type == '%') value *= 100.0;
  std::string out;
  if (!std::isfinite(value)) {
    if (std::isinf(value) && value < 0) out.push_back('-');
    out += std::isnan(value) ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
    if (format.type == '%') out.push_back('%');
    return out;
  }
  out.reserve(format_float_max_length(value, format));
  const bool negative = std::signbit(value);
  if (negative) out.push_back('-');
  const double magnitude = std::fabs(value);

  switch (format.type) {
    case 'e':
    case 'E':
      append_printf_style(out, magnitude, std::chars_format::scientific, format.precision, format.alternate, exponent_letter);
      break;
    case 'f':
    case 'F':
    case '%': append_printf_style(out, magnitude, std::chars_format::fixed, format.precision, format.alternate, exponent_letter); break;
    default: {
      Decimal d;
      Layout layout;
      layout.keep_point = format.alternate;
      if (format.type == 'r') {
        shortest(magnitude, &d);
        layout.exponent = d.point <= -4 || d.point > 16;
      } else {
        const int64_t precision = std::max<int64_t>(format.precision, 1);
        rounded(magnitude, precision, &d);
        // With add_dot_0 the digit after the point needs a place too.
        layout.exponent = d.point <= -4 || d.point > precision - (format.add_dot_0 ? 1 : 0);
        if (format.alternate) layout.digits = precision;
      }
      if (format.add_dot_0 && !layout.exponent) layout.digits = std::max(layout.digits, d.point + 1);
      lay_out(out, d, layout, exponent_letter);
    }
  }
  if (negative && format.no_negative_zero && shows_only_zeros(out)) out.erase(0, 1);
  if (format.type == '%') out.push_back('%');
  return out;
}

std::string float_hex(double value) {
  if (!std::isfinite(value)) return float_repr(value);
  if (value == 0) return std::signbit(value) ? "-0x0.0p+0" : "0x0.0p+0";
  int exponent;
  const double m = std::frexp(std::fabs(value), &exponent);  // in [0.5, 1)
  // Normal numbers start with 1, subnormal ones with 0 and the smallest exponent.
  constexpr int kMinExponent = -1022;
  const int shift = std::max(kMinExponent - (exponent - 1), 0);
  exponent = exponent - 1 + shift;
  const auto bits = static_cast<uint64_t>(std::ldexp(m, 53 - shift));
  char buffer[48];
  const int n = std::snprintf(buffer, sizeof buffer, "%s0x%d.%013llxp%+d", value < 0 ? "-" : "", static_cast<int>(bits >> 52),
                              static_cast<unsigned long long>(bits & ((uint64_t{1} << 52) - 1)), exponent);
  return std::string(buffer, static_cast<size_t>(n));
}

}  // namespace fermata
