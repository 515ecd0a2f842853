// Integers from and to text. See bigint.h.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "numbers/bigint.h"

namespace fermata {

namespace {

constexpr char kDigits[] = "0123456789abcdefghijklmnopqrstuvwxyz";

bool is_power_of_two(int base) { return (base & (base - 1)) == 0; }

// Upper bounds need a margin above what floating-point rounding could take away; 2**-40 is far more than enough up to kMaxLimbs.
constexpr double kMargin = 1.0 + 0x1p-40;

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

uint64_t int_text_size(IntView a, int base) {
  if (a.size == 0) return 1;
  if (a.size == 1) return base >= 8 ? 24 : 68;
  const double bits = 64.0 * static_cast<double>(a.size);
  const double digits = bits / std::log2(static_cast<double>(base)) * kMargin;
  return static_cast<uint64_t>(digits) + 3;  // rounded up, one more that mpn_get_str asks for, the sign
}

size_t int_to_text(char* out, IntView a, int base) {
  if (a.size == 0) {
    out[0] = '0';
    return 1;
  }
  char* p = out;
  if (a.negative) *p++ = '-';
  if (a.size == 1) {
    const auto end = std::to_chars(p, out + int_text_size(a, base), uint64_t{a.limbs[0]}, base).ptr;
    return static_cast<size_t>(end - out);
  }
  // mpn_get_str writes digit values, maybe with zeros in front, and destroys its operand unless the base is a power of two.
  auto* const values = reinterpret_cast<unsigned char*>(p);
  size_t count;
  if (is_power_of_two(base)) {
    count = mpn_get_str(values, base, const_cast<mp_limb_t*>(a.limbs), a.size);
  } else {
    LimbScratch copy(uint64_t{a.size} + 1);
    std::copy(a.limbs, a.limbs + a.size, copy.data());
    count = mpn_get_str(values, base, copy, a.size);
  }
  size_t zeros = 0;
  while (zeros + 1 < count && values[zeros] == 0) ++zeros;
  for (size_t i = zeros; i < count; ++i) p[i - zeros] = kDigits[values[i]];
  return static_cast<size_t>(p - out) + count - zeros;
}

std::string int_to_string(IntView a, int base) {
  std::string text(int_text_size(a, base), '\0');
  text.resize(int_to_text(text.data(), a, base));
  return text;
}

ScannedInt scan_int(std::string_view text, int base) {
  ScannedInt result;
  const char* p = text.data();
  const char* end = p + text.size();
  while (p != end && is_ascii_space(*p)) ++p;
  while (p != end && is_ascii_space(end[-1])) --end;
  if (p != end && (*p == '+' || *p == '-')) result.negative = *p++ == '-';

  // The prefix: base 0 takes any, 2, 8 and 16 their own. One underscore may follow it.
  int prefix_base = 0;
  if (end - p >= 2 && *p == '0') {
    const char letter = static_cast<char>(p[1] | 0x20);
    prefix_base = letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 0;
  }
  bool zero_only = false;  // base 0 without a prefix refuses "0123", but not "000"
  if (base == 0) {
    base = prefix_base != 0 ? prefix_base : 10;
    zero_only = prefix_base == 0 && p != end && *p == '0';
  }
  if (prefix_base == base) {
    p += 2;
    if (p != end && *p == '_') ++p;
  }

  const char* const digits = p;
  bool after_digit = false;
  for (; p != end; ++p) {
    if (*p == '_') {
      if (!after_digit) return result;
      after_digit = false;
      continue;
    }
    const int digit = digit_of(*p);
    if (digit >= base || (zero_only && digit != 0)) return result;
    ++result.digit_count;
    after_digit = true;
  }
  if (!after_digit) return result;  // no digits, or an underscore at the end
  result.ok = true;
  result.base = base;
  result.digits = {digits, static_cast<size_t>(p - digits)};
  return result;
}

uint64_t scanned_int_size(const ScannedInt& scanned) {
  if (scanned.digit_count <= 18 && scanned.base <= 10) return 2;
  const double bits = static_cast<double>(scanned.digit_count) * std::log2(static_cast<double>(scanned.base)) * kMargin;
  return static_cast<uint64_t>(bits / 64.0) + 2;
}

IntResult int_from_scanned(mp_limb_t* out, const ScannedInt& scanned) {
  if (scanned.digit_count <= 18 && scanned.base <= 10) {
    uint64_t value = 0;
    for (const char c : scanned.digits) {
      if (c != '_') value = value * static_cast<uint64_t>(scanned.base) + static_cast<uint64_t>(c - '0');
    }
    IntResult result = int_from_uint64(out, value);
    result.negative = scanned.negative && value != 0;
    return result;
  }
  LimbScratch scratch(scanned.digit_count / 8 + 1);
  auto* const values = reinterpret_cast<unsigned char*>(scratch.data());
  size_t count = 0;
  for (const char c : scanned.digits) {
    if (c == '_') continue;
    const int digit = digit_of(c);
    if (count == 0 && digit == 0) continue;
    values[count++] = static_cast<unsigned char>(digit);
  }
  if (count == 0) return {};
  auto size = static_cast<uint32_t>(mpn_set_str(out, values, count, scanned.base));
  while (size != 0 && out[size - 1] == 0) --size;
  return {size, size != 0 && scanned.negative};
}

}  // namespace fermata
