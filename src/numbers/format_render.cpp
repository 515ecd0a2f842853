// Lays out strings and numbers by a checked format spec. See format_spec.h.
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/utf8.h"
#include "numbers/float_text.h"
#include "numbers/format_spec.h"

namespace fermata {

namespace {

constexpr size_t kTooMuch = SIZE_MAX;

// An upper bound for content of `content` bytes padded to a width; the fill may take four bytes.
size_t padded_size(size_t content, int64_t width) {
  const auto columns = static_cast<uint64_t>(std::max<int64_t>(width, 0));
  if (columns > SIZE_MAX / 16 || content > SIZE_MAX / 16) return kTooMuch;
  return content + columns * utf8::kMaxLength + 1;
}

// `out` is a std::string or a ShortText, here and below.
template <class Out>
void append_fill(Out& out, char32_t fill, size_t times) {
  if (fill < 0x80) {
    out.append(times, static_cast<char>(fill));
    return;
  }
  char bytes[utf8::kMaxLength];
  const std::string_view encoded(bytes, utf8::encode(fill, bytes));
  for (size_t i = 0; i < times; ++i) out.append(encoded);
}

// A number in the parts that grouping, zero padding and '=' alignment tell apart.
struct NumberText {
  char sign = 0;  // 0: none
  std::string_view prefix;
  std::string_view digits;  // the ones that are grouped and zero padded
  std::string_view rest;    // from the point on
};

char sign_char(const FormatSpec& spec, bool negative) {
  if (negative) return '-';
  return spec.sign == '+' || spec.sign == ' ' ? spec.sign : '\0';
}

struct Grouping {
  char separator = 0;
  size_t group = 3;
  size_t total_digits = 0;  // zeros in front included
  size_t size = 0;          // with separators
};

// Enough zeros in front that digits and separators together reach `min_width`; a separator never comes first, so it may be one more.
Grouping group_digits(const FormatSpec& spec, size_t digits, size_t min_width) {
  Grouping g;
  g.separator = spec.grouping;
  g.group = int_format_base(spec) == 10 ? 3 : 4;
  g.total_digits = digits;
  if (digits == 0) return g;  // inf, nan
  if (g.separator == 0) {
    g.total_digits = g.size = std::max(digits, min_width);
    return g;
  }
  // The fewest digits n with n + (n - 1) / group >= min_width.
  const size_t rest = min_width % (g.group + 1);
  const size_t needed = min_width == 0 ? 0 : min_width / (g.group + 1) * g.group + std::max<size_t>(rest, 1);
  g.total_digits = std::max(digits, needed);
  g.size = g.total_digits + (g.total_digits - 1) / g.group;
  return g;
}

template <class Out>
void append_grouped(Out& out, const Grouping& g, std::string_view digits) {
  const size_t zeros = g.total_digits - digits.size();
  if (g.separator == 0) {
    out.append(zeros, '0');
    out.append(digits);
    return;
  }
  for (size_t i = 0; i < g.total_digits; ++i) {
    if (i != 0 && (g.total_digits - i) % g.group == 0) out.push_back(g.separator);
    out.push_back(i < zeros ? '0' : digits[i - zeros]);
  }
}

template <class Out>
void append_number(Out& out, const FormatSpec& spec, const NumberText& n) {
  const char align = spec.align == 0 ? '>' : spec.align;
  const auto width = static_cast<size_t>(std::max<int64_t>(spec.width, 0));
  const size_t frame = (n.sign != 0 ? 1 : 0) + n.prefix.size() + n.rest.size();
  const bool zeros = spec.fill == U'0' && align == '=';
  const Grouping grouping = group_digits(spec, n.digits.size(), zeros && width > frame ? width - frame : 0);
  const size_t size = frame + grouping.size;
  const size_t padding = width > size ? width - size : 0;
  const size_t before = align == '>' ? padding : align == '^' ? padding / 2 : 0;
  const size_t inside = align == '=' ? padding : 0;
  append_fill(out, spec.fill, before);
  if (n.sign != 0) out.push_back(n.sign);
  out.append(n.prefix);
  append_fill(out, spec.fill, inside);
  append_grouped(out, grouping, n.digits);
  out.append(n.rest);
  append_fill(out, spec.fill, padding - before - inside);
}

// A float's text split for append_number.
NumberText split_float_text(const FormatSpec& spec, std::string_view text) {
  NumberText n;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative) text.remove_prefix(1);
  n.sign = sign_char(spec, negative);
  size_t digits = 0;
  while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
  n.digits = text.substr(0, digits);
  n.rest = text.substr(digits);
  return n;
}

FloatFormat float_format_of(const FormatSpec& spec, bool add_dot_0) {
  FloatFormat f;
  f.alternate = spec.alternate;
  f.no_negative_zero = spec.no_negative_zero;
  if (spec.type == 0) {
    // Without a type: repr, or g with a precision.
    f.type = spec.precision < 0 ? 'r' : 'g';
    f.add_dot_0 = add_dot_0;
  } else {
    f.type = spec.type == U'n' ? 'g' : static_cast<char>(spec.type);
  }
  if (spec.precision >= 0) f.precision = spec.precision;
  return f;
}

// Separators add at most a third to the digits before the point; doubling is more than enough.
size_t float_content_size(const FormatSpec& spec, double value, bool add_dot_0) {
  const size_t length = format_float_max_length(value, float_format_of(spec, add_dot_0));
  return length + std::min<size_t>(length, 400);
}

}  // namespace

