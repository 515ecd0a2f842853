// Python's format mini-language, [[fill]align][sign][z][#][0][width][grouping][.precision][type]: parsing with CPython 3.11's error
// messages (all of them ValueErrors), and laying out strings, ints and floats. Pure functions, called by format(), f-strings, str.format
// and % formatting. For each kind: parse with format_spec_parse, check (which says what is wrong with the spec for that kind), ask the
// maximal size for the budget, render. Precision and width may be anything up to INT64_MAX after parsing: only the check functions and the
// budget bound them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fermata {

struct FormatSpec {
  char32_t fill = U' ';
  char32_t type = 0;              // 0: none given
  int64_t width = -1;             // -1: none
  int64_t precision = -1;         // -1: none
  char align = 0;                 // < > = ^, or 0: the kind's default
  char sign = 0;                  // + - space, or 0
  char grouping = 0;              // , _ or 0
  bool no_negative_zero = false;  // z
  bool alternate = false;         // #
  bool fill_given = false;
  bool zero_padded = false;  // the 0 before the width was given (fill and align are set accordingly)
};

// An empty message means success.
using FormatError = std::string;

// `type_name` is the formatted object's type for the message ("Invalid format specifier '…' for object of type 'int'").
// `default_align` is '>' for numbers and '<' for strings: it decides what a bare 0 before the width means.
FormatError parse_format_spec(std::string_view text, std::string_view type_name, char default_align, FormatSpec* out);

// Text of a bounded size, on the stack.
class ShortText {
 public:
  static constexpr size_t kRoom = 256;
  void push_back(char c) { data_[size_++] = c; }
  void append(std::string_view text) {
    for (char c : text) data_[size_++] = c;
  }
  void append(size_t times, char c) {
    for (; times != 0; --times) data_[size_++] = c;
  }
  std::string_view view() const { return {data_, size_}; }

 private:
  size_t size_ = 0;
  char data_[kRoom];
};

// ---- strings

FormatError check_string_format(const FormatSpec& spec, std::string_view type_name = "str");
size_t format_string_max_size(const FormatSpec& spec, std::string_view value);
std::string format_string(const FormatSpec& spec, std::string_view value);

// ---- ints: types d b o x X n c, or none. (With e E f F g G % the caller converts to float and formats that.)

bool is_float_format(const FormatSpec& spec);  // one of e E f F g G %
FormatError check_int_format(const FormatSpec& spec, std::string_view type_name = "int");
int int_format_base(const FormatSpec& spec);  // 2, 8, 10 or 16: the base in which the caller writes the digits
// `digits` are the magnitude's digits, lower-case, no sign; upper-casing and prefix are done here.
size_t format_int_max_size(const FormatSpec& spec, size_t digit_count);
std::string format_int(const FormatSpec& spec, bool negative, std::string_view digits);
// The same for a maximal size of at most ShortText::kRoom.
void format_int(const FormatSpec& spec, bool negative, std::string_view digits, ShortText& out);
// Type c: the int is a code point, already checked. The caller's OverflowErrors: "Python int too large to convert to C long" beyond int64,
// "%c arg not in range(0x110000)" beyond code points.
std::string format_int_as_char(const FormatSpec& spec, char32_t code_point);

// ---- floats

FormatError check_float_format(const FormatSpec& spec, std::string_view type_name = "float");
size_t format_float_spec_max_size(const FormatSpec& spec, double value);
std::string format_float_spec(const FormatSpec& spec, double value);
// Likewise for the usual floats with type f, grouped or not; false for others.
bool format_float_spec(const FormatSpec& spec, double value, ShortText& out);

// ---- complex

FormatError check_complex_format(const FormatSpec& spec, std::string_view type_name = "complex");
size_t format_complex_max_size(const FormatSpec& spec, double real, double imag);
std::string format_complex(const FormatSpec& spec, double real, double imag);

// ---- shared

// `value` padded to `width` code points; align is < > ^ (as str.format does: the odd one of ^ goes right).
std::string pad_text(std::string_view value, size_t value_code_points, int64_t width, char align, char32_t fill);

}  // namespace fermata
