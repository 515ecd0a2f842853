// What unicodedata says about characters and nobody else asks: combining class, direction, width, numeric value; those of CPython 3.11
// (Unicode 14.0). Constant tables that unicode_properties.py generates, owned by nobody, called by the unicodedata module.
#pragma once

namespace fermata::unicode {

int combining_class(char32_t c);
const char* bidirectional_class(char32_t c);  // "L", "R", "AN", …; "" when it has none
bool is_mirrored(char32_t c);
const char* east_asian_width(char32_t c);  // "N", "Na", "A", "W", "F", "H"
bool numeric_value(char32_t c, double* value);

}  // namespace fermata::unicode
