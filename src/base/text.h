// Small things about texts that several layers do. Pure functions.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>

#include "base/utf8.h"

namespace fermata {

// The number that the whole text is: digits, behind a minus where the type has one. Nothing: it is something else, or doesn't fit.
template <class Number = uint64_t>
std::optional<Number> number_from(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// As much of the beginning as has at most so many bytes, and whole characters.
constexpr std::string_view beginning_of(std::string_view text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && utf8::is_continuation(text[most])) --most;
  return text.substr(0, most);
}

}  // namespace fermata