std::string pad_text(std::string_view value, size_t value_code_points, int64_t width, char align, char32_t fill) {
  const auto columns = static_cast<size_t>(std::max<int64_t>(width, 0));
  const size_t padding = columns > value_code_points ? columns - value_code_points : 0;
  const size_t before = align == '>' ? padding : align == '^' ? padding / 2 : 0;
  std::string out;
  out.reserve(value.size() + padding * utf8::encoded_length(fill));
  append_fill(out, fill, before);
  out.append(value);
  append_fill(out, fill, padding - before);
  return out;
}

size_t format_string_max_size(const FormatSpec& spec, std::string_view value) { return padded_size(value.size(), spec.width); }

std::string format_string(const FormatSpec& spec, std::string_view value) {
  if (spec.precision >= 0) value = value.substr(0, utf8::offset_of_index(value, static_cast<size_t>(spec.precision)));
  if (spec.width <= 0) return std::string(value);
  return pad_text(value, utf8::count(value), spec.width, spec.align == 0 ? '<' : spec.align, spec.fill);
}

size_t format_int_max_size(const FormatSpec& spec, size_t digit_count) {
  if (digit_count > SIZE_MAX / 32) return kTooMuch;
  return padded_size(2 * digit_count + 8, spec.width);
}

namespace {

template <class Out>
void append_int(Out& out, const FormatSpec& spec, bool negative, std::string_view digits) {
  NumberText n;
  n.sign = sign_char(spec, negative);
  std::string upper;
  if (spec.type == U'X') {
    upper.assign(digits);
    for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c & ~0x20) : c;
    digits = upper;
  }
  n.digits = digits;
  if (spec.alternate) {
    n.prefix = spec.type == U'x' ? "0x" : spec.type == U'X' ? "0X" : spec.type == U'o' ? "0o" : spec.type == U'b' ? "0b" : "";
  }
  append_number(out, spec, n);
}

}  // namespace

std::string format_int(const FormatSpec& spec, bool negative, std::string_view digits) {
  std::string out;
  append_int(out, spec, negative, digits);
  return out;
}

void format_int(const FormatSpec& spec, bool negative, std::string_view digits, ShortText& out) { append_int(out, spec, negative, digits); }

std::string format_int_as_char(const FormatSpec& spec, char32_t code_point) {
  // A number without digits, of one column: '=' pads in front of it, as after an absent sign.
  const char align = spec.align == 0 || spec.align == '=' ? '>' : spec.align;
  return pad_text(utf8::to_string(code_point), 1, spec.width, align, spec.fill);
}

size_t format_float_spec_max_size(const FormatSpec& spec, double value) {
  return padded_size(float_content_size(spec, value, true), spec.width);
}

std::string format_float_spec(const FormatSpec& spec, double value) {
  const std::string text = format_float(value, float_format_of(spec, true));
  std::string out;
  append_number(out, spec, split_float_text(spec, text));
  return out;
}

bool format_float_spec(const FormatSpec& spec, double value, ShortText& out) {
  if (spec.type != U'f' || spec.alternate || spec.no_negative_zero || spec.width > 40) return false;
  char text[kMaxFixedText];
  const size_t size = format_fixed(std::fabs(value), spec.precision < 0 ? 6 : spec.precision, text);
  if (size == 0) return false;
  NumberText n = split_float_text(spec, {text, size});
  n.sign = sign_char(spec, std::signbit(value));
  append_number(out, spec, n);
  return true;
}

size_t format_complex_max_size(const FormatSpec& spec, double real, double imag) {
  return padded_size(float_content_size(spec, real, false) + float_content_size(spec, imag, false) + 3, spec.width);
}

std::string format_complex(const FormatSpec& spec, double real, double imag) {
  const FloatFormat format = float_format_of(spec, false);
  FormatSpec part = spec;
  part.width = -1;
  part.fill = U' ';
  part.align = '<';
  // As repr: without a type a real part of 0 is left out, and anything else goes in parentheses.
  const bool skip_real = spec.type == 0 && real == 0 && !std::signbit(real);
  const bool parentheses = spec.type == 0 && !skip_real;
  std::string text;
  if (parentheses) text.push_back('(');
  if (!skip_real) {
    append_number(text, part, split_float_text(part, format_float(real, format)));
    part.sign = '+';
  }
  append_number(text, part, split_float_text(part, format_float(imag, format)));
  text.push_back('j');
  if (parentheses) text.push_back(')');
  return pad_text(text, text.size(), spec.width, spec.align == 0 ? '>' : spec.align, spec.fill);
}

}  // namespace fermata
