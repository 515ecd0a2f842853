// Properties and case mappings of code points, exactly those of CPython 3.11 (Unicode 14.0), and normalisation. The properties come
// from a table that tools/unicode.py generates; normalisation is utf8proc's, fenced so that what Unicode 14 left unassigned stays as it is.
// Pure functions over constant tables, owned by nobody, called by the lexer, the str type and the unicodedata module.
// Any value is accepted as a code point; those above 0x10FFFF have no properties and map to themselves.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fermata::unicode {

inline constexpr const char* kUnicodeVersion = "14.0.0";

bool is_alpha(char32_t c);
bool is_decimal(char32_t c);
bool is_digit(char32_t c);
bool is_numeric(char32_t c);
bool is_alnum(char32_t c);  // alpha, decimal, digit or numeric, as str.isalnum()
bool is_space(char32_t c);
bool is_linebreak(char32_t c);  // as str.splitlines()
bool is_printable(char32_t c);
bool is_upper(char32_t c);
bool is_lower(char32_t c);
bool is_title(char32_t c);  // general category Lt
bool is_cased(char32_t c);
bool is_case_ignorable(char32_t c);
bool is_xid_start(char32_t c);     // without '_', as Unicode has it
bool is_xid_continue(char32_t c);  // '_' included
bool is_assigned(char32_t c);      // category is not Cn

int decimal_value(char32_t c);  // 0..9, or -1
int digit_value(char32_t c);    // 0..9, or -1 (superscripts, circled digits have one too)

// The two letters of the general category ("Lu", …); "Cn" when unassigned.
const char* category(char32_t c);

// A full case mapping: one to three code points.
struct CaseMapping {
  char32_t code_points[3] = {0, 0, 0};
  uint32_t size = 0;
};
CaseMapping to_lower(char32_t c);  // without the final sigma rule
CaseMapping to_upper(char32_t c);
CaseMapping to_title(char32_t c);
CaseMapping casefold(char32_t c);

// For a capital sigma (U+03A3) at byte `offset` of valid text: does it lower to the final form (U+03C2)?
bool is_final_sigma(std::string_view text, size_t offset);

// Whole-string mappings over valid text, the final sigma rule included. The result has at most kMaxCaseGrowth times the bytes.
inline constexpr size_t kMaxCaseGrowth = 3;
std::string lower(std::string_view text);
std::string upper(std::string_view text);
std::string casefold(std::string_view text);
std::string title(std::string_view text);
std::string capitalize(std::string_view text);
std::string swapcase(std::string_view text);

// What int() and float() do first: spaces become ' ', decimal digits ASCII ones, anything else outside ASCII '?'.
std::string decimals_and_spaces_to_ascii(std::string_view text);

bool is_identifier(std::string_view text);  // as str.isidentifier()

enum class Form : uint8_t { kNfc, kNfd, kNfkc, kNfkd };
// No character decomposes into more.
inline constexpr size_t kMaxNormalGrowth = 18;
// What normalising a text takes: the bytes of the result before anything composes, and the characters that are reordered at once.
struct NormalSize {
  size_t bytes = 0, longest_part = 0;
  uint64_t memory() const { return bytes + longest_part * (2 * sizeof(char32_t)); }  // with a stable sort's own buffer
};
NormalSize normal_size(std::string_view text, Form form);
// Valid text in, normalised text out. Surrogates stay where they are.
std::string normalize(std::string_view text, Form form, const NormalSize& size);
std::string normalize(std::string_view text, Form form);
std::string normalize(std::string_view text, Form form);

}  // namespace fermata::unicode
