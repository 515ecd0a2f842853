#include "durable/rows/amounts.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>

#include "numbers/float_text.h"

namespace fermata::durable {

namespace {

// 0.DIGITS times ten to the power `exponent`; no digits: zero.
struct Amount {
  bool negative = false;
  std::string digits{};
  int64_t exponent = 0;
};

// Of "-12.50", "1.5E+3"; nothing for "NaN" and "Infinity", and for exponents that no amount has.
std::optional<Amount> amount_from(std::string_view text) {
  Amount amount;
  if (!text.empty() && (text[0] == '-' || text[0] == '+')) amount.negative = text[0] == '-', text.remove_prefix(1);
  const size_t e = text.find_first_of("eE");
  if (e != text.npos) {
    std::string_view power = text.substr(e + 1);
    if (power.starts_with('+')) power.remove_prefix(1);
    constexpr int64_t kMost = 1'000'000'000'000;
    const auto [end, error] = std::from_chars(power.data(), power.data() + power.size(), amount.exponent);
    if (error != std::errc() || end != power.data() + power.size() || std::abs(amount.exponent) > kMost) return std::nullopt;
    text = text.substr(0, e);
  }
  const size_t point = std::min(text.find('.'), text.size());
  amount.digits = std::string(text.substr(0, point)) + std::string(point < text.size() ? text.substr(point + 1) : std::string_view());
  if (amount.digits.empty() || !std::ranges::all_of(amount.digits, [](char c) { return c >= '0' && c <= '9'; })) return std::nullopt;
  amount.exponent += int64_t(point);
  const size_t zeros = std::min(amount.digits.find_first_not_of('0'), amount.digits.size());
  amount.digits.erase(0, zeros);
  amount.exponent -= int64_t(zeros);
  amount.digits.erase(amount.digits.find_last_not_of('0') + 1);
  if (amount.digits.empty()) amount = {};
  return amount;
}

std::optional<Amount> amount_of(const Data& value) {
  if (value.is_small_int()) return amount_from(std::to_string(value.as_int()));
  if (value.type() == Data::Type::kFloat) return std::isfinite(value.as_float()) ? amount_from(float_repr(value.as_float())) : std::nullopt;
  const Data* text = value.find("text");
  return text && text->is_str() ? amount_from(text->as_str()) : std::nullopt;
}

// Without their signs.
bool is_smaller(const Amount& a, const Amount& b) {
  if (a.digits.empty() || b.digits.empty()) return !b.digits.empty();
  return a.exponent != b.exponent ? a.exponent < b.exponent : a.digits < b.digits;
}

}  // namespace

bool is_amount(const Data& value) {
  return value.is_small_int() || value.type() == Data::Type::kFloat || value.is_object(ObjectKind::kDecimal);
}

bool is_at_most(const Data& a, const Data& b) {
  if (!is_amount(a) || !is_amount(b)) return false;
  if (a.is_small_int() && b.is_small_int()) return a.as_int() <= b.as_int();
  if (!a.is_object(ObjectKind::kDecimal) && !b.is_object(ObjectKind::kDecimal)) {
    const auto number_of = [](const Data& value) {
      return value.is_small_int() ? static_cast<long double>(value.as_int()) : static_cast<long double>(value.as_float());
    };
    return number_of(a) <= number_of(b);  // (a NaN is nowhere)
  }
  const auto low = amount_of(a), high = amount_of(b);
  if (!low || !high) return false;
  if (low->negative != high->negative) return low->negative;
  return low->negative ? !is_smaller(*low, *high) : !is_smaller(*high, *low);
}

}  // namespace fermata::durable
